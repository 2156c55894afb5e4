"""What the rig measures Meneur against: the ten lines that a maker writes with luma and gpiozero."""

from signal import pause

from gpiozero import LED, Button
from luma.core.interface.serial import i2c
from luma.core.render import canvas
from luma.oled.device import ssd1306

device, lamp, presses = ssd1306(i2c(port=1, address=0x3C)), LED(17), []


def show():
    with canvas(device) as draw:
        draw.text((20, 24), f"Presses: {len(presses)}", fill=1)


def pressed():
    presses.append(1)
    lamp.toggle()
    show()


show()
button = Button(6)
button.when_released = pressed
pause()
