"""The command ``sluice`` of a wheel: the script and the jars that lie in the package."""

import os
import shutil
import sys
from typing import List, Optional

_SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "home", "sluice")


def own() -> Optional[List[str]]:
    """Returns the words that start the command of this package, or None if the package came without one."""
    if not os.path.isfile(_SCRIPT):
        return None
    return [shutil.which("bash") or "/bin/bash", _SCRIPT]


def main() -> None:
    """Becomes the command."""
    words = own()
    if words is None:
        sys.exit("sluice: no jars in %s (expected: a wheel of './sluice dist')" % os.path.dirname(_SCRIPT))
    # The script calls itself by this name where a shell finds it.
    os.environ["SLUICE_CALLED"] = os.path.abspath(sys.argv[0])
    try:
        os.execv(words[0], words + sys.argv[1:])
    except FileNotFoundError:
        sys.exit("sluice: %s: not found (expected: bash, 4 or newer). Install bash." % words[0])
