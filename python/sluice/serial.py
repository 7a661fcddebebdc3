"""Runs an application in this process, one unit after the other: for tests, debuggers and small runs."""

import sys
from typing import Any, List, Optional, Type

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
    input_files,
)
from sluice.application import FAILED as FAILED_VERDICT


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
        if not loaded and cycle.units:
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
    for index in range(cycle.units):
        verdict = checked_verdict(application.accept(index, _compute(application, cycle, number, index)))
        if verdict != CONTINUE:
            return verdict
    return CONTINUE


def _run_accumulated(application: Application, cycle: Cycle, number: int, total: Any) -> Verdict:
    sums: List[Any] = []
    for index in range(cycle.units):
        sums.append(_compute(application, cycle, number, index))
        if len(sums) == 1000:
            sums = [total(sums)]
    return checked_verdict(application.accumulated(total_of(total, sums)))


def _compute(application: Application, cycle: Cycle, number: int, index: int) -> Any:
    unit = application.unit(index)
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
