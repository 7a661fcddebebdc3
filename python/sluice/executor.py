"""``sluice.Executor``: the interface of ``concurrent.futures``, on workers."""

import functools
import queue
import sys
import threading
import time
import weakref
from collections import OrderedDict
from concurrent import futures
from typing import Any, Callable, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Set, Tuple, Union

from sluice import byvalue
from sluice.child import GivenUp
from sluice.initializer import Initializer, InitializerError
from sluice.launch import Hosts, Options, SluiceError
from sluice.mapping import Rule
from sluice.needs import ONE_SLOT, Needs, checked, checked_priority
from sluice.session import Batch, Encoded, Pace, Session
from sluice.values import Part

#: Functions whose pickles are longer are sent to a worker once, not with each call [bytes].
_SMALL_FUNCTION = 2_048


class BrokenRun(SluiceError, futures.BrokenExecutor):
    """The run of an executor has ended: its calls have no results, and it takes no more."""


class Executor(futures.Executor):
    """Runs calls on workers. It takes the options of ``sluice.map``; ``max_workers`` is another name of ``slots``.

    The run starts with the first call and ends with ``shutdown``. A call goes out as soon as a slot wants one.
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
        initializer: Optional[Callable[..., Any]] = None,
        initargs: Tuple[Any, ...] = (),
        on_failure: Optional[Rule] = None,
    ) -> None:
        """``initializer(*initargs)`` is called once in each process of a worker, before its first call.

        ``on_failure`` is not asked about its exceptions.
        """
        self._initializer = None if initializer is None else Initializer(initializer, initargs)
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
        """Schedules a call, and returns its future. May be called on any thread, also by a callback of a future."""
        return self._submit(_PLAIN, fn, args, kwargs)

    def _submit(
        self, kind: "_Kind", fn: Callable[..., Any], args: Tuple[Any, ...], kwargs: Any
    ) -> "futures.Future[Any]":
        future = _Future(self._queue)
        if self._initializer is not None:
            fn = self._initializer.before(fn)
        self._queue.add(future, kind, fn, args, kwargs)
        with self._starting:
            if self._session is None:
                try:
                    self._session = Session(self._queue.take, self._queue.end, self._options)
                    self._session.at_exit = _Finish(self._queue, self._session)
                except BaseException as error:
                    self._queue.end(error)
                    raise
        return future

    def having(self, needs: Optional[Needs] = None, priority: int = 0) -> "Having":
        """Returns the executor for calls with these needs and this priority: ``having(priority=5).submit(f, 1)``.

        Of the calls that wait, those with the highest priority come first.
        """
        return Having(self, needs, priority)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Takes no more calls, and waits until those that it has are done."""
        self._queue.close(cancel_futures)
        with self._starting:
            session = self._session
        if wait and session is not None and session.thread is not threading.current_thread():
            session.thread.join()

    def kill_workers(self) -> None:
        """Ends the run at once, with the processes of running calls. Their futures get an error."""
        self.shutdown(wait=False, cancel_futures=True)
        with self._starting:
            session = self._session
        if session is not None:
            session.stop()

    def is_broken(self) -> bool:
        """Returns whether the run has ended, so that the executor takes no more calls."""
        return self._queue.ended


class Having(futures.Executor):
    """An executor for calls with needs and a priority of their own."""

    def __init__(self, executor: Executor, needs: Optional[Needs], priority: int) -> None:
        self._executor = executor
        self._kind = _Kind(checked(needs), checked_priority(priority))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "futures.Future[Any]":
        return self._executor._submit(self._kind, fn, args, kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Ends the executor."""
        self._executor.shutdown(wait, cancel_futures=cancel_futures)


class _Kind(NamedTuple):
    needs: Needs
    priority: int


_PLAIN = _Kind(ONE_SLOT, 0)
#: Kinds of calls in a run.
_MOST_KINDS = 64


def as_completed(fs: Iterable["futures.Future[Any]"], timeout: Optional[float] = None) -> "Completed":
    """Returns an iterator of the futures, each as soon as it is done. ``add`` adds one while the iterator is used."""
    return Completed(fs, timeout)


class Completed(Iterator["futures.Future[Any]"]):
    """Futures in the order in which they are done. ``timeout``: the time for all of them [s]."""

    def __init__(self, fs: Iterable["futures.Future[Any]"], timeout: Optional[float] = None) -> None:
        self._until = None if timeout is None else time.monotonic() + timeout
        self._done: "queue.SimpleQueue[futures.Future[Any]]" = queue.SimpleQueue()
        self._left = 0
        for future in set(fs):
            self.add(future)

    def add(self, future: "futures.Future[Any]") -> None:
        """Adds a future. Confined to the thread that uses the iterator."""
        self._left += 1
        future.add_done_callback(self._done.put)

    def __next__(self) -> "futures.Future[Any]":
        if not self._left:
            raise StopIteration
        try:
            future = self._done.get(timeout=None if self._until is None else max(0, self._until - time.monotonic()))
        except queue.Empty:
            raise futures.TimeoutError("%d futures are not done" % self._left) from None
        self._left -= 1
        return future


class _Future(futures.Future):  # type: ignore[type-arg]
    """A future whose queue forgets it when it is cancelled, and whose call can be interrupted."""

    def __init__(self, of: "_Queue") -> None:
        super().__init__()
        self._of = of
        #: Where it waits.
        self.line = (0, 0)
        #: What ends its call when it has gone out.
        self.give_up: Optional[Callable[[], None]] = None

    def cancel(self, interrupt: bool = False) -> bool:
        """Takes the call back. Returns False if it has gone out to a worker.

        With ``interrupt`` it is ended also there, and the result is ``True`` unless the call has ended: the future then
        raises ``sluice.UnitCancelled``, or has its result if that came before.
        """
        if self._of.forget(self) and super().cancel():
            self.set_running_or_notify_cancel()
        if interrupt and not self.done():
            self._of.interrupt(self)
            return True
        return self.cancelled()


class _Task:
    """A call and its future."""

    __slots__ = ("future", "kind", "unit")

    def __init__(self, future: _Future, kind: _Kind, unit: Encoded) -> None:
        self.future = future
        self.kind = kind
        self.unit = unit

    def finish(self, result: Any, error: Optional[BaseException]) -> None:
        """Ends the future, unless it has ended before."""
        if self.future.done():
            return
        if error is not None:
            self.future.set_exception(error)
        else:
            self.future.set_result(result)


class _Queue:
    """Calls between the threads that submit them and those of the session.

    All calls are units of one open cycle. Its setup has the rule, and the functions of the calls that wait then. Small
    functions that come later travel with their calls. Another large one, another ``sys.path``, or the first call with
    needs or a priority, needs a new setup: then the cycle ends before this call, and another one begins.
    """

    def __init__(self, rule: Optional[bytes] = None) -> None:
        self._rule = rule
        #: Calls so far: their numbers seed their random numbers, whichever cycle they are in.
        self._count = 0
        self._changed = threading.Condition(threading.RLock())
        #: Calls that have not gone out, by cycle and negated priority, each in the order given. No line is empty.
        self._waiting: Dict[Tuple[int, int], "OrderedDict[_Future, _Task]"] = {}
        self._kinds: Set[_Kind] = {_PLAIN}
        #: Whether calls of the current cycle may be of another kind than the plain one.
        self._sized = False
        #: The current cycle, and the one of calls that are added now, which is the same or the next one.
        self._cycle, self._adding = 0, 1
        #: The numbers of the functions in the setup of the second, by their pickles.
        self._functions: Dict[bytes, int] = {}
        self._path: List[str] = []
        self._batch: Optional[_Calls] = None
        self._closed = False
        self.ended = False
        self._error: Optional[BaseException] = None

    def add(
        self,
        future: _Future,
        kind: _Kind,
        function: Callable[..., Any],
        arguments: Tuple[Any, ...],
        keywords: Any,
    ) -> None:
        """Takes a call, as it is now."""
        pickled, failure = b"", None
        try:
            pickled = byvalue.dumps(function)
        except Exception as error:
            failure = Encoded(b"", error)
        with self._changed:
            if self._error is not None:
                raise BrokenRun("the executor is broken: %s" % self._error) from self._error
            if self._closed:
                raise RuntimeError("cannot schedule new futures after shutdown")
            if kind not in self._kinds and len(self._kinds) == _MOST_KINDS:
                raise ValueError("%s: one more kind (expected: at most %d needs and priorities)" % (kind, _MOST_KINDS))
            self._kinds.add(kind)
            unit = failure or Encoded.of((self._name(pickled, kind), arguments, keywords, self._count))
            self._count += 1
            future.line = (self._adding, -kind.priority)
            self._waiting.setdefault(future.line, OrderedDict())[future] = _Task(future, kind, unit)
            self._changed.notify_all()

    def _name(self, pickled: bytes, kind: _Kind) -> Union[int, bytes]:
        """Returns the number of a function, or its pickle if it travels with its calls."""
        if self._adding == self._cycle:
            known = sys.path == self._path and (self._sized or kind == _PLAIN)
            if known and pickled in self._functions:
                return self._functions[pickled]
            if known and len(pickled) <= _SMALL_FUNCTION:
                return pickled
            self._adding += 1
            self._functions = {}
        return self._functions.setdefault(pickled, len(self._functions))

    def forget(self, future: _Future) -> bool:
        """Removes a call that waits. Returns False if it has gone out."""
        with self._changed:
            line = self._waiting.get(future.line)
            if line is None or line.pop(future, None) is None:
                return False
            if not line:
                del self._waiting[future.line]
            return True

    def interrupt(self, future: _Future) -> None:
        """Ends a call that has gone out."""
        with self._changed:
            while future.give_up is None and not future.done():
                self._changed.wait(0.1)  # it is going out
            give_up = future.give_up
        if give_up is not None:
            give_up()

    def take(self) -> Optional[Batch]:
        """Waits for calls. Returns None after the last ones."""
        with self._changed:
            while not self._waiting and not self._closed:
                self._changed.wait()
            if not self._waiting:
                return None
            self._cycle = self._adding
            self._path = list(sys.path)
            self._sized = len(self._kinds) > 1
            functions = {number: pickled for pickled, number in self._functions.items()}
            self._batch = _Calls(self, functions, self._rule, self._sized)
            return self._batch

    def next(self, most: int) -> List[_Task]:
        """Waits for calls of the current cycle, which go out now. Returns none after the last ones."""
        with self._changed:
            while not self._waiting and not self._closed:
                self._changed.wait()
            tasks: List[_Task] = []
            while self._waiting and len(tasks) < most:
                first = min(self._waiting)
                if first[0] != self._cycle:
                    break
                future, task = self._waiting[first].popitem(last=False)
                if not self._waiting[first]:
                    del self._waiting[first]
                future.set_running_or_notify_cancel()
                tasks.append(task)
            return tasks

    def close(self, cancel: bool = False) -> None:
        """Takes no more calls."""
        with self._changed:
            self._closed = True
            waiting = [future for line in self._waiting.values() for future in line] if cancel else []
            self._changed.notify_all()
        for future in waiting:
            future.cancel()
        with self._changed:
            self._changed.notify_all()

    def end(self, error: Optional[BaseException]) -> None:
        """Ends the futures that have no result after the run."""
        with self._changed:
            unfinished = [] if self._batch is None else self._batch.running()
            for line in self._waiting.values():
                for future, task in line.items():
                    future.set_running_or_notify_cancel()
                    unfinished.append(task)
            self._waiting.clear()
            self._closed = self.ended = True
            self._error = self._error or error
            self._changed.notify_all()
        if not isinstance(error, futures.BrokenExecutor):
            error = BrokenRun(str(error or "the run ended without this result (expected: a result)"))
        for task in unfinished:
            task.finish(None, error)


class _Finish:
    """Lets a run do its last calls when the interpreter ends."""

    def __init__(self, queue: _Queue, session: Session) -> None:
        self._queue = queue
        self._thread = session.thread

    def __call__(self) -> None:
        self._queue.close()
        self._thread.join()


class _Calls(Batch):
    """Calls that become units as slots want them."""

    open = True

    def __init__(self, source: _Queue, functions: Dict[int, bytes], rule: Optional[bytes], sized: bool) -> None:
        self.functions = functions
        self._sized = sized
        self.rule = rule
        self._source = source
        self._pace = Pace()
        self._count = 0
        #: Calls without a result, by the indices of their units.
        self._tasks: Dict[int, _Task] = {}
        #: The kinds of calls that are not plain, until the runtime has asked.
        self._kinds: Dict[int, _Kind] = {}
        self._given_up = GivenUp()

    def gives_up(self) -> Optional[GivenUp]:
        return self._given_up

    def __len__(self) -> int:
        return 0

    def has_needs(self) -> bool:
        return self._sized

    def needs(self, index: int) -> Optional[Needs]:
        return self._kinds.get(index, _PLAIN).needs

    def priority(self, index: int) -> int:
        return self._kinds.pop(index, _PLAIN).priority

    def more(self) -> Optional[List[List[Part]]]:
        units: List[List[Part]] = []
        while not units:
            tasks = self._source.next(self._pace.asked())
            if not tasks:
                return None
            for task in tasks:
                try:
                    units.append(task.unit.parts())
                except Exception as error:
                    task.finish(None, error)
                    continue
                self._tasks[self._count] = task
                task.future.give_up = functools.partial(self._given_up.put, self._count)
                if task.kind != _PLAIN:
                    self._kinds[self._count] = task.kind
                self._count += 1
        self._pace.answered()
        return units

    def running(self) -> List[_Task]:
        """The calls that went out and have no result."""
        return list(self._tasks.values())

    def done(self, index: int, result: Any) -> bool:
        self._tasks.pop(index).finish(result, None)
        return True

    def failed(self, index: int, error: BaseException) -> bool:
        self._tasks.pop(index).finish(None, error)
        if isinstance(error, InitializerError):
            self._source.end(error)
        return True
