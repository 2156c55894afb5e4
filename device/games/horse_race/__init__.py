"""Horse Race: four aces run past a row of links; people bet, and the box is the croupier's assistant."""

from __future__ import annotations

from device.games.contract import Game
from device.games.horse_race import controls, evening, events, live, motion, record, rules, screens, signals, view
from device.games.horse_race.evening import Evening
from device.games.horse_race.house import HOUSE
from device.games.horse_race.manual import MANUAL
from device.games.horse_race.telling import tell
from device.texts import N_

GAME: Game[Evening, events.Event, view.View] = Game(
    key="horse_race",
    title=N_("Horse Race"),
    events=events.EVENTS,
    state_type=Evening,
    view_type=view.View,
    new=evening.new,
    apply=rules.apply,
    look=controls.look,
    on_press=controls.on_press,
    on_time=controls.on_time,
    next_wake=motion.next_wake,
    draw=screens.draw,
    first=screens.first,
    lamps=signals.lamps,
    cues=signals.cues,
    tell=tell,
    summary=record.summary,
    standings=record.standings,
    think=lambda state, _view: live.thought(state),
    house=HOUSE,
    manual=MANUAL,
)
