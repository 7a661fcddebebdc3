"""Loads a program and finds the application in it; parses its arguments; knows its files."""

import argparse
import atexit
import importlib.machinery
import importlib.util
import inspect
import os
import re
import shutil
import sys
import tarfile
import tempfile
from types import ModuleType
from typing import Any, Dict, Iterable, List, Optional, Set, Tuple, Type

from sluice import frames
from sluice.application import Application, ArgumentError, InputFile, check
from sluice.frames import Frame

_chosen: List[Type[Application]] = []
_loading = False

#: A file of the run: its path, and its size and time when the process got it; None for a directory.
_File = Tuple[str, Optional[Tuple[int, int]]]
#: The files of the run by name; None if there is no run with files of its own.
_files: Optional[Dict[str, _File]] = None


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


def name_files(pairs: Iterable[str]) -> None:
    """Takes the files of the run, each as NAME=PATH."""
    global _files
    _files = {}
    for pair in pairs:
        name, _, path = pair.partition("=")
        _files[name] = path, _state(path)


def name_own_files(files: Iterable[InputFile]) -> None:
    """Takes the files of a serial run, as its application names them."""
    global _files
    pairs = [file.name + "=" + (_unpacked(file.path) if file.unpack else file.path) for file in files]
    _files = None
    if pairs:
        name_files(pairs)


def file(name: str) -> str:
    """Returns the path of a file of the run, which ``--file`` or ``Application.files`` names. Do not change the file.

    In a serial run of an application that names no files, the name is the path.
    """
    if _files is None and os.path.exists(name):
        return os.path.abspath(name)
    known = _files or {}
    if name not in known:
        names = ", ".join(sorted(known)) or "none"
        raise FileNotFoundError("no file %r (expected: one that files() or --file names; there are: %s)" % (name, names))
    path, before = known[name]
    if before is not None and _state(path) != before:
        raise RuntimeError(
            "file %s: %s has changed since this process got it (expected: it stays as it is during the run)"
            % (name, path)
        )
    return path


def has_file(name: str) -> bool:
    """Tells whether a file of the run has this name."""
    return _files is not None and name in _files


def standard() -> Set[str]:
    """Returns where the standard library is, among the places of ``sys.path``."""
    library = os.path.dirname(os.__file__)
    archive = "python%d%d.zip" % sys.version_info[:2]
    return {entry for entry in sys.path if entry == library or os.path.basename(entry) in ("lib-dynload", archive)}


def standard_modules() -> List[str]:
    """Returns the modules of the standard library that this process has imported."""
    places = standard()
    found = []
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if "." not in name and isinstance(file, str):
            place = os.path.dirname(file)
            if (os.path.dirname(place) if os.path.basename(file) == "__init__.py" else place) in places:
                found.append(name)
    return found


def prefer(places: List[str], kept: Iterable[str] = ()) -> None:
    """Forgets imported modules of the standard library if these places have others with their names.

    The package has imported them before the program could.
    """
    for name in set(standard_modules()).difference(kept):
        if importlib.machinery.PathFinder.find_spec(name, places) is not None:
            del sys.modules[name]


def _state(path: str) -> Optional[Tuple[int, int]]:
    if os.path.isdir(path):
        return None
    found = os.stat(path)
    return found.st_size, found.st_mtime_ns


def _unpacked(archive: str) -> str:
    directory = tempfile.mkdtemp(prefix="sluice-")
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    checked = hasattr(tarfile, "data_filter") and tarfile.is_tarfile(archive)
    shutil.unpack_archive(archive, directory, **({"filter": "data"} if checked else {}))
    return directory


def _run_module(path: str) -> ModuleType:
    global _loading
    if not os.path.isfile(path):
        raise ArgumentError("%s: no such file (expected: a Python program)" % path)
    directory = os.path.dirname(os.path.abspath(path))
    if directory not in sys.path:
        sys.path.insert(0, directory)
    prefer([directory])
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


_cpus = 1


def cpus() -> int:
    """Returns how many processors the unit has that this process computes: how many threads it should use."""
    return _cpus


def set_cpus(frame: Frame) -> None:
    """Notes the processors of the unit that comes, which the request names if it is not one."""
    global _cpus
    _cpus = frame.number(frames.PROCESSORS) if frame.all(frames.PROCESSORS) else 1
