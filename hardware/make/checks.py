"""What must hold before anybody buys a part: pins, currents, addresses and the distances on the face.

Every check returns its complaints as sentences that name the cause; an empty list is a box that can be built.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations

from drivers.contract import SUIT_BUTTONS, Button
from hardware.make.source import NAMES, Source, Table, Wedge, config_lines, pins_of

SLACK = 90.0
"""What a lead is longer than its way, in millimetres, so that the base can lie open beside the shell."""

HAND_LEAD = 300.0
"""The longest lead, in millimetres: longer ones catch noise that looks like a press."""


def complaints(source: Source) -> list[str]:
    """Everything that is wrong with the sources."""
    found = [*face(source)]
    for map_name in source.maps:
        found += [f"map {map_name}: {text}" for text in pins(source, map_name)]
        for board in source.boards["boards"]:
            found += [f"map {map_name}, board {board}: {text}" for text in currents(source, map_name, board)]
            found += [f"map {map_name}, board {board}: {text}" for text in overlays(source, map_name, board)]
    return found


def pins(source: Source, map_name: str) -> Iterator[str]:
    """Duplicate, reserved and unsuitable pins."""
    pin_map = source.maps[map_name]
    users: dict[int, list[str]] = defaultdict(list)
    for purpose, pin in pins_of(pin_map):
        users[pin].append(purpose)
    for pin, purposes in users.items():
        if pin not in source.boards["header"].values():
            yield f"{purposes[0]} is on GPIO {pin}, which the header does not have"
            continue
        if len(purposes) > 1:
            yield f"{source.pin_text(pin)} is taken twice: {' and '.join(purposes)}"
        for owner, reserved in source.boards["reserved"].items():
            belongs = owner == "I2C" and all(purpose in {"panel sda", "panel scl"} for purpose in purposes)
            if pin in reserved and not belongs:
                yield f"{purposes[0]} is on {source.pin_text(pin)}, which is reserved for {owner}"
    for name, pin in pin_map["lamps"].items():
        if pin in source.boards["pins"]["pulled_up_at_reset"]:
            yield f"lamp {name} is on {source.pin_text(pin)}, which is pulled up at reset: it would glow until the start"
    if pin_map["buzzer"]["pin"] not in source.boards["pins"]["pwm"]:
        yield f"the buzzer is on {source.pin_text(pin_map['buzzer']['pin'])}, which has no hardware PWM"
    for button in Button:
        if button.value not in pin_map["buttons"]:
            yield f"{NAMES[button]} has no pin"
    if len(pin_map["lamps"]) > source.part("driver")["channels"]:
        yield f"{len(pin_map['lamps'])} lamps for {source.part('driver')['channels']} channels of the driver"
    addresses = [address for group in source.boards["addresses"].values() for address in group]
    if len(addresses) != len(set(addresses)):
        yield "two things on the I2C bus may have the same address"


def overlays(source: Source, map_name: str, board: str) -> Iterator[str]:
    """Pins that a line of config.txt takes away from the map."""
    used = pins_of(source.maps[map_name])
    for line in config_lines(source, map_name, board, clock=True):
        claim = line.split(",i2c_arm_baudrate")[0]
        for purpose, pin in used:
            owner = purpose.startswith("panel") and purpose not in {"panel dc", "panel reset"}
            if pin in source.boards["claims"].get(claim, ()) and not owner:
                yield f"{line} takes {source.pin_text(pin)} away from {purpose}"


def currents(source: Source, map_name: str, board: str) -> Iterator[str]:
    """GPIO pins, driver, the 5 V rail."""
    limits = source.boards["boards"][board]
    lamps = source.maps[map_name]["lamps"]
    driver = source.part("driver")
    gpio = gpio_ma(source, map_name)
    if (peak := buzzer_ma(source)) > limits["pin_ma"]:
        yield f"the buzzer's {peak:.1f} mA is more than the {limits['pin_ma']} mA of a pin: raise its resistor"
    if driver["input_ma"] > limits["pin_ma"]:
        yield f"a driver input takes {driver['input_ma']} mA of a pin's {limits['pin_ma']} mA"
    if gpio > source.boards["pins"]["total_ma"]:
        yield f"all pins together give {gpio:.1f} mA, {source.boards['pins']['total_ma']} mA are allowed"
    for name in lamps:
        if (lamp := source.button_part(Button(name))["lamp_ma"]) > driver["channel_ma"]:
            yield f"lamp {name} takes {lamp} mA, a channel of the driver gives {driver['channel_ma']} mA"
    if (total := total_ma(source, map_name)) > source.box_ma:
        yield f"the box draws {total:.0f} mA beyond the Pi, {source.box_ma:.0f} mA are allowed: lamps too strong?"
    if (need := limits["bare_ma"] + source.box_ma) > limits["psu_ma"]:
        yield f"board and box need {need:.0f} mA, the supply gives {limits['psu_ma']} mA"


def buzzer_ma(source: Source) -> float:
    """The peak that charges the piezo through its resistor."""
    return float(1000 * source.boards["pins"]["volts"] / source.part("buzzer_resistor")["ohm"])


def gpio_ma(source: Source, map_name: str) -> float:
    """All pins that give current at once."""
    inputs: float = source.part("driver")["input_ma"]
    return len(source.maps[map_name]["lamps"]) * inputs + buzzer_ma(source)


def lamps_ma(source: Source, map_name: str) -> float:
    """All lamps at once."""
    return sum(float(source.button_part(Button(name))["lamp_ma"]) for name in source.maps[map_name]["lamps"])


def total_ma(source: Source, map_name: str) -> float:
    """What the box draws beyond the Pi: lamps, panel, pins, clock."""
    panel: float = source.part("panel" if source.maps[map_name]["panel"]["bus"] == "i2c" else "panel_spi")["ma"]
    clock: float = source.part("clock")["ma"]
    return lamps_ma(source, map_name) + panel + gpio_ma(source, map_name) + clock


def face(source: Source) -> Iterator[str]:
    """The face as drawn: distances between caps, nuts, screen and edges; room for the button bodies; lengths of leads."""
    plan, least = source.layout, source.enclosure["least"]
    shell, screen = plan.shell, plan.screen
    for one, other in combinations(Button, 2):
        a, b = plan.buttons[one], plan.buttons[other]
        apart = math.dist(a.centre, b.centre)
        if (gap := apart - (a.cap + b.cap) / 2) < least["between_caps"]:
            yield f"{gap:.1f} mm between the caps of {NAMES[one]} and {NAMES[other]}, at least {least['between_caps']}"
        nuts = (source.button_part(one)["nut"] + source.button_part(other)["nut"]) / 2
        if apart - nuts < least["part_gap"]:
            yield f"the nuts of {NAMES[one]} and {NAMES[other]} touch"
    for button in Button:
        place, part = plan.buttons[button], source.button_part(button)
        radius = max(part["nut"], place.collar) / 2
        x, s = place.centre
        edge = min(x, shell.width - x, s, shell.depth - s) - shell.wall
        if edge - radius < least["part_gap"]:
            yield f"{NAMES[button]} comes within {edge - radius:.1f} mm of a wall"
        if _to_rectangle((x, s), screen.centre, screen.module) - radius < least["part_gap"]:
            yield f"{NAMES[button]} stands over the screen's module"
        if (room := deepest(source, button)) < part["depth"] + least["part_gap"]:
            yield f"{NAMES[button]} is {part['depth']} mm deep, there is room for {room:.1f} mm"
        if (lead := lead_length(source, place.centre)) > HAND_LEAD:
            yield f"the lead of {NAMES[button]} is {lead:.0f} mm, noise allows {HAND_LEAD:.0f}"
    for axis, name in enumerate(("sides", "top and bottom")):
        if (bezel := (screen.window[axis] - screen.active[axis]) / 2) < least["bezel"] - 0.01:
            yield f"the window leaves {bezel:.2f} mm at the {name} of the lit area, at least {least['bezel']}"
    row = [plan.buttons[button].centre for button in SUIT_BUTTONS]
    if row != sorted(row) or len({s for _, s in row}) != 1:
        yield "the suits do not stand in one row, spade to club from the left"
    panel = default_panel(source)
    if screen.module != tuple(panel["board"]) or any(
        abs(a - b) > 0.05 for a, b in zip(screen.active, panel["lit"], strict=True)
    ):
        yield "the screen of layout.toml is not the default panel of enclosure.toml"
    footprint = shell.depth / math.cos(math.radians(shell.slope))
    bed = source.enclosure["print"]["bed"]
    if max(shell.width, shell.depth, footprint) > bed:
        yield f"{shell.width} × {footprint:.0f} mm do not fit a print bed of {bed} mm"


def deepest(source: Source, button: Button) -> float:
    """How deep a button may be below the face before its lower rim meets the floor."""
    place = source.place(button)
    floor = source.enclosure["base"]["thickness"] + source.enclosure["least"]["part_gap"]
    return Wedge.of(source.layout).down_to(place.centre[1] - source.button_part(button)["body"] / 2, floor)


def lead_length(source: Source, centre: tuple[float, float]) -> float:
    """From a place on the face to the middle of the HAT, along the walls and with slack, rounded up to 10 mm."""
    x, s = centre
    board = source.enclosure["board"]
    y = board["rear_y"] - board["hat"][1] / 2
    straight: float = abs(x - board["centre_x"]) + abs(s - y) + source.layout.shell.front
    return math.ceil((straight + SLACK) / 10) * 10


def default_panel(source: Source) -> Table:
    """The panel that the face is drawn for."""
    panels: Mapping[str, Table] = source.enclosure["panels"]
    return next(panel for panel in panels.values() if panel.get("default"))


def _to_rectangle(point: tuple[float, float], centre: tuple[float, float], size: tuple[float, float]) -> float:
    """The distance from a point to a rectangle; 0 inside."""
    return math.hypot(*(max(0.0, abs(p - c) - z / 2) for p, c, z in zip(point, centre, size, strict=True)))
