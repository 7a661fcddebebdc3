"""``python3 -m sluice PROGRAM.py``: the child that the runtime starts. ``--serial`` runs the program here instead."""

import os
import sys
from typing import List

USAGE = "usage: python3 -m sluice PROGRAM.py | --functions | --serial PROGRAM.py [ARGUMENT ...]"


def main(arguments: List[str]) -> None:
    """Serves the runtime, or runs a program serially."""
    if not arguments or arguments[0] in ("-h", "--help"):
        print(USAGE, file=sys.stderr)
        sys.exit(0 if arguments else 2)
    from sluice import child, program

    if sys.path[0] in ("", os.getcwd()):
        del sys.path[0]  # -m puts the working directory first, where a random.py would be imported
    if arguments[0] == "--functions":
        from sluice import functions

        child.main(functions.start, functions.ROLES)
    elif arguments[0] == "--serial":
        from sluice import serial

        sys.argv = arguments[1:]
        serial.run(program.load(arguments[1]))
    else:
        path = arguments[0]
        sys.argv = [path]
        child.main(lambda name, given: program.start(program.load(path), name or path, given))


main(sys.argv[1:])
