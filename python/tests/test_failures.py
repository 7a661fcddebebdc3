"""Exceptions of an application are answers; the child lives on."""

import sys
import unittest
from typing import Any

import sluice
from sluice import frames
from sluice.values import packed
from tests.fake import InThread, Refused


class Unhappy(Exception):
    def __str__(self) -> str:
        raise ValueError("no text")


class Failing(sluice.Application):
    def units(self, cycle: int) -> Any:
        return [1, lambda: 2, 3]

    def accept(self, index: int, result: Any) -> Any:
        if result == "bad":
            raise ValueError("bad result %d" % index)

    def compute(self, setup: Any, unit: Any) -> Any:
        if unit == "exit":
            sys.exit("enough")
        if unit == "interrupt":
            raise KeyboardInterrupt
        if unit == "deep":
            return self.compute(setup, unit)
        if unit == "generator":
            return (number for number in [])
        if unit == "unhappy":
            raise Unhappy
        if unit == "cause":
            try:
                self.divide(unit)
            except TypeError as error:
                raise KeyError("wrapped ☃") from error
        return unit

    def divide(self, unit: Any) -> Any:
        return 1 / unit


class FailuresTest(unittest.TestCase):
    def refused(self, unit: Any) -> Refused:
        """Returns what the child says to a unit, after it has shown that it lives."""
        with InThread(Failing) as worker:
            worker.hello("worker")
            worker.setup(None)
            with self.assertRaises(Refused) as refused:
                worker.compute(unit)
            self.assertEqual(worker.compute("next"), "next")
        return refused.exception

    def test_reports_an_exception_with_its_traceback(self) -> None:
        refused = self.refused("cause")
        self.assertEqual((refused.type, refused.message), ("KeyError", "'wrapped ☃'"))
        self.assertIn("in divide", refused.trace)
        self.assertIn("direct cause", refused.trace)
        self.assertNotIn("child.py", refused.trace)

    def test_reports_an_exit(self) -> None:
        refused = self.refused("exit")
        self.assertEqual(refused.type, "SystemExit")
        self.assertEqual(refused.message, "sys.exit('enough') was called (expected: a result or an exception)")

    def test_reports_an_interrupt(self) -> None:
        self.assertEqual(self.refused("interrupt").type, "KeyboardInterrupt")

    def test_reports_deep_recursion(self) -> None:
        refused = self.refused("deep")
        self.assertEqual(refused.type, "RecursionError")
        self.assertLess(len(refused.trace), 10_000)

    def test_reports_a_result_that_cannot_be_sent(self) -> None:
        refused = self.refused("generator")
        self.assertEqual(refused.type, "sluice.values.UnsendableError")
        self.assertIn("the result, a generator, cannot be sent", refused.message)

    def test_reports_an_exception_without_text(self) -> None:
        self.assertEqual(self.refused("unhappy").message, "<ValueError while its text was made>")

    def test_reports_a_unit_that_cannot_be_read(self) -> None:
        with InThread(Failing) as worker:
            worker.hello("worker")
            worker.setup(None)
            content = packed(Unhappy()).replace(b"Unhappy", b"Unhoppy")
            with self.assertRaisesRegex(Refused, "AttributeError.*Unhoppy"):
                worker.ask(frames.COMPUTE, [(frames.INDEX, frames.u64(0)), (frames.VALUE, [content])])
            self.assertEqual(worker.compute(1), 1)

    def test_reports_a_unit_that_cannot_be_sent(self) -> None:
        with InThread(Failing) as master:
            master.hello("master")
            master.cycle(0)
            with self.assertRaisesRegex(Refused, "the unit, a function, cannot be sent"):
                master.units(0, 3)
            self.assertEqual(len(master.units(2, 1)), 1)

    def test_reports_an_exception_of_accept(self) -> None:
        with InThread(Failing) as master:
            master.hello("master")
            master.cycle(0)
            with self.assertRaisesRegex(Refused, "ValueError: bad result 5"):
                master.accept([(4, packed("good")), (5, packed("bad"))])

    def test_names_results_that_cannot_be_read(self) -> None:
        with InThread(Failing) as master:
            master.hello("master")
            master.cycle(0)
            odd = packed(Unhappy()).replace(b"Unhappy", b"Unhoppy")
            fields = []
            for index, content in ((4, packed("good")), (5, odd), (6, packed("good"))):
                fields += [(frames.INDEX, frames.u64(index)), (frames.VALUE, [content])]
            answer = master.ask(frames.ACCEPT, fields)
            self.assertEqual(answer.number(frames.COUNT), 3)
            self.assertEqual(answer.number(frames.VERDICT), 0)
            self.assertEqual([index for index, _ in answer.pairs(frames.MESSAGE)], [5])
            self.assertIn("Unhoppy", answer.text(frames.MESSAGE))

    def test_ends_with_the_stream(self) -> None:
        with InThread(Failing) as worker:
            worker.hello("worker")
        self.assertFalse(worker.ended)
