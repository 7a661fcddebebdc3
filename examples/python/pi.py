"""Estimates pi from random points: sluice run examples/python/pi.py -- --samples 1e8"""

import random

import sluice


# tag::readme[]
class Pi(sluice.Application):
    """Estimates pi from random points in a square."""

    def arguments(self, parser):
        parser.add_argument("--samples", type=float, default=1e7, help="number of points (default: %(default)s)")

    def initialize(self):
        self.points = int(self.options.samples) // 100
        if self.points < 1:
            raise sluice.ArgumentError("--samples %s (expected: 100 at least)" % self.options.samples)

    def units(self, cycle):
        return [(seed, self.points) for seed in range(100)]

    def compute(self, setup, unit):
        seed, points = unit
        draw = random.Random(seed).random
        return sum(draw() ** 2 + draw() ** 2 < 1 for _ in range(points))

    accumulate = sum

    def complete(self):
        print("pi is about %.5f" % (4 * self.total / (100 * self.points)))
# end::readme[]


if __name__ == "__main__":
    sluice.run(Pi)
