"""Loads a program and finds the application in it; parses its arguments; knows its files."""

import argparse
import importlib.util
import inspect
import os
import re
import sys
from types import ModuleType
from typing import Any, Dict, List, Optional, Type

from sluice.application import Application, ArgumentError, check

_chosen: List[Type[Application]] = []
_loading = False
_files: Dict[str, str] = {}


class HelpRequested(Exception):
    """The arguments asked for help, which is the message."""


class _Parser(argparse.ArgumentParser):
    """A parser that raises instead of exiting, because its process serves the runtime."""

    def error(self, message: str) -> Any:
        raise ArgumentError(message)

    def print_help(self, file: Any = None) -> None:
        raise HelpRequested(self.format_help())

    def exit(self, status: int = 0, message: Optional[str] = None) -> Any:
        raise HelpRequested(message or "")


def load(path: str) -> Type[Application]:
    """Runs a program as a module, and returns its application."""
    return application_of(_run_module(path), path)


def application_of(module: ModuleType, path: str) -> Type[Application]:
    """Returns the application that ``sluice.run`` named while the program was loaded, or else the only one in it."""
    if _chosen:
        return _chosen[-1]
    defined = [
        found
        for found in vars(module).values()
        if isinstance(found, type) and issubclass(found, Application) and found.__module__ == module.__name__
    ]
    leaves = [kind for kind in defined if not any(other is not kind and issubclass(other, kind) for other in defined)]
    if len(set(leaves)) != 1:
        names = ", ".join(sorted(kind.__name__ for kind in leaves)) or "none"
        raise TypeError(
            "%s: applications: %s (expected: one subclass of sluice.Application, or a call of sluice.run)"
            % (path, names)
        )
    return leaves[0]


def choose(application: Type[Application]) -> bool:
    """Notes which application to run. Returns False if no program is being loaded."""
    if _loading:
        _chosen.append(application)
    return _loading


def start(kind: Type[Application], name: str, arguments: List[str]) -> Application:
    """Makes an application, gives it its options, and initializes it."""
    application = kind()
    check(application)
    parser = _Parser(prog=os.path.basename(name), description=_description(kind))
    application.arguments(parser)
    application.options = parser.parse_args(arguments)
    application.initialize()
    return application


def name_files(pairs: List[str]) -> None:
    """Takes the files of the run, each as NAME=PATH."""
    _files.clear()
    for pair in pairs:
        name, _, path = pair.partition("=")
        _files[name] = path


def file(name: str) -> str:
    """Returns the path of a file that the run brought along (``--file``). In a serial run, the name is the path."""
    if name in _files:
        return _files[name]
    if not _files and os.path.exists(name):
        return os.path.abspath(name)
    known = ", ".join(sorted(_files)) or "none"
    raise FileNotFoundError("no file %r in this run (expected: one given by --file; there are: %s)" % (name, known))


def _run_module(path: str) -> ModuleType:
    global _loading
    if not os.path.isfile(path):
        raise ArgumentError("%s: no such file (expected: a Python program)" % path)
    directory = os.path.dirname(os.path.abspath(path))
    if directory not in sys.path:
        sys.path.insert(0, directory)
    name = os.path.splitext(os.path.basename(path))[0]
    if name in sys.modules or not re.match(r"[A-Za-z_]\w*$", name):
        name = "sluice_program_" + re.sub(r"\W", "_", name)
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ArgumentError("%s: not a Python program (expected: a file whose name ends in .py)" % path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    _chosen.clear()
    _loading = True
    try:
        spec.loader.exec_module(module)
    finally:
        _loading = False
    return module


def _description(kind: Type[Application]) -> Optional[str]:
    return inspect.cleandoc(kind.__doc__) if kind.__doc__ and kind.__doc__ != Application.__doc__ else None
