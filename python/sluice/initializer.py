"""The initializer of an executor: a worker calls it in each of its processes, before the first call there."""

import uuid
from concurrent import futures
from functools import partial
from typing import Any, Callable, Dict, Tuple

#: What the initializers of this process raised, by their ids; nothing if they returned.
_raised: Dict[str, str] = {}


class InitializerError(futures.BrokenExecutor):
    """The initializer raised an exception: the executor takes no more calls."""


class Initializer:
    """A function and its arguments."""

    def __init__(self, function: Callable[..., Any], arguments: Tuple[Any, ...]) -> None:
        if not callable(function):
            raise TypeError("initializer=%r (expected: a function)" % (function,))
        self._before = partial(_call, uuid.uuid4().hex, function, arguments)

    def before(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Returns the function that workers call instead."""
        return partial(self._before, function)


def _call(
    name: str, initializer: Callable[..., Any], arguments: Tuple[Any, ...], function: Any, *given: Any, **named: Any
) -> Any:
    if name not in _raised:
        try:
            initializer(*arguments)
            _raised[name] = ""
        except Exception as error:
            _raised[name] = "%s: %s" % (type(error).__name__, error)
    if _raised[name]:
        raise InitializerError("the initializer raised %s" % _raised[name])
    return function(*given, **named)
