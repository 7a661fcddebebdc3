"""The template of an application: subclass it, and Sluice spreads the units over workers."""

import argparse
import enum
import inspect
import os
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple, Union

from sluice.context import Remedy
from sluice.needs import Needs

#: Results travel to the master one by one, as soon as they are there.
EACH = "each"
#: Workers keep their results until the cycle ends.
CYCLE_END = "cycle-end"


class Verdict(enum.IntEnum):
    """The decision of an application on its master, after a result or the end of a cycle."""

    #: Continue. A method that returns None means the same.
    CONTINUE = 0
    #: The cycle needs no further results.
    CYCLE_COMPLETE = 1
    #: The application needs no further results: no cycle follows, and the run is complete.
    APPLICATION_COMPLETE = 2
    #: The computation is wrong: the run ends as failed, without ``complete``.
    FAILED = 3


CONTINUE = Verdict.CONTINUE
CYCLE_COMPLETE = Verdict.CYCLE_COMPLETE
APPLICATION_COMPLETE = Verdict.APPLICATION_COMPLETE
FAILED = Verdict.FAILED


class Cycle(NamedTuple):
    """One pass over the units 0 to ``units`` - 1."""

    #: The number of units. 0 goes straight to the end of the cycle.
    units: int
    #: The data that every worker gets before its first unit of the cycle.
    setup: Any = None
    #: Whether this is the last cycle.
    last: bool = True
    #: Whether units may be added while the cycle runs.
    open: bool = False


class Growth:
    """How many units the current cycle has, and whether it is open."""

    def __init__(self) -> None:
        self.units = 0
        self.open = False
        self._known = (0, False)

    def begin(self, cycle: Cycle) -> None:
        """Notes that a cycle begins."""
        self.open = cycle.open
        self.has(cycle.units)

    def has(self, units: int) -> None:
        """Notes how many units the cycle has, with those of its source."""
        self.units = units
        self._known = (units, self.open)

    def add(self, count: int) -> int:
        """Adds units. Returns the index of the first."""
        self._demand_open("add_units")
        if count < 0:
            raise ValueError("add_units: %d units (expected: 0 or more)" % count)
        self.units += count
        return self.units - count

    def close(self) -> None:
        """Notes that no more units come."""
        self._demand_open("close_cycle")
        self.open = False

    def news(self) -> Tuple[int, bool]:
        """Returns the number of units that were added since then, and whether the cycle was closed."""
        units, was_open = self._known
        return self.units - units, was_open and not self.open

    def _demand_open(self, method: str) -> None:
        if not self.open:
            raise RuntimeError("%s: the cycle is not open (expected: open_cycles = True, and not closed)" % method)


class FailedUnit(NamedTuple):
    """A unit that has no result, and why."""

    index: int  # type: ignore[assignment]
    message: str
    #: "failed" on every worker that tried it, "given-up" by ``on_failure``, or "cancelled" by ``sluice cancel``.
    kind: str = "failed"


class InputFile(NamedTuple):
    """A file that workers need. Each content is sent once to each host."""

    #: The name by which ``sluice.file`` returns its path: a relative path.
    name: str
    #: The path of the file on the master.
    path: str
    #: Whether workers see the directory that the archive contains (tar, tar.gz or zip), and not the archive.
    unpack: bool = False


class ArgumentError(Exception):
    """Arguments of the application that make no sense. Raise it in ``initialize``; the run then ends with code 2."""


class Application:
    """A computation that Sluice spreads over workers.

    The work is a sequence of cycles, and each cycle consists of independent units. The master calls ``cycle``, sends
    the setup to every worker, makes each ``unit``, and takes each result in ``accept``. The workers call ``compute``.
    Master and workers are different processes with an instance each: only setup, units and results travel, as Python
    values that ``pickle`` can write. A serial run has one instance that plays both parts.

    Most applications override ``units`` and ``compute``, and either set ``accumulate`` or override ``accept``.
    """

    #: The number of cycles for ``units``; None if it goes on until ``units`` returns None.
    cycles: Optional[int] = 1
    #: How results travel: ``sluice.EACH`` or ``sluice.CYCLE_END``. ``accumulate`` overrides it.
    results: str = EACH
    #: A function of a list of results that returns their total, such as ``sum`` or ``max``, or a method with this name.
    #: It is called for results and totals in any order and grouping, on workers and master.
    accumulate: Optional[Callable[..., Any]] = None
    #: Whether cycles are open: ``accept`` adds units with ``add_units``, and ``more`` gives some, if overridden.
    open_cycles: bool = False
    #: The parsed arguments.
    options: argparse.Namespace
    #: The total of the last cycle, if ``accumulate`` is set.
    total: Any = None

    def arguments(self, parser: argparse.ArgumentParser) -> None:
        """Adds the application's options to the parser. Called on both sides, first. The result is ``self.options``."""

    def initialize(self) -> None:
        """Checks options and prepares what both sides need. Called on both sides, once.

        Raise ``ArgumentError`` for an option that makes no sense.
        """

    def files(self) -> Sequence[Union[str, "os.PathLike[str]", InputFile]]:
        """Names the files that workers need, besides those of ``--file``. Called on the master, after ``initialize``.

        A path alone is named by its last part. ``sluice.file(name)`` returns where the file is: on a worker from
        ``load_state`` on, on the master from ``cycle`` and ``units`` on. The files must not change during the run.
        """
        return []

    def cycle(self, number: int) -> Optional[Cycle]:
        """Describes the next cycle, or returns None if there is none. Called on the master, once for each number.

        The default asks ``units`` and ``setup``.
        """
        units = None if self.cycles is not None and number >= self.cycles else self.units(number)
        if units is None:
            return None
        self._units = units if _is_indexed(units) else list(units)
        self._added: Dict[int, Any] = {}
        last = self.cycles is not None and number + 1 >= self.cycles
        return Cycle(len(self._units), self.setup(number), last, self.open_cycles)

    def add_units(self, units: Union[int, Iterable[Any]]) -> None:
        """Adds units to the open cycle. Call it in ``accept``, with units, or with a number if ``unit`` is overridden.

        The cycle closes by itself when every unit is accepted and ``more``, if overridden, gives none.
        """
        if isinstance(units, int):
            growth_of(self).add(units)
            return
        added = list(units)
        self._added.update(enumerate(added, growth_of(self).add(len(added))))

    def close_cycle(self) -> None:
        """Closes the open cycle: it ends when the units that it has are accepted. Call it in ``accept``."""
        growth_of(self).close()

    def more(self, given: int) -> Optional[Iterable[Any]]:
        """The source of an open cycle: waits for units from outside, and returns them; None if no more come.

        Override it, or add units in ``accept``, or both. Called on the master, on a thread of its own, while other
        methods run. ``unit`` is not asked for these units. It is asked only while fewer units wait than the slots
        want. An empty list means none now. ``given`` is the number of units that it has given in this cycle, also
        before the run was resumed.
        """
        return None

    def expected_cycles(self) -> Optional[int]:
        """Foretells the number of cycles of the whole run, for the progress; None if nobody knows."""
        return self.cycles if type(self).cycle is Application.cycle else None

    def units(self, cycle: int) -> Optional[Sequence[Any]]:
        """Returns the units of a cycle: a list, a range, or anything that can be iterated. Called on the master."""
        raise NotImplementedError(
            "%s has no units (expected: it overrides units, or cycle and unit)" % type(self).__name__
        )

    def setup(self, cycle: int) -> Any:
        """Returns the data that every worker needs for this cycle. Called on the master, after ``units``."""
        return None

    def unit(self, index: int) -> Any:
        """Makes the unit with this index. Called on the master; again, if a worker was lost. Must return equal units.

        The default takes it from what ``units`` returned and ``add_units`` added.
        """
        return self._units[index] if index < len(self._units) else self._added[index]

    def needs(self, index: int) -> Optional[Needs]:
        """Says what the unit with this index needs while it computes; None for one slot. Called on the master.

        It is called once for each unit when a cycle begins, and again if the run is resumed; must return equal needs.
        """
        return None

    def priority(self, index: int) -> int:
        """Says which units are computed first: those with the highest number, and of equal ones those given first.

        Called as ``needs`` is.
        """
        return 0

    def load_state(self) -> None:
        """Loads what a worker keeps from cycle to cycle, into attributes. Called on a worker, before the first unit."""

    def compute(self, setup: Any, unit: Any) -> Any:
        """Computes one unit. Called on a worker. Must depend on its arguments alone.

        If it raises, Sluice tries the unit on other workers and then sets it aside.
        """
        raise NotImplementedError("%s does not override compute (expected: it does)" % type(self).__name__)

    def on_failure(self, unit: Any, error: Exception, tries: int) -> Optional[Remedy]:
        """Decides about a unit whose ``compute`` raised this. Called on the worker, in place.

        The default, as None, is ``Remedy.ELSEWHERE``. ``tries`` counts the calls of ``compute`` for this unit here.
        """
        return None

    def accept(self, index: int, result: Any) -> Optional[Verdict]:
        """Takes the result of one unit. Called on the master, once for each unit, in any order."""
        raise NotImplementedError(
            "%s has no accept (expected: it overrides accept, or sets accumulate)" % type(self).__name__
        )

    def accumulated(self, total: Any) -> Optional[Verdict]:
        """Takes the total of a cycle, if ``accumulate`` is set. The default keeps it as ``self.total``."""
        self.total = total
        return None

    def end_cycle(self, number: int) -> Optional[Verdict]:
        """Decides after a whole cycle. Called on the master, once."""
        return None

    def missing(self, failures: List[FailedUnit]) -> None:
        """Learns that units have no result, although the run goes on (``--keep-going``). Called on the master."""

    def complete(self) -> None:
        """Writes the answer. Called on the master, once, at the end. The default prints the total, if there is one."""
        if self.total is not None:
            print(self.total)

    def incomplete(self, failures: List[FailedUnit]) -> None:
        """Saves what there is when the answer cannot be complete. Called on the master, instead of ``complete``."""

    def interrupted(self) -> None:
        """Saves the results so far when the operator stops the run. Called on the master, instead of ``complete``."""

    def finish(self) -> None:
        """Releases what a worker opened. Called on a worker, once, before it leaves."""


def growth_of(application: Application) -> Growth:
    """Returns how the current cycle grows. Applications need not call the constructor of their base."""
    growth: Growth = application.__dict__.setdefault("_growth", Growth())
    return growth


def has_source(application: Application) -> bool:
    """Returns whether the application gives units to open cycles."""
    return type(application).more is not Application.more


def accumulation(application: Application) -> Optional[Callable[[List[Any]], Any]]:
    """Returns the function that makes a total of a list of results, or None if results are not accumulated.

    A plain function in the class would become a method. It is called without the instance if it takes one argument.
    """
    found = inspect.getattr_static(application, "accumulate", None)
    if found is None:
        return None
    if inspect.isfunction(found) and len(_positional(found)) == 1:
        return _Checked(found)
    bound = application.accumulate
    if not callable(bound):
        raise TypeError("accumulate is %r (expected: a function of a list of results, such as sum)" % (found,))
    return _Checked(bound)


class _Checked:
    """A function of a list of results, whose first total is tried: no grouping of results may change a total."""

    def __init__(self, function: Callable[[List[Any]], Any]) -> None:
        self._function = function
        self._tried = False

    def __call__(self, values: List[Any]) -> Any:
        if self._tried or len(values) < 2:
            return self._function(values)
        self._tried = True
        numbers = all(type(value) in (int, float) for value in values)
        total = self._function(values)
        again = self._function([total])
        if not _same(total, again):
            raise TypeError(
                "accumulate: the total of one total %s is %s (expected: equal, as totals of results are totalled again;"
                " sum, max and the like are so)" % (_short(total), _short(again))
            )
        if numbers and len(values) > 2:
            grouped = self._function([self._function(values[:2])] + values[2:])
            if type(total) in (int, float) and abs(total - grouped) > 1e-6 * max(map(abs, values + [total])):
                raise TypeError(
                    "accumulate: %s in groups is %s (expected: %s, the total of all at once; a mean, for one, needs"
                    " results and totals that have sum and count)" % (_short(values), _short(grouped), _short(total))
                )
        return total


def _same(one: Any, other: Any) -> bool:
    """Returns False if two values differ for sure."""
    if type(one) is not type(other):
        return False
    try:
        equal = one == other
    except Exception:
        return True
    return equal is not False or type(one).__eq__ is object.__eq__ or repr(one) == repr(other)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def check(application: Application) -> None:
    """Refuses an application that cannot run."""
    kind = type(application)
    if kind.compute is Application.compute:
        raise TypeError("%s does not override compute (expected: it does)" % kind.__name__)
    if kind.units is Application.units and kind.cycle is Application.cycle:
        raise TypeError("%s has no units (expected: it overrides units, or cycle and unit)" % kind.__name__)
    if accumulation(application) is None and kind.accept is Application.accept:
        raise TypeError("%s has no accept (expected: it overrides accept, or sets accumulate)" % kind.__name__)
    if application.results not in (EACH, CYCLE_END):
        raise TypeError("results is %r (expected: sluice.EACH or sluice.CYCLE_END)" % (application.results,))


def input_files(application: Application) -> List[InputFile]:
    """Returns the files that the application names, with absolute paths."""
    files = []
    for given in application.files():
        if isinstance(given, InputFile):
            name, path, unpack = given
        elif isinstance(given, (str, os.PathLike)):
            name, path, unpack = os.path.basename(os.fspath(given)), os.fspath(given), False
        else:
            raise TypeError("files returned %r (expected: paths or sluice.InputFile)" % (given,))
        if "=" in name:
            raise ValueError("file %r (expected: a name without '=')" % name)
        files.append(InputFile(name, os.path.abspath(path), unpack))
    return files


def checked_verdict(verdict: Any) -> Verdict:
    """Returns the verdict of a method, None being to continue."""
    if verdict is None:
        return CONTINUE
    if not isinstance(verdict, Verdict):
        raise TypeError("the verdict is %r (expected: None or a sluice.Verdict)" % (verdict,))
    return verdict


def checked_cycle(cycle: Any) -> Optional[Cycle]:
    """Returns the cycle that ``cycle`` returned, which may be a tuple."""
    if cycle is None:
        return None
    if not isinstance(cycle, tuple):
        raise TypeError("cycle returned %r (expected: a sluice.Cycle or None)" % (cycle,))
    checked = Cycle(*cycle)
    if not isinstance(checked.units, int) or checked.units < 0:
        raise TypeError("a cycle of %r units (expected: a number, 0 or more)" % (checked.units,))
    return checked


def _is_indexed(units: Any) -> bool:
    return hasattr(units, "__len__") and hasattr(units, "__getitem__") and not hasattr(units, "keys")


def _positional(function: Callable[..., Any]) -> List[inspect.Parameter]:
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [
        parameter
        for parameter in inspect.signature(function).parameters.values()
        if parameter.kind in kinds and parameter.default is inspect.Parameter.empty
    ]
