"""Hockey: referee and scoreboard for two teams of two over three periods."""

from device.games.contract import Game
from device.games.hockey.controls import View, cues, lamps, look, on_press, on_time
from device.games.hockey.events import EVENTS, Event
from device.games.hockey.house import HOUSE, new
from device.games.hockey.manual import MANUAL
from device.games.hockey.motion import next_wake
from device.games.hockey.recap import summary
from device.games.hockey.rules import State, apply
from device.games.hockey.screens import draw, first
from device.games.hockey.standings import standings
from device.games.hockey.telling import tell
from device.texts import N_

GAME: Game[State, Event, View] = Game(
    key="hockey",
    title=N_("Hockey"),
    events=EVENTS,
    state_type=State,
    view_type=View,
    new=new,
    apply=apply,
    look=look,
    on_press=on_press,
    on_time=on_time,
    next_wake=next_wake,
    draw=draw,
    first=first,
    lamps=lamps,
    cues=cues,
    tell=tell,
    summary=summary,
    standings=standings,
    house=HOUSE,
    manual=MANUAL,
)
"""Hockey, as the loop runs it."""
