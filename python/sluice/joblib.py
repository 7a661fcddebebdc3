"""The back end ``sluice`` of joblib: importing this module registers it.

Each task of joblib is a call of a ``sluice.Executor``, which divides calls over the slots; joblib's own batches are
for pools that hand out one task at a time. One run serves all loops of a ``parallel_config`` block.
"""

from concurrent import futures
from multiprocessing import TimeoutError as TooLate
from typing import Any, Callable, Optional, Sequence, Set

import joblib
from joblib._parallel_backends import FallbackToBackend, ParallelBackendBase, SequentialBackend

from sluice.executor import Executor
from sluice.launch import Hosts

#: The default of joblib, and what takes its place: short calls need more of them ahead of the slots.
_PRE_DISPATCH, _AHEAD = "2 * n_jobs", "64 * n_jobs"
#: A loop that failed waits so long for its running calls. Then it ends their processes.
_ABORT_SECONDS = 1.0
#: Since joblib 1.3 the callback of a call takes its result.
_TAKES_RESULTS = hasattr(ParallelBackendBase, "supports_retrieve_callback")


class SluiceBackend(ParallelBackendBase):  # type: ignore[misc]
    """Runs the tasks of ``joblib.Parallel`` on workers. Takes the options of ``sluice.Executor``."""

    uses_threads = False
    supports_sharedmem = False
    supports_timeout = True
    supports_retrieve_callback = True
    default_n_jobs = -1

    def __init__(
        self,
        hosts: Hosts = None,
        slots: Optional[int] = None,
        options: Sequence[str] = (),
        trust_workers: bool = False,
        nesting_level: Optional[int] = None,
        inner_max_num_threads: Optional[int] = None,
    ) -> None:
        super().__init__(nesting_level=nesting_level, inner_max_num_threads=inner_max_num_threads)
        self._options = {"hosts": hosts, "options": options, "trust_workers": trust_workers}
        self._slots = slots
        self._executor: Optional[Executor] = None
        self._jobs = 0
        #: The calls that have not ended.
        self._calls: Set["futures.Future[Any]"] = set()

    def effective_n_jobs(self, n_jobs: Optional[int]) -> int:
        """Returns the number of calls at a time: -1 means all slots, -2 all but one."""
        if n_jobs == 0:
            raise ValueError("n_jobs: 0 (expected: 1 or more, or -1 for all slots)")
        if n_jobs is None or self.nesting_level:  # in a worker, the other slots have calls of their own
            return 1
        if n_jobs > 0:
            return n_jobs
        slots = (self._slots or joblib.cpu_count()) * _count(self._options["hosts"])
        return max(slots + 1 + n_jobs, 1)

    def configure(self, n_jobs: int = 1, parallel: Any = None, **_: Any) -> int:
        """Prepares for a loop, and returns the number of calls at a time.

        The back end has no reference to the loop, so that the run ends with the last reference to the back end.
        """
        jobs = self.effective_n_jobs(n_jobs)
        if jobs == 1:
            raise FallbackToBackend(SequentialBackend(nesting_level=self.nesting_level))
        if jobs != self._jobs and not self._options["hosts"]:
            self._executor = None  # its run ends with its last call
        self._jobs = jobs
        if parallel is not None and parallel.pre_dispatch == _PRE_DISPATCH:
            parallel.pre_dispatch = _AHEAD
        return jobs

    def submit(self, func: Callable[[], Any], callback: Optional[Callable[[Any], Any]] = None) -> Any:
        """Submits the tasks of one call."""
        if self._executor is None:
            # On this machine alone, n_jobs is the number of slots.
            slots = self._slots or (None if self._options["hosts"] else self._jobs)
            self._executor = Executor(slots, **self._options)
        future: Any = self._executor.submit(_call, func)
        self._calls.add(future)
        future.add_done_callback(self._calls.discard)
        if not _TAKES_RESULTS:
            future.get = lambda timeout=None: _result(future, timeout)
        if callback is not None:
            future.add_done_callback(_Once(callback))
        return future

    apply_async = submit  # its name before joblib 1.5

    def retrieve_result_callback(self, out: Any) -> Any:
        """Returns the results of one call, or raises its error."""
        return out.result()

    def abort_everything(self, ensure_ready: bool = True) -> None:
        """Cancels the calls of a loop that failed, and ends the run if one goes on. The next loop starts another."""
        running = [call for call in list(self._calls) if not call.cancel()]
        if futures.wait(running, _ABORT_SECONDS).not_done or self._executor is not None and self._executor.is_broken():
            self._end()

    def get_nested_backend(self) -> Any:
        """Returns the back end and its jobs in a call: loops there are sequential."""
        return SequentialBackend(nesting_level=(self.nesting_level or 0) + 1), None

    def _end(self) -> None:
        if self._executor is not None:
            self._executor.kill_workers()
            self._executor = None


def _call(tasks: Callable[[], Any]) -> Any:
    """Runs on a worker."""
    return tasks()


def _result(future: "futures.Future[Any]", timeout: Optional[float]) -> Any:
    try:
        return future.result(timeout)
    except futures.TimeoutError as error:
        if future.done():
            raise
        raise TooLate from error


class _Once:
    """A callback that forgets the loop when it was called: the run may keep the future for longer."""

    def __init__(self, callback: Callable[[Any], Any]) -> None:
        self._callback: Optional[Callable[[Any], Any]] = callback

    def __call__(self, future: "futures.Future[Any]") -> None:
        callback, self._callback = self._callback, None
        # Before joblib 1.3 a callback only asks for the next call, of which a loop that failed has none.
        if callback is not None and (_TAKES_RESULTS or not future.cancelled() and future.exception() is None):
            callback(future)


def _count(hosts: Hosts) -> int:
    if isinstance(hosts, str):
        with open(hosts, encoding="utf-8") as file:
            return sum(bool(line.partition("#")[0].strip()) for line in file) or 1
    return len(hosts) if hosts else 1


joblib.register_parallel_backend("sluice", SluiceBackend)
