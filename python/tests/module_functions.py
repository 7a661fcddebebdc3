"""Functions and classes of a module, for tests of what workers import."""

import dataclasses
import os
import time
from typing import Any, List


class Odd(Exception):
    def __init__(self, number: int, reason: str) -> None:
        super().__init__("%d is odd" % number)
        self.number = number
        self.reason = reason


@dataclasses.dataclass
class Pair:
    """Data: other hosts may return it."""

    first: Any
    second: Any


class Plain:
    """No data."""


def make(kind: str) -> Any:
    return {"pair": Pair(1, [2]), "plain": Plain(), "function": len, "unsendable": (_ for _ in ())}[kind]


def take_first(items: List[Any]) -> Any:
    return next(iter(items))


def touch(file: str) -> None:
    open(file, "w").close()


def wait_for(file: str) -> None:
    while not os.path.exists(file):
        time.sleep(0.01)


def double(number: Any) -> Any:
    return 2 * number


def refuse_odd(number: int) -> int:
    if number % 2:
        raise Odd(number, "reason")
    return number


_remembered: List[Any] = []


def remember(value: Any) -> None:
    _remembered.append(value)


def remembered() -> List[Any]:
    return _remembered
