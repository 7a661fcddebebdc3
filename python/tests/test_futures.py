"""What code for ``concurrent.futures`` and ``asyncio`` may rely on, with a stand-in for the runtime.

docs/python.md has the table: each row names the test here that holds it.
"""

import asyncio
import gc
import os
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest
import weakref
from concurrent import futures
from typing import Any, List

import sluice
from tests.fake import PACKAGE
from tests.module_functions import Odd, Plain, double, make, refuse_odd, remember, remembered, touch, wait_for
from tests.test_map import HERE, RuntimeCase


class FuturesTest(RuntimeCase):
    def setUp(self) -> None:
        super().setUp()
        self.go = os.path.join(self.temporary.name, "go")

    def test_submit_and_map(self) -> None:
        with sluice.Executor() as executor:
            self.assertEqual(executor.submit(pow, 2, 8).result(), 256)
            self.assertEqual(executor.submit(int, "11", base=3).result(), 4)
            self.assertEqual(list(executor.map(divmod, [7, 9], [2, 4])), [(3, 1), (2, 1)])
            self.assertEqual(list(executor.map(double, range(5), chunksize=2)), [0, 2, 4, 6, 8])
            results = executor.map(refuse_odd, [0, 1, 2])
            self.assertEqual(next(results), 0)
            self.assertRaises(Odd, next, results)

    def test_needs_and_priorities(self) -> None:
        order: List[int] = []
        with sluice.Executor() as executor:
            gate = executor.submit(wait_for, self.go)  # the stand-in computes one call after the other
            while not gate.running():
                time.sleep(0.001)
            later = [
                executor.having(sluice.Needs(cpus=2), priority=index % 3).submit(double, index) for index in range(9)
            ]
            for index, future in enumerate(later):
                future.add_done_callback(lambda done, index=index: order.append(index))
            self.assertTrue(later[4].cancel())
            touch(self.go)
            self.assertEqual(list(executor.having(priority=9).map(double, [1, 2])), [2, 4])
        self.assertEqual([index for index in order if index != 4], [2, 5, 8, 1, 7, 0, 3, 6])
        with sluice.Executor() as executor:
            self.assertRaises(TypeError, executor.having, needs=4)
            self.assertRaises(TypeError, executor.having, priority=1.5)
            for priority in range(1, 64):
                executor.having(priority=priority).submit(double, 1)
            self.assertRaises(ValueError, executor.having(priority=64).submit, double, 1)

    def test_map_timeout(self) -> None:
        with sluice.Executor() as executor:
            results = executor.map(wait_for, [self.go], timeout=0.1)
            self.assertRaises(futures.TimeoutError, next, results)
            touch(self.go)

    def test_wait(self) -> None:
        with sluice.Executor() as executor:
            done = executor.submit(double, 1)
            done.result()
            late = executor.submit(wait_for, self.go)
            found = futures.wait([done, late], return_when=futures.FIRST_COMPLETED)
            self.assertEqual((found.done, found.not_done), ({done}, {late}))
            self.assertEqual(futures.wait([late], timeout=0.05).not_done, {late})
            failing = executor.submit(refuse_odd, 1)
            touch(self.go)
            found = futures.wait([failing, late], return_when=futures.FIRST_EXCEPTION)
            self.assertIn(failing, found.done)
            self.assertEqual(futures.wait([done, late, failing]).not_done, set())

    def test_as_completed(self) -> None:
        with sluice.Executor() as executor:
            calls = [executor.submit(double, number) for number in range(10)]
            self.assertEqual({call.result() for call in futures.as_completed(calls)}, set(range(0, 20, 2)))
            self.assertEqual(len(list(futures.as_completed([calls[0]] * 3))), 1)
            late = executor.submit(wait_for, self.go)
            with self.assertRaises(futures.TimeoutError):
                list(futures.as_completed([late, calls[0]], timeout=0))
            touch(self.go)

    def test_states_and_callbacks(self) -> None:
        with sluice.Executor() as executor:
            late = executor.submit(wait_for, self.go)
            seen = []
            late.add_done_callback(seen.append)
            self.assertFalse(late.done())
            self.assertRaises(futures.TimeoutError, late.result, 0.01)
            touch(self.go)
            self.assertIsNone(late.result())
            self.assertTrue(late.done() and not late.cancel() and not late.cancelled())
            late.add_done_callback(seen.append)
            self.assertEqual(seen, [late, late])

    def test_shutdown(self) -> None:
        executor = sluice.Executor()
        self.assertIsNone(executor.submit(wait_for, self.go).add_done_callback(repr))
        touch(self.go)
        executor.shutdown()
        executor.shutdown()
        self.assertRaises(RuntimeError, executor.submit, double, 1)
        never = sluice.Executor()
        never.shutdown()
        self.assertRaises(RuntimeError, never.submit, double, 1)

    def test_shutdown_cancels(self) -> None:
        executor = sluice.Executor()
        first = executor.submit(touch, self.go + "-began")
        first.result()
        running = executor.submit(wait_for, self.go)
        waiting = [executor.submit(double, number) for number in range(50)]
        executor.shutdown(wait=False, cancel_futures=True)
        touch(self.go)
        executor.shutdown()
        self.assertTrue(running.done() and all(call.done() for call in waiting))
        self.assertTrue(any(call.cancelled() for call in waiting))

    def test_interpreter_ends(self) -> None:
        program = """
            import sluice
            executor = sluice.Executor()
            executor.submit(pow, 2, 3).add_done_callback(lambda future: print(future.result(), flush=True))
            """
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(program)],
            env=dict(os.environ, PYTHONPATH=PACKAGE, SLUICE_COMMAND=os.path.join(HERE, "sluice")),
            stdout=subprocess.PIPE,
            timeout=120,
        )
        self.assertEqual((done.returncode, done.stdout), (0, b"8\n"))

    def test_forgets_arguments_and_results(self) -> None:
        with sluice.Executor() as executor:
            argument = Plain()
            lives = weakref.ref(argument)
            future = executor.submit(make, "pair")
            future.result()
            executor.submit(repr, argument).result()
            del argument
            gc.collect()
            self.assertIsNone(lives())
            found = weakref.ref(future)
            del future
            executor.submit(double, 1).result()
            gc.collect()
            self.assertIsNone(found())

    def test_crashes_and_unsendable_values(self) -> None:
        with sluice.Executor() as executor:
            self.assertIsInstance(executor.submit(os._exit, 3).exception(), sluice.UnitError)
            self.assertIsInstance(executor.submit(sys.exit, 3).exception(), sluice.UnitError)
            with tempfile.TemporaryFile() as file:
                self.assertIsInstance(executor.submit(repr, file).exception(), sluice.UnsendableError)
            self.assertIsInstance(executor.submit(make, "unsendable").exception(), sluice.UnsendableError)
            self.assertEqual(executor.submit(double, 4).result(), 8)

    def test_traceback(self) -> None:
        with sluice.Executor() as executor:
            error = executor.submit(refuse_odd, 7).exception()
            assert error is not None
            self.assertIn('raise Odd(number, "reason")', str(error.__cause__))

    def test_kill_workers(self) -> None:
        executor = sluice.Executor()
        running = executor.submit(wait_for, self.go)
        executor.kill_workers()
        self.assertIsNotNone(running.cancelled() or running.exception(60))
        self.assertRaises(RuntimeError, executor.submit, double, 1)

    def test_initializer(self) -> None:
        with sluice.Executor(initializer=remember, initargs=("told",)) as executor:
            self.assertEqual([executor.submit(remembered).result() for _ in range(3)], [["told"]] * 3)
            self.assertEqual(executor.submit(lambda: os.getpid() != 0).result(), True)
        self.assertRaises(TypeError, sluice.Executor, initializer=3)

    def test_initializer_fails(self) -> None:
        with sluice.Executor(initializer=refuse_odd, initargs=(1,)) as executor:
            calls = [executor.submit(double, number) for number in range(3)]
            for call in calls:
                with self.assertRaisesRegex(futures.BrokenExecutor, "Odd: 1 is odd"):
                    call.result()
            self.assertRaises(futures.BrokenExecutor, executor.submit, double, 1)

    def test_asyncio(self) -> None:
        async def work() -> Any:
            loop = asyncio.get_running_loop()
            with sluice.Executor() as executor:
                one = loop.run_in_executor(executor, double, 21)
                two = asyncio.wrap_future(executor.submit(pow, 2, 5))
                both = await asyncio.gather(one, two)
                with self.assertRaises(Odd):
                    await loop.run_in_executor(executor, refuse_odd, 1)
                with self.assertRaises(asyncio.TimeoutError):
                    await asyncio.wait_for(loop.run_in_executor(executor, wait_for, self.go), 0.1)
                touch(self.go)
                return both

        self.assertEqual(asyncio.run(work()), [42, 32])


if __name__ == "__main__":
    unittest.main()
