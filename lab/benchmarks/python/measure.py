"""Measures Python units beside a process pool, and beside Dask where it is installed.

Prints a line FIGURE VALUE UNIT for each figure. The environment variable SLUICE_COMMAND names the command.
"""

import argparse
import json
import multiprocessing
import os
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(HERE))), "python")
sys.path[:0] = [HERE, PACKAGE]

import units  # noqa: E402

import sluice  # noqa: E402
from sluice import launch  # noqa: E402

SLOTS = 2
OPTIONS = ["--no-history"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--empty", type=int, default=100_000, help="empty units in a cycle")
    parser.add_argument("--arrays", type=int, default=1_000, help="results of 1 MiB in a cycle")
    parser.add_argument("--repetitions", type=int, default=3)
    options = parser.parse_args()
    for kind, function, count in (("empty", units.empty, options.empty), ("arrays", units.array, options.arrays)):
        if function is units.array and not has("numpy"):
            print("numpy is missing: no arrays are measured", file=sys.stderr)
            continue
        for name, measure in (("application", application), ("map", mapped), ("pool", pool), ("dask", dask)):
            # Dask takes a thousandth of a second for a unit.
            units_of_this = count if name != "dask" else min(count, 5_000)
            if name == "dask" and not has("dask.distributed"):
                continue
            rates = [measure(function, units_of_this) for _ in range(options.repetitions)]
            unit = "units/s" if kind == "empty" else "MiB/s"
            print("%s-%s %.4g %s" % (name, kind, statistics.median(rates), unit), flush=True)


def application(function, count):
    """Returns the rate of an application's cycles after the first one."""
    with tempfile.TemporaryDirectory() as directory:
        figures = os.path.join(directory, "figures")
        command = launch.find_command() + ["run", os.path.join(HERE, "units.py"), "--quiet", "--slots", str(SLOTS)]
        command += ["--interpreter", sys.executable, "--run-dir", os.path.join(directory, "run"), *OPTIONS]
        command += ["--", "--units", str(count), "--figures", figures]
        if function is units.array:
            command.append("--arrays")
        subprocess.run(command, check=True, stdout=sys.stderr)
        with open(figures) as file:
            return count / statistics.median(json.load(file)[1:])


def mapped(function, count):
    """Returns the rate of a map after its first fifth."""
    return rate(sluice.map(function, range(count), slots=SLOTS, progress=False, options=OPTIONS), count)


def pool(function, count):
    """Returns the rate of a process pool after the first fifth."""
    with multiprocessing.Pool(SLOTS) as processes:
        return rate(processes.imap(function, range(count)), count)


def dask(function, count):
    """Returns the rate of Dask, without its start."""
    from dask.distributed import Client, as_completed

    with Client(n_workers=SLOTS, threads_per_worker=1, dashboard_address=None) as client:
        client.gather(client.map(function, range(-100, 0), pure=False))
        began = time.monotonic()
        for _ in as_completed(client.map(function, range(count), pure=False), with_results=True):
            pass
        return count / (time.monotonic() - began)


def rate(results, count):
    """Takes results and returns their rate after the first fifth."""
    warm = count // 5
    began = 0.0
    for number, _ in enumerate(results):
        if number == warm:
            began = time.monotonic()
    return (count - 1 - warm) / (time.monotonic() - began)


def has(module):
    """Returns whether a module can be imported."""
    try:
        __import__(module)
    except ImportError:
        return False
    return True


if __name__ == "__main__":
    main()
