"""Pins that stop pulsing, beside a model of lgpio's list of them: its thread never loses its newest pin while others go on."""

from hypothesis import given
from hypothesis import strategies as st

from drivers.pulses import Pulses


class Lgpio:
    """The list as lgpio 0.2.2 keeps it (`lgPthTx.c`): newest first, each a pin and whether it is still wanted."""

    def __init__(self, rounds):
        self.records = []
        self.hangs = False
        self._rounds = iter(rounds)

    def tx_pwm(self, pin, *, on):
        """Begin or end the pulses of a pin; the thread may come round at any moment."""
        wanted = next((record for record in self.records if record[0] == pin and record[1]), None)
        if on and wanted is None:
            self.records.insert(0, [pin, True])
        elif not on:
            assert wanted is not None, "lgpio refuses to stop what does not pulse"
            wanted[1] = False
        if next(self._rounds, True):
            self.come_round()

    def come_round(self):
        """Strike off what is not wanted. After the first of the list the round is over, whatever comes behind it."""
        for record in list(self.records):
            if not record[1]:
                first = self.records[0] is record
                self.records.remove(record)
                if first:
                    self.hangs |= any(wanted for _, wanted in self.records)
                    return

    def pulsing(self):
        return {pin for pin, wanted in self.records if wanted}


class Pin:
    def __init__(self, name, lgpio):
        self.name = name
        self.lgpio = lgpio

    def hush(self):
        self.lgpio.tx_pwm(self.name, on=False)

    def resume(self):
        self.lgpio.tx_pwm(self.name, on=True)


@given(turns=st.lists(st.tuples(st.integers(0, 4), st.booleans()), max_size=40), rounds=st.lists(st.booleans()))
def test_whatever_starts_and_stops_the_thread_goes_on(turns, rounds):
    """A breathing lamp, a tone that begins and ends meanwhile: in any order, the thread coming round at any moment."""
    lgpio, pulses = Lgpio(rounds), Pulses()
    pins = [Pin(name, lgpio) for name in range(5)]
    wanted = set()
    for name, on in turns:
        if on:
            pins[name].resume()
            pulses.started(pins[name])
            wanted.add(name)
        elif name in wanted:
            pulses.stop(pins[name])
            wanted.remove(name)
        assert lgpio.pulsing() == wanted
        assert not lgpio.hangs


def test_the_model_hangs_where_lgpio_does():
    """The newest stopped alone, as gpiozero would: a note that ends while a lamp breathes."""
    lgpio = Lgpio([True] * 9)
    lamp, buzzer = Pin("lamp", lgpio), Pin("buzzer", lgpio)
    lamp.resume()
    buzzer.resume()
    buzzer.hush()
    assert lgpio.hangs
