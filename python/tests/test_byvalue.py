"""Functions of a script, a notebook or a lambda travel by value."""

import functools
import importlib.util
import os
import pickle
import pickletools
import subprocess
import sys
import tempfile
import textwrap
import unittest
from typing import Any

from sluice import byvalue
from sluice.values import UnsendableError
from tests.fake import PACKAGE
from tests.module_functions import double

SCRIPT = """
import collections.abc, functools, math, os.path, sys, threading, typing, xml.dom.minidom
import __main__ as own
import numpy_or_not as helper
from sluice import byvalue

LIMIT = 10
count = 0

def factorial(n):
    "Multiplies."
    return 1 if n < 2 else n * factorial(n - 1)

def even(n):
    return n == 0 or odd(n - 1)

def odd(n):
    return n != 0 and even(n - 1)

def counting(step=1, *, limit=LIMIT):
    global count
    count += step
    return min(count, limit)

def power(exponent):
    def raised(base):
        return math.pow(base, exponent) + LIMIT
    return raised

def later():
    def inner():
        return unassigned
    if len(sys.argv) > 99:
        unassigned = 1
    return inner

class Point:
    pass

def make_point():
    return Point()

@functools.lru_cache(maxsize=7)
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)

def main(n):
    return "of the script", n

def shared():
    total = 0
    def add(n):
        nonlocal total
        total += n
    return add, lambda: total

def annotated(first: int, second: "Point" = 1, third: Point = None) -> list:
    return [first]

def spaces():
    found = []
    for factor in (2, 3):
        namespace = {"__name__": "__main__"}
        exec("factor = %d; scaled = lambda n: factor * n" % factor, namespace)
        found.append(namespace["scaled"])
    return found

lock = threading.Lock()
Kind = typing.TypeVar("Kind")

factorial.note = "kept"
made = {
    "factorial": factorial, "even": even, "counting": counting, "cube": power(3), "inner": later(),
    "nested": lambda n: [os.path.join("a", str(m + LIMIT)) for m in range(n)], "module": helper,
    "two": (factorial, even), "fibonacci": fibonacci, "main": functools.partial(main, 1), "shared": shared(),
    "annotated": annotated, "spaces": spaces(),
    "submodule": lambda: xml.dom.minidom.parseString("<a/>").documentElement.tagName,
}
name = sys.argv[1]
refused = {"point": make_point, "kind": lambda: Kind, "own": lambda: own, "values": [Point()],
    "lock": lambda: lock}
if name in refused:
    try:
        byvalue.dumps(refused[name])
    except Exception as error:
        sys.exit("%s: %s" % (type(error).__name__, error))
sys.stdout.buffer.write(byvalue.dumps(made[name]))
"""


class ByValueTest(unittest.TestCase):
    def travelled(self, name: str, cloudpickle: str = "off") -> Any:
        """Returns what a script made, sent from its __main__ to this process."""
        return pickle.loads(self.sent(name, cloudpickle).stdout)

    def sent(self, name: str, cloudpickle: str = "off") -> "subprocess.CompletedProcess[bytes]":
        script = textwrap.dedent(SCRIPT).replace("numpy_or_not", "json")
        environment = dict(os.environ, PYTHONPATH=PACKAGE, SLUICE_CLOUDPICKLE=cloudpickle)
        return subprocess.run(
            [sys.executable, "-c", script, name], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def test_takes_functions_along_with_what_they_name(self) -> None:
        factorial = self.travelled("factorial")
        self.assertEqual(factorial(5), 120)
        self.assertEqual((factorial.__doc__, factorial.note, factorial.__module__), ("Multiplies.", "kept", "__main__"))
        self.assertTrue(self.travelled("even")(10))
        self.assertEqual(self.travelled("cube")(2), 18)
        self.assertEqual(self.travelled("nested")(2), [os.path.join("a", "10"), os.path.join("a", "11")])
        self.assertEqual(self.travelled("module").loads("3"), 3)
        first, second = self.travelled("two")
        self.assertIs(first.__globals__, second.__globals__)

    def test_gives_each_copy_its_own_globals(self) -> None:
        first, second = self.travelled("counting"), self.travelled("counting")
        self.assertEqual([first(), first(4), first(4), first(4)], [1, 5, 9, 10])
        self.assertEqual(second(limit=99), 1)

    def test_keeps_an_unassigned_variable_unassigned(self) -> None:
        with self.assertRaises(NameError):
            self.travelled("inner")()

    def test_refuses_a_class_of_the_script(self) -> None:
        said = self.sent("point").stderr.decode()
        self.assertIn("UnsendableError: class Point is defined in __main__ (expected: one that workers can", said)

    def test_keeps_namespaces_apart(self) -> None:
        self.assertEqual([scaled(7) for scaled in self.travelled("spaces")], [14, 21])

    def test_shares_a_variable_of_a_closure(self) -> None:
        add, total = self.travelled("shared")
        add(3)
        add(4)
        self.assertEqual(total(), 7)

    def test_takes_a_cached_function_with_its_cache(self) -> None:
        for cloudpickle in ("off", "on"):
            fibonacci = self.travelled("fibonacci", cloudpickle)
            self.assertEqual(fibonacci(80), 23416728348467685)
            self.assertEqual(fibonacci.cache_parameters(), {"maxsize": 7, "typed": False})

    def test_takes_the_function_main_of_the_script(self) -> None:
        self.assertEqual(self.travelled("main")(), ("of the script", 1))

    def test_imports_the_submodules_that_a_function_uses(self) -> None:
        sent = self.sent("submodule").stdout
        loaded = [sys.executable, "-c", "import pickle, sys; print(pickle.loads(sys.stdin.buffer.read())())"]
        environment = dict(os.environ, PYTHONPATH=PACKAGE)
        self.assertEqual(subprocess.run(loaded, env=environment, input=sent, stdout=subprocess.PIPE).stdout, b"a\n")

    def test_keeps_annotations_or_their_names(self) -> None:
        expected = {"first": int, "second": "Point", "third": "Point", "return": list}
        self.assertEqual(self.travelled("annotated").__annotations__, expected)

    def test_imports_relative_to_the_package_of_the_script(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            os.mkdir(os.path.join(directory, "box"))
            for name, text in {
                "__init__": "",
                "other": "VALUE = 41",
                "script": "import sys\nfrom sluice import byvalue\ndef used():\n    from .other import VALUE\n"
                "    return VALUE\nsys.stdout.buffer.write(byvalue.dumps(used))",
            }.items():
                with open(os.path.join(directory, "box", name + ".py"), "w", encoding="utf-8") as file:
                    file.write(text)
            environment = dict(os.environ, PYTHONPATH=PACKAGE, SLUICE_CLOUDPICKLE="off")
            command = [sys.executable, "-m", "box.script"]
            done = subprocess.run(command, cwd=directory, env=environment, stdout=subprocess.PIPE)
            used = pickle.loads(done.stdout)
            sys.path.insert(0, directory)
            self.addCleanup(sys.path.remove, directory)
            self.assertEqual(used(), 41)

    def test_refuses_by_name_what_would_be_looked_up_in_the_script(self) -> None:
        self.assertIn("TypeVar Kind is defined in __main__", self.sent("kind").stderr.decode())
        self.assertIn("module __main__ cannot be imported by workers", self.sent("own").stderr.decode())
        self.assertIn("<lambda> uses lock: cannot pickle", self.sent("lock").stderr.decode())
        self.assertIn("class Point is defined in __main__", self.sent("values").stderr.decode())

    @unittest.skipIf(importlib.util.find_spec("cloudpickle") is None, "cloudpickle is missing")
    def test_uses_cloudpickle(self) -> None:
        self.assertEqual(self.travelled("factorial", "on")(5), 120)
        self.assertIn(b"cloudpickle", self.sent("factorial", "on").stdout)

    def test_names_what_can_be_imported(self) -> None:
        for function in (double, functools.partial(double, 4), len, "abc".upper, os.path.join):
            names = [argument for _, argument, _ in pickletools.genops(byvalue.dumps(function))]
            self.assertNotIn("_make", str(names))
            self.assertEqual(type(pickle.loads(byvalue.dumps(function))), type(function))

    def test_refuses_code_of_another_python(self) -> None:
        with self.assertRaisesRegex(UnsendableError, "function f of Python 2.7 reached Python 3"):
            byvalue._make((2, 7), b"", "f", byvalue._Namespace({}), ())

    def test_packs_values_with_functions_in_them(self) -> None:
        os.environ["SLUICE_CLOUDPICKLE"] = "off"
        self.addCleanup(os.environ.pop, "SLUICE_CLOUDPICKLE")
        factor = 3
        parts = byvalue.pack_any([lambda number: factor * number, "__main__"], "result")
        self.assertEqual(byvalue_unpack(parts)[0](5), 15)
        with self.assertRaisesRegex(UnsendableError, "the result, a list, cannot be sent: .*generator"):
            byvalue.pack_any([number for number in [(i for i in [])]], "result")
        self.assertEqual(byvalue_unpack(byvalue.pack_any(b"__main__", "result")), b"__main__")


def byvalue_unpack(parts: Any) -> Any:
    from sluice.values import unpack

    return unpack(memoryview(b"".join(parts)))
