"""sluice.map and sluice.Executor, with a stand-in for the runtime."""

import concurrent.futures
import contextlib
import gc
import io
import os
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from typing import Any, Iterator, List

import sluice
from sluice import launch, mapping
from tests.fake import PACKAGE
from tests.module_functions import Odd, Pair, Plain, double, make, refuse_odd, take_first, wait_for

HERE = os.path.dirname(os.path.abspath(__file__))


class RuntimeCase(unittest.TestCase):
    """Tests that start the stand-in, and find nothing of it afterwards."""

    def setUp(self) -> None:
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        before = tempfile.tempdir
        tempfile.tempdir = self.temporary.name
        self.addCleanup(setattr, tempfile, "tempdir", before)
        self.set("SLUICE_COMMAND", os.path.join(HERE, "sluice"))
        self.set("SLUICE_TEST_PYTHON", sys.executable)
        self.said = io.StringIO()
        redirected = contextlib.redirect_stderr(self.said)
        redirected.__enter__()
        self.addCleanup(redirected.__exit__, None, None, None)

    def tearDown(self) -> None:
        for thread in threading.enumerate():
            if thread.name.startswith("sluice-"):
                thread.join(30)
                self.assertFalse(thread.is_alive(), "%s is alive" % thread.name)
        self.assertEqual([name for name in os.listdir(self.temporary.name) if name.startswith("sluice-")], [])

    def set(self, name: str, value: str) -> None:
        before = os.environ.get(name)
        os.environ[name] = value
        self.addCleanup(lambda: os.environ.pop(name) if before is None else os.environ.update({name: before}))


class MapTest(RuntimeCase):
    def test_returns_results_in_order(self) -> None:
        self.assertEqual(list(sluice.map(double, range(50))), [2 * number for number in range(50)])
        self.assertEqual(list(sluice.map(pow, [2, 3, 4], (5, 6))), [32, 729])
        self.assertEqual(sorted(sluice.map(double, {"a": 1, "b": 2})), ["aa", "bb"])

    def test_returns_results_as_they_come(self) -> None:
        self.assertEqual(sorted(sluice.map(double, range(50), ordered=False)), [2 * number for number in range(50)])

    def test_takes_lambdas_and_closures(self) -> None:
        self.set("SLUICE_CLOUDPICKLE", "off")
        factor = 7
        self.assertEqual(list(sluice.map(lambda number: factor * number, [1, 2])), [7, 14])

    def test_takes_an_iterator_in_cycles(self) -> None:
        taken = []

        def items() -> Iterator[int]:
            for number in range(1000):
                taken.append(number)
                yield number

        results = sluice.map(double, items())
        self.assertEqual(next(results), 0)
        self.assertLess(len(taken), 1000)
        self.assertEqual(list(results), [2 * number for number in range(1, 1000)])

    def test_raises_the_exception_of_an_iterator_after_the_results_before_it(self) -> None:
        def items() -> Iterator[int]:
            yield 1
            yield 2
            raise OSError("no more")

        results = sluice.map(double, items())
        self.assertEqual([next(results), next(results)], [2, 4])
        with self.assertRaisesRegex(OSError, "no more"):
            next(results)

    def test_takes_stop_iteration_of_a_call_for_an_error(self) -> None:
        for ordered in (True, False):
            with self.assertRaises(RuntimeError) as raised:
                list(sluice.map(take_first, [[1], [], [2]], ordered=ordered))
            self.assertIsInstance(raised.exception.__cause__, StopIteration)

    def test_takes_an_item_as_it_is_when_it_is_taken(self) -> None:
        def reused() -> Iterator[List[int]]:
            buffer = [0]
            for number in range(600):
                buffer[0] = number
                yield buffer

        self.assertEqual(list(sluice.map(sum, reused())), list(range(600)))
        items = [[1], [2], [3]]
        results = sluice.map(sum, items)
        items[2].append(9)
        del items[1:]
        self.assertEqual(list(results), [1, 2, 3])

    def test_starts_nothing_without_items(self) -> None:
        self.set("SLUICE_COMMAND", "/nowhere")
        self.assertEqual(list(sluice.map(double, [])), [])
        with self.assertRaisesRegex(TypeError, "map without items"):
            sluice.map(double)

    def test_raises_the_exception_of_a_call_with_its_remote_traceback(self) -> None:
        for ordered in (True, False):
            results = sluice.map(refuse_odd, range(100), ordered=ordered)
            self.assertEqual(next(results), 0)
            with self.assertRaises(Odd) as raised:
                list(results)
            # The constructor of Odd has other arguments than its exception: pickle could not make it again.
            self.assertEqual((str(raised.exception), raised.exception.number), ("1 is odd", 1))
            self.assertIn("in refuse_odd", str(raised.exception.__cause__))
            self.assertIsInstance(raised.exception.__cause__, sluice.RemoteTraceback)
            self.assertRaises(StopIteration, next, results)
        with self.assertRaises(ZeroDivisionError) as divided:
            list(sluice.map(divmod, [1, 2], [1, 0]))
        self.assertIsInstance(divided.exception.__cause__, sluice.RemoteTraceback)

    def test_reports_a_call_that_ends_its_process(self) -> None:
        with self.assertRaisesRegex(sluice.UnitError, "the child ended with code 3"):
            list(sluice.map(os._exit, [3]))
        with self.assertRaisesRegex(sluice.UnitError, r"SystemExit: sys.exit\(4\) was called"):
            list(sluice.map(sys.exit, [4]))

    def test_reports_what_cannot_be_sent(self) -> None:
        with self.assertRaisesRegex(sluice.UnsendableError, "the call, a tuple, cannot be sent: .*lock"):
            list(sluice.map(double, [1, threading.Lock(), 3]))
        with self.assertRaisesRegex(sluice.UnsendableError, "the result, a .*, cannot be sent: .*lock"):
            list(sluice.map(lambda _: __import__("threading").Lock(), [1]))

    def test_shows_what_calls_print(self) -> None:
        list(sluice.map(print, ["to be read"]))
        self.assertIn("to be read", self.said.getvalue())

    def test_ends_the_run_when_it_is_closed_or_deleted(self) -> None:
        results = sluice.map(time.sleep, [0, 3600])
        next(results)
        results.close()
        self.assertEqual(list(results), [])
        with sluice.map(time.sleep, [0, 3600]) as again:
            next(again)
        lost = sluice.map(time.sleep, [0, 3600])
        next(lost)
        del lost
        gc.collect()

    def test_waits_for_a_slow_caller(self) -> None:
        before = mapping._MOST_READY
        self.addCleanup(setattr, mapping, "_MOST_READY", before)
        mapping._MOST_READY = 10
        for ordered in (True, False):
            results = sluice.map(double, range(100), ordered=ordered)
            first = next(results)
            shelf = results._shelf
            while not shelf._putter_waits:
                time.sleep(0.001)
            self.assertLessEqual(len(shelf._by_index) + len(shelf._arrived), 12)
            self.assertEqual(first + sum(results), 9900)

    def test_says_that_sluice_is_missing(self) -> None:
        self.set("SLUICE_COMMAND", "/nowhere/sluice")
        with self.assertRaisesRegex(sluice.SluiceError, "SLUICE_COMMAND=/nowhere/sluice: no such program"):
            sluice.map(double, [1])

    def test_says_why_a_run_failed(self) -> None:
        for when, code, said in (("early", 3, "E999 no luck"), ("late", 1, "E998 lost")):
            self.set("FAKE_SLUICE", when)
            with self.assertRaisesRegex(
                sluice.SluiceError, "ended with exit code %d .expected: 0.\n.*%s" % (code, said)
            ):
                list(sluice.map(double, [1]))
            executor = sluice.Executor()
            future = executor.submit(double, 1)
            self.assertIn(said, str(future.exception(30)))
            executor.shutdown()
            with self.assertRaises((sluice.SluiceError, RuntimeError)):
                executor.submit(double, 1)


class ShelfTest(unittest.TestCase):
    def test_keeps_no_result_that_comes_after_the_caller_left(self) -> None:
        for ordered in (True, False):
            shelf = mapping._Shelf(ordered)
            self.assertFalse(shelf.close())
            self.assertFalse(shelf.put(0, "late"))
            self.assertIs(shelf.take(), mapping._END)


class ExecutorTest(RuntimeCase):
    def test_is_made_as_those_of_concurrent_futures(self) -> None:
        for executor in (sluice.Executor(4), sluice.Executor(max_workers=4)):
            words = executor._options.words("socket", "run")
            self.assertEqual(words[words.index("--slots") + 1], "4")
        for wrong in ({"max_workers": 2, "slots": 2}, {"max_workers": "hosts.txt"}, {"hosts": 4}):
            self.assertRaises(TypeError, sluice.Executor, **wrong)
        self.assertRaises(ValueError, sluice.Executor, 0)

    def test_takes_a_call_as_it_is_when_it_is_submitted(self) -> None:
        self.set("SLUICE_CLOUDPICKLE", "off")
        factor = 2
        with sluice.Executor() as executor:
            items = [1, 2]
            future = executor.submit(sum, items)
            scaled = executor.submit(lambda: factor * 10)
            items.append(100)
            factor = 3
            self.assertEqual([future.result(), scaled.result()], [3, 20])
            self.assertIsInstance(executor.submit(take_first, []).exception(), StopIteration)

    def test_takes_data_only_from_workers_that_it_does_not_trust(self) -> None:
        self.set("FAKE_SLUICE", "others")
        with sluice.Executor() as executor:
            pair, plain, function = [executor.submit(make, kind) for kind in ("pair", "plain", "function")]
            self.assertEqual(pair.result(), Pair(1, [2]))
            with self.assertRaisesRegex(sluice.UnsendableError, "module_functions.Plain .*trust_workers=True"):
                plain.result()
            with self.assertRaisesRegex(sluice.UnsendableError, "len is not taken"):
                function.result()
            self.assertIsInstance(executor.submit(refuse_odd, 1).exception(), Odd)
        self.set("FAKE_SLUICE", "")
        with sluice.Executor(trust_workers=True) as executor:
            self.assertIsInstance(executor.submit(make, "plain").result(), Plain)

    def test_is_an_executor(self) -> None:
        with sluice.Executor() as executor:
            futures = [executor.submit(double, number) for number in range(20)]
            done = [future.result() for future in concurrent.futures.as_completed(futures)]
            self.assertEqual(sorted(done), [2 * number for number in range(20)])
            self.assertEqual(list(executor.map(pow, [1, 2, 3], [2, 2, 2])), [1, 4, 9])
            self.assertEqual(executor.submit(int, "ff", base=16).result(), 255)
            failed = executor.submit(refuse_odd, 3)
            self.assertIn("3 is odd", str(failed.exception()))
            called = []
            executor.submit(double, 4).add_done_callback(lambda future: called.append(future.result()))
        self.assertEqual(called, [8])
        with self.assertRaises(RuntimeError):
            executor.submit(double, 1)

    def test_keeps_the_others_when_one_cannot_be_sent(self) -> None:
        with sluice.Executor() as executor:
            bad = executor.submit(double, threading.Lock())
            worse = executor.submit(threading.Lock().acquire)
            exits = executor.submit(os._exit, 9)
            good = executor.submit(double, 2)
            self.assertIn("cannot be sent", str(bad.exception()))
            self.assertIsInstance(worse.exception(), TypeError)
            self.assertEqual(good.result(), 4)
            self.assertIn("code 9", str(exits.exception()))

    def test_cancels_what_has_not_begun(self) -> None:
        executor = sluice.Executor()
        go_on = os.path.join(self.temporary.name, "go-on")
        first = executor.submit(wait_for, go_on)
        while not first.running():
            time.sleep(0.001)
        second = executor.submit(double, 2)
        third = executor.submit(double, 3)
        self.assertTrue(second.cancel())
        self.assertFalse(first.cancel())
        executor.shutdown(wait=False, cancel_futures=True)
        self.assertTrue(third.cancelled())
        with open(go_on, "w"):
            pass
        self.assertIsNone(first.result())
        executor.shutdown()

    def test_does_nothing_until_it_is_used(self) -> None:
        self.set("SLUICE_COMMAND", "/nowhere")
        with sluice.Executor():
            pass
        with self.assertRaises(sluice.SluiceError):
            sluice.Executor().submit(double, 1)

    def test_finishes_at_the_end_of_a_script(self) -> None:
        script = "import sluice\nsluice.Executor().submit(print, 'done anyway')\n"
        script += "results = sluice.map(abs, [-3])\nprint(next(results))\n"
        environment = dict(os.environ, PYTHONPATH=PACKAGE)
        done = subprocess.run(
            [sys.executable, "-c", script], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60
        )
        self.assertEqual((done.returncode, done.stdout), (0, b"3\n"))
        self.assertIn(b"done anyway", done.stderr)


class LaunchTest(RuntimeCase):
    def words(self, **options: Any) -> str:
        return " ".join(launch.Options(**options).words("/s", "/d")[1:])

    def test_passes_the_options_on(self) -> None:
        start = "run --foreign-socket /s --interpreter %s --run-dir /d --keep-going" % sys.executable
        self.assertEqual(self.words(), start + " --quiet")
        self.assertEqual(self.words(hosts="hosts.txt", progress=True), start + " --hosts hosts.txt")
        self.assertEqual(self.words(hosts=["a", "b"], slots=3), start + " --host a --host b --slots 3 --quiet")
        self.assertIn("--keep-going --quiet --run-dir here", self.words(options=["--run-dir", "here"]))

    def test_finds_the_command(self) -> None:
        self.set("SLUICE_COMMAND", "")
        self.set("PATH", HERE)
        self.assertEqual(launch.find_command(), [os.path.join(HERE, "sluice")])
        self.set("PATH", "/nowhere")
        self.assertEqual(launch.find_command(), [os.path.join(os.path.dirname(PACKAGE), "sluice")])


class ErrorsTest(unittest.TestCase):
    def test_knows_its_exception(self) -> None:
        self.assertEqual(Odd(3, "reason").reason, "reason")
