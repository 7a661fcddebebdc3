"""Frames of the child protocol, over a socket or a pair of pipes.

A frame is a header of 24 bytes and fields. All numbers are little-endian:

    header: u64 length of what follows | u64 request number | u32 kind | u32 number of fields
    field:  u32 tag | u32 zero | u64 length | bytes
"""

import os
import socket
import struct
from typing import Any, Iterator, List, Optional, Tuple

from sluice.values import Part

# Kinds of frames.
HELLO, READY, LOAD_STATE, DONE, SETUP, COMPUTE, VALUE_IS, CYCLE, CYCLE_IS, UNITS = range(1, 11)
ACCEPT, VERDICT_IS, END_CYCLE, MISSING, COMPLETE, MERGE, ACCUMULATED, END, FAILED = range(11, 20)
INCOMPLETE, INTERRUPTED, FILES, FILES_ARE, MORE, MORE_IS, PROGRESS, GIVE_UPS, GIVE_UPS_ARE, SHOW = range(20, 30)

# Tags of fields.
VERSION, ROLE, NAME, ARGUMENT, SLOT, RESULTS, LANGUAGE = range(1, 8)
VALUE, INDEX, NUMBER, COUNT_OF_UNITS, LAST, COUNT, VERDICT, EXPECTED = range(10, 18)
TYPE, MESSAGE, TRACE, HELP, FILE, UNPACK, TRUST, OPEN, SOURCE, SEED, SHARE, GIVES_UP, GIVEN_UP = range(20, 33)

# What units need, how many processors the one that is computed has, and which come first.
NEEDS, NEEDS_ARE = 40, 41
NEED, PROCESSORS, PRIORITY = 40, 41, 42

#: The version of the protocol that this package speaks.
PROTOCOL_VERSION = 1

#: Frames up to this size are read with one call and written with one.
_SMALL = 1 << 16
#: A system call writes this many parts at most (IOV_MAX of Linux).
_MOST_PARTS = 1024

_HEADER = struct.Struct("<QQII")
_FIELD = struct.Struct("<IIQ")
_U64 = struct.Struct("<Q")
_U32 = struct.Struct("<I")

Field = Tuple[int, memoryview]


class ProtocolError(Exception):
    """The other side sent what the protocol does not allow."""


class Frame:
    """One frame that was read."""

    __slots__ = ("request", "kind", "fields")

    def __init__(self, request: int, kind: int, fields: List[Field]) -> None:
        self.request = request
        self.kind = kind
        self.fields = fields

    def all(self, tag: int) -> List[memoryview]:
        """Returns the fields with this tag."""
        return [content for found, content in self.fields if found == tag]

    def one(self, tag: int) -> memoryview:
        """Returns the first field with this tag."""
        for found, content in self.fields:
            if found == tag:
                return content
        raise ProtocolError("frame of kind %d without tag %d (expected: one such field)" % (self.kind, tag))

    def number(self, tag: int) -> int:
        """Returns the number in the first field with this tag, whatever its width."""
        return int.from_bytes(self.one(tag), "little")

    def number_or(self, tag: int, default: int) -> int:
        """Returns the number in the first field with this tag, or the default."""
        return self.number(tag) if self.all(tag) else default

    def text(self, tag: int, default: str = "") -> str:
        """Returns the text in the first field with this tag, or the default."""
        for content in self.all(tag):
            return str(content, "utf-8", "replace")
        return default

    def texts(self, tag: int) -> List[str]:
        """Returns the texts of all fields with this tag."""
        return [str(content, "utf-8", "surrogateescape") for content in self.all(tag)]

    def trusts(self) -> bool:
        """Tells whether results may be pickles of any kind, because all workers are trusted."""
        return b"\1" in self.all(TRUST)

    def pairs(self, tag: int) -> Iterator[Tuple[int, memoryview]]:
        """Returns each index with the field of this tag that follows it."""
        index = 0
        for found, content in self.fields:
            if found == INDEX:
                index = int.from_bytes(content, "little")
            elif found == tag:
                yield index, content


class Pipes:
    """Two file descriptors with the methods of a socket that a connection needs."""

    def __init__(self, reading: int, writing: int) -> None:
        self._reading = reading
        self._writing = writing

    def recv_into(self, view: memoryview, size: int = 0, flags: int = 0) -> int:
        return os.readv(self._reading, [view])

    def sendmsg(self, parts: List[Part]) -> int:
        return os.writev(self._writing, parts)

    def send(self, data: Part) -> int:
        return os.write(self._writing, data)

    def close(self) -> None:
        os.close(self._reading)
        os.close(self._writing)


class Connection:
    """One side of the protocol. Confined to one thread."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self._buffer = bytearray(_SMALL)
        self._view = memoryview(self._buffer)
        self._start = 0
        self._end = 0
        self._wait_all = socket.MSG_WAITALL if isinstance(stream, socket.socket) else 0

    def close(self) -> None:
        """Closes the stream."""
        self._stream.close()

    def read(self) -> Optional[Frame]:
        """Waits for the next frame. Returns None at the end of the stream."""
        if not self._fill(24):
            return None
        length, request, kind, count = _HEADER.unpack_from(self._buffer, self._start)
        start = self._start + 24
        self._start = start
        if start + length <= self._end:
            body = bytearray(self._view[start : start + length])
            self._start = start + length
        else:
            body = self._read_body(length)
        return Frame(request, kind, _fields(body, count))

    def write(self, request: int, kind: int, fields: List[Tuple[int, List[Part]]]) -> None:
        """Writes one frame. The content of a field is a list of parts."""
        length = 0
        parts: List[Part] = [b""]
        for tag, content in fields:
            size = len(content[0]) if len(content) == 1 else sum(map(len, content))
            length += 16 + size
            parts.append(_FIELD.pack(tag, 0, size))
            parts += content
        parts[0] = _HEADER.pack(length, request, kind, len(fields))
        if length < _SMALL:
            self._send_small(b"".join(parts))
        else:
            self._send_large(parts)

    def _fill(self, size: int) -> bool:
        """Reads until the buffer has this many bytes. Returns False if the stream ended before the first one."""
        if self._end - self._start >= size:
            return True
        if self._start == self._end:
            self._start = self._end = 0
        elif self._start + size > _SMALL:
            rest = self._end - self._start
            self._buffer[:rest] = self._buffer[self._start : self._end]
            self._start, self._end = 0, rest
        while self._end - self._start < size:
            count = self._stream.recv_into(self._view[self._end :])
            if count == 0:
                if self._start == self._end:
                    return False
                raise ProtocolError("the stream ended within a frame (expected: a whole frame)")
            self._end += count
        return True

    def _read_body(self, length: int) -> bytearray:
        """Reads a body that the buffer does not have yet, directly into the bytearray that its values will share."""
        body = bytearray(length)
        done = min(self._end - self._start, length)
        body[:done] = self._view[self._start : self._start + done]
        self._start += done
        view = memoryview(body)
        while done < length:
            count = self._stream.recv_into(view[done:], 0, self._wait_all)
            if count == 0:
                raise ProtocolError("the stream ended within a frame (expected: a whole frame)")
            done += count
        return body

    def _send_small(self, data: bytes) -> None:
        sent = self._stream.send(data)
        while sent < len(data):
            sent += self._stream.send(memoryview(data)[sent:])

    def _send_large(self, parts: List[Part]) -> None:
        views = [memoryview(part).cast("B") for part in parts if len(part)]
        first = 0
        while first < len(views):
            sent = self._stream.sendmsg(views[first : first + _MOST_PARTS])
            while first < len(views) and sent >= len(views[first]):
                sent -= len(views[first])
                first += 1
            if sent:
                views[first] = views[first][sent:]


def u64(number: int) -> List[Part]:
    """Returns the content of a field with a number of 64 bits."""
    return [_U64.pack(number)]


def i32(number: int) -> List[Part]:
    """Returns the content of a field with a number of 32 bits that may be negative."""
    return [number.to_bytes(4, "little", signed=True)]


def u32(number: int) -> List[Part]:
    """Returns the content of a field with a number of 32 bits."""
    return [_U32.pack(number)]


def u8(number: int) -> List[Part]:
    """Returns the content of a field with a small number."""
    return [bytes((number,))]


def text(content: str) -> List[Part]:
    """Returns the content of a field with text."""
    try:
        return [content.encode("utf-8", "surrogateescape")]
    except UnicodeEncodeError:
        return [content.encode("utf-8", "replace")]


def _fields(body: bytearray, count: int) -> List[Field]:
    view = memoryview(body)
    size = len(body)
    fields = []
    position = 0
    for _ in range(count):
        if position + 16 > size:
            raise ProtocolError("frame of %d bytes (expected: %d fields)" % (size, count))
        tag, _, length = _FIELD.unpack_from(body, position)
        position += 16
        if position + length > size:
            raise ProtocolError("field of %d bytes (expected: at most %d)" % (length, size - position))
        fields.append((tag, view[position : position + length]))
        position += length
    return fields
