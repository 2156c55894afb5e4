"""How a patience ends on the glass: the night sky over a house when the wish is granted, the open dial when it is not."""

from __future__ import annotations

from math import cos, pi, sin

from device.draw import digits
from device.draw.canvas import HEIGHT, WIDTH, Canvas
from device.draw.digits import Digits
from device.draw.fonts import Font
from device.draw.parts import CELL, KEYS_TOP, soft_keys, title, wrap
from device.draw.sprites import sprite
from device.games.clock import dial, rules
from device.games.clock.events import Variant
from device.games.clock.odds import Chance
from device.games.clock.timing import GRANTED_SECONDS, LOST_SECONDS, ending_over, ending_seconds
from device.games.clock.view import Clock
from device.games.clock.words import VARIANT_NAMES, chance_words, grouped

STARS = (
    (4, 8),
    (90, 3),
    (31, 3),
    (123, 30),
    (10, 44),
    (58, 4),
    (112, 38),
    (3, 28),
    (96, 33),
    (74, 3),
    (121, 47),
    (17, 4),
)
FALL_FROM, FALL_TO = (120, -6), (44, 24)
FALL_BEGINS, FALL_ENDS = 1.2, 2.4
"""Seconds into the ending: first the night rises, then the star falls, then it bursts and the words appear."""
BURST_ENDS = 3.6
SPARKS = 16
MOON = (100, 4)


def draw_ending(canvas: Canvas, scene: Clock) -> None:
    """The ending, moving until it comes to rest."""
    _ = scene.texts.gettext
    if rules.wish_granted(scene.state):
        _draw_granted(canvas, scene, ending_seconds(scene))
    else:
        _draw_lost(canvas, scene, ending_seconds(scene))
    if ending_over(scene):
        canvas.box(0, KEYS_TOP - 1, CELL, 10, fill=True, ink=0)
        soft_keys(canvas, (_("Deal"), "", "", ""))


def _draw_granted(canvas: Canvas, scene: Clock, seconds: float) -> None:
    """Night rises over the house; a star falls, bursts into sparks, and the wish is granted."""
    _ = scene.texts.gettext
    # First of all: no accent may make way for a spark that flies through it.
    if seconds >= FALL_ENDS + 0.6:
        for number, line in enumerate(wrap(_("Wish granted"), Font.LARGE, 96)):
            canvas.text(48, 9 + number * 17, line, Font.LARGE, align="centre", heavy=True)
    for number, (x, y) in enumerate(STARS):
        if seconds > number * 0.08:
            _twinkle(canvas, x, y, number, seconds)
    risen = min(1.0, seconds / 0.8)
    moon, hills = sprite("clock_moon")[0], sprite("clock_house")[0]
    canvas.stamp(MOON[0], MOON[1] - round((1 - risen) * (MOON[1] + moon.height)), moon)
    canvas.stamp(0, HEIGHT - round(hills.height * risen), hills)
    if FALL_BEGINS <= seconds < FALL_ENDS:
        _draw_falling_star(canvas, (seconds - FALL_BEGINS) / (FALL_ENDS - FALL_BEGINS))
    elif FALL_ENDS <= seconds < BURST_ENDS:
        _draw_burst(canvas, (seconds - FALL_ENDS) / (BURST_ENDS - FALL_ENDS))


def _twinkle(canvas: Canvas, x: int, y: int, number: int, seconds: float) -> None:
    phase = (int(seconds / 0.3) + number * 2) % 7
    size = 1 if phase in (2, 3) else 0
    if number % 3 == 0 and seconds >= GRANTED_SECONDS:
        size = 1
    picture = sprite("clock_star")[size]
    canvas.stamp(x - size, y - size, picture)


def _draw_falling_star(canvas: Canvas, part: float) -> None:
    x = round(FALL_FROM[0] + (FALL_TO[0] - FALL_FROM[0]) * part)
    y = round(FALL_FROM[1] + (FALL_TO[1] - FALL_FROM[1]) * part)
    for step in range(1, 26):
        if step < 10 or step % 2 or step % 3 == 0:
            canvas.point(x + step, y - round(step * 0.4))
        if step < 14:
            canvas.point(x + step, y - round(step * 0.4) + 1)
    star = sprite("clock_star")[3]
    canvas.stamp(x - 3, y - 3, star)


def _draw_burst(canvas: Canvas, part: float) -> None:
    """Sparks fly out from where the star came down, and fade."""
    reach = 1 - (1 - part) ** 2
    for spark in range(SPARKS):
        angle = 2 * pi * spark / SPARKS
        for ring, size in ((1.0, 1), (0.6, 0)):
            far = reach * (44 if spark % 2 else 30) * ring
            x, y = round(FALL_TO[0] + far * 1.3 * cos(angle)), round(FALL_TO[1] + far * 0.7 * sin(angle))
            shown = size if part < 0.6 else 0
            canvas.stamp(x - shown, y - shown, sprite("clock_star")[shown])
    if part < 0.35:
        canvas.stamp(FALL_TO[0] - 5, FALL_TO[1] - 5, sprite("clock_star")[4])


def _draw_lost(canvas: Canvas, scene: Clock, seconds: float) -> None:
    """The dial as it stands, the missing hours calling for a while, and how many cards are short."""
    _ = scene.texts.gettext
    hidden = rules.hidden(scene.state)
    calling = seconds < LOST_SECONDS and seconds % 0.6 < 0.3
    complete = {place for place in range(len(scene.state.piles)) if not scene.state.piles[place]}
    for place, pile in enumerate(scene.state.piles):
        if place in complete or not calling:
            dial.draw_pile(canvas, place, len(pile), complete=place in complete)
    canvas.text(97, 0, _("Not this time"), Font.TINY, align="centre")
    digits.number(canvas, 97, 10, str(hidden), Digits.LARGE, align="centre")
    canvas.text(97, 48, scene.texts.ngettext("card short", "cards short", hidden), Font.TINY, align="centre")
    if isinstance(scene.insight, Chance):
        canvas.text(
            (CELL + WIDTH) // 2,
            KEYS_TOP + 2,
            _("chance %s") % chance_words(scene.insight, _),
            Font.TINY,
            align="centre",
        )
    soft_keys(canvas, (_("Deal"), "", "", ""))


def draw_deal(canvas: Canvas, scene: Clock) -> None:
    """The deal's number and what came of it, for the record."""
    _ = scene.texts.gettext
    state = scene.state
    title(
        canvas, _(VARIANT_NAMES[state.setup.variant]), _("Granted") if rules.wish_granted(state) else _("Not this time")
    )
    canvas.text(WIDTH // 2, 17, grouped(state.code) or _("stacked deck"), Font.LARGE, align="centre")
    hidden = rules.hidden(state)
    figures = _("%(turned)d turned, %(hidden)d hidden") % {
        "turned": rules.cards_in(state.setup.variant) - hidden,
        "hidden": hidden,
    }
    canvas.text(WIDTH // 2, 37, figures, Font.TINY, align="centre")
    more = ""
    if state.setup.variant is Variant.CONTINUE:
        more = _("dealt again: %d") % state.redeals
    elif state.helped:
        more = _("with the box's help")
    canvas.text(WIDTH // 2, 47, more, Font.TINY, align="centre")
    soft_keys(canvas, ("", "", "", _("Back")))
