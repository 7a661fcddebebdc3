"""``sluice.Executor``: the interface of ``concurrent.futures``, on workers."""

import threading
import time
import weakref
from concurrent import futures
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from sluice import byvalue
from sluice.functions import NO_CALL
from sluice.launch import Hosts, Options, SluiceError
from sluice.mapping import Rule
from sluice.session import Batch, Encoded, Session
from sluice.values import Part, pack

#: Calls that are submitted within this time after one another make one batch.
_PAUSE_SECONDS = 0.002
_LONGEST_SECONDS = 0.05


class Executor(futures.Executor):
    """Runs calls on workers. It takes the options of ``sluice.map``; ``max_workers`` is another name of ``slots``.

    The run starts with the first call and ends with ``shutdown``. Calls go out in batches: what is submitted while a
    batch runs waits for its end.
    """

    def __init__(
        self,
        max_workers: Optional[int] = None,
        *,
        hosts: Hosts = None,
        slots: Optional[int] = None,
        progress: Optional[bool] = False,
        options: Sequence[str] = (),
        trust_workers: bool = False,
        on_failure: Optional[Rule] = None,
    ) -> None:
        if max_workers is not None and slots is not None:
            raise TypeError("max_workers with slots (expected: only one of the two, as they mean the same)")
        slots = slots if max_workers is None else max_workers
        self._options = Options(hosts, slots, progress, options, trust_workers)
        self._queue = _Queue(None if on_failure is None else byvalue.dumps(on_failure))
        self._session: Optional[Session] = None
        self._starting = threading.Lock()
        # An executor that nobody refers to any more ends after its last call.
        weakref.finalize(self, self._queue.close)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "futures.Future[Any]":
        """Schedules a call, and returns its future."""
        future: "futures.Future[Any]" = futures.Future()
        self._queue.add(future, fn, args, kwargs)
        with self._starting:
            if self._session is None:
                try:
                    self._session = Session(self._queue.take, self._queue.end, self._options)
                    self._session.at_exit = _Finish(self._queue, self._session)
                except BaseException as error:
                    self._queue.end(error)
                    raise
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Takes no more calls, and waits until those that it has are done."""
        self._queue.close(cancel_futures)
        with self._starting:
            session = self._session
        if wait and session is not None and session.thread is not threading.current_thread():
            session.thread.join()


class _Task:
    """A call and its future."""

    __slots__ = ("future", "unit", "handed_out")

    def __init__(self, future: "futures.Future[Any]", unit: Encoded) -> None:
        self.future = future
        self.unit: Optional[Encoded] = unit
        self.handed_out = False

    def call(self) -> List[Part]:
        """Returns what to call, or nothing if the future was cancelled or is done."""
        if not self.handed_out:
            self.handed_out = True
            self.future.set_running_or_notify_cancel()
        if self.future.done() or self.unit is None:
            return pack(NO_CALL)
        return self.unit.parts()

    def finish(self, result: Any, error: Optional[BaseException]) -> None:
        """Ends the future, unless it has ended before."""
        self.unit = None
        if self.future.done():
            return
        if error is not None:
            self.future.set_exception(error)
        else:
            self.future.set_result(result)


class _Queue:
    """Calls between the threads that submit them and the session's thread."""

    def __init__(self, rule: Optional[bytes] = None) -> None:
        self._rule = rule
        #: Calls of earlier batches.
        self._earlier = 0
        self._changed = threading.Condition()
        self._waiting: List[_Task] = []
        self._batch: List[_Task] = []
        #: The numbers of the functions of waiting calls, by their pickles; and how many numbers there were.
        self._functions: Dict[bytes, int] = {}
        self._numbers = 0
        self._closed = False
        self._error: Optional[BaseException] = None

    def add(
        self, future: "futures.Future[Any]", function: Callable[..., Any], arguments: Tuple[Any, ...], keywords: Any
    ) -> None:
        """Takes a call, as it is now."""
        pickled, failure = b"", None
        try:
            pickled = byvalue.dumps(function)
        except Exception as error:
            failure = Encoded(b"", error)
        with self._changed:
            if self._error is not None:
                raise SluiceError("the executor is broken: %s" % self._error) from self._error
            if self._closed:
                raise RuntimeError("cannot schedule new futures after shutdown")
            number = self._functions.setdefault(pickled, self._numbers)
            self._numbers += number == self._numbers
            self._waiting.append(_Task(future, failure or Encoded.of((number, arguments, keywords))))
            if len(self._waiting) == 1:
                self._changed.notify_all()

    def take(self) -> Optional[Batch]:
        """Waits for calls, and for the pause after them. Returns None after the last ones."""
        with self._changed:
            while not self._waiting and not self._closed:
                self._changed.wait()
        began = time.monotonic()
        count = -1
        while count != len(self._waiting) and time.monotonic() - began < _LONGEST_SECONDS and not self._closed:
            count = len(self._waiting)
            time.sleep(_PAUSE_SECONDS)
        with self._changed:
            self._batch, self._waiting = self._waiting, []
            functions, self._functions = self._functions, {}
        if not self._batch:
            return None
        batch = _Tasks(self._batch, {number: pickled for pickled, number in functions.items()})
        batch.first, batch.rule = self._earlier, self._rule
        self._earlier += len(batch)
        return batch

    def close(self, cancel: bool = False) -> None:
        """Takes no more calls."""
        with self._changed:
            self._closed = True
            waiting = self._waiting + self._batch if cancel else []
            self._changed.notify_all()
        for task in waiting:
            task.future.cancel()

    def end(self, error: Optional[BaseException]) -> None:
        """Ends the futures that have no result after the run."""
        with self._changed:
            unfinished = self._batch + self._waiting
            self._batch, self._waiting = [], []
            self._closed = True
            self._error = error
        for task in unfinished:
            if not task.future.done():
                task.call()
                task.finish(None, error or SluiceError("the run ended without this result (expected: a result)"))


class _Finish:
    """Lets a run do its last calls when the interpreter ends."""

    def __init__(self, queue: _Queue, session: Session) -> None:
        self._queue = queue
        self._thread = session.thread

    def __call__(self) -> None:
        self._queue.close()
        self._thread.join()


class _Tasks(Batch):
    """Calls that make one cycle."""

    def __init__(self, tasks: List[_Task], functions: Dict[int, bytes]) -> None:
        self._tasks = tasks
        self.functions = functions

    def __len__(self) -> int:
        return len(self._tasks)

    def call(self, index: int) -> List[Part]:
        return self._tasks[index].call()

    def done(self, index: int, result: Any) -> bool:
        self._tasks[index].finish(result, None)
        return True

    def failed(self, index: int, error: BaseException) -> bool:
        self._tasks[index].finish(None, error)
        return True
