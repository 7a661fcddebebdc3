"""The unit that this process computes: its random numbers, its directory for files, its progress."""

import enum
import os
import random
import shutil
import tempfile
import threading
import time
from typing import Any, Callable, Optional

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
#: Progress is passed on once in these seconds at most.
_PAUSE_SECONDS = 0.1

Tell = Callable[[float, str], Any]


class Remedy(enum.Enum):
    """What is done about a unit that raised an exception."""

    #: Other workers try the unit, up to three in all.
    ELSEWHERE = "elsewhere"
    #: The unit is computed again at once, on the same worker.
    AGAIN = "again"
    #: The unit has failed, and no other worker tries it.
    GIVE_UP = "give-up"


class GivenUp(Exception):
    """The exception of a unit that its application gives up."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(str(error))
        self.error = error


class Unit:
    """The unit that is computed, between ``__enter__`` and ``__exit__``."""

    def __init__(self, tell: Optional[Tell] = None) -> None:
        self.run_seed = 0
        self.cycle = 0
        self.index = 0
        self._tell = tell
        self._told = -_PAUSE_SECONDS
        self._lock = threading.Lock()
        self._computing = False
        self._random: Optional[random.Random] = None
        self._scratch: Optional[str] = None

    def at(self, cycle: int, index: int) -> "Unit":
        """Makes the unit with this index the next one."""
        self.cycle, self.index = cycle, index
        return self

    def __enter__(self) -> "Unit":
        global _unit
        _unit = self
        self._computing = True
        return self

    def __exit__(self, *_: Any) -> None:
        global _unit
        with self._lock:
            self._computing = False
        _unit = None
        self._random = None
        if self._scratch is not None:
            shutil.rmtree(self._scratch, ignore_errors=True)
            self._scratch = None

    def seed(self) -> int:
        """Returns the seed of the unit, as the other languages make it."""
        return _mix(_mix(self.run_seed + _GOLDEN * (self.cycle + 1)) + _GOLDEN * (self.index + 1)) >> 1

    def rng(self) -> random.Random:
        """Returns the random numbers of the unit."""
        if self._random is None:
            self._random = random.Random(self.seed())
        return self._random

    def scratch(self) -> str:
        """Returns the directory of the unit."""
        if self._scratch is None:
            self._scratch = tempfile.mkdtemp(prefix="sluice-scratch-%d-" % os.getpid())
        return self._scratch

    def progress(self, done: float, saying: str) -> None:
        """Passes on how far the unit is, unless it has just done so."""
        now = time.monotonic()
        with self._lock:
            if self._tell is None or not self._computing or now - self._told < _PAUSE_SECONDS:
                return
            self._told = now
            try:
                self._tell(min(1.0, max(0.0, done)), saying)
            except (OSError, ValueError):  # the runtime is gone, or this is a fork
                pass


_unit: Optional[Unit] = None


def _mix(number: int) -> int:
    number &= _MASK
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _MASK
    return number ^ (number >> 31)


def _here() -> Unit:
    if _unit is None:
        raise RuntimeError("no unit is computed (expected: called from compute, or from a function of map or Executor)")
    return _unit


def seed() -> int:
    """Returns a number that only this unit of this run has, for other generators: ``numpy.random.default_rng(seed())``.

    It depends on the seed of the run (``--seed``), the cycle and the index of the unit, and not on the worker.
    """
    return _here().seed()


def rng() -> random.Random:
    """Returns the random numbers of this unit, which begin with ``seed()``; the same object in each call."""
    return _here().rng()


def scratch() -> str:
    """Returns the path of a directory for files of this unit alone. It is deleted when the unit is computed."""
    return _here().scratch()


def progress(done: float, saying: str = "") -> None:
    """Says how far this unit is, from 0 to 1, and a few words such as "epoch 4". It costs next to nothing."""
    _here().progress(done, saying)


def mended(compute: Callable[[], Any], rule: Callable[[Exception, int], Optional[Remedy]]) -> Any:
    """Computes a unit, again as often as the rule asks for it."""
    tries = 0
    while True:
        tries += 1
        try:
            return compute()
        except Exception as error:
            remedy = rule(error, tries)
            if remedy is not None and not isinstance(remedy, Remedy):
                raise TypeError("on_failure returned %r (expected: a sluice.Remedy or None)" % (remedy,)) from error
            if remedy is Remedy.GIVE_UP:
                raise GivenUp(error) from error
            if remedy is not Remedy.AGAIN:
                raise
