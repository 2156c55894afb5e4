"""The box in the browser: a page on this machine that shows what the simulated box shows and passes on what is pressed.

Needs Starlette, uvicorn and websockets, so it is imported only when it is wanted.
"""

from drivers.simulator.browser.server import Page
from drivers.web.server import PortInUse

__all__ = ["Page", "PortInUse"]
