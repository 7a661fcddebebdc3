"""Starts the command ``sluice`` for a run whose master is this Python process."""

import collections
import os
import shutil
import subprocess
import sys
import threading
from typing import Any, Deque, List, Optional, Sequence, Union

from sluice import beside, command

Hosts = Union[None, str, Sequence[str]]


class SluiceError(Exception):
    """The command ``sluice`` is missing, or a run failed."""


class Options:
    """Where a run computes and what it prints."""

    def __init__(
        self,
        hosts: Hosts = None,
        slots: Optional[int] = None,
        progress: Optional[bool] = None,
        options: Sequence[str] = (),
        trust_workers: bool = False,
    ) -> None:
        if isinstance(hosts, int) or slots is not None and (isinstance(slots, bool) or not isinstance(slots, int)):
            raise TypeError("hosts=%r, slots=%r (expected: names of hosts, a number of slots)" % (hosts, slots))
        if slots is not None and slots < 1:
            raise ValueError("slots: %d (expected: 1 or more)" % slots)
        self.hosts = hosts
        self.slots = slots
        self.progress = bool(getattr(sys.stderr, "isatty", bool)()) if progress is None else progress
        self.options = list(options) + (["--trust-workers"] if trust_workers else [])

    def words(self, socket: str, directory: str) -> List[str]:
        """Returns the words of the command line."""
        words = find_command() + ["run", "--foreign-socket", socket, "--interpreter", sys.executable or "python3"]
        if "--run-dir" not in self.options:
            words += ["--run-dir", directory]
        words.append("--keep-going")
        if isinstance(self.hosts, str):
            words += ["--hosts", self.hosts]
        elif self.hosts:
            words += [word for host in self.hosts for word in ("--host", host)]
        if self.slots is not None:
            words += ["--slots", str(self.slots)]
        if not self.progress:
            words.append("--quiet")
        return words + self.options

    def modules(self, directory: str) -> List[str]:
        """Packs the modules beside the script, if workers may be on other hosts; returns the words that name them."""
        path = os.path.join(directory, beside.NAME + ".zip")
        try:
            packed = bool(self.hosts or self.options) and beside.pack(path)
        except beside.TooLarge as error:
            raise SluiceError(str(error)) from None
        return ["--file", "%s:%s:unpack" % (path, beside.NAME)] if packed else []


def find_command() -> List[str]:
    """Returns the command ``sluice``: SLUICE_COMMAND, or that of the wheel, or on the PATH, or of the checkout."""
    given = os.environ.get("SLUICE_COMMAND")
    if given:
        found = shutil.which(given)
        if found is None:
            raise SluiceError("SLUICE_COMMAND=%s: no such program (expected: the path of sluice)" % given)
        return [found]
    own = command.own()
    if own is not None:
        return own
    found = shutil.which("sluice")
    if found is not None:
        return [found]
    beside = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "sluice")
    if os.path.isfile(beside) and os.access(beside, os.X_OK):
        return [beside]
    raise SluiceError(
        "sluice: not found (expected: on the PATH). Install Sluice, or set SLUICE_COMMAND to the path of its script."
    )


class Command:
    """A running ``sluice``. Its messages go to ``sys.stderr``; the last ones are kept for errors."""

    def __init__(self, words: List[str]) -> None:
        self._last: Deque[str] = collections.deque(maxlen=20)
        self._stopping = False
        shown = _is_terminal(sys.stderr) and "--quiet" not in words
        environment = dict(os.environ)
        environment.pop("SLUICE_SOCKET", None)
        # A session of its own: the runtime stops when this process says so, not by the Ctrl-C meant for this one.
        self._process = subprocess.Popen(
            words,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL if shown else subprocess.PIPE,
            stderr=None if shown else subprocess.STDOUT,
            start_new_session=True,
        )
        self._reader = None
        if not shown:
            self._reader = threading.Thread(target=self._copy, name="sluice-messages", daemon=True)
            self._reader.start()

    def exit_code(self) -> Optional[int]:
        """Returns the exit code, or None while the command runs."""
        return self._process.poll()

    def wait(self, seconds: float) -> int:
        """Waits for the end, and ends the command if it takes longer."""
        try:
            code = self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            code = self.stop()
        if self._reader is not None:
            self._reader.join(5)
        return code

    def stop(self) -> int:
        """Ends the command. What it says about that is not shown."""
        self._stopping = True
        for patience in (1, 10):  # the first signal lets running units end, the second one does not
            if self._process.poll() is None:
                self._process.terminate()
                try:
                    self._process.wait(patience)
                except subprocess.TimeoutExpired:
                    pass
        if self._process.poll() is None:
            self._process.kill()
        return self._process.wait()

    def last_messages(self) -> str:
        """Returns the last lines that the command printed."""
        return "".join("\n  " + line.rstrip() for line in list(self._last))

    def _copy(self) -> None:
        stream: Any = self._process.stdout
        with stream:
            for line in stream:
                said = line.decode("utf-8", "replace")
                self._last.append(said)
                if self._stopping:
                    continue
                try:
                    sys.stderr.write(said)
                except (OSError, ValueError, AttributeError):  # closed, or replaced by something else
                    pass


def _is_terminal(stream: Any) -> bool:
    try:
        return bool(stream.fileno() == 2 and stream.isatty())
    except (OSError, ValueError, AttributeError):
        return False
