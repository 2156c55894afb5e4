"""What UNDO takes back: first what lies open, then the last event, before the eyes of whom it concerns."""

from __future__ import annotations

from dataclasses import replace

from device.games.contract import Step
from device.games.horse_race import events
from device.games.horse_race.evening import Phase
from device.games.horse_race.events import Event
from device.games.horse_race.view import RaceScene, RaceStep, Sheet, View

_SHEETS: dict[type[Event | None], Sheet] = {
    events.Join: Sheet.PLAYERS,
    events.Leave: Sheet.PLAYERS,
    events.ComeBack: Sheet.PLAYERS,
    events.Buy: Sheet.PLAYERS,
    events.Agree: Sheet.RULES,
}
"""The sheet between races on which an event happens."""


def take_back(scene: RaceScene) -> RaceStep:
    """Take back the last event; but first stop the cards, or close a sheet unless the last event happened on it.

    What happened on a sheet is taken back before people's eyes: between races the sheet opens again, on whom it concerns.
    """
    state, view = scene.state, scene.view
    sheet = _SHEETS.get(type(scene.last))
    if view.running:
        return Step(view=replace(view, running=False))
    if view.sheet is Sheet.PRICE and view.repriced:
        return Step(undo=True, view=replace(view, repriced=view.repriced - 1))
    if view.sheet is not None and view.sheet is not sheet:
        return Step(view=closed(view))
    if sheet is not None and state.phase is Phase.TABLE:
        return Step(undo=True, view=replace(view, sheet=sheet, chosen=_concerned(scene)))
    return Step(undo=True, view=view if state.phase is Phase.SETUP else None)


def _concerned(scene: RaceScene) -> int:
    """The player to show on the sheet of seats once the last event is taken back; for a newcomer, who is gone then, the last one."""
    seats = len(scene.state.players)
    match scene.last:
        case events.Leave(seat) | events.Buy(seat):
            return seat
        case events.Join():
            return seats - 2
        case events.ComeBack(place):
            return seats - 1 + place
        case _:
            return scene.view.chosen


def closed(view: View) -> View:
    """The view without the sheet that lay open."""
    return replace(view, sheet=None, chosen=0, page=0 if view.sheet is Sheet.PRICE else view.page)
