"""Functions that workers cannot import, as bytes: those of a script, a notebook or a lambda.

A function that both sides can import is pickled by name. Another travels by value: by cloudpickle where that is
installed, else as its code with the globals that the code names, its defaults and its closure. The second way has
limits: both sides run the same version of Python, and classes defined in ``__main__`` do not travel.
"""

import builtins
import collections
import dis
import functools
import importlib
import io
import marshal
import os
import pickle
import sys
import types
from typing import Any, Callable, Dict, Iterator, List, Optional, Set, Tuple

from sluice.values import Part, UnsendableError, pack, parts_of_pickle

_MAIN = b"__main__"
#: The type of a function with a cache.
_CACHED = type(functools.lru_cache(len))
_GLOBAL_NAMES = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS", "STORE_GLOBAL", "DELETE_GLOBAL")


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
        file = io.BytesIO()
        own = cloudpickle.CloudPickler
        # cloudpickle itself writes the name of a function with a cache, also of one in __main__
        table = collections.ChainMap({_CACHED: _reduce_cached}, own.dispatch_table)
        type("_WithCaches", (own,), {"dispatch_table": table})(file, protocol=5).dump(value)
        return file.getvalue()
    try:
        return dumps_own(value)
    except Exception as error:
        culprit = "" if isinstance(error, UnsendableError) else _culprit(value)
        if not culprit:
            raise
        raise UnsendableError("%s: %s" % (culprit, error)) from error


def dumps_own(value: Any) -> bytes:
    """Pickles a value without cloudpickle."""
    file = io.BytesIO()
    _ByValue(file).dump(value)
    return file.getvalue()


class _ByValue(pickle.Pickler):
    """Pickles functions that others cannot import as their code and what it names.

    Functions that share globals, or a variable of a closure, share them on the other side too.
    """

    def __init__(self, file: Any) -> None:
        super().__init__(file, protocol=5)
        self._namespaces: Dict[int, _Namespace] = {}

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, types.FunctionType):
            return NotImplemented if _is_importable(value) else self._reduce(value)
        if isinstance(value, types.ModuleType):
            return _reduce_module(value, ())
        if isinstance(value, types.CellType):
            return _cell, ()  # the function that refers to it fills it
        if isinstance(value, _Namespace):
            return _Namespace, (value.own,)
        if isinstance(value, type):
            if value.__module__ == "__main__":
                raise _refusal("class", value)
        elif isinstance(value, _CACHED):
            return _reduce_cached(value)
        elif getattr(value, "__module__", None) == "__main__" and type(value).__module__ != "__main__":
            if isinstance(value.__reduce_ex__(5), str):  # a name that others cannot look up
                raise _refusal(type(value).__name__, value)
        return NotImplemented

    def _reduce(self, function: types.FunctionType) -> Tuple[Any, ...]:
        code = function.__code__
        used = {name: function.__globals__[name] for name in _names(code) if name in function.__globals__}
        attributes = set(_attributes(code))
        for name, value in used.items():
            if isinstance(value, types.ModuleType):
                used[name] = _Module(value, attributes)
        cells = function.__closure__ or ()
        made = (sys.version_info[:2], marshal.dumps(code), function.__name__, self._namespace(function), cells)
        state = {
            "globals": used,
            "defaults": function.__defaults__,
            "keywords": function.__kwdefaults__,
            "cells": [_content(cell) for cell in cells],
            "attributes": function.__dict__,
            "set": {
                "__qualname__": function.__qualname__,
                "__module__": function.__module__,
                "__doc__": function.__doc__,
                "__annotations__": {name: _annotation(value) for name, value in function.__annotations__.items()},
            },
        }
        return _make, made, state, None, None, _fill

    def _namespace(self, function: types.FunctionType) -> "_Namespace":
        names = function.__globals__
        known = self._namespaces.get(id(names))
        if known is None:
            own = {name: names[name] for name in ("__name__", "__package__") if isinstance(names.get(name), str)}
            known = self._namespaces[id(names)] = _Namespace(own)
        return known


class _Namespace:
    """The globals of functions that were made together."""

    def __init__(self, own: Dict[str, Any]) -> None:
        self.own = own
        self.names: Dict[str, Any] = {"__builtins__": builtins, **own}


class _Module:
    """A module that a function names, with the submodules that it uses: ``import a.b`` binds only ``a``."""

    def __init__(self, module: types.ModuleType, attributes: Set[str]) -> None:
        below = module.__name__ + "."
        self._module = module
        self._used = tuple(
            name for name in list(sys.modules) if name.startswith(below) and attributes.issuperset(name[len(below) :].split("."))
        )

    def __reduce__(self) -> Any:
        return _reduce_module(self._module, self._used)


def _reduce_module(module: types.ModuleType, submodules: Tuple[str, ...]) -> Any:
    name = module.__name__
    if name == "__main__" or sys.modules.get(name) is not module:
        raise UnsendableError("module %s cannot be imported by workers (expected: one that they can import)." % name)
    return _imported, (name, submodules)


def _imported(name: str, submodules: Tuple[str, ...]) -> Any:
    for each in submodules:
        importlib.import_module(each)
    return importlib.import_module(name)


def _reduce_cached(function: Any) -> Any:
    if _is_importable(function):
        return function.__qualname__
    return _cached, (function.__wrapped__, function.cache_parameters())


def _cached(function: Callable[..., Any], parameters: Dict[str, Any]) -> Any:
    return functools.lru_cache(**parameters)(function)


def _cell() -> Any:
    return types.CellType()


def _refusal(kind: str, value: Any) -> UnsendableError:
    name = getattr(value, "__qualname__", None) or getattr(value, "__name__", None) or repr(value)
    return UnsendableError(
        "%s %s is defined in __main__ (expected: one that workers can import)."
        " Move it into a module, or install cloudpickle." % (kind, name)
    )


def _annotation(value: Any) -> Any:
    """Returns an annotation, or its text if it cannot travel."""
    try:
        dumps_own(value)
        return value
    except Exception:
        return value.__qualname__ if isinstance(value, type) else repr(value)


def _make(
    version: Tuple[int, int], code: bytes, name: str, namespace: _Namespace, cells: Tuple[Any, ...]
) -> types.FunctionType:
    """Makes a function. Its globals and closure are filled later, as they may refer to it."""
    if tuple(version) != sys.version_info[:2]:
        raise UnsendableError(
            "function %s of Python %d.%d reached Python %d.%d (expected: the same version on both sides)."
            " Move it into a module, or install cloudpickle." % (name, *version, *sys.version_info[:2])
        )
    return types.FunctionType(marshal.loads(code), namespace.names, name, None, cells)


def _fill(function: types.FunctionType, state: Dict[str, Any]) -> None:
    for name, value in state["globals"].items():
        function.__globals__.setdefault(name, value)
    function.__defaults__ = state["defaults"]
    function.__kwdefaults__ = state["keywords"]
    function.__dict__.update(state["attributes"])
    for name, value in state["set"].items():
        setattr(function, name, value)
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


def _culprit(value: Any) -> str:
    """Returns the beginning of an error: which variable of a function cannot travel; none if none."""
    if isinstance(value, types.FunctionType):
        used = {name: value.__globals__.get(name) for name in _names(value.__code__)}
        used.update(zip(value.__code__.co_freevars, [_content(cell) for cell in value.__closure__ or ()]))
        for name, content in used.items():
            try:
                dumps_own(content)
            except Exception:
                if content is not value:
                    return "%s uses %s" % (value.__qualname__, name)
    return ""


def _attributes(code: types.CodeType) -> Iterator[str]:
    """Yields all names that this code and the functions in it use."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _attributes(constant)


def _cloudpickle() -> Any:
    if os.environ.get("SLUICE_CLOUDPICKLE") == "off":
        return None
    try:
        return importlib.import_module("cloudpickle")
    except ImportError:
        return sys.modules.get("joblib.externals.cloudpickle")  # where joblib is used, workers have it too
