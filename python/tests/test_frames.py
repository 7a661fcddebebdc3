"""Frames over a stream that delivers and takes them in pieces."""

import os
import socket
import struct
import threading
import unittest
from typing import List

from sluice import frames
from sluice.frames import Connection, Pipes, ProtocolError


def frame(request: int, kind: int, fields: List[bytes]) -> bytes:
    """Builds a frame by hand."""
    return struct.pack("<QQII", sum(map(len, fields)), request, kind, len(fields)) + b"".join(fields)


def field(tag: int, content: bytes) -> bytes:
    return struct.pack("<IIQ", tag, 0, len(content)) + content


class Pieces:
    """A stream that delivers given pieces and takes a few bytes at a time."""

    def __init__(self, pieces: List[bytes], takes: int = 1 << 30) -> None:
        self.pieces = list(pieces)
        self.takes = takes
        self.written = bytearray()

    def recv_into(self, view: memoryview, size: int = 0, flags: int = 0) -> int:
        if not self.pieces:
            return 0
        piece = self.pieces.pop(0)
        count = min(len(piece), len(view))
        view[:count] = piece[:count]
        if count < len(piece):
            self.pieces.insert(0, piece[count:])
        return count

    def send(self, data: bytes) -> int:
        taken = bytes(data[: self.takes])
        self.written += taken
        return len(taken)

    def sendmsg(self, parts: List[bytes]) -> int:
        return self.send(b"".join(parts)) if parts else 0


TWO = frame(7, 6, [field(11, struct.pack("<Q", 3)), field(99, b"new"), field(10, b"value")]) + frame(8, 18, [])


class FramesTest(unittest.TestCase):
    def test_reads_frames_split_at_every_byte(self) -> None:
        for at in range(1, len(TWO)):
            self.check(Connection(Pieces([TWO[:at], TWO[at:]])))

    def test_reads_frames_byte_by_byte(self) -> None:
        self.check(Connection(Pieces([TWO[at : at + 1] for at in range(len(TWO))])))

    def check(self, connection: Connection) -> None:
        first = connection.read()
        assert first is not None
        self.assertEqual((first.request, first.kind), (7, frames.COMPUTE))
        self.assertEqual((first.number(frames.INDEX), bytes(first.one(frames.VALUE))), (3, b"value"))
        second = connection.read()
        assert second is not None
        self.assertEqual((second.request, second.kind, second.fields), (8, frames.END, []))
        self.assertIsNone(connection.read())

    def test_reads_large_and_small_frames_in_turn(self) -> None:
        sizes = [1, 65_000, 65_535, 65_536, 65_537, 200_000, 5, 131_072, 0, 65_496, 65_520]
        stream = b"".join(frame(i, 6, [field(10, bytes([i]) * size)]) for i, size in enumerate(sizes))
        for step in (1 << 20, 70_000, 65_536, 997):
            connection = Connection(Pieces([stream[at : at + step] for at in range(0, len(stream), step)]))
            for i, size in enumerate(sizes):
                found = connection.read()
                assert found is not None
                self.assertEqual(found.request, i)
                self.assertEqual(bytes(found.one(frames.VALUE)), bytes([i]) * size)

    def test_refuses_a_stream_that_ends_within_a_frame(self) -> None:
        whole = frame(1, 6, [field(10, bytes(100_000))])
        for at in (1, 23, 24, 25, 40, 99_999):
            with self.assertRaisesRegex(ProtocolError, "ended within a frame"):
                Connection(Pieces([whole[:at]])).read()

    def test_refuses_fields_that_exceed_their_frame(self) -> None:
        for bad in (
            struct.pack("<QQII", 16, 1, 6, 1) + struct.pack("<IIQ", 10, 0, 5),
            struct.pack("<QQII", 0, 1, 6, 1),
            struct.pack("<QQII", 16, 1, 6, 1 << 30) + field(10, b""),
        ):
            with self.assertRaises(ProtocolError):
                Connection(Pieces([bad])).read()

    def test_names_a_missing_field(self) -> None:
        found = Connection(Pieces([frame(1, 6, [])])).read()
        assert found is not None
        with self.assertRaisesRegex(ProtocolError, "frame of kind 6 without tag 10"):
            found.one(frames.VALUE)

    def test_writes_what_it_documents(self) -> None:
        stream = Pieces([])
        Connection(stream).write(5, frames.VERDICT_IS, [(frames.COUNT, frames.u64(2)), (frames.VERDICT, frames.u8(1))])
        self.assertEqual(
            bytes(stream.written),
            bytes.fromhex("290000000000000005000000000000000c00000002000000")
            + bytes.fromhex("0f0000000000000008000000000000000200000000000000")
            + bytes.fromhex("1000000000000000010000000000000001"),
        )

    def test_writes_the_same_in_pieces(self) -> None:
        large = [memoryview(bytearray(b"x" * 60_000)), b"", b"yz", memoryview(bytes(70_000))]
        for parts in ([b"small"], large, [b"a" * 100] * 3000):
            expected = frame(1, 7, [field(10, b"".join(parts))])
            for takes in (1, 4093, 1 << 20):
                if takes == 1 and len(expected) > 1000:
                    continue
                stream = Pieces([], takes)
                Connection(stream).write(1, frames.VALUE_IS, [(frames.VALUE, list(parts))])
                self.assertEqual(bytes(stream.written), expected)

    def test_speaks_over_sockets_and_pipes(self) -> None:
        there, back = os.pipe()
        ours, theirs = socket.socketpair()
        for write, read in ((Pipes(os.dup(there), back), Pipes(there, os.dup(back))), (ours, theirs)):
            content = os.urandom(3_000_000)
            writer = Connection(write)
            thread = threading.Thread(target=writer.write, args=(9, 7, [(frames.VALUE, [content, b"end"])]))
            thread.start()
            found = Connection(read).read()
            thread.join()
            assert found is not None
            self.assertEqual(bytes(found.one(frames.VALUE)), content + b"end")
            write.close()
            read.close()

    def test_replaces_text_that_utf_8_cannot_write(self) -> None:
        self.assertEqual(frames.text("a\udcffb"), [b"a\xffb"])
        self.assertEqual(frames.text("a\ud800b"), [b"a?b"])
