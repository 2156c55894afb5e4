"""The mirror: what the glass shows, large, on a phone or a television in the house. It shows and never listens.

Needs Starlette, uvicorn and websockets, so it is imported only when it is wanted.
"""

from device.mirror.server import Mirror
from drivers.web.server import PortInUse

__all__ = ["Mirror", "PortInUse"]
