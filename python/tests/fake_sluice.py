"""A stand-in for the command ``sluice``: it serves ``run --foreign-socket PATH`` with one worker child.

FAKE_SLUICE=early makes it fail before it connects, FAKE_SLUICE=late in its first cycle; with FAKE_SLUICE=others, the
worker is another's.
"""

import os
import signal
import socket
import sys
from typing import List, Tuple

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from sluice import frames  # noqa: E402
from sluice.frames import Frame  # noqa: E402
from tests.fake import Process, Refused, Runtime  # noqa: E402

UNITS_AT_A_TIME = 7


def main(words: List[str]) -> None:
    if os.environ.get("FAKE_SLUICE") == "early":
        print("sluice: E999 no luck (expected: luck)", file=sys.stderr)
        sys.exit(3)
    assert words[0] == "run" and "--keep-going" in words and "--interpreter" in words
    stream = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    stream.connect(words[words.index("--foreign-socket") + 1])
    master = Runtime(stream)
    Runtime.trusts = os.environ.get("FAKE_SLUICE") != "others"
    master.hello("master")
    run(master)
    master.end()


def run(master: Runtime) -> None:
    worker = start_worker()
    number = 0
    while True:
        cycle = master.cycle(number)
        if not cycle.all(frames.VALUE):
            break
        if os.environ.get("FAKE_SLUICE") == "late":
            print("sluice: E998 lost (expected: found)", file=sys.stderr)
            sys.exit(1)
        setup = bytes(cycle.one(frames.VALUE))
        give_setup(worker, setup)
        if cycle.all(frames.OPEN):
            verdict, worker = run_open(master, worker, cycle, setup)
            if verdict >= 2:
                break
            master.end_cycle(number)
            number += 1
            continue
        failures = []
        verdict = 0
        for first in range(0, cycle.number(frames.COUNT_OF_UNITS), UNITS_AT_A_TIME):
            count = min(UNITS_AT_A_TIME, cycle.number(frames.COUNT_OF_UNITS) - first)
            for index, unit in enumerate(master.units(first, count), first):
                try:
                    content = [(frames.INDEX, frames.u64(index)), (frames.VALUE, [bytes(unit)])]
                    result = bytes(worker.ask(frames.COMPUTE, content).one(frames.VALUE))
                except (EOFError, ConnectionError):
                    failures.append((index, "the child ended with code %d" % worker.process.wait()))
                    worker = start_worker()
                    give_setup(worker, setup)
                    continue
                accepted, verdict = master.accept([(index, result)])
                assert accepted == 1
                if verdict:
                    break
            if verdict:
                break
        if failures and not verdict:
            master.failures(frames.MISSING, failures)
        if verdict >= 2:
            break
        master.end_cycle(number)
        number += 1
    worker.end()
    sys.stderr.write(worker.printed() + worker.logged())
    master.ask(frames.COMPLETE)


def run_open(master: Runtime, worker: Process, cycle: Frame, setup: bytes) -> Tuple[int, Process]:
    """Asks the source for units, one after the other, until it ends. Units that fail are told at once."""
    stream = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    stream.connect(cycle.text(frames.SOURCE))
    source = Runtime(stream)
    index, last = 0, 0
    while not last:
        more = source.ask(frames.MORE, [(frames.COUNT, frames.u64(index))])
        last = more.number(frames.LAST)
        for unit in more.all(frames.VALUE):
            try:
                content = [(frames.INDEX, frames.u64(index)), (frames.VALUE, [bytes(unit)])]
                result = bytes(worker.ask(frames.COMPUTE, content).one(frames.VALUE))
                _, verdict = master.accept([(index, result)])
                if verdict:
                    stream.close()
                    return verdict, worker
            except Refused as refused:
                master.failures(frames.MISSING, [(index, str(refused))])
            except (EOFError, ConnectionError):
                told = "the child ended with code %d" % worker.process.wait()
                master.failures(frames.MISSING, [(index, told)])
                worker = start_worker()
                give_setup(worker, setup)
            index += 1
    stream.close()
    return 0, worker


def start_worker() -> Process:
    worker = Process(["--functions"])
    worker.hello("worker")
    signal.signal(signal.SIGTERM, lambda *_: (worker.process.kill(), os._exit(7)))
    return worker


def give_setup(worker: Process, setup: bytes) -> None:
    worker.ask(frames.SETUP, [(frames.NUMBER, frames.u64(0)), (frames.VALUE, [setup])])


main(sys.argv[1:])
