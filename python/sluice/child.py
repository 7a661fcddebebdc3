"""The loop of a child: reads a request, answers it, until the stream ends.

The runtime starts a child for each slot of a worker and one for the master. Each request is answered exactly once, in
order. An exception of the application is an answer too, so the child lives on.
"""

import importlib
import os
import queue
import signal
import socket
import sys
import threading
import traceback
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from sluice import context, frames, needs, program
from sluice.application import (
    CONTINUE,
    Application,
    ArgumentError,
    Cycle,
    FailedUnit,
    Verdict,
    accumulation,
    checked_cycle,
    checked_verdict,
    growth_of,
    has_source,
    input_files,
)
from sluice.frames import Connection, Frame
from sluice.serial import total_of
from sluice.source import Source
from sluice.values import NOTHING, Part, pack, unpack

Answer = Tuple[int, List[Tuple[int, List[Part]]]]
#: Makes the application of a run from the program's name and arguments.
Start = Callable[[str, List[str]], Application]

#: Characters of a result that people see.
MOST_SHOWN = 10_000

_DONE: Answer = (frames.DONE, [])
_PACKAGE = os.path.dirname(os.path.abspath(__file__))


class Role:
    """What master and worker have in common: the start, the total of results, and the end."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.accumulation = accumulation(application)
        #: Whether results may be pickles of any kind. Requests to workers say so by themselves.
        self.trusted = False
        self.handlers: Dict[int, Callable[[Frame], Answer]] = {frames.MERGE: self.merge, frames.END: self.end}

    def ready(self) -> Answer:
        """Says how results travel."""
        results = "accumulate" if self.accumulation is not None else self.application.results
        return frames.READY, [
            (frames.VERSION, frames.u32(frames.PROTOCOL_VERSION)),
            (frames.LANGUAGE, frames.text("python")),
            (frames.RESULTS, frames.text(results)),
        ]

    def merge(self, frame: Frame) -> Answer:
        """Returns the total of results and totals."""
        trusted = self.trusted or frame.trusts()
        values = [self.result(content, trusted) for content in frame.all(frames.VALUE)]
        values = [value for value in values if value is not NOTHING]
        if not values:
            return value_is(pack(NOTHING))
        if self.accumulation is None:
            raise frames.ProtocolError("results are not accumulated (expected: accumulate is set)")
        return value_is(sent(pack(self.accumulation(values), "total"), trusted))

    def result(self, content: memoryview, trusted: bool) -> Any:
        """Reads a result that a worker sent."""
        return unpack(content) if trusted else unpack(content, _data().loads)

    def end(self, frame: Frame) -> Answer:
        """Ends the application."""
        return _DONE

    def close(self) -> None:
        """Releases what the role opened, at the end of the stream."""


class WorkerRole(Role):
    """Computes units."""

    def __init__(self, application: Application) -> None:
        super().__init__(application)
        self.setup_value: Any = None
        self.unit = context.Unit(self.progress)
        self.cycle = 0
        #: The connection and the number of the request, while one is answered.
        self.asked: Optional[Tuple[Connection, int]] = None
        self.handlers.update(
            {
                frames.LOAD_STATE: self.load_state,
                frames.SETUP: self.setup,
                frames.COMPUTE: self.compute,
                frames.SHOW: self.show,
            }
        )

    def load_state(self, frame: Frame) -> Answer:
        program.name_files(frame.texts(frames.FILE))
        self.application.load_state()
        return _DONE

    def setup(self, frame: Frame) -> Answer:
        self.cycle = frame.number_or(frames.NUMBER, 0)
        self.unit.run_seed = frame.number_or(frames.SEED, 0)
        self.setup_value = None
        self.setup_value = unpack(frame.one(frames.VALUE))
        return _DONE

    def compute(self, frame: Frame) -> Answer:
        program.set_cpus(frame)
        unit = unpack(frame.one(frames.VALUE))
        application = self.application
        with self.unit.at(self.cycle, frame.number_or(frames.INDEX, 0)):
            if type(application).on_failure is Application.on_failure:
                result = application.compute(self.setup_value, unit)
            else:
                result = context.mended(
                    lambda: application.compute(self.setup_value, unit),
                    lambda error, tries: application.on_failure(unit, error, tries),
                )
        return value_is(sent(pack(result, "result"), frame.trusts()))

    def show(self, frame: Frame) -> Answer:
        """Shows a result to people."""
        shown = repr(self.result(frame.one(frames.VALUE), self.trusted or frame.trusts()))
        return value_is([shown[:MOST_SHOWN].encode("utf-8", "backslashreplace")])

    def progress(self, done: float, saying: str) -> None:
        """Tells the runtime how far the unit is."""
        if self.asked is not None:
            connection, request = self.asked
            content = [(frames.SHARE, frames.u32(round(done * 1_000_000))), (frames.MESSAGE, frames.text(saying))]
            connection.write(request, frames.PROGRESS, content)

    def end(self, frame: Frame) -> Answer:
        self.application.finish()
        return _DONE


class GivenUp:
    """Units of a cycle that are given up, until the runtime asks for them. Any thread may use ``put``."""

    def __init__(self) -> None:
        self._units: "queue.SimpleQueue[Optional[int]]" = queue.SimpleQueue()
        self._source: Optional[Source] = None

    def put(self, index: int) -> None:
        """Gives a unit up."""
        self._units.put(index)

    def begin(self) -> str:
        """Returns the path of the socket on which the runtime asks."""
        self._source = Source(frames.GIVE_UPS, self._answer)
        return self._source.path

    def end(self) -> None:
        """The cycle is over."""
        if self._source is not None:
            self._source.close()
        self._units.put(None)

    def _answer(self, frame: Frame) -> Answer:
        index = self._units.get()
        return frames.GIVE_UPS_ARE, [] if index is None else [(frames.INDEX, frames.u64(index))]


class MasterRole(Role):
    """Makes units and takes results."""

    def __init__(self, application: Application) -> None:
        super().__init__(application)
        self.cycle_now = Cycle(0)
        self.has_files = False
        self.source: Optional[Source] = None
        self.given_up: Optional[GivenUp] = None
        self._asking = threading.Lock()
        self.handlers.update(
            {
                frames.FILES: self.files,
                frames.CYCLE: self.cycle,
                frames.UNITS: self.units,
                frames.NEEDS: self.needs,
                frames.ACCEPT: self.accept,
                frames.ACCUMULATED: self.accumulated,
                frames.END_CYCLE: self.end_cycle,
                frames.MISSING: self.missing,
                frames.COMPLETE: self.complete,
                frames.INCOMPLETE: self.incomplete,
                frames.INTERRUPTED: self.interrupted,
            }
        )

    def files(self, frame: Frame) -> Answer:
        return frames.FILES_ARE, [
            (frames.UNPACK if file.unpack else frames.FILE, frames.text(file.name + "=" + file.path))
            for file in input_files(self.application)
        ]

    def take_files(self, pairs: List[str]) -> None:
        """Takes the files of the run, before the first cycle."""
        program.name_files(pairs)

    def cycle(self, frame: Frame) -> Answer:
        if not self.has_files:
            self.take_files(frame.texts(frames.FILE))
            self.has_files = True
        self.trusted = frame.trusts()
        number = frame.number(frames.NUMBER)
        cycle = checked_cycle(self.application.cycle(number))
        self.close()
        if cycle is None:
            return frames.CYCLE_IS, [(frames.COUNT_OF_UNITS, frames.u64(0)), (frames.LAST, frames.u8(1))]
        self.cycle_now = cycle
        fields = [
            (frames.COUNT_OF_UNITS, frames.u64(cycle.units)),
            (frames.VALUE, pack(cycle.setup, "setup")),
            (frames.LAST, frames.u8(bool(cycle.last))),
        ]
        growth_of(self.application).begin(cycle)
        if cycle.open:
            fields.append((frames.OPEN, frames.u8(1)))
            if has_source(self.application):
                self.source = Source(frames.MORE, lambda frame: self.more(frame.number(frames.COUNT)))
                fields.append((frames.SOURCE, frames.text(self.source.path)))
            self.given_up = self.gives_up()
            if self.given_up is not None:
                fields.append((frames.GIVEN_UP, frames.text(self.given_up.begin())))
        if self.has_needs():
            fields.append((frames.NEED, frames.u8(1)))
        expected = self.application.expected_cycles() if number == 0 else None
        if expected is not None and expected > 0:
            fields.append((frames.EXPECTED, frames.u64(expected)))
        return frames.CYCLE_IS, fields

    def more(self, given: int) -> Answer:
        """Asks the application for units from outside. On the source's thread."""
        with self._asking:  # a call for the cycle before may go on
            more = self.application.more(given)
        units = [] if more is None else [(frames.VALUE, pack(unit, "unit")) for unit in more]
        return frames.MORE_IS, units + [(frames.LAST, frames.u8(more is None))]

    def gives_up(self) -> "Optional[GivenUp]":
        """Returns the units of the cycle that are given up while it runs; None if none ever is."""
        return None

    def close(self) -> None:
        source, self.source = self.source, None
        if source is not None:
            source.close()
        given_up, self.given_up = self.given_up, None
        if given_up is not None:
            given_up.end()

    def has_needs(self) -> bool:
        """Tells whether units of the cycle need other than one slot, or have priorities."""
        kind = type(self.application)
        return kind.needs is not Application.needs or kind.priority is not Application.priority

    def needs(self, frame: Frame) -> Answer:
        first = frame.number(frames.INDEX)
        indices = range(first, first + frame.number(frames.COUNT))
        application = self.application
        found = needs.runs((application.needs(index), application.priority(index)) for index in indices)
        fields: List[Tuple[int, Any]] = []
        for count, text, priority in found:
            fields.append((frames.COUNT, frames.u64(count)))
            if priority:
                fields.append((frames.PRIORITY, frames.i32(priority)))
            fields.append((frames.NEED, frames.text(text)))
        return frames.NEEDS_ARE, fields

    def units(self, frame: Frame) -> Answer:
        first = frame.number(frames.INDEX)
        unit = self.application.unit
        return frames.VALUE_IS, [
            (frames.VALUE, pack(unit(index), "unit")) for index in range(first, first + frame.number(frames.COUNT))
        ]

    def accept(self, frame: Frame) -> Answer:
        accept = self.application.accept
        accepted = 0
        growth = growth_of(self.application)
        if self.cycle_now.open:
            growth.has(frame.number(frames.COUNT_OF_UNITS))
        refused: List[Tuple[int, List[Part]]] = []
        for index, content in frame.pairs(frames.VALUE):
            accepted += 1
            try:
                result = self.result(content, self.trusted)
            except MemoryError:  # the result of another worker would need as much
                raise
            except Exception as error:
                why = "%s: %s" % describe(error)
                refused += [(frames.INDEX, frames.u64(index)), (frames.MESSAGE, frames.text(why))]
                continue
            verdict = accept(index, result)
            if verdict is not None and checked_verdict(verdict) != CONTINUE:
                return verdict_is(verdict, accepted, refused)
        if self.cycle_now.open:
            added, closes = growth.news()
            refused += [(frames.COUNT_OF_UNITS, frames.u64(added)), (frames.LAST, frames.u8(closes))]
        return verdict_is(CONTINUE, accepted, refused)

    def accumulated(self, frame: Frame) -> Answer:
        total = self.result(frame.one(frames.VALUE), self.trusted) if frame.all(frames.VALUE) else NOTHING
        if total is NOTHING and self.accumulation is not None:
            total = total_of(self.accumulation, [])
        return verdict_is(checked_verdict(self.application.accumulated(total)))

    def end_cycle(self, frame: Frame) -> Answer:
        return verdict_is(checked_verdict(self.application.end_cycle(frame.number(frames.NUMBER))))

    def missing(self, frame: Frame) -> Answer:
        self.application.missing(_failures(frame))
        return _DONE

    def complete(self, frame: Frame) -> Answer:
        self.application.complete()
        return _DONE

    def incomplete(self, frame: Frame) -> Answer:
        self.application.incomplete(_failures(frame))
        return _DONE

    def interrupted(self, frame: Frame) -> Answer:
        self.application.interrupted()
        return _DONE


Roles = Dict[str, Callable[[Application], Role]]
ROLES: Roles = {"master": MasterRole, "worker": WorkerRole}


def serve(connection: Connection, start: Start, roles: Roles = ROLES) -> bool:
    """Answers requests until the end. Returns False if the stream ended before the runtime ended the application."""
    role: Optional[Role] = None
    try:
        while True:
            frame = connection.read()
            if frame is None:
                return False
            try:
                if frame.kind == frames.HELLO:
                    role = _hello(frame, start, roles)
                    kind, fields = role.ready()
                elif role is None or frame.kind not in role.handlers:
                    raise frames.ProtocolError("request of kind %d (expected: one that this role knows)" % frame.kind)
                else:
                    if isinstance(role, WorkerRole):
                        role.asked = (connection, frame.request)
                    kind, fields = role.handlers[frame.kind](frame)
            except BaseException as error:
                kind, fields = failed(error)
                error.__traceback__ = None  # releases the values in its frames
            if kind == frames.FAILED or frame.kind in (frames.COMPLETE, frames.END):
                _flush()
            connection.write(frame.request, kind, fields)
            if frame.kind == frames.END and kind == frames.DONE:
                return True
            del frame, fields
    finally:
        if role is not None:
            role.close()


def value_is(parts: List[Part]) -> Answer:
    """Returns the answer that is one value."""
    return frames.VALUE_IS, [(frames.VALUE, parts)]


def sent(parts: List[Part], trusted: bool) -> List[Part]:
    """Returns the parts of a result. Refuses one that its reader would not take."""
    return parts if trusted else _data().checked(parts)


def _data() -> Any:
    return importlib.import_module("sluice.data")  # only where it is needed, so that children start sooner


def verdict_is(verdict: Verdict, count: int = 0, refused: Sequence[Tuple[int, List[Part]]] = ()) -> Answer:
    """Returns the answer that is a verdict. ``refused``: fields of results that cannot be read."""
    return frames.VERDICT_IS, [(frames.COUNT, frames.u64(count)), (frames.VERDICT, frames.u8(verdict)), *refused]


def failed(error: BaseException) -> Answer:
    """Returns the answer that reports an exception."""
    if isinstance(error, context.GivenUp):
        kind, fields = failed(error.error)
        return kind, fields + [(frames.GIVES_UP, frames.u8(1))]
    name, message = describe(error)
    fields = [(frames.TYPE, frames.text(name)), (frames.MESSAGE, frames.text(message))]
    if isinstance(error, program.HelpRequested):
        fields.append((frames.HELP, frames.text(message)))
    elif name not in ("usage", "protocol"):
        fields.append((frames.TRACE, frames.text(trace_of(error))))
    return frames.FAILED, fields


def describe(error: BaseException) -> Tuple[str, str]:
    """Returns the type and the message of an exception, as FAILED has them."""
    if isinstance(error, program.HelpRequested):
        return "help", str(error)
    if isinstance(error, ArgumentError):
        return "usage", str(error)
    if isinstance(error, frames.ProtocolError):
        return "protocol", str(error)
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else "%s.%s" % (kind.__module__, kind.__qualname__)
    if isinstance(error, SystemExit):
        return name, "sys.exit(%s) was called (expected: a result or an exception)" % _text(error.code, repr)
    message = _text(error, str)
    if isinstance(error, ModuleNotFoundError):
        message += (
            " (searched: %s). Modules beside the program travel if import statements name them; install others on the"
            " host, or bring them with --file" % ", ".join(entry for entry in sys.path if isinstance(entry, str))
        )
    return name, message


def printable(text: str) -> str:
    """Returns a text whose control characters do nothing to a terminal."""
    return "".join(char if char.isprintable() or char in "\n\t" else "\\x%02x" % ord(char) for char in text)


def trace_of(error: BaseException) -> str:
    """Returns the traceback of an exception, without the frames of this package that called the application."""
    try:
        trace = error.__traceback__
        while trace is not None and trace.tb_frame.f_code.co_filename.startswith(_PACKAGE):
            trace = trace.tb_next
        # An exception from within the package, such as one about an unsendable value, keeps its frames.
        return "".join(traceback.format_exception(type(error), error, trace or error.__traceback__))
    except Exception as second:  # such as a __str__ that raises
        return "no traceback: %s" % type(second).__name__


def connect() -> Connection:
    """Connects to the runtime: to the socket in SLUICE_SOCKET, or by standard input and output.

    In the second case, both are replaced, so that nothing else is written to the protocol's stream.
    """
    path = os.environ.pop("SLUICE_SOCKET", "")
    if path:
        stream: Any = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        stream.connect(path)
    else:
        stream = frames.Pipes(os.dup(0), os.dup(1))
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        os.close(null)
        os.dup2(2, 1)
    # A process that a unit forks must neither answer in its place nor keep the stream open.
    os.register_at_fork(after_in_child=stream.close)
    return Connection(stream)


def main(start: Start, roles: Roles = ROLES) -> None:
    """Serves the runtime as this process. Does not return."""
    process = os.getpid()
    # A handler that does nothing, unlike SIG_IGN, is not inherited by programs that a unit starts.
    signal.signal(signal.SIGINT, lambda *_: None)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(line_buffering=True, errors="backslashreplace")
    ended = False
    try:
        ended = serve(connect(), start, roles)
    except (OSError, frames.ProtocolError) as error:
        if os.getpid() == process and not isinstance(error, ConnectionError):
            print("sluice: the stream to the runtime: %s" % error, file=sys.stderr)
    finally:
        if not ended:
            # The runtime is gone, or this is a fork of a child. Threads of the application must not keep it alive.
            _flush()
            os._exit(1)
    sys.exit(0)


def _hello(frame: Frame, start: Start, roles: Roles) -> Role:
    version = frame.number(frames.VERSION)
    if version != frames.PROTOCOL_VERSION:
        raise frames.ProtocolError(
            "protocol version %d (expected: %d). Use the Python package of this Sluice."
            % (version, frames.PROTOCOL_VERSION)
        )
    role = frame.text(frames.ROLE)
    if role not in roles:
        raise frames.ProtocolError("role %r (expected: %s)" % (role, " or ".join(sorted(roles))))
    return roles[role](start(frame.text(frames.NAME), frame.texts(frames.ARGUMENT)))


def _failures(frame: Frame) -> List[FailedUnit]:
    kinds = {index: str(content, "utf-8", "replace") for index, content in frame.pairs(frames.TYPE)}
    return [
        FailedUnit(index, str(content, "utf-8", "replace"), kinds.get(index, "failed"))
        for index, content in frame.pairs(frames.MESSAGE)
    ]


def _text(value: Any, form: Callable[[Any], str]) -> str:
    try:
        return form(value)
    except Exception as error:
        return "<%s while its text was made>" % type(error).__name__


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            pass
