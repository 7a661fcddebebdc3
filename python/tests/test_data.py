"""Results from workers that are not trusted are data: nothing in them runs, and what is no data is named."""

import array
import collections
import dataclasses
import datetime
import decimal
import enum
import fractions
import importlib.util
import json
import os
import pathlib
import pickle
import random
import tempfile
import unittest
import uuid
from typing import Any, List

from sluice import data
from sluice.values import UnsendableError


class Colour(enum.Enum):
    RED = 1
    BLUE = (1, 2)


class Mode(enum.Flag):
    READ = 1
    WRITE = 2


@dataclasses.dataclass
class Point:
    x: Any


Pair = collections.namedtuple("Pair", "first second")


class Trouble(Exception):
    def __init__(self, code: int, reason: str) -> None:
        super().__init__("no %s" % reason)
        self.code = code


class Calling:
    """Runs a command when it is unpickled."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return os.system, ("touch " + self.path,)


class CallingError(Exception):
    def __reduce__(self) -> Any:
        return os.mkdir, ("/nowhere/at/all",)


class OwnForm(Exception):
    def __reduce__(self) -> Any:
        return OwnForm, ()


@dataclasses.dataclass
class Deleted:
    x: Any

    def __del__(self) -> None:
        pass


@dataclasses.dataclass
class Restored:
    x: Any

    def __setstate__(self, state: Any) -> None:
        raise AssertionError("its method was called")


def text(value: str) -> bytes:
    return b"\x8c" + bytes([len(value)]) + value.encode()


def name(module: str, of: str) -> bytes:
    return text(module) + text(of) + b"\x93"


def pickled(*parts: bytes) -> bytes:
    return b"\x80\x05" + b"".join(parts) + b"."


OWN = __name__
ATTACKS = {
    "a call": pickled(name("os", "system"), text("true"), b"\x85R"),
    "a call by an old operation": b"cos\nsystem\n(S'true'\ntR.",
    "a method of a module": pickled(name("sluice", "os.system"), text("true"), b"\x85R"),
    "an attribute": pickled(name("builtins", "getattr"), name("os", "system"), text("__call__"), b"\x86R"),
    "a new object of a function": pickled(name("os", "system"), text("true"), b"\x85\x81"),
    "an import": pickled(name("antigravity", "fly"), b")R"),
    "a class for data": pickled(b"]", name("os", "system"), b"a"),
    "a class in an exception": pickled(name("builtins", "ValueError"), name("os", "system"), b"\x85R"),
    "an attribute of a class": pickled(name(OWN, "Point"), b"}", text("x"), b"K\x01sb"),
    "an attribute of a member": pickled(name(OWN, "Colour"), b"K\x01\x85R}", text("x"), b"K\x01sb"),
    "arguments of a dataclass": pickled(name(OWN, "Point"), b"K\x01\x85\x81"),
    "a dataclass by a call": pickled(name(OWN, "Point"), b"K\x01\x85R"),
    "a call of a value": pickled(b"K\x01)R"),
    "an extension": pickled(b"\x82\x01"),
    "a persistent object": pickled(b"P1\n"),
    "a large array of nothing": pickled(b"\x96", (1 << 40).to_bytes(8, "little")),
    "a large memo": pickled(b"K\x01r\xff\xff\xff\x7f"),
    "a long range as a list": pickled(name("builtins", "list"), name("builtins", "range"), b"K\x09\x85R\x85R"),
    "a long fraction": pickled(name("fractions", "Fraction"), text("1e999999999"), b"\x85R"),
    "many equal parts as a key": pickled(b"})\x94", *[b"h" + bytes([i]) + b"\x86\x94" for i in range(60)], b"K\x01s"),
    "many equal parts": pickled(b"]\x94", *[b"h" + bytes([i]) + b"h" + bytes([i]) + b"\x86\x94" for i in range(60)]),
    "a deep key": pickled(b"})", b"\x85" * 100_000, b"K\x01s"),
    "a deep list": pickled(b"]" * 100_000, b"a" * 99_999),
    "lists in each other": pickled(b"]\x94]\x94h\x00ah\x01a"),
    "an array without content": pickled(name("numpy", "dtype"), text("f8"), b"\x89\x88\x87R"),
    "an array of objects": pickled(
        name("numpy", "dtype"), text("O8"), b"\x89\x88\x87R(K\x03", text("|"), b"NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x3ftb"
    ),
    "a changed counter": pickled(name("collections", "Counter"), b"}\x85RK\x01K\x01s"),
    "nothing": b"",
}


class DataTest(unittest.TestCase):
    def returned(self, value: Any) -> Any:
        return data.loads(pickle.dumps(value, 5))

    def test_takes_values_without_code(self) -> None:
        shared = (1, 2, [3])
        summer = datetime.timezone(datetime.timedelta(hours=2))
        plain: List[Any] = [1, -1, 2**70, 1.5, "é", b"x", None, True, [1, [2]], {"a": {1, 2}, (1, 2): frozenset([3])}]
        plain += [[shared] * 5, bytearray(b"a"), 1j, range(3), slice(1, 2), array.array("d", [1.5])]
        known: List[Any] = [decimal.Decimal("1.5"), fractions.Fraction(1, 3), uuid.uuid4(), pathlib.Path("/a/b")]
        known += [datetime.datetime.now(datetime.timezone.utc), datetime.datetime.now(summer), datetime.time(1)]
        known += [datetime.timedelta(1), datetime.date(2026, 1, 2), collections.OrderedDict(a=1)]
        known += [collections.defaultdict(list, {1: [2]}), collections.Counter("ab"), collections.deque([1], 3)]
        own = [Colour.RED, Colour.BLUE, Mode.READ | Mode.WRITE, Point(Point([1])), [Point(1)] * 3, Pair(1, [2])]
        for value in plain + known + own:
            found = self.returned(value)
            self.assertEqual(found, value)
            self.assertIs(type(found), type(value))

    def test_takes_exceptions_with_their_attributes(self) -> None:
        broken = json.JSONDecodeError("no", "{", 1)
        for error in (broken, Trouble(3, "luck"), OSError(2, "no"), KeyError("a"), UnicodeDecodeError("utf8", b"a", 0, 1, "r")):
            found = self.returned(error)
            self.assertEqual((type(found), str(found), vars(found)), (type(error), str(error), vars(error)))

    @unittest.skipIf(importlib.util.find_spec("numpy") is None, "numpy is missing")
    def test_takes_arrays_of_numbers_and_text(self) -> None:
        import numpy

        table = numpy.array([(1, 2.0)], dtype=numpy.dtype([("a", "i1"), ("b", "f8")], align=True))
        for value in (
            numpy.arange(3),
            numpy.arange(6).reshape(2, 3)[:, 1],
            numpy.asfortranarray(numpy.ones((2, 3))),
            numpy.zeros((0, 3)),
            numpy.array(5, dtype=">i4"),
            numpy.array(["2020-01-01"], "M8[D]"),
            numpy.array(["ab", "c"]),
            table,
            numpy.arange(10_000.0),
        ):
            buffers: List[pickle.PickleBuffer] = []
            sent = pickle.dumps(value, 5, buffer_callback=buffers.append)
            apart = data.loads(sent, [buffer.raw() for buffer in buffers])
            for found in (apart, *self.returned([value, value])):
                self.assertTrue(numpy.array_equal(found, value))
                self.assertEqual((found.dtype, found.shape), (value.dtype, value.shape))
        for scalar in (numpy.float64(1.5), numpy.bool_(True), numpy.datetime64("2020-01-01")):
            self.assertEqual(self.returned(scalar), scalar)
        with self.assertRaisesRegex(UnsendableError, "a NumPy array of type O8 is not taken"):
            self.returned(numpy.array([1, None], dtype=object))

    def test_calls_nothing_that_a_result_names(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "called")
            for value in (Calling(path), [Calling(path)], {"a": Point(Calling(path))}):
                with self.assertRaisesRegex(UnsendableError, "system is not taken from a worker"):
                    self.returned(value)
            self.assertFalse(os.path.exists(path))

    def test_names_what_is_no_data_and_the_remedy(self) -> None:
        for value, named in ((len, "len"), ([Point], OWN + ".Point"), (CallingError(), "mkdir"), (Deleted(1), "Deleted")):
            with self.assertRaisesRegex(UnsendableError, named + " is not taken .*--trust-workers"):
                self.returned(value)
        with self.assertRaisesRegex(UnsendableError, "OwnForm, which has __reduce__,"):
            self.returned(OwnForm())
        with self.assertRaisesRegex(UnsendableError, "Restored, which has __setstate__,"):
            self.returned(Restored(1))

    def test_refuses_attacks(self) -> None:
        for kind, attack in ATTACKS.items():
            with self.subTest(kind), self.assertRaises(UnsendableError):
                data.loads(attack)

    def test_reads_or_refuses_damaged_pickles(self) -> None:
        draw = random.Random(7)
        whole = pickle.dumps([Point(1), {"a": (1, 2.5, "text")}, Trouble(1, "b"), decimal.Decimal(3), Colour.RED], 5)
        for _ in range(3000):
            damaged = bytearray(whole)
            for _ in range(draw.randrange(1, 4)):
                damaged[draw.randrange(len(damaged))] = draw.randrange(256)
            try:
                data.loads(bytes(damaged[: draw.randrange(len(damaged) // 2, len(damaged) + 1)]))
            except UnsendableError:
                pass
