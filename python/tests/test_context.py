"""The context of a unit, and rules for units that raise."""

import os
import unittest
from typing import Any, List, Optional, Tuple

import sluice
from sluice import context, frames
from sluice.child import WorkerRole, failed


class Drawing(sluice.Application):
    """Units that draw a number."""

    cycles = 2

    def __init__(self) -> None:
        self.drawn: List[float] = []
        self.directories: List[str] = []

    def units(self, cycle: int) -> Any:
        return range(3)

    def compute(self, setup: Any, unit: int) -> float:
        directory = sluice.scratch()
        with open(os.path.join(directory, "file"), "w") as file:
            file.write("x")
        self.directories.append(directory)
        sluice.progress(0.5, "half")
        return sluice.rng().random()

    def accept(self, index: int, result: float) -> None:
        self.drawn.append(result)


class Failing(sluice.Application):
    """A unit that raises so often, with a rule."""

    def __init__(self, times: int, remedy: Any) -> None:
        self.times, self.remedy = times, remedy
        self.tries: List[int] = []

    def units(self, cycle: int) -> Any:
        return [7]

    def compute(self, setup: Any, unit: int) -> int:
        if len(self.tries) < self.times:
            raise ValueError("busy")
        return unit

    def on_failure(self, unit: int, error: Exception, tries: int) -> Optional[sluice.Remedy]:
        self.tries.append(tries)
        return self.remedy

    def accept(self, index: int, result: int) -> None:
        pass


def compute(application: sluice.Application) -> Tuple[int, List[Tuple[int, Any]]]:
    """Has a worker compute the unit 7."""
    role = WorkerRole(application)
    fields = [
        (frames.INDEX, memoryview(b"".join(frames.u64(0)))),
        (frames.VALUE, memoryview(b"".join(sluice.values.pack(7, "unit")))),
    ]
    try:
        return role.compute(frames.Frame(1, frames.COMPUTE, fields))
    except Exception as error:
        return failed(error)


class ContextTest(unittest.TestCase):
    def test_seeds_are_those_of_java(self) -> None:
        unit = context.Unit()
        self.assertEqual(unit.seed(), 6017775124710473527)
        unit.run_seed = 42
        self.assertEqual(unit.at(1, 10**12).seed(), 7567112621939435667)

    def test_a_serial_run_draws_the_same_numbers_again(self) -> None:
        first, second = (sluice.run(Drawing, []) for _ in range(2))
        self.assertEqual(first.drawn, second.drawn)
        self.assertEqual(len(set(first.drawn)), 6)
        self.assertFalse(any(map(os.path.exists, first.directories)))

    def test_there_is_no_unit_elsewhere(self) -> None:
        for call in (sluice.rng, sluice.seed, sluice.scratch, lambda: sluice.progress(1)):
            with self.assertRaisesRegex(RuntimeError, "expected: called from compute"):
                call()

    def test_progress_is_cut_and_passed_on_seldom(self) -> None:
        told: List[Tuple[float, str]] = []
        with context.Unit(lambda done, saying: told.append((done, saying))):
            sluice.progress(7, "much")
            sluice.progress(0.2)
        self.assertEqual(told, [(1.0, "much")])

    def test_a_unit_is_computed_again(self) -> None:
        application = Failing(3, sluice.Remedy.AGAIN)
        kind, _ = compute(application)
        self.assertEqual((kind, application.tries), (frames.VALUE_IS, [1, 2, 3]))

    def test_a_unit_is_given_up_or_left_to_others(self) -> None:
        for remedy, given_up in ((sluice.Remedy.GIVE_UP, True), (sluice.Remedy.ELSEWHERE, False), (None, False)):
            kind, fields = compute(Failing(1, remedy))
            self.assertEqual(kind, frames.FAILED)
            self.assertEqual(frames.GIVES_UP in dict(fields), given_up)
            self.assertIn(b"busy", b"".join(dict(fields)[frames.MESSAGE]))

    def test_a_rule_without_sense_is_refused(self) -> None:
        kind, fields = compute(Failing(1, "again"))
        self.assertEqual(kind, frames.FAILED)
        self.assertIn(b"expected: a sluice.Remedy", b"".join(dict(fields)[frames.MESSAGE]))


if __name__ == "__main__":
    unittest.main()
