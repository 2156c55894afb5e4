"""Where the name of a player stands while cards are played, at the left below the top line, and how large it is."""

from __future__ import annotations

from device.draw.canvas import WIDTH, Canvas
from device.draw.digits import number_width
from device.draw.fonts import Font, width
from device.draw.headline import headline
from device.games.hockey.controls import HockeyScene
from device.games.hockey.pages import team

ARROW = 8
"""Pixels for the arrow before a team's name, and the gap after it."""
ABOVE_TEAM = 11
"""Rows for a long name of a player, which goes on above the name of the first team."""
SEAT = range(46, 75)
"""Pixels that the name of a player may take, at least and at most."""
TOP, HIGH = 10, 22
"""The rows of the name: what changes with every card lies in few of the panel's pages of eight rows."""


def seat_room(scene: HockeyScene) -> int:
    """How wide the player's name may be: what the arrow, the wider team's name and the longer score leave."""
    goals = max(number_width(str(goals)) for goals in scene.state.score)
    teams = max(width(team(scene, side), Font.TINY) for side in (0, 1))
    return max(SEAT.start, min(SEAT.stop - 1, WIDTH - 4 - goals - teams - ARROW))


def seat_box(scene: HockeyScene, seat: int) -> tuple[int, int, int, int]:
    """Left, top, width and height of what the name of the player at `seat` may take."""
    room = seat_room(scene)
    if width(scene.state.seats[seat], Font.BODY) <= room:
        return 0, TOP, room, HIGH
    return 0, TOP, SEAT.stop - 1, ABOVE_TEAM


def draw_seat(canvas: Canvas, scene: HockeyScene, seat: int) -> None:
    """The name of the player at `seat`, as large as can be."""
    headline(canvas, seat_box(scene, seat), scene.state.seats[seat])
