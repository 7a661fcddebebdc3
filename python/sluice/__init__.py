"""Sluice for Python: applications, ``map`` over functions, and an ``Executor``."""

import importlib
from typing import TYPE_CHECKING, Any

from sluice.application import (
    APPLICATION_COMPLETE,
    CONTINUE,
    CYCLE_COMPLETE,
    CYCLE_END,
    EACH,
    FAILED,
    Application,
    ArgumentError,
    Cycle,
    FailedUnit,
    InputFile,
    Verdict,
)
from sluice.context import Remedy, progress, rng, scratch, seed
from sluice.needs import Needs
from sluice.program import cpus, file
from sluice.serial import RunFailed, run
from sluice.values import UnsendableError

if TYPE_CHECKING:
    from sluice.executor import Executor, as_completed
    from sluice.functions import RemoteTraceback, UnitCancelled, UnitError
    from sluice.launch import SluiceError
    from sluice.mapping import map

__version__ = "0.1.0"

#: These are imported when they are used, so that the children of a run start sooner.
_LATER = {
    "Executor": "sluice.executor",
    "RemoteTraceback": "sluice.functions",
    "SluiceError": "sluice.launch",
    "UnitCancelled": "sluice.functions",
    "UnitError": "sluice.functions",
    "as_completed": "sluice.executor",
    "map": "sluice.mapping",
}

__all__ = [
    "APPLICATION_COMPLETE",
    "CONTINUE",
    "CYCLE_COMPLETE",
    "CYCLE_END",
    "EACH",
    "FAILED",
    "Application",
    "ArgumentError",
    "Cycle",
    "Executor",
    "FailedUnit",
    "InputFile",
    "Needs",
    "Remedy",
    "RemoteTraceback",
    "RunFailed",
    "SluiceError",
    "UnitCancelled",
    "UnitError",
    "UnsendableError",
    "Verdict",
    "as_completed",
    "cpus",
    "file",
    "map",
    "progress",
    "rng",
    "run",
    "scratch",
    "seed",
]


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError("module 'sluice' has no attribute %r" % name)
    value = getattr(importlib.import_module(_LATER[name]), name)
    globals()[name] = value
    return value
