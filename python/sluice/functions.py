"""The worker behind ``sluice.map`` and ``sluice.Executor``: its units are calls of functions.

The setup has the caller's module path and functions, each as its pickle. A unit is the number of one of them, or the
pickle of another function, its arguments, and its index if that is not the unit's in the cycle. An exception of the
function is a result, so that it reaches the caller at once, unless the rule leaves the call to other workers.
"""

import pickle
import sys
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple, Union

from sluice import beside, byvalue, context, frames, program
from sluice.application import Application
from sluice.child import Answer, Role, WorkerRole, describe, printable, sent, trace_of, value_is
from sluice.frames import Frame
from sluice.values import pack, unpack

#: Functions that are not in the setup, and that are kept by their pickles.
_MOST_KEPT = 256

#: The unit of a call that was cancelled. Its result is None.
NO_CALL: Tuple[int, Tuple[Any, ...], Dict[str, Any]] = (-1, (), {})


class Calls(NamedTuple):
    """The setup of a cycle."""

    searched: beside.Searched
    functions: Dict[int, bytes]
    #: The pickle of the rule for calls that raise; None: their exceptions are results.
    rule: Optional[bytes] = None


class RemoteTraceback(Exception):
    """The traceback of an exception on a worker. It is the cause of the exception that the caller gets."""

    def __init__(self, trace: str) -> None:
        super().__init__(trace)
        self.trace = trace

    def __str__(self) -> str:
        return "\n" + self.trace


class UnitError(Exception):
    """A call that has no result: its process died or took too long, or its exception could not be sent."""


class UnitCancelled(UnitError):
    """A call that ``sluice cancel RUN --unit`` gave up."""


class Raised(NamedTuple):
    """The exception of a function, on its way to the caller."""

    kind: str
    message: str
    trace: str
    error: Optional[bytes]

    @staticmethod
    def of(error: BaseException) -> "Raised":
        """Describes an exception, and pickles it if that is possible."""
        kind, message = describe(error)
        pickled = None
        if isinstance(error, Exception):  # SystemExit would end the caller
            try:
                pickled = byvalue.dumps(error)
            except Exception:  # the caller gets its text
                pass
        return Raised(kind, message, trace_of(error), pickled)

    def exception(self, trusted: bool) -> BaseException:
        """Returns the exception for the caller, with the remote traceback as its cause."""
        error: BaseException = UnitError(printable("%s: %s" % (self.kind, self.message)))
        from sluice import data  # children do without it

        for loads in (data.loads, pickle.loads) if trusted else (data.loads,):
            try:
                found = loads(self.error)
            except Exception:  # such as one with a class that the caller has not imported
                continue
            if isinstance(found, Exception):
                error = found
                break
        error.__cause__ = RemoteTraceback(printable(str(self.trace)))
        return error


class _Elsewhere(Exception):
    """The exception of a call that other workers are to try."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


class CallApplication(Application):
    """The application of a worker whose units are calls."""

    def units(self, cycle: int) -> List[Any]:
        return []

    def compute(self, setup: Any, unit: Any) -> Any:
        raise NotImplementedError

    def accept(self, index: int, result: Any) -> None:
        raise NotImplementedError


class CallRole(WorkerRole):
    """Computes calls."""

    def __init__(self, application: Application) -> None:
        super().__init__(application)
        self._pickles: Dict[int, bytes] = {}
        self._functions: Dict[Union[int, bytes], Callable[..., Any]] = {}
        self._rule: Optional[Callable[[Exception, int], Optional[context.Remedy]]] = None

    def setup(self, frame: Frame) -> Answer:
        calls = unpack(frame.one(frames.VALUE))
        beside.search(calls.searched, program.file(beside.NAME) if program.has_file(beside.NAME) else None)
        self._pickles = calls.functions
        self._functions = {}
        self._rule = None if calls.rule is None else pickle.loads(calls.rule)
        self.unit.run_seed = frame.number_or(frames.SEED, 0)
        return frames.DONE, []

    def compute(self, frame: Frame) -> Answer:
        program.set_cpus(frame)
        try:
            name, arguments, keywords, *numbered = unpack(frame.one(frames.VALUE))
            if name == NO_CALL[0]:
                return value_is(pack(None))
            function = self._functions.get(name)
            if function is None:
                if len(self._functions) > _MOST_KEPT + len(self._pickles):
                    self._functions.clear()
                pickled = name if isinstance(name, bytes) else self._pickles[name]
                function = self._functions[name] = pickle.loads(pickled)
            index = numbered[0] if numbered else frame.number_or(frames.INDEX, 0)
            with self.unit.at(0, index):
                result = self._called(function, arguments, keywords)
            return value_is(sent(byvalue.pack_any(result, "result"), frame.trusts()))
        except _Elsewhere as elsewhere:
            raise elsewhere.error from None
        except BaseException as raised:
            error = raised.error if isinstance(raised, context.GivenUp) else raised
            try:
                return value_is(pack(Raised.of(error)))
            finally:
                error.__traceback__ = None

    def _called(self, function: Callable[..., Any], arguments: Tuple[Any, ...], keywords: Dict[str, Any]) -> Any:
        """Calls a function, again as often as the rule asks for it. An exception that is no result leaves as such."""
        rule = self._rule
        if rule is None:
            return function(*arguments, **keywords)

        def asked(error: Exception, tries: int) -> context.Remedy:
            from sluice.initializer import InitializerError  # children do without it

            if isinstance(error, InitializerError):  # it would be raised again, and ends the executor
                return context.Remedy.GIVE_UP
            remedy = rule(error, tries)
            if remedy is context.Remedy.ELSEWHERE:
                raise _Elsewhere(error)
            return context.Remedy.GIVE_UP if remedy is None else remedy

        return context.mended(lambda: function(*arguments, **keywords), asked)


def start(name: str, arguments: List[str]) -> Application:
    """Makes the application of a worker whose units are calls."""
    return CallApplication()


ROLES: Dict[str, Callable[[Application], Role]] = {"worker": CallRole}
