"""``sluice.map``: a function over many items, on workers."""

import collections.abc
import itertools
import threading
import time
from collections import deque
from typing import Any, Callable, Deque, Dict, Iterable, Iterator, List, Optional, Sequence, Set, Tuple, Union

from sluice import byvalue
from sluice.context import Remedy
from sluice.functions import NO_CALL
from sluice.launch import Hosts, Options
from sluice.needs import Needs, checked_priority
from sluice.session import Batch, Encoded, Pace, Session, Source
from sluice.values import Part, pack

#: The rule for calls that raise: of the exception and the number of tries.
Rule = Callable[[Exception, int], Optional[Remedy]]
#: Workers wait while this many results are ready and the caller does not take them.
_MOST_READY = 1 << 16
#: So many items of a sequence, of so many bytes together, are encoded before ``map`` returns.
_MOST_ENCODED, _MOST_ENCODED_BYTES = 1 << 12, 16 << 20


def map(
    function: Callable[..., Any],
    *iterables: Iterable[Any],
    hosts: Hosts = None,
    slots: Optional[int] = None,
    ordered: bool = True,
    progress: Optional[bool] = None,
    options: Sequence[str] = (),
    trust_workers: bool = False,
    on_failure: Optional[Rule] = None,
    needs: Union[Needs, Callable[..., Optional[Needs]], None] = None,
    priority: Optional[Callable[..., int]] = None,
) -> "Results":
    """Calls the function with the items of the iterables, on workers, and returns an iterator of the results.

    hosts: the path of a hosts file, or a list of names; by default, this machine.
    slots: calls at a time on each machine; by default, one for each processor.
    ordered: whether results come in the order of the items, or as they are there.
    progress: whether to show the progress on standard error; by default, if that is a terminal.
    options: further options of ``sluice run``.
    trust_workers: whether results from other machines may be any pickle, whose code then runs in this process.
    on_failure: called on the worker with the exception of a call and the number of its tries; returns a
        ``sluice.Remedy``. By default, and for ``None``, the call has failed.

    needs: what each call needs: a ``sluice.Needs``, or a function of the items that returns one or None.
    priority: a function of the items; of the calls that wait, those with the highest number come first.

    The calls begin at once. An exception of a call is raised where its result would be returned, and ends the run;
    its cause is the remote traceback. Items of an iterator are taken as slots want them, on another thread, and are
    encoded then.
    """
    if not iterables:
        raise TypeError("map without items (expected: one iterable at least)")
    shelf = _Shelf(ordered)
    pickled = {0: byvalue.dumps(function)}
    rule = None if on_failure is None else byvalue.dumps(on_failure)
    terms = _Terms(needs, priority)
    source: Source
    if all(_has_length(iterable) for iterable in iterables):
        items: List[Any] = [iterable if _is_sequence(iterable) else list(iterable) for iterable in iterables]
        count = min(len(sequence) for sequence in items)
        if not count:
            return Results(shelf, None)
        source = _once(_Indexed(shelf, pickled, rule, items, count, terms))
    else:
        source = _once(_Lazy(shelf, pickled, rule, zip(*iterables), terms))
    return Results(shelf, Session(source, shelf.end, Options(hosts, slots, progress, options, trust_workers)))


class Results(Iterator[Any]):
    """The results of a map. Closing it, or deleting it, ends the run."""

    def __init__(self, shelf: "_Shelf", session: Optional[Session]) -> None:
        self._shelf = shelf
        self._session = session
        if session is None:
            shelf.end(None)

    def __next__(self) -> Any:
        try:
            result = self._shelf.take()
        except StopIteration as error:  # of a call; it would end the iterator like its last item
            self.close()
            raise RuntimeError("a call raised StopIteration") from error
        except BaseException:
            self.close()
            raise
        if result is _END:
            if self._session is not None:
                self._session.thread.join()
            raise StopIteration
        return result

    def close(self) -> None:
        """Ends the run. Its remaining results are lost."""
        if not self._shelf.close() and self._session is not None:
            self._session.stop()

    def __enter__(self) -> "Results":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()


_END = object()
_ABSENT = object()


class _Failure:
    """The error of a call, in the place of its result."""

    def __init__(self, error: BaseException) -> None:
        self.error = error


class _Shelf:
    """Results between the session's thread, which puts them here, and the caller's, which takes them."""

    def __init__(self, ordered: bool) -> None:
        self._ordered = ordered
        self._changed = threading.Condition()
        self._by_index: Dict[int, Any] = {}
        self._next = 0
        self._arrived: Deque[Any] = deque()
        self._taker_waits = False
        self._putter_waits = False
        self._ended = False
        self._closed = False
        self._error: Optional[BaseException] = None

    def put(self, index: int, result: Any) -> bool:
        """Takes a result. Waits while the caller has too many to take. Returns False if the caller wants no more."""
        with self._changed:
            if self._closed:
                return False
            if self._ordered:
                self._by_index[index] = result
                ready = index == self._next
            else:
                self._arrived.append(result)
                ready = True
            if ready and self._taker_waits:
                self._changed.notify_all()
            while self._is_full() and not self._closed:
                self._putter_waits = True
                self._changed.wait()
            self._putter_waits = False
            return not self._closed

    def take(self) -> Any:
        """Returns the next result, or the end. Raises the error of a call."""
        with self._changed:
            while True:
                result = self._pop()
                if result is not _ABSENT:
                    break
                if self._ended or self._closed:
                    if self._error is not None:
                        raise self._error
                    return _END
                self._taker_waits = True
                try:
                    self._changed.wait()
                finally:
                    self._taker_waits = False
            if self._putter_waits:
                self._changed.notify_all()
        if type(result) is _Failure:
            raise result.error
        return result

    def wait_until_taken(self, most: int) -> bool:
        """Waits until the caller has at most so many results to take. Returns False if it wants no more."""
        with self._changed:
            while len(self._by_index) + len(self._arrived) > most and not self._closed:
                self._putter_waits = True
                self._changed.wait()
            self._putter_waits = False
            return not self._closed

    def end(self, error: Optional[BaseException]) -> None:
        """Notes that no result follows, and why, if there is an error."""
        with self._changed:
            self._ended = True
            if not self._closed:
                self._error = self._error or error
            self._changed.notify_all()

    def fail_later(self, error: BaseException) -> None:
        """Notes the error that follows the results."""
        with self._changed:
            self._error = error

    def close(self) -> bool:
        """Notes that the caller wants no more. Returns whether the run had ended before."""
        with self._changed:
            ended = self._ended or self._closed
            self._closed = True
            self._by_index.clear()
            self._arrived.clear()
            self._changed.notify_all()
            return ended

    def _pop(self) -> Any:
        if self._ordered:
            result = self._by_index.pop(self._next, _ABSENT)
            if result is not _ABSENT:
                self._next += 1
            return result
        return self._arrived.popleft() if self._arrived else _ABSENT

    def _is_full(self) -> bool:
        if self._ordered:
            return len(self._by_index) > _MOST_READY and self._next in self._by_index
        return len(self._arrived) > _MOST_READY


class _MapBatch(Batch):
    """Items that make one cycle."""

    def __init__(
        self, shelf: _Shelf, functions: Dict[int, bytes], rule: Optional[bytes], terms: "_Terms"
    ) -> None:
        self.functions = functions
        self.rule = rule
        self._terms = terms
        self._shelf = shelf
        self._failed: Set[int] = set()

    def has_needs(self) -> bool:
        return self._terms.differ()

    def done(self, index: int, result: Any) -> bool:
        if index in self._failed:
            return True
        return self._shelf.put(index, result)

    def failed(self, index: int, error: BaseException) -> bool:
        if index in self._failed:
            return True
        self._failed.add(index)
        return self._shelf.put(index, _Failure(error))


class _Indexed(_MapBatch):
    """The items of sequences. The first ones are encoded at once, the others when workers need them."""

    def __init__(
        self,
        shelf: _Shelf,
        functions: Dict[int, bytes],
        rule: Optional[bytes],
        items: List[Any],
        count: int,
        terms: "_Terms",
    ) -> None:
        super().__init__(shelf, functions, rule, terms)
        self._items = items
        self._count = count
        self._encoded: List[Encoded] = []
        size = 0
        while len(self._encoded) < min(count, _MOST_ENCODED) and size < _MOST_ENCODED_BYTES:
            self._encoded.append(self._encode(len(self._encoded)))
            size += self._encoded[-1].size

    def __len__(self) -> int:
        return self._count

    def needs(self, index: int) -> Optional[Needs]:
        return self._terms.needs([sequence[index] for sequence in self._items])

    def priority(self, index: int) -> int:
        return self._terms.priority([sequence[index] for sequence in self._items])

    def call(self, index: int) -> List[Part]:
        return (self._encoded[index] if index < len(self._encoded) else self._encode(index)).parts()

    def _encode(self, index: int) -> Encoded:
        return Encoded.of((0, tuple([sequence[index] for sequence in self._items]), {}))


class _Lazy(_MapBatch):
    """Items of iterators, taken one after the other as slots want them, on the source's thread."""

    open = True

    def __init__(
        self,
        shelf: _Shelf,
        functions: Dict[int, bytes],
        rule: Optional[bytes],
        items: Iterator[Tuple[Any, ...]],
        terms: "_Terms",
    ) -> None:
        super().__init__(shelf, functions, rule, terms)
        self._items = items
        self._pace = Pace()
        self._taken = 0
        #: The needs of items that the runtime has not asked for yet, where they are not one slot.
        self._kept: Dict[int, Needs] = {}
        #: The same for priorities other than 0.
        self._ranked: Dict[int, int] = {}

    def needs(self, index: int) -> Optional[Needs]:
        return self._kept.pop(index, None)

    def priority(self, index: int) -> int:
        return self._ranked.pop(index, 0)

    def __len__(self) -> int:
        return 0

    def more(self) -> Optional[List[List[Part]]]:
        if not self._shelf.wait_until_taken(_MOST_READY):
            return None
        units: List[List[Part]] = []
        began = time.monotonic()
        try:
            for item in itertools.islice(self._items, self._pace.asked()):
                units.append(self._unit(item))
                if time.monotonic() - began > Pace.SOON_SECONDS:
                    break  # the slots need not wait for the next item
        except BaseException as error:
            # The caller gets the results of the items before it first.
            self._items = iter([])
            self._shelf.fail_later(error)
        self._pace.answered()
        return units or None

    def _unit(self, item: Tuple[Any, ...]) -> List[Part]:
        """Encodes an item at once: the iterator may use it again."""
        index = self._taken
        self._taken += 1
        try:
            needed, priority = self._terms.needs(item), self._terms.priority(item)
            if needed is not None:
                self._kept[index] = needed
            if priority:
                self._ranked[index] = priority
            return Encoded.of((0, item, {})).parts()
        except Exception as error:
            self.failed(index, error)
            return pack(NO_CALL)


class _Terms:
    """Needs and priorities of calls: those of all, or functions of the items."""

    def __init__(
        self, needs: Union[Needs, Callable[..., Optional[Needs]], None], priority: Optional[Callable[..., int]]
    ) -> None:
        self._needs = needs
        self._priority = priority

    def differ(self) -> bool:
        """Tells whether calls need other than one slot, or have priorities."""
        return self._needs is not None or self._priority is not None

    def needs(self, items: Iterable[Any]) -> Optional[Needs]:
        asked = self._needs
        return asked if asked is None or isinstance(asked, Needs) else asked(*items)

    def priority(self, items: Iterable[Any]) -> int:
        return 0 if self._priority is None else checked_priority(self._priority(*items))


def _once(batch: Batch) -> Source:
    batches = [batch]
    return lambda: batches.pop() if batches else None


def _has_length(iterable: Any) -> bool:
    return hasattr(iterable, "__len__")


def _is_sequence(iterable: Any) -> bool:
    """Returns whether the items can be taken by index. That of a table of pandas, for one, is a label."""
    return isinstance(iterable, collections.abc.Sequence) or type(iterable).__module__.partition(".")[0] == "numpy"
