"""What a unit needs while it computes."""

import re
from typing import Any, Dict, Iterable, List, Optional, Tuple, Union

_SIZE = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?)\s*([KMGT]?)i?B?\s*", re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class Needs:
    """The resources of a unit: ``Needs(cpus=4, memory="8GB", licence=1)``.

    cpus: slots that the unit occupies.
    memory: a number of bytes, or a text such as "8GB" in powers of 1024; None for what it may be.
    gpus: graphics processors.
    resources: others that hosts or the run offer (``--resource``); 0 is a label that the host must have.
    """

    __slots__ = ("_text",)

    def __init__(
        self, cpus: int = 1, memory: Union[int, str, None] = None, gpus: int = 0, **resources: int
    ) -> None:
        amounts: Dict[str, int] = {"processors": _number("cpus", cpus, 1)}
        if memory is not None:
            amounts["memory"] = _bytes(memory)
        if gpus:
            amounts["gpus"] = _number("gpus", gpus, 0)
        for name, amount in resources.items():
            if not _NAME.fullmatch(name):
                raise ValueError("needs: %r (expected: a name of letters and digits, such as licence)" % name)
            amounts[name] = _number(name, amount, 0)
        self._text = " ".join("%s=%d" % pair for pair in amounts.items())

    def __repr__(self) -> str:
        return "Needs(%s)" % self._text

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Needs) and other._text == self._text

    def __hash__(self) -> int:
        return hash(self._text)

    @property
    def text(self) -> str:
        """The needs as the protocol has them."""
        return self._text


def runs(units: Iterable[Tuple[Optional[Needs], int]]) -> List[Tuple[int, str, int]]:
    """Returns how many units in a row have the same needs and priority, and which."""
    found: List[Tuple[int, str, int]] = []
    for needs, priority in units:
        text, priority = checked(needs).text, checked_priority(priority)
        if found and found[-1][1:] == (text, priority):
            found[-1] = (found[-1][0] + 1, text, priority)
        else:
            found.append((1, text, priority))
    return found


def checked(needs: Optional[Needs]) -> Needs:
    """Returns the needs; those of one slot for None. Raises TypeError for anything else."""
    if needs is None:
        return ONE_SLOT
    if not isinstance(needs, Needs):
        raise TypeError("needs returned %r (expected: sluice.Needs or None)" % (needs,))
    return needs


def checked_priority(priority: Any) -> int:
    """Returns the priority. Raises TypeError or ValueError if it is none."""
    if isinstance(priority, bool) or not isinstance(priority, int):
        raise TypeError("priority returned %r (expected: a whole number)" % (priority,))
    if not -(2**31) <= priority < 2**31:
        raise ValueError("priority: %d (expected: a number of 32 bits)" % priority)
    return priority


def _number(name: str, value: Any, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ValueError("needs: %s=%r (expected: a whole number, %d or more)" % (name, value, least))
    return value


def _bytes(memory: Any) -> int:
    if isinstance(memory, str):
        size = _SIZE.fullmatch(memory)
        if size is None:
            raise ValueError("needs: memory=%r (expected: a number of bytes, or a text such as 8GB)" % memory)
        power = " KMGT".index(size.group(2).upper() or " ")
        return int(float(size.group(1)) * 1024**power)
    return _number("memory", memory, 0)


ONE_SLOT = Needs()
