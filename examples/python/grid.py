"""Chooses the parameters of a classifier by cross-validation: sluice run examples/python/grid.py

Each unit is one fold for one pair of parameters. The data are the state of a worker: it loads them once.
"""

import collections
import itertools
import random

import sluice

NEIGHBOURS = (1, 3, 5, 9, 15, 25)
POWERS = (0.5, 1.0, 2.0)
FOLDS = 5


class Grid(sluice.Application):
    """Chooses neighbours and distance of a nearest-neighbour classifier by cross-validation."""

    def arguments(self, parser):
        parser.add_argument("--points", type=int, default=300, help="size of the data (default: %(default)s)")

    def load_state(self):
        draw = random.Random(1)
        centres = {"a": (0, 0), "b": (2, 1), "c": (1, 3)}
        self.points = []
        for _ in range(self.options.points):
            kind = draw.choice("abc")
            x, y = centres[kind]
            self.points.append(((draw.gauss(x, 1), draw.gauss(y, 1)), kind))

    def units(self, cycle):
        self.right = collections.Counter()
        return list(itertools.product(NEIGHBOURS, POWERS, range(FOLDS)))

    def compute(self, setup, unit):
        neighbours, power, fold = unit
        known = [point for index, point in enumerate(self.points) if index % FOLDS != fold]
        asked = self.points[fold::FOLDS]
        return sum(nearest(known, place, neighbours, power) == kind for place, kind in asked)

    def accept(self, index, result):
        neighbours, power, _ = self.unit(index)
        self.right[neighbours, power] += result

    def complete(self):
        (neighbours, power), right = max(self.right.items(), key=lambda found: (found[1], found[0]))
        share = 100 * right / self.options.points
        print("best: %d neighbours, power %s: %.1f %% right" % (neighbours, power, share))


def nearest(known, place, neighbours, power):
    """Returns the most frequent kind among the nearest points."""

    def distance(point):
        return sum(abs(a - b) ** power for a, b in zip(point[0], place))

    kinds = [kind for _, kind in sorted(known, key=distance)[:neighbours]]
    return max(sorted(set(kinds)), key=kinds.count)


if __name__ == "__main__":
    sluice.run(Grid)
