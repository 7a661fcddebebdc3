"""The back end of joblib, with a stand-in for the runtime."""

import gc
import importlib.util
import math
import multiprocessing
import time
import unittest
from typing import Any, List

from tests.module_functions import Odd, double, refuse_odd
from tests.test_map import RuntimeCase

HAS_JOBLIB = importlib.util.find_spec("joblib") is not None
if HAS_JOBLIB:
    import joblib
    from joblib import Parallel, delayed

    import sluice.joblib  # noqa: F401

    parallel_config = getattr(joblib, "parallel_config", joblib.parallel_backend)  # before joblib 1.3


def roots(count: int) -> List[float]:
    """Runs a loop within a call."""
    return list(Parallel(n_jobs=2)(delayed(math.sqrt)(number) for number in range(count)))


def backend_below(name: str) -> Any:
    """Returns the back end of a loop within a call."""
    backend = Parallel(n_jobs=2, backend=name or None)._backend
    return type(backend).__name__, backend.effective_n_jobs(2)


@unittest.skipUnless(HAS_JOBLIB, "joblib is not installed (Debian: python3-joblib)")
class JoblibTest(RuntimeCase):
    def tearDown(self) -> None:
        gc.collect()  # loops of joblib may refer to themselves, and then to the run
        super().tearDown()

    def test_gives_the_answers_of_loky(self) -> None:
        def loop() -> Any:
            return Parallel(n_jobs=2)(delayed(pow)(number, 2) for number in range(300))

        factor = 3
        expected = loop()
        with parallel_config("sluice", n_jobs=2):
            self.assertEqual(loop(), expected)
            self.assertEqual(Parallel()(delayed(lambda x: x * factor)(x) for x in range(4)), [0, 3, 6, 9])
            with Parallel(n_jobs=2) as parallel:
                self.assertEqual([parallel(delayed(double)(x) for x in (1, 2)) for _ in range(2)], [[2, 4]] * 2)

    def test_is_sequential_within_a_call(self) -> None:
        with parallel_config("sluice", n_jobs=2):
            self.assertEqual(Parallel()(delayed(roots)(count) for count in (0, 3)), [[], [0, 1, math.sqrt(2)]])
            found = Parallel()(delayed(backend_below)(name) for name in ("", "sluice"))
        self.assertEqual(found, [("SequentialBackend", 1), ("SluiceBackend", 1)])

    def test_raises_what_a_call_raises_and_goes_on(self) -> None:
        with parallel_config("sluice", n_jobs=2):
            with self.assertRaisesRegex(Odd, "is odd") as caught:
                Parallel()(delayed(refuse_odd)(number) for number in range(500))
            self.assertIn("in refuse_odd", str(caught.exception.__cause__))
            self.assertEqual(Parallel()(delayed(double)(number) for number in range(3)), [0, 2, 4])

    def test_ends_calls_that_take_too_long_and_goes_on(self) -> None:
        with parallel_config("sluice", n_jobs=2):
            with self.assertRaises((multiprocessing.TimeoutError, TimeoutError)):
                Parallel(timeout=0.5)(delayed(time.sleep)(seconds) for seconds in (0, 1000))
            self.assertEqual(Parallel()(delayed(double)(number) for number in range(3)), [0, 2, 4])

    def test_counts_slots(self) -> None:
        with parallel_config("sluice", slots=3, hosts=["a", "b"], n_jobs=-1) as _:
            self.assertEqual(joblib.effective_n_jobs(-1), 6)
            self.assertEqual(joblib.effective_n_jobs(-2), 5)
            self.assertRaises(ValueError, joblib.effective_n_jobs, 0)
        with parallel_config("sluice", n_jobs=1):
            self.assertEqual(Parallel()(delayed(double)(number) for number in range(3)), [0, 2, 4])
        self.assertEqual(self.said.getvalue(), "")
