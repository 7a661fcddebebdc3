"""Reads pickles of results as data: no code of the sender runs, and nothing is imported because it says so.

Results come from workers, and a worker may be anybody who holds the run file. ``pickle.loads`` would call whatever such
a peer names. This reader makes the objects of a few known classes itself. Of the program's own classes it makes
dataclasses, named tuples, enumerations and exceptions, if this process has imported their module, and calls none of
their methods, not even ``__init__``. What it reads is a tree, and not much larger than the pickle.
"""

import array
import collections
import dataclasses
import datetime
import decimal
import enum
import fractions
import importlib
import io
import pathlib
import pickle
import re
import struct
import sys
import uuid
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Set, Tuple

from sluice.values import Part, UnsendableError, pickle_of

_REMEDY = (
    " (expected: numbers, text, bytes, lists, tuples, sets, dictionaries, dates, NumPy arrays, or dataclasses, named"
    " tuples, enumerations and exceptions of modules that the caller has imported, too). Return those, or trust all"
    " workers with your account: --trust-workers, or trust_workers=True"
)


class Name(NamedTuple):
    """A class or function in a pickle."""

    module: str
    name: str

    def __str__(self) -> str:
        return self.name if self.module == "builtins" else ".".join(self)


class _Unbuilt:
    """A NumPy array or type that gets its content by the next operation."""

    def __init__(self, type_name: str = "") -> None:
        self.type_name = type_name
        self.place = -1

    def __str__(self) -> str:
        return "a NumPy array without its content"


def loads(data: Any, buffers: Iterable[Any] = ()) -> Any:
    """Returns the value in a pickle. Raises UnsendableError, with its name, for what is no data."""
    try:
        return _Reader(data, buffers).load()
    except UnsendableError:
        raise
    except Exception as error:
        raise UnsendableError("a result cannot be read as data: %s: %s" % (type(error).__name__, error)) from None


def checked(parts: List[Part]) -> List[Part]:
    """Returns the parts of a packed value. Refuses one that the other side would not read as data."""
    pickled, buffers = pickle_of(parts)
    if pickled:
        loads(pickled, buffers)
    return parts


def _refusal(name: Any) -> UnsendableError:
    return UnsendableError("%s is not taken from a worker%s" % (name, _REMEDY))


_BASE: Any = pickle._Unpickler  # type: ignore[attr-defined]
#: What the pickler writes in protocol 5, without extensions, persistent objects and what only cyclic values need.
_TAKEN = (
    "PROTO FRAME STOP MARK NONE NEWTRUE NEWFALSE BININT BININT1 BININT2 LONG1 LONG4 BINFLOAT SHORT_BINUNICODE"
    " BINUNICODE BINUNICODE8 SHORT_BINBYTES BINBYTES BINBYTES8 NEXT_BUFFER READONLY_BUFFER EMPTY_LIST EMPTY_TUPLE"
    " EMPTY_DICT EMPTY_SET TUPLE TUPLE1 TUPLE2 TUPLE3 STACK_GLOBAL"
)
#: Bound of the levels of a value.
_DEEPEST = 1000
_ATOMS = (str, bytes, bytearray, int, float, bool, type(None), Name)


class _Reader(_BASE):  # type: ignore[misc]
    """The interpreter of a pickle, with the operations replaced that would run code."""

    dispatch: Dict[int, Callable[..., None]] = {
        getattr(pickle, name)[0]: _BASE.dispatch[getattr(pickle, name)[0]] for name in _TAKEN.split()
    }

    def __init__(self, data: Any, buffers: Iterable[Any]) -> None:
        super().__init__(io.BytesIO(data), buffers=buffers)
        self._bytes = len(data)
        #: How many values may be copies of others: a tree of 2 to the power of 60 equal leaves is a short pickle.
        self._room = 1000 + 8 * len(data)
        #: Objects that occurred again. They were complete, or would contain themselves, and change no more.
        self._shared: Set[int] = set()
        #: Names that no operation has used, and what is not built: the value must have none.
        self._open: List[Any] = []

    def load(self) -> Any:
        value = super().load()
        if self._open:
            raise _refusal(self._open[0])
        _size(value, 2000 + 16 * self._bytes)
        return value

    def find_class(self, module: str, name: str) -> Any:
        found = Name("pathlib" if module == "pathlib._local" else module, name)  # as Python 3.13 has it
        self._opened(found)
        return found

    def _opened(self, found: Any) -> None:
        if len(self._open) > _DEEPEST:
            raise _refusal("a value with so many classes")
        self._open.append(found)

    def _get(self, index: int) -> None:
        value = self.memo[index]
        if type(value) is Name:
            self._opened(value)
        elif type(value) not in _ATOMS:
            if type(value) is _Unbuilt:
                raise _refusal("an array within itself")
            self._shared.add(id(value))
            self._room -= _size(value, self._room)
        self.append(value)

    def _binget(self) -> None:
        self._get(self.read(1)[0])

    def _long_binget(self) -> None:
        self._get(struct.unpack("<I", self.read(4))[0])

    def _memoize(self) -> None:
        value = self.stack[-1]
        if type(value) is _Unbuilt:
            value.place = len(self.memo)
        self.memo[len(self.memo)] = value

    def _bytearray8(self) -> None:
        (size,) = struct.unpack("<Q", self.read(8))
        if size > self._bytes:
            raise ValueError("bytearray of %d bytes (expected: at most %d)" % (size, self._bytes))
        self.append(bytearray(self.read(size)))

    def _target(self, *kinds: type) -> Any:
        target = self.stack[-1]
        if type(target) not in kinds or id(target) in self._shared:
            raise _refusal("a %s that contains itself, or is changed," % type(target).__name__)
        return target

    def _append(self) -> None:
        value = self.stack.pop()
        self._target(list, collections.deque).append(value)

    def _appends(self) -> None:
        items = self.pop_mark()
        self._target(list, collections.deque).extend(items)

    def _setitem(self) -> None:
        value = self.stack.pop()
        key = self.stack.pop()
        self._target(dict, collections.OrderedDict, collections.defaultdict)[self._key(key)] = value

    def _setitems(self) -> None:
        items = self.pop_mark()
        target = self._target(dict, collections.OrderedDict, collections.defaultdict)
        target.update(zip(map(self._key, items[::2]), items[1::2]))

    def _additems(self) -> None:
        items = self.pop_mark()
        self._target(set).update(map(self._key, items))

    def _frozenset(self) -> None:
        items = self.pop_mark()
        self.append(frozenset(map(self._key, items)))

    def _key(self, value: Any) -> Any:
        """Returns a value that will be hashed. Python crashes when it hashes a tuple that is nested too deeply."""
        if type(value) not in _ATOMS:
            _size(value, 2000 + 16 * self._bytes)
        return value

    def _reduce(self) -> None:
        arguments = self.stack.pop()
        name = self.stack.pop()
        self._use(name)
        if type(arguments) is not tuple:
            raise _refusal(name)
        self.append(self._made(name, arguments))

    def _use(self, name: Any) -> None:
        if type(name) is not Name:
            raise ValueError("a call of a value (expected: of a name)")
        self._open.remove(name)

    def _made(self, name: Name, arguments: Tuple[Any, ...]) -> Any:
        maker = _MAKERS.get(name)
        if maker is not None:
            return maker(*arguments)
        if name == ("builtins", "getattr"):
            self._use(arguments[0])
            return self._attribute(*arguments)
        if name == ("collections", "defaultdict"):
            self._use(arguments[0])
            return collections.defaultdict(_FACTORIES[arguments[0]])
        if name == ("array", "_array_reconstructor"):
            self._use(arguments[0])
            return _array(*arguments[1:])
        if name.module.partition(".")[0] == "numpy":
            return self._numpy(name, arguments)
        kind = _class(name)
        if issubclass(kind, enum.Enum):
            return _member(kind, *arguments)
        if issubclass(kind, Exception):
            return _exception(kind, arguments)
        raise _refusal(name)

    def _attribute(self, owner: Name, attribute: str) -> Any:
        if owner == ("zoneinfo", "ZoneInfo"):
            return self.find_class(owner.module, "ZoneInfo." + attribute)
        kind = _class(owner)
        if not issubclass(kind, enum.Enum):
            raise _refusal(owner)
        return kind.__members__[attribute]

    def _numpy(self, name: Name, arguments: Tuple[Any, ...]) -> Any:
        function = name.name
        if function == "dtype":
            (type_name, aligned, copied) = arguments
            unbuilt = _Unbuilt(type_name)
        elif function == "_reconstruct":
            self._use(arguments[0])
            if arguments[0] != ("numpy", "ndarray"):
                raise _refusal(arguments[0])
            unbuilt = _Unbuilt()
        elif function == "_frombuffer":
            buffer, kind, shape, order = arguments[:4]
            return _ndarray(buffer, kind, shape, order)
        elif function == "scalar":
            return _ndarray(arguments[1], arguments[0], (1,), "C")[0]
        else:
            raise _refusal(name)
        self._opened(unbuilt)
        return unbuilt

    def _newobj(self) -> None:
        arguments = self.stack.pop()
        name = self.stack.pop()
        self._use(name)
        if name == ("uuid", "UUID"):
            made = object.__new__(uuid.UUID)
        else:
            kind = _class(name)
            if issubclass(kind, tuple) and isinstance(vars(kind).get("_fields"), tuple):
                made = tuple.__new__(kind, arguments)
                if len(arguments) != len(made._fields):
                    raise _refusal(name)
            elif dataclasses.is_dataclass(kind) and not issubclass(kind, (enum.Enum, BaseException)):
                if arguments or hasattr(kind, "__del__"):
                    raise _refusal(name)
                made = object.__new__(kind)
            else:
                raise _refusal(name)
        self.append(made)

    def _build(self) -> None:
        state = self.stack.pop()
        target = self.stack[-1]
        if id(target) in self._shared:
            raise _refusal("a %s that contains itself" % type(target).__name__)
        if type(target) is _Unbuilt:
            self._open = [each for each in self._open if each is not target]
            built = _dtype(target.type_name, state) if target.type_name else _ndarray_of(state)
            self.stack[-1] = built
            if target.place >= 0:
                self.memo[target.place] = built
        elif type(target) is uuid.UUID:
            object.__setattr__(target, "int", uuid.UUID(int=state["int"]).int)
            object.__setattr__(target, "is_safe", uuid.SafeUUID.unknown)
        elif isinstance(target, Exception) and type(state) is dict:
            target.__dict__.update(_attributes(state))
        elif dataclasses.is_dataclass(target) and not isinstance(target, enum.Enum):
            _fill(target, state)
        else:
            raise _refusal(type(target).__name__)


for _operation, _method in {
    pickle.BINGET: _Reader._binget,
    pickle.LONG_BINGET: _Reader._long_binget,
    pickle.MEMOIZE: _Reader._memoize,
    pickle.BYTEARRAY8: _Reader._bytearray8,
    pickle.APPEND: _Reader._append,
    pickle.APPENDS: _Reader._appends,
    pickle.SETITEM: _Reader._setitem,
    pickle.SETITEMS: _Reader._setitems,
    pickle.ADDITEMS: _Reader._additems,
    pickle.FROZENSET: _Reader._frozenset,
    pickle.REDUCE: _Reader._reduce,
    pickle.NEWOBJ: _Reader._newobj,
    pickle.BUILD: _Reader._build,
}.items():
    _Reader.dispatch[_operation[0]] = _method


def _size(value: Any, most: int) -> int:
    """Counts the values in one, each as often as it occurs. Refuses too many, and too many levels."""
    count = 0
    level = [value]
    for _ in range(_DEEPEST):
        below: List[Any] = []
        for each in level:
            if type(each) in _ATOMS:
                continue
            if isinstance(each, dict):
                below.extend(each)
                below.extend(each.values())
            elif isinstance(each, (list, tuple, set, frozenset, collections.deque)):
                below.extend(each)
            elif isinstance(each, Exception):
                below.extend((each.args, each.__dict__))
            elif dataclasses.is_dataclass(each):
                below.extend(getattr(each, field.name, None) for field in dataclasses.fields(each))
            if count + len(below) > most:
                raise UnsendableError("a result repeats its parts too often (expected: each part once)")
        count += len(level)
        if not below:
            return count
        level = below
    raise UnsendableError("a result has more than %d levels (expected: fewer)" % _DEEPEST)


# ---- classes of the program


def _class(name: Name) -> type:
    """Returns a class by its name, if this process has it."""
    found: Any = sys.modules.get(name.module)
    for part in name.name.split("."):
        found = vars(found).get(part) if isinstance(found, type) or type(found) is type(sys) else None
    if not isinstance(found, type) or found.__module__ != name.module or found.__qualname__ != name.name:
        raise _refusal(name)
    return found


def _member(kind: Any, value: Any) -> Any:
    if issubclass(kind, enum.Flag) and type(value) is int:
        return kind(value)
    for member in kind.__members__.values():
        if type(member.value) is type(value) and member.value == value:
            return member
    raise ValueError("%r is no %s (expected: one of its members)" % (value, kind.__name__))


def _exception(kind: type, arguments: Tuple[Any, ...]) -> Any:
    base: Any = next(each for each in kind.__mro__ if each.__module__ == "builtins")
    own = kind.__mro__[: kind.__mro__.index(base)]
    if any("__reduce__" in vars(each) or "__reduce_ex__" in vars(each) for each in own):  # such as that of json
        if kind.__module__.partition(".")[0] not in getattr(sys, "stdlib_module_names", ("json",)):
            raise _refusal("%s.%s, which has __reduce__," % (kind.__module__, kind.__qualname__))
        return kind(*arguments)
    if hasattr(kind, "__del__"):
        raise _refusal(kind.__name__)
    error = base.__new__(kind, *arguments)
    base.__init__(error, *arguments)
    return error


def _attributes(state: Any) -> Dict[str, Any]:
    if type(state) is not dict or not all(type(name) is str for name in state):
        raise ValueError("the state of an object is no dictionary of attributes")
    return state


def _fill(target: Any, state: Any) -> None:
    """Gives a dataclass its attributes: those of a dictionary, of slots, or of all fields in their order."""
    kind = type(target)
    fields = [field.name for field in dataclasses.fields(target)]
    setter = getattr(kind, "__setstate__", None)
    if setter is not None and getattr(setter, "__module__", "") != "dataclasses":
        raise _refusal("%s.%s, which has __setstate__," % (kind.__module__, kind.__qualname__))
    if type(state) is list and len(state) == len(fields):
        state = None, dict(zip(fields, state))
    own, slots = state if type(state) is tuple and len(state) == 2 else (state, None)
    if own:
        target.__dict__.update(_attributes(own))
    for name, value in _attributes(slots or {}).items():
        if name not in fields:
            raise ValueError("%s has no field %r" % (kind.__qualname__, name))
        object.__setattr__(target, name, value)


# ---- known classes


def _fraction(numerator: Any, denominator: Any = None) -> Any:
    if denominator is None and re.fullmatch(r"-?\d+(/\d+)?", numerator):
        return fractions.Fraction(numerator)
    return fractions.Fraction(_whole(numerator), _whole(denominator))


def _whole(number: Any) -> int:
    if type(number) is not int:
        raise ValueError("%r (expected: a whole number)" % (number,))
    return number


def _counter(counts: Any) -> Any:
    made: Any = collections.Counter()
    if type(counts) is not dict:
        raise ValueError("a Counter of no dictionary")
    dict.update(made, counts)
    return made


def _deque(items: Any, most: Any = None) -> Any:
    if items != ():
        raise ValueError("a deque of items (expected: they follow)")
    return collections.deque((), most if most is None else _whole(most))


def _array(code: Any, form: Any, data: Any) -> Any:
    if type(code) is not str or code not in array.typecodes or type(data) is not bytes:
        raise ValueError("an array of type %r" % (code,))
    return array._array_reconstructor(array.array, code, _whole(form), data)  # type: ignore[attr-defined]


def _path(kind: Any) -> Callable[..., Any]:
    return lambda *parts: kind(*[_text(part) for part in parts])


def _text(value: Any) -> str:
    if type(value) is not str:
        raise ValueError("%r (expected: text)" % (value,))
    return value


def _zone(key: Any, cached: Any = True) -> Any:
    return importlib.import_module("zoneinfo").ZoneInfo(_text(key))


def _zoned(kind: Any) -> Callable[..., Any]:
    def make(*parts: Any) -> Any:
        if type(parts[0]) is not bytes:
            raise ValueError("a date of %r" % (parts[0],))
        return kind(*parts)

    return make


def _ordered() -> Any:
    return collections.OrderedDict()


_FACTORIES = {
    Name("builtins", kind.__name__): kind for kind in (int, float, complex, str, bytes, bool, list, tuple, dict, set)
}
_MAKERS: Dict[Tuple[str, str], Callable[..., Any]] = {
    ("array", "array"): lambda code, items: array.array(_text(code), items if type(items) is list else ()),
    ("builtins", "complex"): lambda real, imaginary: complex(float(real), float(imaginary)),
    ("builtins", "range"): lambda *ends: range(*[_whole(end) for end in ends]),
    ("builtins", "slice"): slice,
    ("collections", "Counter"): _counter,
    ("collections", "OrderedDict"): _ordered,
    ("collections", "deque"): _deque,
    ("datetime", "date"): _zoned(datetime.date),
    ("datetime", "datetime"): _zoned(datetime.datetime),
    ("datetime", "time"): _zoned(datetime.time),
    ("datetime", "timedelta"): lambda *parts: datetime.timedelta(*[_whole(part) for part in parts]),
    ("datetime", "timezone"): lambda *parts: datetime.timezone(*parts) if any(parts) else datetime.timezone.utc,
    ("decimal", "Decimal"): lambda text: decimal.Decimal(_text(text)),
    ("fractions", "Fraction"): _fraction,
    ("pathlib", "PosixPath"): _path(pathlib.PosixPath if hasattr(pathlib, "PosixPath") else pathlib.Path),
    ("pathlib", "PurePosixPath"): _path(pathlib.PurePosixPath),
    ("zoneinfo", "ZoneInfo._unpickle"): _zone,
}

# ---- NumPy


def _dtype(name: Any, state: Any) -> Any:
    """Makes a type of elements from its name and its pickled state, unless it has objects."""
    version, order, base, names, parts, size = state[:6]
    if base is not None or not re.fullmatch(r"[biufcSUVmM]\d+", name) or order not in ("<", ">", "=", "|"):
        raise _refusal("a NumPy array of type %s" % name)
    numpy = importlib.import_module("numpy")
    if names:
        described = [parts[each] for each in names]
        if not all(type(kind) in numpy.dtype.__mro__ or isinstance(kind, numpy.dtype) for kind, *_ in described):
            raise _refusal("a NumPy array of type %s" % name)
        return numpy.dtype(
            {
                "names": [_text(each) for each in names],
                "formats": [kind for kind, *_ in described],
                "offsets": [_whole(offset) for _, offset, *_ in described],
                "itemsize": _whole(size),
            }
        )
    if name[0] in "mM" and len(state) > 8 and state[8]:
        (unit, number, *_) = state[8][1]
        text = unit.decode() if type(unit) is bytes else _text(unit)
        if not re.fullmatch("generic|[YMWDhms]|[munpfa]s", text):
            raise _refusal("a NumPy array of type %s" % name)
        name += "" if text == "generic" else "[%d%s]" % (_whole(number), text)
    return numpy.dtype((order if order != "|" else "") + name)


def _ndarray(data: Any, kind: Any, shape: Any, order: Any) -> Any:
    numpy = importlib.import_module("numpy")
    if not isinstance(kind, numpy.dtype) or kind.hasobject or not kind.itemsize:
        raise _refusal("a NumPy array of type %s" % kind)
    if type(data) not in (bytes, bytearray, memoryview) or type(shape) is not tuple or order not in ("C", "F"):
        raise ValueError("a NumPy array of %s" % type(data).__name__)
    sides = [_whole(side) for side in shape]
    if min(sides, default=1) < 0:
        raise ValueError("a NumPy array of shape %s" % (shape,))
    flat = numpy.frombuffer(data, dtype=kind) if len(data) else numpy.empty(0, dtype=kind)
    return flat.reshape(sides, order=order)


def _ndarray_of(state: Any) -> Any:
    version, shape, kind, by_columns, data = state
    if type(data) is not bytes:
        raise _refusal("a NumPy array of objects")
    return _ndarray(bytearray(data), kind, shape, "F" if by_columns else "C")
