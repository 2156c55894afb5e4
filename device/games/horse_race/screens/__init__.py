"""What a race looks like: the screen of every phase, and why a press was refused laid over it."""

from __future__ import annotations

from PIL import Image

from device.draw.canvas import Canvas
from device.draw.parts import banner
from device.draw.unfold import Box
from device.games.horse_race import events, motion
from device.games.horse_race.evening import Phase
from device.games.horse_race.screens import bets, lists, prices, race, row, setup, winner
from device.games.horse_race.view import RaceScene, Sheet


def draw(scene: RaceScene) -> Image.Image:
    """The picture of a scene: 128×64, mode "1"."""
    canvas = Canvas()
    if scene.view.sheet is None:
        _draw_phase(canvas, scene)
    else:
        _draw_sheet(canvas, scene, scene.view.sheet)
    if scene.refused:
        banner(canvas, scene.refused.said(scene.texts))
    return canvas.image


def first(scene: RaceScene) -> tuple[Box, ...]:
    """Where the answer to the last card is: its horse, or its place in the row."""
    match scene.event:
        case events.Turn(suit) | events.TurnLink(suit) if scene.state.phase is Phase.RACE or motion.on_the_line(scene):
            return (race.lane_box(scene, suit),)
        case events.LayLink() if motion.laying(scene):
            return (row.place_box(scene.state, scene.state.row_laid - 1),)
        case _:
            return ()


def _draw_phase(canvas: Canvas, scene: RaceScene) -> None:
    match scene.state.phase:
        case Phase.SETUP:
            setup.draw(canvas, scene)
        case Phase.ROW:
            row.draw(canvas, scene)
        case Phase.PRICES if motion.laying(scene) and motion.moving(scene):
            row.draw(canvas, scene)
        case Phase.PRICES:
            prices.draw(canvas, scene)
        case Phase.BETS:
            bets.draw_called(canvas, scene)
        case Phase.CLOSED:
            bets.draw_closed(canvas, scene)
        case Phase.RACE:
            race.draw(canvas, scene)
        case Phase.FINISH if motion.on_the_line(scene):
            race.draw(canvas, scene)
        case Phase.FINISH:
            winner.draw(canvas, scene)
        case Phase.TABLE | Phase.OVER:
            lists.draw(canvas, scene)


def _draw_sheet(canvas: Canvas, scene: RaceScene, sheet: Sheet) -> None:
    match sheet:
        case Sheet.PRICE:
            prices.draw_change(canvas, scene)
        case Sheet.PLAYERS:
            lists.draw_players(canvas, scene)
        case Sheet.RULES:
            setup.draw(canvas, scene)
        case Sheet.CLOSE:
            lists.draw_close(canvas, scene)
