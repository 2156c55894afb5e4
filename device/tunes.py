"""The tunes, in RTTTL: one for each cue, short, each told from the others by its shape."""

from __future__ import annotations

TUNES: dict[str, str] = {
    "press": "press:d=32,o=6,b=200:c",
    "refused": "refused:d=16,o=4,b=160:e,p,e",
    "undo": "undo:d=32,o=5,b=200:g,e,c",
    "wake": "wake:d=32,o=5,b=200:c,g",
    "goodbye": "goodbye:d=16,o=5,b=140:g,e,c",
    # One rising or falling pair for each suit: spades deep, hearts a third, diamonds a bright fifth, clubs falling.
    "card_spades": "spades:d=16,o=5,b=180:c,c",
    "card_hearts": "hearts:d=16,o=5,b=180:e,g",
    "card_diamonds": "diamonds:d=16,o=6,b=180:c,g",
    "card_clubs": "clubs:d=16,o=5,b=180:g,d",
    "joker": "joker:d=16,o=6,b=200:c,e,d,f,e,g",
    # The race: off at the bugle, the crowd, the judges' camera, the outsider.
    "bugle": "bugle:d=16,o=5,b=160:g,c6,e6,8g6,e6,4g6",
    "crowd": "crowd:d=32,o=6,b=200:c,e,c,e,g,e,g,c7",
    "photo_finish": "photo:d=32,o=7,b=220:c,p,c,p,c,p,c,p,8e",
    "upset": "upset:d=8,o=5,b=200:16c,16c#,16d,16d#,e,g,c6,16p,2e6",
    "falter": "falter:d=16,o=5,b=160:a,f,d",
    "coins": "coins:d=32,o=7,b=240:e,a,e,b,e,c",
    # The oracle at the bedside. Its endings open with a rest until the last card has landed.
    "wish": "wish:d=8,o=6,b=120:c,e,4g",
    "king": "king:d=8,o=4,b=140:g,4c5",
    "clock_granted": "granted:d=8,o=5,b=160:1p,c,e,g,c6,e6,2g6",
    "clock_lost": "short:d=8,o=5,b=110:2p,4p,g,e,4c",
    # The domino clock.
    "great_clock_tile": "tile:d=32,o=5,b=220:c,p,c6",
    "great_clock_move": "move:d=32,o=5,b=220:e,f#",
    "great_clock_stuck": "stuck:d=16,o=4,b=180:f,p,f,p,c",
    "great_clock_home": "home:d=16,o=6,b=160:c,g",
    "deal": "deal:d=32,o=5,b=180:c,e,g,c6",
    "win": "win:d=8,o=5,b=180:16g,16g,16g,c6,16p,16g,c6",
    "lose": "lose:d=8,o=4,b=120:e,d#,4d",
    "goal": "goal:d=8,o=5,b=200:c,e,g,c6,16p,g,2c6",
    "pass": "pass:d=16,o=6,b=200:e,a",
    "interception": "interception:d=16,o=6,b=200:a,e,a,e",
    "whistle": "whistle:d=16,o=7,b=200:c,c,2c",
    "tick": "tick:d=32,o=6,b=250:g",
    "heartbeat": "heartbeat:d=32,o=4,b=160:c,32p,c",
}
"""Cue name to RTTTL. A cue that is not here is a mistake, found by the tests of every game."""


def tune(cue: str) -> str:
    """The RTTTL of a cue; the empty cue is silence.

    Raises:
        KeyError: no such cue.
    """
    return TUNES[cue] if cue else ""
