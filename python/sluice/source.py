"""Sockets on which the runtime asks for units of an open cycle, and for those given up, beside other requests."""

import os
import shutil
import socket
import tempfile
import threading
from typing import Any, Callable, List, Tuple

from sluice import frames
from sluice.frames import Connection, Frame
from sluice.values import Part

Answer = Tuple[int, List[Tuple[int, List[Part]]]]


class Source:
    """Answers requests of one kind, on a thread of its own, until the cycle ends."""

    def __init__(self, kind: int, answer: Callable[[Frame], Answer]) -> None:
        """``answer``: may wait, and returns the answer to a request."""
        self._kind = kind
        self._answered = answer
        directory = tempfile.mkdtemp(prefix="sluice-")  # which other users cannot enter
        if len(directory) > 90:  # a socket's path has at most 107 bytes
            shutil.rmtree(directory)
            directory = tempfile.mkdtemp(prefix="sluice-", dir="/tmp")
        self._directory = directory
        self.path = os.path.join(directory, "source")
        self._server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._server.bind(self.path)
            self._server.listen(1)
        except BaseException:
            self.close()
            raise
        threading.Thread(target=self._serve, name="sluice-source", daemon=True).start()

    def close(self) -> None:
        """Takes no connection any more. A call of ``more`` that has begun may go on; its units are dropped."""
        try:
            self._server.shutdown(socket.SHUT_RDWR)  # wakes the thread that waits for a connection
        except OSError:
            pass
        self._server.close()
        shutil.rmtree(self._directory, ignore_errors=True)

    def _serve(self) -> None:
        try:
            stream, _ = self._server.accept()
        except OSError:
            return
        self.close()  # one connection is enough
        self._answer(Connection(stream))

    def _answer(self, connection: Connection) -> None:
        from sluice.child import failed  # which imports this module

        try:
            while True:
                frame = connection.read()
                if frame is None:
                    return
                answer: Any
                try:
                    if frame.kind != self._kind:
                        raise frames.ProtocolError("request of kind %d (expected: %d)" % (frame.kind, self._kind))
                    answer = self._answered(frame)
                except BaseException as error:
                    answer = failed(error)
                connection.write(frame.request, *answer)
        except (OSError, frames.ProtocolError):
            pass  # the cycle is over
        finally:
            connection.close()
