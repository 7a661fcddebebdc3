"""Searches for the lowest point of a function by evolution: python3 examples/python/evolve.py [--hosts hosts.txt]"""

import argparse
import math
import random
import time

import sluice


def height(point, seconds):
    """The height of a landscape with many valleys; some points take longer than others."""
    began = time.monotonic()
    x, y = point
    found = 20 + x * x - 10 * math.cos(2 * math.pi * x) + y * y - 10 * math.cos(2 * math.pi * y)
    while time.monotonic() - began < seconds * (0.5 + abs(x) / 5):
        time.sleep(0.001)  # in the place of a simulation
    return found, point


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--points", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.02, help="that a point takes")
    parser.add_argument("--hosts")
    options = parser.parse_args()
    random.seed(1)
    with sluice.Executor(hosts=options.hosts) as executor:
        best = evolve(executor, options.points, options.seconds)
    print("lowest: %.2f at %.1f, %.1f" % (best[0], *best[1]))


# tag::readme[]
def evolve(executor, points, seconds, at_once=8):
    """Returns the best of so many points. A point is chosen as soon as one is known."""
    known = []

    def submit():
        if len(known) < 20:
            point = (random.uniform(-5, 5), random.uniform(-5, 5))
        else:
            parent = min(random.sample(known, 5))[1]
            point = tuple(random.gauss(place, 0.3) for place in parent)
        return executor.submit(height, point, seconds)

    running = sluice.as_completed(submit() for _ in range(at_once))
    for number, future in enumerate(running, at_once):
        known.append(future.result())
        if number < points:
            running.add(submit())
    return min(known)
# end::readme[]


if __name__ == "__main__":
    main()
