"""Runs an application in this process, one unit after the other: for tests, debuggers and small runs."""

import heapq
import sys
from typing import Any, Dict, Iterator, List, Optional, Tuple, Type

from sluice import context, program
from sluice.application import (
    APPLICATION_COMPLETE,
    CONTINUE,
    CYCLE_COMPLETE,
    Application,
    ArgumentError,
    Cycle,
    Verdict,
    accumulation,
    checked_cycle,
    checked_verdict,
    growth_of,
    has_source,
    input_files,
)
from sluice.application import FAILED as FAILED_VERDICT
from sluice.needs import checked_priority


class RunFailed(Exception):
    """The application returned the verdict FAILED."""


def run(kind: Type[Application], arguments: Optional[List[str]] = None) -> Optional[Application]:
    """Runs the application here, serially, with the arguments of this process or others, and returns it.

    In a program that Sluice runs, the call only says which application it is, and returns None.
    """
    if program.choose(kind):
        return None
    if arguments is not None:
        return _run(kind, arguments)
    try:
        return _run(kind, sys.argv[1:])
    except program.HelpRequested as wanted:
        print(wanted, end="")
        sys.exit(0)
    except ArgumentError as error:
        print("%s: %s" % (sys.argv[0], error), file=sys.stderr)
        sys.exit(2)


def _run(kind: Type[Application], arguments: List[str]) -> Application:
    application = program.start(kind, sys.argv[0] or kind.__name__, arguments)
    try:
        program.name_own_files(input_files(application))
        _run_cycles(application)
        application.complete()
    finally:
        application.finish()
    return application


def _run_cycles(application: Application) -> None:
    number = 0
    loaded = False
    while True:
        cycle = checked_cycle(application.cycle(number))
        if cycle is None:
            return
        if not loaded and (cycle.units or cycle.open):
            application.load_state()
            loaded = True
        verdict = _run_cycle(application, cycle, number)
        if verdict <= CYCLE_COMPLETE:
            verdict = checked_verdict(application.end_cycle(number))
        if verdict == FAILED_VERDICT:
            raise RunFailed("cycle %d failed (expected: another verdict)" % number)
        if verdict == APPLICATION_COMPLETE or cycle.last:
            return
        number += 1


def _run_cycle(application: Application, cycle: Cycle, number: int) -> Verdict:
    total = accumulation(application)
    if total is not None:
        return _run_accumulated(application, cycle, number, total)
    for index, unit in _units(application, cycle):
        verdict = checked_verdict(application.accept(index, _compute(application, cycle, number, index, unit)))
        if verdict != CONTINUE:
            growth_of(application).open = False
            return verdict
    return CONTINUE


def _units(application: Application, cycle: Cycle) -> Iterator[Tuple[int, Any]]:
    """Yields the units of a cycle, also those that are added meanwhile. The source is asked if none is left."""
    growth = growth_of(application)
    growth.begin(cycle)
    sourced: Dict[int, Any] = {}
    given, asks = 0, has_source(application)
    order = _Order(application)
    while True:
        while order.taken < growth.units:
            index = order.next(growth.units)
            yield index, sourced.pop(index) if index in sourced else application.unit(index)
        if not (growth.open and asks):
            growth.open = False
            return
        more = application.more(given)
        asks = more is not None
        units = [] if more is None else list(more)
        first = growth.add(len(units))
        sourced.update(enumerate(units, first))
        given += len(units)


class _Order:
    """The order of the units of a cycle: the highest priority first, then the lowest index."""

    def __init__(self, application: Application) -> None:
        self._priority = application.priority
        self._differ = type(application).priority is not Application.priority
        self._known = 0
        self._waiting: List[Tuple[int, int]] = []
        self.taken = 0

    def next(self, units: int) -> int:
        """Takes the next one, of which there is one; ``units``: those of the cycle so far."""
        self.taken += 1
        if not self._differ:
            return self.taken - 1
        for index in range(self._known, units):
            heapq.heappush(self._waiting, (-checked_priority(self._priority(index)), index))
        self._known = units
        return heapq.heappop(self._waiting)[1]


def _run_accumulated(application: Application, cycle: Cycle, number: int, total: Any) -> Verdict:
    sums: List[Any] = []
    for index, unit in _units(application, cycle):
        sums.append(_compute(application, cycle, number, index, unit))
        if len(sums) == 1000:
            sums = [total(sums)]
    return checked_verdict(application.accumulated(total_of(total, sums)))


def _compute(application: Application, cycle: Cycle, number: int, index: int, unit: Any) -> Any:
    try:
        with context.Unit().at(number, index):
            return context.mended(
                lambda: application.compute(cycle.setup, unit),
                lambda error, tries: application.on_failure(unit, error, tries),
            )
    except context.GivenUp as given:
        raise given.error from given.error.__cause__


def total_of(total: Any, values: List[Any]) -> Any:
    """Returns the total of these values; that of no values is None if the function does not define it."""
    if values:
        return total(values)
    try:
        return total(values)
    except Exception:  # such as max
        return None
