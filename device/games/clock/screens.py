"""How the clock looks: set-up, wish, the table while the cards fly to their hours, and the ending."""

from __future__ import annotations

from math import cos, pi

from PIL import Image

from device.draw.canvas import WIDTH, Canvas
from device.draw.fonts import Font
from device.draw.parts import KEYS_TOP, banner, soft_keys, title, wrap
from device.draw.sprites import sprite
from device.games.clock import dial, endings, rules
from device.games.clock.controls import NUMBER_LENGTH, faster, king_place, slower
from device.games.clock.dial import CARD_WIDTH, position
from device.games.clock.events import CHOICE, Chooser, Dealt, Exchanged, Pace, Played, Redealt, Turned, Variant
from device.games.clock.odds import Chance, chance_now, exchange_chance
from device.games.clock.rules import CENTRE, Phase, State
from device.games.clock.solver import Advice
from device.games.clock.timing import (
    BREATH_SECONDS,
    BREATHE_FOR,
    DEAL_SECONDS,
    FLIGHT_SECONDS,
    ending_seconds,
    tense,
)
from device.games.clock.view import Clock, Page
from device.games.clock.words import (
    PACE_NAMES,
    RULE_TEXTS,
    VARIANT_NAMES,
    Translate,
    chance_words,
    decimal,
    fraction_words,
    grouped,
)

PANEL = 66
"""Left edge of what stands beside the dial."""
KINGS = 103
CAPTION = 46
"""Top of what is written below the cards: a row stays dark between its tails and the soft keys."""


def draw(scene: Clock) -> Image.Image:
    """The picture of any scene of the clock."""
    canvas = Canvas()
    match scene.state.phase, scene.view.page:
        case Phase.SETUP, Page.RULES:
            _draw_rules(canvas, scene)
        case Phase.SETUP, Page.NUMBER:
            _draw_number(canvas, scene)
        case Phase.SETUP, _:
            _draw_setup(canvas, scene)
        case Phase.WISH, _:
            _draw_wish(canvas, scene)
        case Phase.PLAYING, Page.LOOK:
            _draw_look(canvas, scene)
        case Phase.OVER, Page.DEAL:
            endings.draw_deal(canvas, scene)
        case Phase.OVER, _ if ending_seconds(scene) >= 0:
            endings.draw_ending(canvas, scene)
        case _:
            _draw_table(canvas, scene)
    if scene.refused:
        banner(canvas, scene.refused.said(scene.texts))
    return canvas.image


# Before the wish


def _draw_setup(canvas: Canvas, scene: Clock) -> None:
    _ = scene.texts.gettext
    setup = scene.state.setup
    title(canvas, _("Clock"), _(PACE_NAMES[setup.pace]))
    canvas.text(WIDTH // 2, 15, _(VARIANT_NAMES[setup.variant]), Font.BOLD, align="centre")
    promise = chance_words(scene.insight, _) if isinstance(scene.insight, Chance) else "…"
    canvas.text(WIDTH // 2, 29, promise, Font.LARGE, align="centre")
    if scene.view.number:
        canvas.text(WIDTH // 2, CAPTION, _("Deal %s") % grouped(scene.view.number), Font.TINY, align="centre")
    elif setup.variant is Variant.PEEK:
        who = _("You choose the pile") if setup.chooser is Chooser.PERSON else _("The box chooses the pile")
        canvas.text(WIDTH // 2, CAPTION, who, Font.TINY, align="centre")
    elif setup.variant is Variant.CONTINUE and isinstance(scene.insight, Chance):
        often = _("%s redeals on average") % decimal(float(scene.insight.redeals), 1, _)
        canvas.text(WIDTH // 2, CAPTION, often, Font.TINY, align="centre")
    who_key = _("Who") if setup.variant is Variant.PEEK else ""
    soft_keys(canvas, (_("Game"), _("Pace"), who_key, _("Rules")))


def _draw_rules(canvas: Canvas, scene: Clock) -> None:
    _ = scene.texts.gettext
    variant = scene.state.setup.variant
    title(canvas, _(VARIANT_NAMES[variant]))
    for number, line in enumerate(wrap(_(RULE_TEXTS[variant]), Font.TINY)):
        canvas.text(0, 15 + number * 10, line, Font.TINY)
    soft_keys(canvas, (_("Number"), "", "", _("Back")))


def _draw_number(canvas: Canvas, scene: Clock) -> None:
    _ = scene.texts.gettext
    title(canvas, _("Deal number"))
    for spot in range(NUMBER_LENGTH):
        x = 2 + spot * 15 + (6 if spot >= NUMBER_LENGTH // 2 else 0)
        canvas.text(x + 6, 25, scene.view.number[spot], Font.LARGE, align="centre")
        if spot == scene.view.cursor:
            canvas.invert(x - 1, 22, 14, 20)
    soft_keys(canvas, ("◀", "▶", "−", "+"))


def _draw_wish(canvas: Canvas, scene: Clock) -> None:
    """A candle whose light swells and sinks in one slow breath."""
    _ = scene.texts.gettext
    moment = min(scene.idle, BREATHE_FOR)
    breath = (1 - cos(2 * pi * moment / BREATH_SECONDS)) / 2
    # In steps of two pixels: the light swells as smoothly, for half the bytes.
    _draw_halo(canvas, 26, 23, 13 + 2 * round(4.5 * breath))
    flame = sprite("clock_candle")[int(moment / 0.5) % 2]
    canvas.box(22, 31, 9, 12, fill=True, ink=0)
    canvas.stamp(20, 15, flame)
    lines = wrap(_("Make a wish"), Font.LARGE, 70)
    top = 22 - (len(lines) - 1) * 9
    for number, line in enumerate(lines):
        canvas.text(88, top + number * 18, line, Font.LARGE, align="centre")
    canvas.text(88, 48, _("then OK"), Font.SMALL, align="centre")


def _draw_halo(canvas: Canvas, x: int, y: int, radius: int) -> None:
    """Dots on rings, thinner farther out, and none where the flame itself is."""
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            distance = dx * dx + dy * dy
            inner = distance < 0.45 * radius * radius
            on_grid = (dx + dy) % 2 == 0 and (dx % 2 == 0 if inner else dx % 4 == 0 and dy % 4 == 0)
            if 100 < distance <= radius * radius and on_grid and y + dy < KEYS_TOP:
                canvas.point(x + dx, y + dy)


# The table


def _draw_table(canvas: Canvas, scene: Clock) -> None:
    match scene.event:
        case Dealt() | Redealt() if scene.elapsed < DEAL_SECONDS:
            _draw_dealing(canvas, scene)
        case Turned() | Played() if scene.before and scene.elapsed < FLIGHT_SECONDS[scene.state.setup.pace]:
            _draw_flight(canvas, scene, scene.before)
        case Exchanged() if scene.before and scene.elapsed < FLIGHT_SECONDS[scene.state.setup.pace]:
            _draw_king_going(canvas, scene, scene.before)
        case _:
            _draw_resting(canvas, scene)
    _draw_keys(canvas, scene)


def _draw_dealing(canvas: Canvas, scene: Clock) -> None:
    sizes = [len(pile) for pile in scene.state.piles]
    if isinstance(scene.event, Dealt):
        canvas.text(PANEL, CAPTION, grouped(scene.state.code), Font.TINY)
    canvas.stamp(PANEL, 0, dial.card_back())
    cards = sum(sizes)
    dealt = scene.elapsed / DEAL_SECONDS * cards
    counts = dial.counts_dealt(sizes, int(dealt))
    complete = {place for place in range(CENTRE) if not sizes[place]}
    for place, count in enumerate(counts):
        dial.draw_pile(canvas, place, count, complete=place in complete)
    following = dial.counts_dealt(sizes, int(dealt) + 1)
    target = next((place for place in range(len(sizes)) if following[place] != counts[place]), None)
    if target is not None:
        dial.draw_flying(canvas, (PANEL, 22), position(target), dealt % 1)


def _draw_flight(canvas: Canvas, scene: Clock, before: State) -> None:
    state = scene.state
    card = state.path[-1]
    part = scene.elapsed / FLIGHT_SECONDS[state.setup.pace]
    seen_before = before.setup.variant in CHOICE
    turning = 1.0 if seen_before else min(1.0, part / 0.4)
    dial.draw_dial(canvas, state.piles, hand=before.place, flying=card)
    if part > 0.4:
        dial.draw_flying(canvas, position(before.place), position(state.place), (part - 0.4) / 0.6)
    dial.draw_turning(canvas, PANEL, 0, card, turning, say=scene.texts.gettext)
    kings = rules.kings_turned(before if part < 0.4 else state)
    dial.draw_kings(canvas, KINGS, kings, beat=part >= 0.4 and kings != rules.kings_turned(before))
    _draw_status(canvas, scene, before if part < 0.4 else state)


def _draw_king_going(canvas: Canvas, scene: Clock, before: State) -> None:
    part = scene.elapsed / FLIGHT_SECONDS[scene.state.setup.pace]
    dial.draw_dial(canvas, before.piles)
    dial.draw_flying(canvas, position(CENTRE), position(scene.state.place), part)
    canvas.stamp(PANEL, 0, dial.card_face(scene.state.path[-1], scene.texts.gettext))
    dial.draw_kings(canvas, KINGS, rules.kings_turned(scene.state), beat=False)


def _draw_resting(canvas: Canvas, scene: Clock) -> None:
    _ = scene.texts.gettext
    state = scene.state
    dial.draw_dial(canvas, state.piles, hand=state.place)
    if rules.has_choice(state) and not scene.view.running:
        _draw_choice(canvas, scene)
        return
    if state.path:
        canvas.stamp(PANEL, 0, dial.card_face(state.path[-1], _))
    else:
        canvas.stamp(PANEL, 0, dial.card_back())
    if state.phase is Phase.EXCHANGE:
        place = king_place(state, scene.view)
        dial.frame_place(canvas, place)
    beat = tense(state) and scene.view.running and scene.elapsed % 1.0 < 0.3
    dial.draw_kings(canvas, KINGS, rules.kings_turned(state), beat=beat)
    _draw_status(canvas, scene, state)


def _draw_choice(canvas: Canvas, scene: Clock) -> None:
    """The open cards of the present pile, and whether the dial can still come out."""
    _ = scene.texts.gettext
    state, advice = scene.state, scene.insight
    known = advice if isinstance(advice, Advice) else None
    marked = known.pick if known and scene.view.hint else None
    dial.draw_open_cards(canvas, PANEL, 0, state.piles[state.place], say=_, marked=marked)
    canvas.text(PANEL + 31, CAPTION, _verdict(known, _), Font.TINY, align="centre")


def _verdict(advice: Advice | None, _: Translate) -> str:
    if advice is None:
        return ""
    return _("can be won") if advice.winnable else _("%d cut off") % advice.lost


def _draw_status(canvas: Canvas, scene: Clock, state: State) -> None:
    """Write under the card."""
    canvas.text(PANEL + CARD_WIDTH // 2, CAPTION, _status(scene, state), Font.TINY, align="centre")


def _status(scene: Clock, state: State) -> str:
    """What is written under the card: the chance as it stands in this state, or what the clock waits for."""
    _ = scene.texts.gettext
    view = scene.view
    match state.phase:
        case Phase.OVER:
            return ""
        case Phase.EXCHANGE if state.setup.chooser is Chooser.PERSON:
            return fraction_words(exchange_chance(state, king_place(state, view)), _)
        case Phase.EXCHANGE:
            return _("swap")
        case _ if state.setup.variant in CHOICE:
            return _("playing") if view.running else ""
        case _ if not view.running and state.setup.pace is not Pace.PRESS:
            return _("paused")
        case Phase.REDEAL:
            return _("shuffle")
    now = chance_now(state)
    return _("%d left") % rules.hidden(state) if now is None else fraction_words(now, _)


def _draw_look(canvas: Canvas, scene: Clock) -> None:
    _ = scene.texts.gettext
    state, place = scene.state, scene.view.cursor
    dial.draw_dial(canvas, state.piles, hand=state.place)
    dial.frame_place(canvas, place)
    dial.draw_open_cards(canvas, PANEL, 0, state.piles[place], say=_)
    name = _("Centre") if place == CENTRE else _("%d o'clock") % (place + 1)
    canvas.text(PANEL + 31, CAPTION, name, Font.TINY, align="centre")
    soft_keys(canvas, ("◀", "▶", _("Hint"), _("Show")))


def _draw_keys(canvas: Canvas, scene: Clock) -> None:
    _ = scene.texts.gettext
    state = scene.state
    if state.setup.variant in CHOICE and state.phase is Phase.PLAYING:
        open_cards = rules.has_choice(state) and not scene.view.running
        soft_keys(canvas, [card.face_in(_) for card in state.piles[state.place]] if open_cards else [])
    elif state.phase is Phase.EXCHANGE and state.setup.chooser is Chooser.PERSON:
        soft_keys(canvas, ("◀", "▶", "", ""))
    else:
        pace = state.setup.pace
        soft_keys(canvas, (_("Slower") if slower(pace) else "", _("Faster") if faster(pace) else "", "", _("Skip")))
