"""Measures work that arrives while other work runs, beside a process pool of Python.

Prints a line FIGURE VALUE UNIT for each figure. The environment variable SLUICE_COMMAND names the command.
"""

import argparse
import concurrent.futures
import os
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.path[:0] = [HERE, os.path.join(ROOT, "python"), os.path.join(ROOT, "examples", "python")]

import evolve  # noqa: E402

import sluice  # noqa: E402
from sluice import launch  # noqa: E402

SLOTS = 2
OPTIONS = ["--no-history"]
SHORT_SECONDS = 0.01
TIMES = "SLUICE_BENCH_TIMES"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--calls", type=int, default=300, help="through an idle session")
    parser.add_argument("--seconds", type=float, default=6, help="of the long unit, beside which short ones arrive")
    parser.add_argument("--units", type=int, default=500, help="short units")
    parser.add_argument("--lines", type=int, default=60)
    parser.add_argument("--points", type=int, default=300)
    options = parser.parse_args()
    for name, executor in (("", ours), ("pool-", pool)):
        with executor() as calls:
            warm(calls)
            print("%scall %.4g ms" % (name, 1000 * call(calls, options.calls)), flush=True)
            idle = longest_idle(calls, options.seconds, options.units)
            print("%sidle %.4g ms" % (name, 1000 * idle), flush=True)
    median, longest = lines(options.lines)
    print("line %.4g ms\nline-longest %.4g ms" % (1000 * median, 1000 * longest), flush=True)
    print("evolution-busy %.4g %%" % (100 * busy(options.points)), flush=True)


def ours():
    return sluice.Executor(SLOTS, options=OPTIONS)


def pool():
    return concurrent.futures.ProcessPoolExecutor(SLOTS)


def warm(executor):
    """Makes all slots have their processes, and the session be compiled."""
    for future in [executor.submit(work, 1) for _ in range(SLOTS)]:
        future.result()
    for _ in range(1_000):
        executor.submit(abs, -1).result()


def call(executor, calls):
    """Returns the median time of a call while nothing else runs."""
    times = []
    for _ in range(calls):
        time.sleep(0.01)
        began = time.monotonic()
        executor.submit(abs, -1).result()
        times.append(time.monotonic() - began)
    return statistics.median(times)


def work(seconds):
    """Occupies a slot; returns its process, when it began and when it ended."""
    began = time.monotonic()
    time.sleep(seconds)
    return os.getpid(), began, time.monotonic()


def longest_idle(executor, seconds, units):
    """Returns the longest time for which a slot had nothing to do while a short unit waited."""
    began = time.monotonic()
    long = executor.submit(work, seconds)
    futures = []
    for number in range(units):
        time.sleep(max(0, began + 0.9 * seconds * number / units - time.monotonic()))
        futures.append((time.monotonic(), executor.submit(work, SHORT_SECONDS)))
    slot, _, until = long.result()
    free = {}
    longest = 0.0
    for (process, start, end), came in sorted((future.result(), came) for came, future in futures):
        if process != slot or start < until:
            longest = max(longest, start - max(came, free.get(process, 0)))
            free[process] = end
    return longest


def lines(count):
    """Returns the median and the longest time from a line of a stream to the start of its command."""
    command = launch.find_command() + ["each", "-j", str(SLOTS), "--quiet", "date +%s.%N; : {}"]
    times = []
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as each:
        for number in range(count + 5):
            written = time.time()
            each.stdin.write(b"%d\n" % number)
            each.stdin.flush()
            times.append(float(each.stdout.readline()) - written)
            time.sleep(0.05)
        each.stdin.close()
    return statistics.median(times[5:]), max(times[5:])


def timed(function, *arguments):
    """Calls a function, and writes down when it began and ended."""
    began = time.monotonic()
    found = function(*arguments)
    with open(os.environ[TIMES], "a") as file:
        file.write("%f %f\n" % (began, time.monotonic()))
    return found


class Timed:
    """An executor whose calls write down their times."""

    def __init__(self, executor):
        self.executor = executor

    def submit(self, function, *arguments):
        return self.executor.submit(timed, function, *arguments)


def busy(points):
    """Returns the share of the slots' time in which an evolutionary search computes, until its last point begins."""
    with tempfile.TemporaryDirectory() as directory:
        os.environ[TIMES] = os.path.join(directory, "times")
        with ours() as executor:
            warm(executor)
            evolve.evolve(Timed(executor), points, 0.1, 2 * SLOTS)
        with open(os.environ[TIMES]) as file:
            times = [tuple(map(float, line.split())) for line in file]
    first, last = min(times)[0], max(times)[0]
    return sum(min(end, last) - min(began, last) for began, end in times) / (SLOTS * (last - first))


if __name__ == "__main__":
    main()
