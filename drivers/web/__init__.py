"""What the pages of this project share: a server in a thread of its own, and a guard before it.

Needs Starlette and uvicorn, so it is imported only when a page is wanted.
"""
