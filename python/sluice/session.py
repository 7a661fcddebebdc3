"""A run whose master is a thread of this process: batches of calls go out, results come back."""

import atexit
import os
import select
import shutil
import socket
import tempfile
import threading
import time
import weakref
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple

from sluice import beside, byvalue, child, frames
from sluice.application import APPLICATION_COMPLETE, Application, Cycle, FailedUnit, Verdict
from sluice.child import Answer, GivenUp, MasterRole
from sluice.frames import Connection, Frame
from sluice.functions import NO_CALL, Calls, Raised, UnitCancelled, UnitError
from sluice.launch import Command, Options, SluiceError
from sluice.needs import Needs
from sluice.values import Part, UnsendableError, pack

_sessions: "weakref.WeakSet[Session]" = weakref.WeakSet()


class Encoded:
    """A call as its bytes, or the error of a call that cannot be sent. Later changes of its arguments do not count."""

    __slots__ = ("_data", "_error", "size")

    def __init__(self, data: bytes, error: Optional[Exception] = None) -> None:
        self._data = data
        self._error = error
        self.size = len(data)

    @staticmethod
    def of(call: Tuple[Any, ...]) -> "Encoded":
        """Encodes the number of a function or its pickle, its arguments, its keyword arguments, and its own index."""
        try:
            return Encoded(b"".join(byvalue.pack_any(call, "call")))
        except Exception as error:
            return Encoded(b"", error)

    def parts(self) -> List[Part]:
        """Returns the bytes, or raises the error."""
        if self._error is not None:
            raise self._error
        return [self._data]


class Batch:
    """Calls that make one cycle. All methods but ``more`` are called on the session's thread."""

    #: The functions of the calls by their numbers, each as its pickle.
    functions: Dict[int, bytes] = {}
    #: The pickle of the rule for calls that raise; None: their exceptions are results.
    rule: Optional[bytes] = None
    #: Whether ``more`` gives the calls while the cycle runs.
    open = False

    def more(self) -> Optional[List[List[Part]]]:
        """Waits for calls, and returns their units; None if no more come. Called on the source's thread."""
        raise NotImplementedError

    def gives_up(self) -> Optional[GivenUp]:
        """Returns the calls that are given up while the cycle runs; None if none ever is."""
        return None

    def __len__(self) -> int:
        raise NotImplementedError

    def call(self, index: int) -> List[Part]:
        """Returns the unit that is a call. Raises the error of one that cannot be sent. May be asked again."""
        raise NotImplementedError

    def needs(self, index: int) -> Optional[Needs]:
        """Says what a call needs."""
        return None

    def priority(self, index: int) -> int:
        """Says which calls come first: those with the highest number."""
        return 0

    def has_needs(self) -> bool:
        """Tells whether calls need other than one slot, or have priorities."""
        return False

    def done(self, index: int, result: Any) -> bool:
        """Takes a result. Returns False if no further result of the run is wanted."""
        raise NotImplementedError

    def failed(self, index: int, error: BaseException) -> bool:
        """Takes the error of a call. Returns False if no further result of the run is wanted."""
        raise NotImplementedError


class Pace:
    """How many calls go out at a time: twice as many if the runtime soon asks again, and half as many if not."""

    SOON_SECONDS = 0.001

    def __init__(self, most: int = 256) -> None:
        self._most = most
        self._count = 1
        self._answered = 0.0

    def asked(self) -> int:
        """Returns the number of calls to give now."""
        soon = time.monotonic() - self._answered < self.SOON_SECONDS
        self._count = min(self._most, self._count * 2) if soon else max(1, self._count // 2)
        return self._count

    def answered(self) -> None:
        self._answered = time.monotonic()


#: Waits for the next batch. Returns None if no batch follows.
Source = Callable[[], Optional[Batch]]


class Session:
    """A run of ``sluice``, from its start to its end, on a thread of its own."""

    def __init__(self, source: Source, ended: Callable[[Optional[BaseException]], None], options: Options) -> None:
        """``ended`` is called on the session's thread after the run, with its error if it failed."""
        self._master = _Master(source)
        self._ended = ended
        self._directory = tempfile.mkdtemp(prefix="sluice-")
        if len(self._directory) > 90:  # a socket's path has at most 107 bytes
            shutil.rmtree(self._directory)
            self._directory = tempfile.mkdtemp(prefix="sluice-", dir="/tmp")
        self._stopped = threading.Event()
        self._stream: Optional[socket.socket] = None
        #: Called if the run has not ended when the interpreter ends.
        self.at_exit: Callable[[], object] = self.stop
        path = os.path.join(self._directory, "master")
        self._server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._server.bind(path)
            self._server.listen(1)
            self._command = Command(
                options.words(path, os.path.join(self._directory, "run")) + options.modules(self._directory)
            )
        except BaseException:
            self._server.close()
            shutil.rmtree(self._directory, ignore_errors=True)
            raise
        self.thread = threading.Thread(target=self._run, name="sluice-session", daemon=True)
        self.thread.start()
        _sessions.add(self)

    def stop(self) -> None:
        """Ends the run, whatever it does. The answer to what it did is lost."""
        self._stopped.set()
        self._command.stop()
        if self._stream is not None:
            try:
                self._stream.shutdown(socket.SHUT_RDWR)  # a process of a running call may keep it open
            except OSError:  # closed already
                pass

    def _run(self) -> None:
        error: Optional[BaseException] = None
        try:
            connection = self._connection()
            ended = connection is not None and self._serve(connection)
            code = self._command.wait(60)
            if not self._stopped.is_set() and (not ended or code != 0):
                error = self._error(code)
        except BaseException as thrown:
            self._command.stop()
            error = thrown
        finally:
            self._server.close()
            shutil.rmtree(self._directory, ignore_errors=True)
            self._ended(error)

    def _serve(self, connection: Connection) -> bool:
        """Plays the master. Returns False if the runtime ended before the run."""
        try:
            return child.serve(connection, lambda name, arguments: self._master, {"master": _role})
        except (OSError, frames.ProtocolError):  # the runtime was killed
            return False
        finally:
            connection.close()

    def _connection(self) -> Optional[Connection]:
        """Waits for the runtime. Returns None if it ended before."""
        while True:
            ready, _, _ = select.select([self._server], [], [], 0.1)
            if ready:
                self._stream, _ = self._server.accept()
                return Connection(self._stream)
            if self._command.exit_code() is not None:
                return None

    def _error(self, code: int) -> SluiceError:
        said = self._command.last_messages()
        if self._master.error is not None:
            said += "\n  " + str(self._master.error)
        return SluiceError("sluice ended with exit code %d (expected: 0)%s" % (code, said))


class _Master(Application):
    """The application that a session is to the runtime."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.error: Optional[BaseException] = None
        self.batch = Batch()

    def cycle(self, number: int) -> Optional[Cycle]:
        batch = self._source()
        if batch is None:
            return None
        self.batch = batch
        setup = Calls(beside.Searched.here(), batch.functions, batch.rule)
        return Cycle(len(batch), setup, last=False, open=batch.open)

    def more(self, given: int) -> Any:
        raise NotImplementedError  # its role packs the units

    def needs(self, index: int) -> Optional[Needs]:
        return self.batch.needs(index)

    def priority(self, index: int) -> int:
        return self.batch.priority(index)

    def compute(self, setup: Any, unit: Any) -> Any:
        raise NotImplementedError

    def accept(self, index: int, result: Any) -> Optional[Verdict]:
        if type(result) is _Failed:
            wanted = self.batch.failed(index, result.error)
        else:
            wanted = self.batch.done(index, result)
        return None if wanted else APPLICATION_COMPLETE

    def missing(self, failures: List[FailedUnit]) -> None:
        for failure in failures:
            kind = UnitCancelled if failure.kind == "cancelled" else UnitError
            self.batch.failed(failure.index, kind(failure.message))

    def complete(self) -> None:
        pass


class _Failed(NamedTuple):
    """The error of a call, in the place of its result."""

    error: BaseException


class _Role(MasterRole):
    """Packs calls. A call whose arguments cannot be sent fails, but not the others."""

    application: _Master

    def take_files(self, pairs: List[str]) -> None:
        """Leaves the files to workers: this process is the caller's."""

    def units(self, frame: Frame) -> Answer:
        first = frame.number(frames.INDEX)
        indices = range(first, first + frame.number(frames.COUNT))
        return frames.VALUE_IS, [(frames.VALUE, self._packed(index)) for index in indices]

    def more(self, given: int) -> Answer:
        more = self.application.batch.more()
        units = [(frames.VALUE, parts) for parts in more or []]
        return frames.MORE_IS, units + [(frames.LAST, frames.u8(more is None))]

    def gives_up(self) -> Optional[GivenUp]:
        return self.application.batch.gives_up()

    def has_needs(self) -> bool:
        return self.application.batch.has_needs()

    def _packed(self, index: int) -> List[Part]:
        try:
            return self.application.batch.call(index)
        except Exception as error:
            self.application.batch.failed(index, error)
            return pack(NO_CALL)

    def result(self, content: memoryview, trusted: bool) -> Any:
        try:
            found = super().result(content, trusted)
        except UnsendableError as error:
            return _Failed(error)
        except Exception as error:
            if not self.application.batch.open:
                raise
            return _Failed(error)  # another try would wait for the end of the cycle
        return _Failed(found.exception(trusted)) if type(found) is Raised else found


def _role(application: Application) -> MasterRole:
    return _Role(application)


def _stop_all() -> None:
    for session in list(_sessions):
        if session.thread.is_alive():
            session.at_exit()


atexit.register(_stop_all)
