"""Open cycles: units that are added while others run, by accept, by a source and by callers."""

import concurrent.futures
import os
import socket
import threading
import unittest
from typing import Any, Iterator, List, Optional

import sluice
from sluice import context, frames
from sluice.executor import _PLAIN, _Future, _Queue
from sluice.values import packed
from tests.fake import InThread, Refused, Runtime
from tests.module_functions import Odd, double, refuse_odd, wait_for
from tests.test_map import RuntimeCase


class Halving(sluice.Application):
    """Halves numbers until they are 0; the halves are units of the same cycle."""

    open_cycles = True

    def arguments(self, parser: Any) -> None:
        parser.add_argument("--sourced", type=int, default=0)

    def initialize(self) -> None:
        self.accepted: List[int] = []

    def units(self, cycle: int) -> Any:
        return [5]

    def compute(self, setup: Any, unit: Any) -> Any:
        return unit // 2

    def accept(self, index: int, result: Any) -> Any:
        self.accepted.append(result)
        if result:
            self.add_units([result, result])

    def complete(self) -> None:
        self.completed = True


class Sourced(Halving):
    """Gets numbers from outside as well."""

    def more(self, given: int) -> Optional[List[int]]:
        return [given] if given < self.options.sourced else None


class Closing(Halving):
    def accept(self, index: int, result: Any) -> Any:
        self.close_cycle()
        self.add_units([1])


class SerialTest(unittest.TestCase):
    def test_computes_units_that_accept_adds(self) -> None:
        self.assertEqual(sluice.run(Halving, []).accepted, [2, 1, 1, 0, 0, 0, 0])

    def test_asks_the_source_until_it_ends(self) -> None:
        self.assertEqual(sluice.run(Sourced, ["--sourced", "3"]).accepted, [2, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0])

    def test_refuses_units_of_a_cycle_that_is_closed(self) -> None:
        with self.assertRaisesRegex(RuntimeError, "add_units: the cycle is not open"):
            sluice.run(Closing, [])


class ChildTest(unittest.TestCase):
    def test_says_which_units_follow_from_results(self) -> None:
        with InThread(Halving) as master:
            master.hello("master")
            cycle = master.cycle(0)
            self.assertEqual((cycle.number(frames.OPEN), cycle.all(frames.SOURCE)), (1, []))
            units = (frames.COUNT_OF_UNITS, frames.u64(3))  # of which two came from elsewhere
            answer = master.ask(frames.ACCEPT, [units, (frames.INDEX, frames.u64(0)), (frames.VALUE, [packed(2)])])
            self.assertEqual((answer.number(frames.COUNT_OF_UNITS), answer.number(frames.LAST)), (2, 0))
            self.assertEqual([bytes(value) for value in master.units(3, 2)], [packed(2), packed(2)])
            units = (frames.COUNT_OF_UNITS, frames.u64(5))
            answer = master.ask(frames.ACCEPT, [units, (frames.INDEX, frames.u64(3)), (frames.VALUE, [packed(0)])])
            self.assertEqual(answer.number(frames.COUNT_OF_UNITS), 0)

    def test_answers_for_its_source_while_it_answers_other_requests(self) -> None:
        with InThread(Sourced) as master:
            master.hello("master", "--sourced", "1")
            path = master.cycle(0).text(frames.SOURCE)
            stream = socket.socket(socket.AF_UNIX)
            stream.connect(path)
            source = Runtime(stream)
            more = source.ask(frames.MORE, [(frames.COUNT, frames.u64(0))])
            self.assertEqual([bytes(value) for value in more.all(frames.VALUE)], [packed(0)])
            self.assertEqual(more.number(frames.LAST), 0)
            self.assertEqual(source.ask(frames.MORE, [(frames.COUNT, frames.u64(1))]).number(frames.LAST), 1)
            with self.assertRaises(Refused):
                source.ask(frames.CYCLE)
            self.assertEqual(len(master.units(0, 1)), 1)
            self.assertFalse(os.path.exists(path))
            source.connection.close()


class AdaptiveTest(RuntimeCase):
    def test_takes_calls_of_callbacks(self) -> None:
        done: "concurrent.futures.Future[int]" = concurrent.futures.Future()
        with sluice.Executor() as executor:

            def again(future: "concurrent.futures.Future[int]") -> None:
                if future.result() < 100:
                    executor.submit(double, future.result()).add_done_callback(again)
                else:
                    done.set_result(future.result())

            executor.submit(double, 1).add_done_callback(again)
            self.assertEqual(done.result(60), 128)

    def test_gives_futures_as_they_complete_and_takes_more(self) -> None:
        with sluice.Executor() as executor:
            waiting = sluice.as_completed([executor.submit(double, number) for number in (1, 2)])
            results = []
            for future in waiting:
                results.append(future.result())
                if future.result() < 8:
                    waiting.add(executor.submit(double, future.result()))
            self.assertEqual(sorted(results), [2, 4, 4, 8, 8])
            with self.assertRaises(concurrent.futures.TimeoutError):
                next(sluice.as_completed([concurrent.futures.Future()], timeout=0.01))

    def test_forgets_a_cancelled_call_at_once(self) -> None:
        go_on = os.path.join(self.temporary.name, "go-on")
        with sluice.Executor() as executor:
            first = executor.submit(wait_for, go_on)
            second = executor.submit(double, 2)
            while not first.running():
                threading.Event().wait(0.001)
            self.assertTrue(second.cancel())
            self.assertTrue(second.cancel())
            self.assertEqual(concurrent.futures.wait([second]).not_done, set())
            with open(go_on, "w"):
                pass
            self.assertFalse(first.result() or first.cancel())

    def test_takes_items_only_as_slots_want_them(self) -> None:
        go_on = os.path.join(self.temporary.name, "go-on")
        taken = []

        def items() -> Iterator[str]:
            for number in range(100):
                taken.append(number)
                yield go_on

        results = sluice.map(wait_for, items())
        while not taken:
            threading.Event().wait(0.001)
        self.assertLess(len(taken), 10)
        with open(go_on, "w"):
            pass
        self.assertEqual(list(results), [None] * 100)


class UnitTest(RuntimeCase):
    """Seeds of calls, and rules for those that raise."""

    def test_seeds_follow_from_the_number_of_the_call(self) -> None:
        seeds = [context.Unit().at(0, index).seed() for index in range(4)]
        self.assertEqual(list(sluice.map(lambda _: sluice.seed(), range(4))), seeds)
        self.assertEqual(list(sluice.map(lambda _: sluice.seed(), iter(range(4)))), seeds)
        large = bytes(10_000)
        go_on = os.path.join(self.temporary.name, "go-on")
        with sluice.Executor() as executor:
            running = executor.submit(lambda: (wait_for(go_on), sluice.seed()))
            cancelled = executor.submit(sluice.seed)
            while not running.running():
                threading.Event().wait(0.001)
            self.assertTrue(cancelled.cancel())
            calls = [executor.submit(lambda: (large[0], sluice.seed())), executor.submit(lambda: (0, sluice.seed()))]
            with open(go_on, "w"):
                pass
            self.assertEqual([call.result()[1] for call in [running, *calls]], [seeds[0], *seeds[2:]])

    def test_a_rule_holds_for_calls_of_each_cycle(self) -> None:
        def rule(error: Exception, tries: int) -> Optional[sluice.Remedy]:
            return sluice.Remedy.AGAIN if tries < 3 else None

        def counting(counted: List[int]) -> int:
            counted.append(1)
            if len(counted) < 3:
                raise ValueError("busy")
            return len(counted)

        large = bytes(10_000)
        self.assertEqual(list(sluice.map(counting, iter([[], []]), on_failure=rule)), [3, 3])
        with sluice.Executor(on_failure=rule) as executor:
            self.assertEqual(executor.submit(counting, []).result(), 3)
            self.assertEqual(executor.submit(lambda counted: counting(counted) + large[0], []).result(), 3)
            self.assertIsInstance(executor.submit(refuse_odd, 1).exception(), Odd)

    def test_a_rule_leaves_a_call_to_other_workers(self) -> None:
        with sluice.Executor(on_failure=lambda error, tries: sluice.Remedy.ELSEWHERE) as executor:
            error = executor.submit(refuse_odd, 1).exception()
            self.assertIsInstance(error, sluice.UnitError)
            self.assertIn("Odd: 1 is odd", str(error))
            self.assertEqual(executor.submit(double, 1).result(), 2)

    def test_an_initializer_that_raises_ends_the_executor_whatever_the_rule(self) -> None:
        def rule(error: Exception, tries: int) -> sluice.Remedy:
            return sluice.Remedy.AGAIN

        with sluice.Executor(initializer=refuse_odd, initargs=(1,), on_failure=rule) as executor:
            with self.assertRaisesRegex(concurrent.futures.BrokenExecutor, "Odd: 1 is odd"):
                executor.submit(double, 1).result(60)


class Ranked(sluice.Application):
    """Units are taken by their priority, also those that results add."""

    open_cycles = True

    def initialize(self) -> None:
        self.order: List[int] = []

    def units(self, cycle: int) -> Any:
        return range(6)

    def priority(self, index: int) -> int:
        return index % 3

    def compute(self, setup: Any, unit: Any) -> Any:
        return unit

    def accept(self, index: int, result: Any) -> None:
        self.order.append(index)
        if index == 5:
            self.add_units([6, 7, 8])


class PriorityTest(unittest.TestCase):
    def test_orders_a_serial_run(self) -> None:
        application = sluice.run(Ranked, [])
        assert application is not None
        self.assertEqual(application.order, [2, 5, 8, 1, 4, 7, 0, 3, 6])


class QueueTest(unittest.TestCase):
    def test_begins_a_cycle_for_a_large_function_alone(self) -> None:
        queue = _Queue()

        def add(function: Any) -> "concurrent.futures.Future[Any]":
            future = _Future(queue)
            queue.add(future, _PLAIN, function, (), {})
            return future

        large, small = b"x" * 10_000, b"y"
        first = add(small.upper)
        batch = queue.take()
        assert batch is not None
        self.assertEqual(len(batch.functions), 1)
        add(small.upper)
        add(small.lower)
        add(large.upper)
        last = add(small.upper)
        self.assertEqual(sum(len(batch.more() or []) for _ in range(3)), 3)
        self.assertTrue(first.running() and not last.running())
        self.assertIsNone(batch.more())
        following = queue.take()
        assert following is not None
        self.assertEqual(len(following.functions), 2)
        queue.close()
        self.assertEqual([len(following.more() or []) for _ in range(3)], [1, 1, 0])
        self.assertIsNone(queue.take())
