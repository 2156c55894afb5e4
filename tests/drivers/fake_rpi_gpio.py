"""RPi.GPIO as it is on a Pi 4 with kernel 6.6: levels, outputs and pulses work, edges are refused."""

import types


class Pulses:
    """What GPIO.PWM makes."""

    def __init__(self, gpio, pin, hertz):
        self.gpio, self.pin = gpio, pin
        gpio.pulsing[pin] = hertz

    def start(self, duty):
        self.gpio.duty[self.pin] = duty

    def ChangeDutyCycle(self, duty):  # noqa: N802 - its name in RPi.GPIO
        self.gpio.duty[self.pin] = duty

    def ChangeFrequency(self, hertz):  # noqa: N802 - its name in RPi.GPIO
        self.gpio.pulsing[self.pin] = hertz

    def stop(self):
        self.gpio.pulsing.pop(self.pin)


class GPIO(types.ModuleType):
    """The module itself."""

    IN, OUT, I2C, SPI, HARD_PWM, SERIAL, UNKNOWN = 1, 0, 42, 41, 43, 40, -1
    PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22
    RISING, FALLING, BOTH = 31, 32, 33
    BCM, LOW, HIGH = 11, 0, 1

    def __init__(self, *, edges=False):
        super().__init__("RPi.GPIO")
        self.edges = edges
        self.functions, self.levels, self.pulsing, self.duty, self.callbacks = {}, {}, {}, {}, {}

    def setmode(self, mode):
        assert mode == self.BCM

    def setwarnings(self, on):
        pass

    def setup(self, pin, function, pull=None, initial=None):
        self.functions[pin] = function
        if pull == self.PUD_UP:
            self.levels.setdefault(pin, 1)
        if initial is not None:
            self.levels[pin] = int(initial)

    def gpio_function(self, pin):
        return self.functions.get(pin, self.IN)

    def input(self, pin):
        return self.levels.get(pin, 0)

    def output(self, pin, level):
        self.levels[pin] = int(level)

    def PWM(self, pin, hertz):  # noqa: N802 - its name in RPi.GPIO
        return Pulses(self, pin, hertz)

    def add_event_detect(self, pin, edge, callback, bouncetime):
        if not self.edges:
            raise RuntimeError("Failed to add edge detection")
        self.callbacks[pin] = callback

    def remove_event_detect(self, pin):
        self.callbacks.pop(pin, None)

    def cleanup(self, pin=None):
        pass

    def move(self, pin, level):
        """What a finger does."""
        self.levels[pin] = level
        if pin in self.callbacks:
            self.callbacks[pin](pin)
