"""The circuit as lists: leads of the harness, channels of the driver, joints on the HAT, parts with their quantities."""

from __future__ import annotations

from dataclasses import dataclass

from drivers.contract import SUIT_BUTTONS, Button
from hardware.make.checks import lead_length
from hardware.make.source import NAMES, Source, Table

DRIVER_INPUTS = (1, 2, 3, 4, 5, 6, 7, 8)
DRIVER_OUTPUTS = (18, 17, 16, 15, 14, 13, 12, 11)
"""DIP-18: input 1 on pin 1 faces output 1 on pin 18."""

PANEL_LABELS = {"sda": "SDA", "scl": "SCL", "reset": "RES", "mosi": "SDA (MOSI)", "sclk": "SCK", "ce": "CS", "dc": "DC"}
"""What the modules print beside the pin. Sellers differ: go by the label, never by the place."""


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire of a lead, from pin `pin` of its plug on the HAT to a terminal."""

    pin: int
    colour: str
    colour_code: str
    signal: str
    terminal: str


@dataclass(frozen=True, slots=True)
class Lead:
    """A plug with its wires: one for each button, one for the panel, one for the buzzer. `length` in millimetres, `ways`
    is how many pins its plug has, with or without a wire.
    """

    label: str
    name: str
    ways: int
    length: float
    wires: tuple[Wire, ...]


def leads(source: Source, map_name: str) -> list[Lead]:
    """The whole harness."""
    return [
        *(_button_lead(source, map_name, button) for button in Button),
        _panel_lead(source, map_name),
        _buzzer_lead(source),
    ]


def _button_lead(source: Source, map_name: str, button: Button) -> Lead:
    pins = source.maps[map_name]
    wires = [
        Wire(1, "black", "BK", "GND", "switch A"),
        Wire(2, "blue", "BU", source.pin_text(pins["buttons"][button.value]), "switch B"),
    ]
    if button.value in pins["lamps"]:
        channel = list(pins["lamps"]).index(button.value)
        wires += [
            Wire(3, "white", "WH", f"driver pin {DRIVER_OUTPUTS[channel]} (OUT {channel + 1})", "lamp −"),
            Wire(4, "red", "RD", "5 V", "lamp +"),
        ]
    return Lead(
        f"J{list(Button).index(button) + 1}",
        NAMES[button],
        4,
        lead_length(source, source.place(button).centre),
        tuple(wires),
    )


def _panel_lead(source: Source, map_name: str) -> Lead:
    colours = (("yellow", "YE"), ("green", "GN"), ("grey", "GY"), ("violet", "VT"), ("brown", "BN"))
    panel = {role: pin for role, pin in source.maps[map_name]["panel"].items() if role in PANEL_LABELS}
    wires = [Wire(1, "black", "BK", "GND", "GND"), Wire(2, "orange", "OG", "3V3", "VCC")]
    for number, ((role, pin), (colour, code)) in enumerate(zip(panel.items(), colours, strict=False), start=3):
        wires.append(Wire(number, colour, code, source.pin_text(pin), PANEL_LABELS[role]))
    return Lead("J8", "panel", len(wires), lead_length(source, source.layout.screen.centre), tuple(wires))


def _buzzer_lead(source: Source) -> Lead:
    wires = (Wire(1, "black", "BK", "GND", "pin A"), Wire(2, "pink", "PK", "buzzer resistor", "pin B"))
    return Lead("J9", "buzzer", 2, lead_length(source, source.layout.buzzer.centre), wires)


@dataclass(frozen=True, slots=True)
class Joint:
    """A connection on the HAT. Each `Joint` is one thing to solder and to tick off."""

    start: str
    through: str
    end: str


def joints(source: Source, map_name: str) -> list[tuple[str, list[Joint]]]:
    """Every connection on the HAT, in groups that are soldered and tested one after another."""
    return [
        ("Supplies", _supply_joints(source)),
        ("Buttons", _button_joints(source, map_name)),
        ("Lamps", _lamp_joints(source, map_name)),
        ("Panel", _panel_joints(source, map_name)),
        ("Buzzer", _buzzer_joints(source, map_name)),
    ]


def _supply_joints(source: Source) -> list[Joint]:
    pins = {supply: _pin_list(source.supply_pins(supply)) for supply in ("GND", "5V", "3V3")}
    return [
        Joint(f"GND rail ({pins['GND']})", "–", "driver pin 9 (GND)"),
        Joint(f"GND rail ({pins['GND']})", "–", "pin 1 of J1 to J9"),
        Joint(f"5 V rail ({pins['5V']})", "–", "driver pin 10 (COM)"),
        Joint(f"5 V rail ({pins['5V']})", "–", "pin 4 of every plug with a lamp"),
        Joint(f"3V3 rail ({pins['3V3']})", "–", "pin 1 of the 10 kΩ network (the dot)"),
    ]


def _button_joints(source: Source, map_name: str) -> list[Joint]:
    found = []
    for number, button in enumerate(Button, start=1):
        gpio = source.pin_text(source.maps[map_name]["buttons"][button.value])
        network, place = divmod(number - 1, 4)
        one, other = 2 * place + 1, 2 * place + 2
        found += [
            Joint(f"J{number} pin 2", f"10 kΩ network pin {number + 1}", "3V3"),
            Joint(f"J{number} pin 2", f"1 kΩ network {'AB'[network]} pins {one} and {other}", gpio),
            Joint(gpio, f"0.1 µF C{number}", "GND"),
        ]
    return found


def _lamp_joints(source: Source, map_name: str) -> list[Joint]:
    found = []
    for channel, (name, gpio) in enumerate(source.maps[map_name]["lamps"].items()):
        plug = list(Button).index(Button(name)) + 1
        found += [
            Joint(source.pin_text(gpio), "–", f"driver pin {DRIVER_INPUTS[channel]} (IN {channel + 1})"),
            Joint(f"driver pin {DRIVER_OUTPUTS[channel]} (OUT {channel + 1})", "–", f"J{plug} pin 3 (lamp −)"),
        ]
    return found


def _panel_joints(source: Source, map_name: str) -> list[Joint]:
    wires = _panel_lead(source, map_name).wires[2:]
    signals = [Joint(wire.signal, "–", f"J8 pin {wire.pin} ({wire.terminal})") for wire in wires]
    return [Joint("3V3", "–", "J8 pin 2 (VCC)"), *signals]


def _buzzer_joints(source: Source, map_name: str) -> list[Joint]:
    ohm = source.part("buzzer_resistor")["ohm"]
    return [Joint(source.pin_text(source.maps[map_name]["buzzer"]["pin"]), f"{ohm:.0f} Ω", "J9 pin 2")]


def _pin_list(pins: list[int]) -> str:
    return "pin " + ", ".join(map(str, pins)) if len(pins) == 1 else "pins " + ", ".join(map(str, pins))


def quantity(source: Source, map_name: str, part: Table) -> int:
    """How many of a part one box takes; 0 when the part belongs to the other pin map."""
    if part.get("map", map_name) != map_name:
        return 0
    wires = sum(len(lead.wires) for lead in leads(source, map_name))
    suits = len(SUIT_BUTTONS)
    each = {
        "box": 1,
        "button": len(Button),
        "lamp": len(source.maps[map_name]["lamps"]),
        "suit": suits,
        "corner": len(Button) - suits,
        "lead": wires,
    }
    return each[part["each"]] * int(part.get("count", 1))


def bill(source: Source, map_name: str) -> list[tuple[int, Table]]:
    """The bill of materials: quantity and part."""
    counted = ((quantity(source, map_name, part), part) for part in source.parts["parts"].values())
    return [(number, part) for number, part in counted if number]
