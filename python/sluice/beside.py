"""Where the script or notebook that calls ``sluice.map`` finds modules. Those beside it travel to other hosts as a file."""

import importlib
import os
import sys
import zipfile
from typing import Iterator, List, NamedTuple, Optional, Tuple

from sluice import program

#: The name of the file among those of the run.
NAME = "sluice-modules"

MOST_BYTES = 32 << 20
MOST_FILES = 5_000

_TIME = (2026, 1, 1, 0, 0, 0)


class Searched(NamedTuple):
    """Where a process looks for modules."""

    #: Its directories and archives in their order. None stands for the standard library.
    entries: List[Optional[str]]
    #: The modules of the standard library that it has.
    standard: List[str]

    @staticmethod
    def here() -> "Searched":
        """Returns where this process looks."""
        own = program.standard()
        entries = [os.path.abspath(entry) for entry in sys.path if isinstance(entry, str)]
        return Searched([None if entry in own else entry for entry in entries], program.standard_modules())


def search(caller: Searched, packed: Optional[str]) -> None:
    """Looks where the caller does, first in its order, and then where this process did.

    packed: the directory of the modules that travelled; None if none did
    """
    own = program.standard()
    entries = list(caller.entries)
    standard = [entry for entry in sys.path if entry in own]
    found: List[str] = []
    for entry in ([packed] if packed else []) + entries:
        found += standard if entry is None else [entry]
    found = list(dict.fromkeys(found + sys.path))
    if found == sys.path:
        return
    sys.path[:] = found
    importlib.invalidate_caches()
    program.prefer(found[: min(map(found.index, standard), default=0)], caller.standard)


class TooLarge(Exception):
    """The modules are too large to travel."""


def pack(path: str) -> bool:
    """Packs the modules that lie beside the script and are imported: files, and whole packages.

    The same modules give the same bytes. Returns False if there are none.
    """
    files = sorted(set(_files(_directory())))
    size = sum(os.path.getsize(source) for _, source in files)
    if size > MOST_BYTES or len(files) > MOST_FILES:
        raise TooLarge(
            "modules beside the script, with all files of their directories: %d MiB in %d files"
            " (expected: at most %d MiB and %d files; keep data elsewhere and name it with --file)"
            % (-(-size >> 20), len(files), MOST_BYTES >> 20, MOST_FILES)
        )
    if files:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, source in files:
                with open(source, "rb") as file:
                    archive.writestr(zipfile.ZipInfo(name, _TIME), file.read(), zipfile.ZIP_DEFLATED, 1)
    return bool(files)


def _directory() -> str:
    """Returns where Python looks first: beside the script; for a notebook or ``python -m``, the working directory."""
    main = sys.modules["__main__"]
    path = getattr(main, "__file__", None)
    if path is None or getattr(main, "__spec__", None) is not None:
        return os.getcwd()
    return os.path.dirname(os.path.abspath(path))


def _files(directory: str) -> Iterator[Tuple[str, str]]:
    for name, module in list(sys.modules.items()):
        if "." in name or name in ("__main__", "sluice"):
            continue
        try:
            trees = [os.path.abspath(tree) for tree in getattr(module, "__path__", [])]
        except TypeError:
            trees = []
        file = getattr(module, "__file__", None)
        if os.path.join(directory, name) in trees:
            yield from _tree(directory, os.path.join(directory, name))
        elif not trees and isinstance(file, str) and os.path.dirname(os.path.abspath(file)) == directory:
            yield os.path.basename(file), file


def _tree(directory: str, top: str) -> Iterator[Tuple[str, str]]:
    for place, below, files in os.walk(top):
        below[:] = [name for name in below if name != "__pycache__" and not name.startswith(".")]
        for name in files:
            path = os.path.join(place, name)
            if not name.startswith(".") and os.path.isfile(path):
                yield os.path.relpath(path, directory), path
