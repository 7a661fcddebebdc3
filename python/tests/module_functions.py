"""Functions and classes of a module, for tests of what workers import."""

from typing import Any


class Odd(Exception):
    def __init__(self, number: int, reason: str) -> None:
        super().__init__("%d is odd" % number)
        self.number = number
        self.reason = reason


def double(number: Any) -> Any:
    return 2 * number


def refuse_odd(number: int) -> int:
    if number % 2:
        raise Odd(number, "reason")
    return number
