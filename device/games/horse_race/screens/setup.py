"""The set-up: three choices a page, each above its key; the same sheet between races."""

from __future__ import annotations

from device.draw.canvas import WIDTH, Canvas
from device.draw.fonts import Font, width
from device.draw.parts import soft_keys, title
from device.games.horse_race.choices import PER_PAGE
from device.games.horse_race.controls import setting_page, setting_pages
from device.games.horse_race.screens.marks import fitting
from device.games.horse_race.view import RaceScene, Sheet

ROW = 14


def draw(canvas: Canvas, scene: RaceScene) -> None:
    """Names on the left, values on the right, the keys below."""
    _ = scene.texts.gettext
    pages, page = setting_pages(scene), setting_page(scene)
    heading = _("Rules") if scene.view.sheet is Sheet.RULES else _("Horse Race")
    title(canvas, heading, f"{page + 1}/{len(pages)}")
    for number, choice in enumerate(pages[page]):
        top = 14 + number * ROW
        name, value = _(choice.name), _(choice.wording(scene.state.settings))
        canvas.text(0, top, name, Font.SMALL)
        room = WIDTH - width(name, Font.SMALL) - 6
        canvas.text(WIDTH, top, value, fitting(value, room, Font.BOLD, Font.SMALL, Font.TINY), align="right")
    keys = [_(choice.key) for choice in pages[page]]
    more = _("more") if len(pages) > 1 else ""
    soft_keys(canvas, [*keys, *[""] * (PER_PAGE - len(keys)), more])
