"""The runtime's side of the child protocol, for tests."""

import os
import socket
import subprocess
import sys
import tempfile
import threading
from typing import Any, List, Optional, Tuple

from sluice import child, frames, program
from sluice.frames import Connection, Frame
from sluice.values import Part, packed, unpack

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
Fields = List[Tuple[int, List[Part]]]


class Refused(Exception):
    """The child answered FAILED."""

    def __init__(self, frame: Frame) -> None:
        super().__init__("%s: %s" % (frame.text(frames.TYPE), frame.text(frames.MESSAGE)))
        self.type = frame.text(frames.TYPE)
        self.message = frame.text(frames.MESSAGE)
        self.trace = frame.text(frames.TRACE)
        self.help = frame.text(frames.HELP)


class Runtime:
    """Sends requests to a child and checks that each is answered once."""

    #: Whether results may be pickles of any kind.
    trusts = True

    def __init__(self, stream: Any) -> None:
        self.connection = Connection(stream)
        self.request = 100

    def ask(self, kind: int, fields: Optional[Fields] = None) -> Frame:
        """Sends a request and returns its answer."""
        self.request += 1
        if self.trusts and kind in (frames.CYCLE, frames.COMPUTE, frames.MERGE):
            fields = (fields or []) + [(frames.TRUST, frames.u8(1))]
        self.connection.write(self.request, kind, fields or [])
        answer = self.connection.read()
        if answer is None:
            raise EOFError("the child is gone")
        assert answer.request == self.request
        if answer.kind == frames.FAILED:
            raise Refused(answer)
        return answer

    def hello(self, role: str, *arguments: str) -> Frame:
        fields: Fields = [(frames.VERSION, frames.u32(1)), (frames.ROLE, frames.text(role))]
        fields.append((frames.NAME, frames.text("program.py")))
        fields += [(frames.ARGUMENT, frames.text(argument)) for argument in arguments]
        fields.append((frames.SLOT, frames.u32(0)))
        return self.ask(frames.HELLO, fields)

    def load_state(self, *files: str) -> None:
        assert self.ask(frames.LOAD_STATE, [(frames.FILE, frames.text(pair)) for pair in files]).kind == frames.DONE

    def setup(self, value: Any, number: int = 0) -> None:
        self.ask(frames.SETUP, [(frames.NUMBER, frames.u64(number)), (frames.VALUE, [packed(value)])])

    def compute(self, unit: Any, index: int = 0) -> Any:
        answer = self.ask(frames.COMPUTE, [(frames.INDEX, frames.u64(index)), (frames.VALUE, [packed(unit)])])
        assert answer.kind == frames.VALUE_IS
        return unpack(answer.one(frames.VALUE))

    def cycle(self, number: int, *files: str) -> Frame:
        fields: Fields = [(frames.NUMBER, frames.u64(number))]
        return self.ask(frames.CYCLE, fields + [(frames.FILE, frames.text(pair)) for pair in files])

    def units(self, first: int, count: int) -> List[memoryview]:
        fields: Fields = [(frames.INDEX, frames.u64(first)), (frames.COUNT, frames.u64(count))]
        return self.ask(frames.UNITS, fields).all(frames.VALUE)

    def accept(self, results: List[Tuple[int, bytes]], units: int = 0) -> Tuple[int, int]:
        fields: Fields = [(frames.COUNT_OF_UNITS, frames.u64(units))]
        for index, content in results:
            fields += [(frames.INDEX, frames.u64(index)), (frames.VALUE, [content])]
        return _verdict(self.ask(frames.ACCEPT, fields))

    def end_cycle(self, number: int) -> int:
        return _verdict(self.ask(frames.END_CYCLE, [(frames.NUMBER, frames.u64(number))]))[1]

    def merge(self, values: List[Any]) -> Any:
        content = [(frames.VALUE, [packed(value)]) for value in values]
        return unpack(self.ask(frames.MERGE, content).one(frames.VALUE))

    def failures(self, kind: int, failures: List[Tuple[int, str]]) -> None:
        fields: Fields = []
        for index, message in failures:
            fields += [(frames.INDEX, frames.u64(index)), (frames.MESSAGE, frames.text(message))]
        assert self.ask(kind, fields).kind == frames.DONE

    def end(self) -> None:
        assert self.ask(frames.END).kind == frames.DONE


class InThread(Runtime):
    """A child that is a thread of this process."""

    def __init__(self, application: Any, roles: child.Roles = child.ROLES) -> None:
        ours, theirs = socket.socketpair()
        super().__init__(ours)
        self.ended: Optional[bool] = None

        def start(name: str, arguments: List[str]) -> Any:
            return program.start(application, name, arguments)

        def serve() -> None:
            try:
                self.ended = child.serve(Connection(theirs), start, roles)
            finally:
                theirs.close()

        self.thread = threading.Thread(target=serve)
        self.thread.start()

    def __enter__(self) -> "InThread":
        return self

    def __exit__(self, *_: Any) -> None:
        self.connection.close()
        self.thread.join(30)
        assert not self.thread.is_alive()


class Process(Runtime):
    """A child that is a process, as the runtime starts it."""

    def __init__(self, arguments: List[str], pipes: bool = False) -> None:
        self.log = tempfile.TemporaryFile()
        self.out = tempfile.TemporaryFile()
        environment = dict(os.environ, PYTHONPATH=PACKAGE)
        environment.pop("SLUICE_SOCKET", None)
        command = [sys.executable, "-m", "sluice"] + arguments
        if pipes:
            self.process = subprocess.Popen(
                command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log
            )
            assert self.process.stdin and self.process.stdout
            stream: Any = frames.Pipes(os.dup(self.process.stdout.fileno()), os.dup(self.process.stdin.fileno()))
            self.process.stdin.close()
            self.process.stdout.close()
        else:
            with tempfile.TemporaryDirectory() as directory:
                path = os.path.join(directory, "s")
                with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
                    server.bind(path)
                    server.listen(1)
                    server.settimeout(30)
                    environment["SLUICE_SOCKET"] = path
                    self.process = subprocess.Popen(
                        command, env=environment, stdin=subprocess.DEVNULL, stdout=self.out, stderr=self.log
                    )
                    stream, _ = server.accept()
                    stream.settimeout(None)
        super().__init__(stream)

    def logged(self) -> str:
        """Returns what the child wrote to standard error so far."""
        self.log.seek(0)
        return self.log.read().decode()

    def printed(self) -> str:
        """Returns what the child wrote to standard output so far."""
        self.out.seek(0)
        return self.out.read().decode()

    def __enter__(self) -> "Process":
        return self

    def __exit__(self, *_: Any) -> None:
        self.connection.close()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise
        finally:
            self.log.close()
            self.out.close()


def _verdict(frame: Frame) -> Tuple[int, int]:
    assert frame.kind == frames.VERDICT_IS
    return frame.number(frames.COUNT), frame.number(frames.VERDICT)
