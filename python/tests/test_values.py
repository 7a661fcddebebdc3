"""Values as bytes, and back."""

import array
import collections
import pickle
import struct
import unittest
from typing import Any

from sluice import values
from sluice.values import NOTHING, UnsendableError, pack, packed, unpack

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore


def there_and_back(value: Any) -> Any:
    return unpack(memoryview(bytearray(packed(value))))


class ValuesTest(unittest.TestCase):
    def test_returns_equal_values(self) -> None:
        point = collections.OrderedDict(a=[1, (2.5, None)], b={"é": {True, frozenset("ab")}})
        for value in (None, 0, -(2**200), "grün", b"", b"1234567", b"x" * 100_000, bytearray(b"ab"), point, Ellipsis):
            with self.subTest(value=str(value)[:20]):
                found = there_and_back(value)
                self.assertEqual(found, value)
                self.assertIs(type(found), type(value))

    def test_keeps_the_total_of_no_results(self) -> None:
        self.assertIs(there_and_back(NOTHING), NOTHING)
        self.assertIs(pickle.loads(pickle.dumps(NOTHING)), NOTHING)

    def test_has_the_documented_layout(self) -> None:
        self.assertEqual(packed(b"abc"), struct.pack("<IIQ", 1, 0, 3) + b"abc" + bytes(5))
        large = pickle.PickleBuffer(bytearray(range(250)) * 40)
        content = packed(large)
        form, count, length, first = struct.unpack_from("<IIQQ", content)
        self.assertEqual((form, count, first), (2, 1, 10_000))
        start = 24 + length + -length % 8
        self.assertEqual(content[start : start + 250], bytes(range(250)))
        self.assertEqual(len(content) % 8, 0)

    def test_sends_large_buffers_from_where_they_lie(self) -> None:
        large = bytearray(1 << 20)
        parts = pack(pickle.PickleBuffer(large))
        shared = [part for part in parts if isinstance(part, memoryview)]
        self.assertEqual(len(shared), 1)
        self.assertIs(shared[0].obj, large)

    def test_puts_small_buffers_into_the_pickle(self) -> None:
        self.assertEqual(len(pack([pickle.PickleBuffer(bytearray(100))] * 50)), 1)

    def test_does_not_keep_a_frame_for_one_of_its_values(self) -> None:
        one = packed(pickle.PickleBuffer(bytearray(8192)))
        frame = memoryview(bytearray(one * 20))
        for start in (0, 19 * len(one)):
            found = memoryview(unpack(frame[start : start + len(one)]))
            self.assertLessEqual(memoryview(found.obj).nbytes, len(one))
        alone = memoryview(bytearray(one))
        self.assertIs(memoryview(unpack(alone)).obj, alone.obj, "a value alone in its frame is not copied")

    @unittest.skipIf(numpy is None, "numpy is missing")
    def test_shares_the_received_memory_with_arrays(self) -> None:
        array_sent = numpy.arange(100_000, dtype="float64").reshape(100, 1000)
        body = bytearray(packed([array_sent, array_sent[:, ::2], numpy.float32(7)]))
        first, second, third = unpack(memoryview(body))
        numpy.testing.assert_array_equal(first, array_sent)
        numpy.testing.assert_array_equal(second, array_sent[:, ::2])
        self.assertEqual(third, 7)
        self.assertTrue(numpy.shares_memory(first, numpy.frombuffer(body, "uint8")))
        self.assertTrue(first.flags.writeable and first.flags.aligned)

    @unittest.skipIf(numpy is None, "numpy is missing")
    def test_keeps_the_order_and_the_kind_of_arrays(self) -> None:
        fixed = numpy.ones(5000)
        fixed.flags.writeable = False
        fortran = numpy.asfortranarray(numpy.arange(10_000).reshape(100, 100))
        found_fixed, found_fortran, found_text, found_empty = there_and_back(
            (fixed, fortran, numpy.array(["a", "bc"]), numpy.empty((0, 3)))
        )
        self.assertFalse(found_fixed.flags.writeable)
        self.assertTrue(found_fortran.flags.f_contiguous)
        numpy.testing.assert_array_equal(found_fortran, fortran)
        self.assertEqual(list(found_text), ["a", "bc"])
        self.assertEqual(found_empty.shape, (0, 3))

    def test_names_the_type_of_what_pickle_cannot_write(self) -> None:
        with self.assertRaisesRegex(UnsendableError, "the result, a generator, cannot be sent: .*expected: a value"):
            pack((number for number in ()), "result")
        with self.assertRaisesRegex(UnsendableError, "the unit, a list, cannot be sent: .*lambda"):
            pack([lambda: 1], "unit")

    def test_names_what_is_nested_too_deeply(self) -> None:
        deep: Any = []
        for _ in range(100_000):
            deep = [deep]
        with self.assertRaisesRegex(UnsendableError, "the result, a list, is nested too deeply"):
            pack(deep, "result")
        while deep:  # a list this deep is freed level by level
            deep = deep[0]

    def test_refuses_what_is_not_a_value(self) -> None:
        whole = packed(pickle.PickleBuffer(bytearray(10_000)))
        for content in (
            b"",
            b"12",
            whole[:24],
            whole[:5000],
            struct.pack("<IIQ", 1, 0, 9),
            struct.pack("<IIQ", 7, 0, 0),
        ):
            with self.subTest(size=len(content)):
                with self.assertRaises((ValueError, struct.error, EOFError, pickle.UnpicklingError)):
                    unpack(memoryview(content))

    def test_copies_an_array_of_the_standard_library(self) -> None:
        self.assertEqual(there_and_back(array.array("d", range(5000))), array.array("d", range(5000)))

    def test_has_a_constant_for_small_buffers(self) -> None:
        at_limit = pack(pickle.PickleBuffer(bytearray(values.SMALL_BUFFER)))
        below = pack(pickle.PickleBuffer(bytearray(values.SMALL_BUFFER - 1)))
        self.assertEqual((len(at_limit), len(below)), (3, 1))
