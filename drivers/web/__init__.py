"""What the pages of this project share: a server in a thread of its own, a guard before it, and how a page is told what is new.

Needs Starlette and uvicorn, so it is imported only when a page is wanted.
"""
