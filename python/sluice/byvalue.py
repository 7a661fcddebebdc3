"""Functions that workers cannot import, as bytes: those of a script, a notebook or a lambda.

A function that both sides can import is pickled by name. Another travels by value: by cloudpickle where that is
installed, else as its code with the globals that the code names, its defaults and its closure. The second way has
limits: both sides run the same version of Python, and classes defined in ``__main__`` do not travel.
"""

import builtins
import dis
import importlib
import io
import itertools
import marshal
import os
import pickle
import sys
import types
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

from sluice.values import Part, UnsendableError, pack, parts_of_pickle

_MAIN = b"__main__"
_GLOBAL_NAMES = ("LOAD_GLOBAL", "LOAD_NAME", "STORE_GLOBAL", "DELETE_GLOBAL")
_numbers = itertools.count()
_modules: Dict[str, Dict[str, Any]] = {}


def pack_any(value: Any, what: str) -> List[Part]:
    """Packs a value that may contain functions and, with cloudpickle, classes of ``__main__``."""
    first: Optional[UnsendableError] = None
    try:
        parts = pack(value, what)
        if _MAIN not in bytes(parts[0]):
            return parts
    except UnsendableError as error:
        first = error
    try:
        return parts_of_pickle(dumps(value), [])
    except UnsendableError as second:
        raise UnsendableError("the %s cannot be sent: %s" % (what, second)) from first
    except Exception as second:
        raise first or UnsendableError("the %s cannot be sent: %s" % (what, second)) from second


def dumps(value: Any) -> bytes:
    """Pickles a value, with functions of ``__main__`` by value."""
    try:
        data = pickle.dumps(value, 5)
        if _MAIN not in data:
            return data
    except Exception:  # pickle raises what the value's own methods raise, too
        data = b""
    cloudpickle = _cloudpickle()
    if cloudpickle is not None:
        return bytes(cloudpickle.dumps(value, protocol=5))
    file = io.BytesIO()
    _ByValue(file).dump(value)
    return file.getvalue()


class _ByValue(pickle.Pickler):
    """Pickles functions that others cannot import as their code and what it names."""

    def __init__(self, file: Any) -> None:
        super().__init__(file, protocol=5)
        self._run = "%d-%d" % (os.getpid(), next(_numbers))

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, types.FunctionType):
            return NotImplemented if _is_importable(value) else self._reduce(value)
        if isinstance(value, types.ModuleType):
            return importlib.import_module, (value.__name__,)
        if isinstance(value, type) and value.__module__ == "__main__":
            raise UnsendableError(
                "class %s is defined in __main__ (expected: a class that workers can import)."
                " Move it into a module, or install cloudpickle." % value.__qualname__
            )
        return NotImplemented

    def _reduce(self, function: types.FunctionType) -> Tuple[Any, ...]:
        code = function.__code__
        cells = function.__closure__ or ()
        names = {name: function.__globals__[name] for name in _names(code) if name in function.__globals__}
        made = (
            sys.version_info[:2],
            marshal.dumps(code),
            function.__name__,
            function.__module__ or "__main__",
            self._run,
            len(cells),
        )
        state = {
            "globals": names,
            "defaults": function.__defaults__,
            "keywords": function.__kwdefaults__,
            "cells": [_content(cell) for cell in cells],
            "qualified": function.__qualname__,
            "attributes": function.__dict__,
        }
        return _make, made, state, None, None, _fill


def _make(version: Tuple[int, int], code: bytes, name: str, module: str, run: str, cells: int) -> types.FunctionType:
    """Makes a function without its globals and closure. Functions of one module share their globals."""
    if tuple(version) != sys.version_info[:2]:
        raise UnsendableError(
            "function %s of Python %d.%d reached Python %d.%d (expected: the same version on both sides)."
            " Move it into a module, or install cloudpickle." % (name, *version, *sys.version_info[:2])
        )
    names = _modules.setdefault(run + module, {"__name__": module, "__builtins__": builtins})
    closure = tuple(types.CellType() for _ in range(cells))
    function = types.FunctionType(marshal.loads(code), names, name, None, closure)
    function.__module__ = module
    return function


def _fill(function: types.FunctionType, state: Dict[str, Any]) -> None:
    for name, value in state["globals"].items():
        function.__globals__.setdefault(name, value)
    function.__defaults__ = state["defaults"]
    function.__kwdefaults__ = state["keywords"]
    function.__qualname__ = state["qualified"]
    function.__dict__.update(state["attributes"])
    for cell, content in zip(function.__closure__ or (), state["cells"]):
        if content:
            cell.cell_contents = content[0]


def _content(cell: Any) -> Tuple[Any, ...]:
    try:
        return (cell.cell_contents,)
    except ValueError:  # not assigned yet
        return ()


def _is_importable(function: Callable[..., Any]) -> bool:
    module = getattr(function, "__module__", None)
    if module is None or module == "__main__" or module not in sys.modules:
        return False
    found: Any = sys.modules[module]
    for name in function.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is function


def _names(code: types.CodeType) -> Iterator[str]:
    """Yields the global names that this code and the functions in it use."""
    for instruction in dis.get_instructions(code):
        if instruction.opname in _GLOBAL_NAMES:
            yield instruction.argval
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)


def _cloudpickle() -> Any:
    if os.environ.get("SLUICE_CLOUDPICKLE") == "off":
        return None
    try:
        return importlib.import_module("cloudpickle")
    except ImportError:
        return None
