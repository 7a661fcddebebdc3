"""What master and worker answer, and the same in a serial run."""

import os
import pathlib
import shutil
import statistics
import tempfile
import unittest
from typing import Any, List

import sluice
from sluice import frames, program
from sluice.values import NOTHING, packed, unpack
from tests.fake import InThread, Refused


class Merging(sluice.Application):
    """Totals by a function that a test sets."""

    def units(self, cycle: int) -> Any:
        return [1, 2, 6]

    def compute(self, setup: Any, unit: Any) -> Any:
        return unit

    def accumulate(self, values: List[Any]) -> Any:
        return self.function(values)

    function: Any = None


class Recording(sluice.Application):
    """Two cycles, and a list of the calls."""

    cycles = 2
    made: "List[Recording]" = []

    def __init__(self) -> None:
        self.calls: List[Any] = []
        self.made.append(self)

    def arguments(self, parser: Any) -> None:
        parser.add_argument("--to", type=int, default=3, help="100%% of the units")

    def initialize(self) -> None:
        if self.options.to < 0:
            raise sluice.ArgumentError("--to %d (expected: 0 or more)" % self.options.to)
        self.calls.append("initialize")

    def load_state(self) -> None:
        self.calls.append("load_state")
        self.state = 1000

    def units(self, cycle: int) -> Any:
        return range(self.options.to)

    def setup(self, cycle: int) -> Any:
        return {"factor": cycle + 1}

    def compute(self, setup: Any, unit: Any) -> Any:
        return self.state + setup["factor"] * unit

    def accept(self, index: int, result: Any) -> Any:
        self.calls.append((index, result))

    def end_cycle(self, number: int) -> Any:
        self.calls.append("end %d" % number)

    def missing(self, failures: List[sluice.FailedUnit]) -> None:
        self.calls.append(failures)

    incomplete = missing

    def interrupted(self) -> None:
        self.calls.append("interrupted")

    def complete(self) -> None:
        self.calls.append("complete")

    def finish(self) -> None:
        self.calls.append("finish")


class Sum(sluice.Application):
    accumulate = sum

    def units(self, cycle: int) -> Any:
        return [1, 2, 3]

    def compute(self, setup: Any, unit: Any) -> Any:
        return unit * unit


class Searching(sluice.Application):
    """Stops at the first result above 3."""

    cycles = None

    def units(self, cycle: int) -> Any:
        return iter(range(10)) if cycle < 3 else None

    def compute(self, setup: Any, unit: Any) -> Any:
        return unit

    def accept(self, index: int, result: Any) -> Any:
        self.last = result
        return sluice.CYCLE_COMPLETE if result > 3 else sluice.CONTINUE

    def end_cycle(self, number: int) -> Any:
        return sluice.APPLICATION_COMPLETE if number == 1 else None

    def complete(self) -> None:
        self.completed = True


class Own(sluice.Application):
    """Describes its cycles itself."""

    results = sluice.CYCLE_END

    def cycle(self, number: int) -> Any:
        return sluice.Cycle(10**12, setup=b"raw", last=True)

    def unit(self, index: int) -> Any:
        return index * index

    def compute(self, setup: Any, unit: Any) -> Any:
        return setup, unit

    def accept(self, index: int, result: Any) -> Any:
        return sluice.FAILED


class RolesTest(unittest.TestCase):
    def setUp(self) -> None:
        Recording.made.clear()

    def test_answers_the_requests_of_a_master(self) -> None:
        with InThread(Recording) as master:
            ready = master.hello("master", "--to", "2")
            self.assertEqual(ready.kind, frames.READY)
            self.assertEqual((ready.text(frames.LANGUAGE), ready.text(frames.RESULTS)), ("python", "each"))
            self.assertEqual(ready.number(frames.VERSION), 1)
            first = master.cycle(0)
            self.assertEqual((first.number(frames.COUNT_OF_UNITS), first.number(frames.LAST)), (2, 0))
            self.assertEqual(first.number(frames.EXPECTED), 2)
            self.assertEqual(unpack(first.one(frames.VALUE)), {"factor": 1})
            self.assertEqual([unpack(unit) for unit in master.units(0, 2)], [0, 1])
            self.assertEqual([unpack(unit) for unit in master.units(1, 1)], [1])
            self.assertEqual(master.accept([(1, packed("b")), (0, packed("a"))]), (2, 0))
            self.assertEqual(master.end_cycle(0), 0)
            second = master.cycle(1)
            self.assertEqual(second.number(frames.LAST), 1)
            self.assertEqual(second.all(frames.EXPECTED), [])
            master.failures(frames.MISSING, [(1, "lost")])
            self.assertEqual(master.end_cycle(1), 0)
            self.assertEqual(master.cycle(2).all(frames.VALUE), [])
            self.assertEqual(master.ask(frames.COMPLETE).kind, frames.DONE)
            master.failures(frames.INCOMPLETE, [(0, "no")])
            self.assertEqual(master.ask(frames.INTERRUPTED).kind, frames.DONE)
            master.end()
        self.assertTrue(master.ended)
        calls = ["initialize", (1, "b"), (0, "a"), "end 0", [(1, "lost", "failed")], "end 1", "complete", [(0, "no", "failed")]]
        self.assertEqual(Recording.made[0].calls, calls + ["interrupted"])

    def test_answers_the_requests_of_a_worker(self) -> None:
        with InThread(Recording) as worker:
            worker.hello("worker")
            worker.ask(frames.LOAD_STATE)
            worker.setup({"factor": 2})
            self.assertEqual([worker.compute(unit) for unit in (1, 2)], [1002, 1004])
            worker.setup({"factor": 3}, 1)
            self.assertEqual(worker.compute(1), 1003)
            worker.end()
        self.assertEqual(Recording.made[0].calls, ["initialize", "load_state", "finish"])

    def test_calls_the_same_methods_serially(self) -> None:
        application = sluice.run(Recording, ["--to", "2"])
        self.assertEqual(
            application.calls,
            ["initialize", "load_state", (0, 1000), (1, 1001), "end 0", (0, 1000), (1, 1002), "end 1"]
            + ["complete", "finish"],
        )

    def test_totals_results_on_either_side(self) -> None:
        with InThread(Sum) as master:
            self.assertEqual(master.hello("master").text(frames.RESULTS), "accumulate")
            self.assertEqual(master.merge([1, 4, 9]), 14)
            self.assertEqual(master.merge([]), NOTHING)
            self.assertEqual(master.merge([NOTHING, 5, NOTHING]), 5)
            answer = master.ask(frames.ACCUMULATED, [(frames.VALUE, [packed(14)])])
            self.assertEqual(answer.number(frames.VERDICT), 0)

    def test_totals_no_results(self) -> None:
        class Empty(Sum):
            def units(self, cycle: int) -> Any:
                return []

        class Largest(Empty):
            accumulate = max

        self.assertEqual(sluice.run(Empty, []).total, 0)
        self.assertIsNone(sluice.run(Largest, []).total)
        for kind, expected in ((Empty, 0), (Largest, None)):
            totals = []

            class Keeping(kind):  # type: ignore
                def accumulated(self, total: Any) -> Any:
                    totals.append(total)

            with InThread(Keeping) as master:
                master.hello("master")
                master.ask(frames.ACCUMULATED, [(frames.VALUE, [packed(NOTHING)])])
                master.ask(frames.ACCUMULATED)
            self.assertEqual(totals, [expected] * 2)

    def test_totals_by_any_kind_of_function(self) -> None:
        def longest(results: Any) -> Any:
            return max(results)

        class Method(Sum):
            def accumulate(self, results: Any) -> Any:  # type: ignore
                return max(results)

        for function in (max, longest, staticmethod(longest), lambda results: max(results)):
            self.assertEqual(sluice.run(type("Made", (Sum,), {"accumulate": function}), []).total, 9)
        self.assertEqual(sluice.run(Method, []).total, 9)

    def test_ends_cycles_by_verdict(self) -> None:
        application = sluice.run(Searching, [])
        self.assertEqual((application.last, application.completed), (4, True))
        with InThread(Searching) as master:
            master.hello("master")
            first = master.cycle(0)
            self.assertEqual((first.number(frames.COUNT_OF_UNITS), first.number(frames.LAST)), (10, 0))
            self.assertEqual(first.all(frames.EXPECTED), [])
            self.assertEqual(master.accept([(i, packed(i)) for i in range(10)]), (5, 1))
            self.assertEqual(master.end_cycle(0), 0)
            self.assertEqual(master.end_cycle(1), 2)
            self.assertEqual(master.cycle(3).all(frames.VALUE), [])

    def test_lets_an_application_describe_its_cycles(self) -> None:
        with InThread(Own) as master:
            self.assertEqual(master.hello("master").text(frames.RESULTS), "cycle-end")
            cycle = master.cycle(0)
            self.assertEqual(cycle.number(frames.COUNT_OF_UNITS), 10**12)
            self.assertEqual(unpack(cycle.one(frames.VALUE)), b"raw")
            self.assertEqual(unpack(master.units(10**12 - 1, 1)[0]), (10**12 - 1) ** 2)
            self.assertEqual(master.accept([(0, packed(1))]), (1, 3))
        small = type("Small", (Own,), {"cycle": lambda self, number: (1, None, True)})
        with self.assertRaises(sluice.RunFailed):
            sluice.run(small, [])

    def test_reports_wrong_arguments_as_usage(self) -> None:
        for arguments, message in (
            (("--to", "x"), "argument --to: invalid int value: 'x'"),
            (("--two", "3"), "unrecognized arguments: --two 3"),
            (("--to", "-1"), "--to -1 (expected: 0 or more)"),
        ):
            with InThread(Recording) as master, self.assertRaises(Refused) as refused:
                master.hello("master", *arguments)
            self.assertEqual((refused.exception.type, refused.exception.trace), ("usage", ""))
            self.assertEqual(refused.exception.message, message)

    def test_answers_help(self) -> None:
        for argument in ("-h", "--help"):
            with InThread(Recording) as master, self.assertRaises(Refused) as refused:
                master.hello("master", argument)
            self.assertEqual(refused.exception.type, "help")
            self.assertIn("usage: program.py [-h] [--to TO]", refused.exception.help)
            self.assertIn("100% of the units", refused.exception.help)
            self.assertIn("Two cycles, and a list of the calls.", refused.exception.help)

    def test_answers_what_it_does_not_know(self) -> None:
        with InThread(Sum) as worker:
            for kind in (frames.COMPUTE, 4711):
                with self.assertRaisesRegex(Refused, "protocol: request of kind"):
                    worker.ask(kind)
            with self.assertRaisesRegex(Refused, r"protocol: protocol version 2 \(expected: 1\)"):
                worker.ask(frames.HELLO, [(frames.VERSION, frames.u32(2)), (frames.ROLE, frames.text("worker"))])
            with self.assertRaisesRegex(Refused, "protocol: role 'boss'"):
                worker.hello("boss")
            worker.hello("worker")
            with self.assertRaisesRegex(Refused, "protocol: request of kind 8"):
                worker.cycle(0)
            worker.setup(None)
            self.assertEqual(worker.compute(7), 49)

    def test_shows_a_result_to_people(self) -> None:
        with InThread(Sum) as worker:
            worker.hello("worker")
            for value in (["a", 1.5], "\udcff"):
                answer = worker.ask(frames.SHOW, [(frames.VALUE, [packed(value)]), (frames.TRUST, frames.u8(1))])
                self.assertEqual(bytes(answer.one(frames.VALUE)).decode(), repr(value))

    def test_names_the_files_of_the_run(self) -> None:
        path = os.path.join(self.directory(), "1=2")
        for role in ("worker", "master"):
            with open(path, "w", encoding="utf-8") as file:
                file.write(role)
            with InThread(Sum) as child:
                child.hello(role)
                pairs = ("data=" + path, "in/place=" + os.path.dirname(path))
                child.load_state(*pairs) if role == "worker" else child.cycle(0, *pairs)
                self.assertEqual(sluice.file("data"), path)
                self.assertEqual(sluice.file("in/place"), os.path.dirname(path))
                with self.assertRaisesRegex(FileNotFoundError, "no file 'date' .*there are: data, in/place"):
                    sluice.file("date")
                with open(path, "a", encoding="utf-8") as file:
                    file.write("more")
                with self.assertRaisesRegex(RuntimeError, "file data: .* has changed"):
                    sluice.file("data")
                child.load_state() if role == "worker" else child.cycle(1)
        # The files of a master stay; there are none in the run of a worker that got none.
        self.assertEqual(sluice.file("in/place"), os.path.dirname(path))
        program.name_files([])
        with self.assertRaisesRegex(FileNotFoundError, "there are: none"):
            sluice.file(__file__)

    def test_asks_the_application_for_its_files(self) -> None:
        given = [__file__, pathlib.Path(__file__), sluice.InputFile("tools", "tools.tar", unpack=True)]
        kind = type("Named", (Sum,), {"files": lambda self: given})
        with InThread(kind) as master:
            master.hello("master")
            answer = master.ask(frames.FILES)
            self.assertEqual(answer.kind, frames.FILES_ARE)
            self.assertEqual(answer.texts(frames.FILE), ["test_roles.py=" + os.path.abspath(__file__)] * 2)
            self.assertEqual(answer.texts(frames.UNPACK), ["tools=" + os.path.abspath("tools.tar")])
            given.append(7)
            with self.assertRaisesRegex(Refused, "files returned 7"):
                master.ask(frames.FILES)

    def test_has_files_in_a_serial_run(self) -> None:
        directory = self.directory()
        archive = shutil.make_archive(os.path.join(directory, "tests"), "gztar", os.path.dirname(__file__))
        files = [sluice.InputFile("data", __file__), sluice.InputFile("tests", archive, True)]
        seen: List[str] = []
        names = {
            "files": lambda self: files,
            "load_state": lambda self: seen.extend([sluice.file("data"), sluice.file("tests")]),
        }
        sluice.run(type("Named", (Sum,), names), [])
        self.assertEqual(seen[0], os.path.abspath(__file__))
        self.assertIn(os.path.basename(__file__), os.listdir(seen[1]))
        sluice.run(Sum, [])
        self.assertEqual(sluice.file(__file__), os.path.abspath(__file__))

    def directory(self) -> str:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        return directory.name

    def test_refuses_an_application_that_cannot_run(self) -> None:
        def method(self: Any, *_: Any) -> Any:
            return []

        for names, message in (
            ({"units": method, "accept": method}, "does not override compute"),
            ({"compute": method, "accept": method}, "has no units"),
            ({"units": method, "compute": method}, "has no accept"),
            ({"units": method, "compute": method, "accumulate": 7}, "accumulate is 7"),
            ({"units": method, "compute": method, "accumulate": sum, "results": "all"}, "results is 'all'"),
        ):
            kind = type("Wrong", (sluice.Application,), names)
            with self.assertRaisesRegex(TypeError, message):
                sluice.run(kind, [])
            with InThread(kind) as master, self.assertRaisesRegex(Refused, message):
                master.hello("master")

    def test_refuses_wrong_cycles_and_verdicts(self) -> None:
        for cycle, message in ((5, "cycle returned 5"), ((-1,), "a cycle of -1 units"), (("a",), "a cycle of 'a'")):
            kind = type("Wrong", (Own,), {"cycle": lambda self, number, cycle=cycle: cycle})
            with self.assertRaisesRegex(TypeError, message):
                sluice.run(kind, [])
        wrong = type("Wrong", (Sum,), {"end_cycle": lambda self, number: True})
        with self.assertRaisesRegex(TypeError, "the verdict is True"):
            sluice.run(wrong, [])


class AccumulateTest(unittest.TestCase):
    def total(self, function: Any) -> Any:
        kind = type("Merged", (Merging,), {"function": staticmethod(function), "complete": lambda self: None})
        application = sluice.run(kind, [])
        assert application is not None
        return application.total

    def test_takes_functions_whose_totals_can_be_totalled(self) -> None:
        self.assertEqual([self.total(function) for function in (sum, max, min)], [9, 6, 1])

    def test_refuses_a_function_whose_totals_cannot_be_totalled(self) -> None:
        for function in (len, list, lambda values: sum(value * value for value in values)):
            with self.assertRaisesRegex(TypeError, "accumulate: the total of one total .* is .* .expected: equal"):
                self.total(function)

    def test_refuses_a_function_that_depends_on_the_grouping(self) -> None:
        with self.assertRaisesRegex(TypeError, "accumulate: .1, 2, 6. in groups is 3.75 .expected: 3"):
            self.total(statistics.mean)

    def test_refuses_it_on_a_worker_too(self) -> None:
        kind = type("Merged", (Merging,), {"function": staticmethod(len)})
        with InThread(kind) as worker:
            worker.hello("worker")
            with self.assertRaisesRegex(Refused, "accumulate: the total of one total 2 is 1"):
                worker.merge([5, 6])
