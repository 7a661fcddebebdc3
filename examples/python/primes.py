"""Counts primes with an executor: python3 examples/python/primes.py [--hosts hosts.txt]"""

import argparse
from concurrent.futures import as_completed

import sluice

STEP = 50_000


def primes(start):
    """Counts the primes in a range of numbers."""
    count = 0
    for number in range(max(start, 2), start + STEP):
        count += all(number % divisor for divisor in range(2, int(number**0.5) + 1))
    return start, count


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--hosts", help="file with the hosts to use (default: this machine)")
    parser.add_argument("--below", type=int, default=200_000)
    options = parser.parse_args()
    total = 0
    with sluice.Executor(hosts=options.hosts) as executor:
        futures = [executor.submit(primes, start) for start in range(0, options.below, STEP)]
        for future in as_completed(futures):
            start, count = future.result()
            print("from %d: %d" % (start, count))
            total += count
    print("%d primes below %d" % (total, options.below))


if __name__ == "__main__":
    main()
