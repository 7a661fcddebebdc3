"""Units that do nothing but return a result of a given size. The application times its own cycles."""

import json
import time

import sluice


def empty(unit):
    """Returns a small result."""
    return unit


def array(unit):
    """Returns 1 MiB in an array."""
    import numpy

    return numpy.full(1 << 17, float(unit))


class Units(sluice.Application):
    def arguments(self, parser):
        parser.add_argument("--units", type=int, default=1000)
        parser.add_argument("--cycles", type=int, default=3, help="the first one warms up")
        parser.add_argument("--arrays", action="store_true")
        parser.add_argument("--figures", help="file for the seconds of each cycle")

    def initialize(self):
        self.cycles = self.options.cycles
        self.function = array if self.options.arrays else empty
        self.seconds = []

    def units(self, cycle):
        self.began = time.monotonic()
        return range(self.options.units)

    def compute(self, setup, unit):
        return self.function(unit)

    def accept(self, index, result):
        if len(result) != 1 << 17 if self.options.arrays else result != index:
            raise ValueError("result of unit %d" % index)

    def end_cycle(self, number):
        self.seconds.append(time.monotonic() - self.began)

    def complete(self):
        with open(self.options.figures, "w") as file:
            json.dump(self.seconds, file)
