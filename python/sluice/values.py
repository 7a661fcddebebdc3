"""Python values as bytes, and back.

A value travels as one field of the child protocol. All numbers are little-endian:

    u32 form | u32 number of buffers n | u64 length of the main part | n × u64 length of each buffer
    main part | padding | buffer | padding | ...

Each part is padded to a multiple of 8 bytes, so that arrays stay aligned. The forms are:

    0  nothing: the total of no results, which later totals ignore
    1  bytes, as they are
    2  a pickle (protocol 5); its out-of-band buffers follow

Buffers of NumPy arrays and the like are sent from where they lie and received into one bytearray, which the unpickled
arrays share. Each side thus copies them once.
"""

import pickle
import struct
from typing import Any, List, Tuple, Union

Part = Union[bytes, bytearray, memoryview]

NOTHING_FORM, BYTES_FORM, PICKLE_FORM = range(3)

#: Smaller buffers are copied into the pickle, because a buffer of its own costs more than the copy.
SMALL_BUFFER = 4096

_HEAD = struct.Struct("<IIQ")
_PADDING = [b"\0" * (-length % 8) for length in range(8)]
_dumps = pickle.dumps
_loads = pickle.loads


class UnsendableError(TypeError):
    """A value that cannot travel, because pickle cannot write it."""


class Nothing:
    """The total of no results."""

    def __repr__(self) -> str:
        return "sluice.NOTHING"

    def __reduce__(self) -> str:
        return "NOTHING"


NOTHING = Nothing()


def pack(value: Any, what: str = "value") -> List[Part]:
    """Returns the parts whose concatenation is the value. ``what`` names the value in errors."""
    if type(value) is bytes:
        return [_HEAD.pack(BYTES_FORM, 0, len(value)), value, _PADDING[len(value) & 7]]
    if value is NOTHING:
        return [_HEAD.pack(NOTHING_FORM, 0, 0)]
    buffers: List[memoryview] = []
    try:
        data = _dumps(value, 5, buffer_callback=_collector(buffers))
    except RecursionError:
        raise UnsendableError(
            "the %s, a %s, is nested too deeply for pickle (expected: fewer levels than sys.getrecursionlimit() allows)"
            % (what, _type_name(value))
        ) from None
    except Exception as error:
        raise UnsendableError(
            "the %s, a %s, cannot be sent: %s (expected: a value that pickle can write)"
            % (what, _type_name(value), error)
        ) from error
    return parts_of_pickle(data, buffers)


def parts_of_pickle(data: bytes, buffers: List[memoryview]) -> List[Part]:
    """Returns the parts of a pickle with its out-of-band buffers."""
    if not buffers:
        return [_HEAD.pack(PICKLE_FORM, 0, len(data)) + data + _PADDING[len(data) & 7]]
    lengths = [buffer.nbytes for buffer in buffers]
    head = _HEAD.pack(PICKLE_FORM, len(buffers), len(data)) + struct.pack("<%dQ" % len(lengths), *lengths)
    parts: List[Part] = [head + data + _PADDING[len(data) & 7]]
    for buffer in buffers:
        parts.append(buffer)
        parts.append(_PADDING[buffer.nbytes & 7])
    return parts


def unpack(view: memoryview, loads: Any = _loads) -> Any:
    """Returns the value in these bytes. Its arrays share the memory of the view. ``loads`` reads pickles.

    A value that came among others in a frame gets memory of its own, so that keeping it does not keep the frame.
    """
    form, count, length = _HEAD.unpack_from(view)
    if form == PICKLE_FORM and not count:
        return loads(view[16 : 16 + length])
    if count and 2 * len(view) < memoryview(view.obj).nbytes:
        view = memoryview(bytearray(view))
    start = 16 + 8 * count
    if start + length > len(view):
        raise ValueError("value of %d bytes (expected: %d at least)" % (len(view), start + length))
    if form == BYTES_FORM:
        return bytes(view[start : start + length])
    if form == NOTHING_FORM:
        return NOTHING
    if form != PICKLE_FORM:
        raise ValueError("value of form %d (expected: 0 to 2)" % form)
    buffers = []
    position = start + length + -length % 8
    for size in struct.unpack_from("<%dQ" % count, view, 16):
        if position + size > len(view):
            raise ValueError("value of %d bytes (expected: %d at least)" % (len(view), position + size))
        buffers.append(view[position : position + size])
        position += size + -size % 8
    return loads(view[start : start + length], buffers=buffers)


def pickle_of(parts: List[Part]) -> Tuple[Part, List[Part]]:
    """Returns the pickle in parts that ``pack`` made, and its buffers. It is empty if they have none."""
    form, count, length = _HEAD.unpack_from(parts[0])
    start = 16 + 8 * count
    return (parts[0][start : start + length], parts[1::2]) if form == PICKLE_FORM else (b"", [])


def packed(value: Any, what: str = "value") -> bytes:
    """Returns the value in one piece."""
    return b"".join(pack(value, what))


def _collector(buffers: List[memoryview]) -> Any:
    def collect(buffer: pickle.PickleBuffer) -> bool:
        raw = buffer.raw()
        if raw.nbytes < SMALL_BUFFER:
            return True
        buffers.append(raw)
        return False

    return collect


def _type_name(value: Any) -> str:
    kind = type(value)
    return kind.__qualname__ if kind.__module__ == "builtins" else "%s.%s" % (kind.__module__, kind.__qualname__)
