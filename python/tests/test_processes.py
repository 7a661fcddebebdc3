"""Children as processes, as the runtime starts them."""

import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest
from typing import List, Optional

from sluice import frames
from sluice.values import packed
from tests.fake import PACKAGE, Process, Refused

PROGRAM = """
import ctypes, dataclasses, os, subprocess, sys, threading, time
import sluice
from beside import TWO

@dataclasses.dataclass
class Point:
    x: int

class Shapes(sluice.Application):
    def units(self, cycle):
        return [Point(index) for index in range(3)]
    def accept(self, index, result):
        print("accepted", index, result)
    def complete(self):
        print("the answer")
    def compute(self, setup, unit):
        return getattr(self, unit)() if isinstance(unit, str) else Point(unit.x * TWO)
    def printing(self):
        print("from python")
        subprocess.run(["echo", "from a program"])
        sys.stderr.write("from standard error\\n")
    def reading(self):
        return sys.stdin.read() + "".join(sys.stdin)
    def forking(self):
        if os.fork() == 0:
            return "the fork answers"
        os.wait()
        return "the parent answers"
    def leaving(self):
        fork = os.fork()
        if fork == 0:
            time.sleep(60)
        return os.getpid(), fork
    def crashing(self):
        ctypes.string_at(0)
    def exiting(self):
        os._exit(3)
    def waiting(self):
        print("waiting")
        time.sleep(1)
        return subprocess.run([sys.executable, "-c",
            "import signal; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"],
            capture_output=True, text=True).stdout
    def threads(self):
        threading.Thread(target=time.sleep, args=(60,)).start()
    def several(self):
        import concurrent.futures, multiprocessing
        context = multiprocessing.get_context(self.options.method)
        with context.Pool(2) as pool:
            return pool.map(abs, [-1, -2, -3])
    def arguments(self, parser):
        parser.add_argument("--method", default="fork")
"""


class ProcessesTest(unittest.TestCase):
    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.path = os.path.join(directory.name, "shapes-1.py")
        self.write("shapes-1.py", PROGRAM)
        self.write("beside.py", "TWO = 2")

    def write(self, name: str, text: str) -> str:
        path = os.path.join(os.path.dirname(self.path), name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def worker(self, process: Process, *arguments: str) -> None:
        process.hello("worker", *arguments)
        process.setup(None)

    def test_computes_over_a_socket_and_over_pipes(self) -> None:
        for pipes in (False, True):
            with Process([self.path], pipes) as master, Process([self.path], pipes) as worker:
                master.hello("master")
                self.worker(worker)
                master.cycle(0)
                for index, unit in enumerate(master.units(0, 3)):
                    fields = [(frames.INDEX, frames.u64(index)), (frames.VALUE, [bytes(unit)])]
                    result = bytes(worker.ask(frames.COMPUTE, fields).one(frames.VALUE))
                    self.assertEqual(master.accept([(index, result)]), (1, 0))
                master.ask(frames.COMPLETE)
                master.end()
                worker.end()
                self.assertEqual((master.process.wait(30), worker.process.wait(30)), (0, 0))
                said = "accepted 0 Point(x=0)\naccepted 1 Point(x=2)\naccepted 2 Point(x=4)\nthe answer\n"
                self.assertEqual(master.logged() if pipes else master.printed(), said)

    def test_keeps_prints_out_of_the_stream(self) -> None:
        with Process([self.path], pipes=True) as worker:
            self.worker(worker)
            self.assertIsNone(worker.compute("printing"))
            self.assertEqual(worker.logged(), "from python\nfrom a program\nfrom standard error\n")
            self.assertEqual(worker.compute("reading"), "")

    def test_is_the_only_one_that_answers_after_a_fork(self) -> None:
        for pipes in (False, True):
            with Process([self.path], pipes) as worker:
                self.worker(worker)
                self.assertEqual(worker.compute("forking"), "the parent answers")
                self.assertEqual(worker.compute("forking"), "the parent answers")
                self.assertEqual(worker.logged(), "")

    def test_ends_the_stream_with_the_child_and_not_with_its_forks(self) -> None:
        with Process([self.path]) as worker:
            self.worker(worker)
            process, fork = worker.compute("leaving")
            self.addCleanup(os.kill, fork, signal.SIGKILL)
            os.kill(process, signal.SIGKILL)
            with self.assertRaises((EOFError, ConnectionError)):
                worker.compute(None)

    def test_ends_the_stream_when_it_crashes(self) -> None:
        for method, code in (("crashing", -signal.SIGSEGV), ("exiting", 3)):
            with Process([self.path]) as worker:
                self.worker(worker)
                with self.assertRaises((EOFError, ConnectionError)):
                    worker.compute(method)
                self.assertEqual(worker.process.wait(30), code)

    def test_ignores_interrupts_but_its_programs_do_not(self) -> None:
        with Process([self.path]) as worker:
            self.worker(worker)
            fields = [(frames.INDEX, frames.u64(0)), (frames.VALUE, [packed("waiting")])]
            worker.connection.write(1, frames.COMPUTE, fields)
            while "waiting" not in worker.printed():
                time.sleep(0.01)
            worker.process.send_signal(signal.SIGINT)
            answer = worker.connection.read()
            assert answer is not None
            self.assertIn(b"True", bytes(answer.one(frames.VALUE)))

    def test_ends_with_the_stream_although_threads_live(self) -> None:
        with Process([self.path]) as worker:
            self.worker(worker)
            worker.compute("threads")
        self.assertEqual(worker.process.returncode, 1)

    def test_lets_a_unit_start_processes(self) -> None:
        for method in ("fork", "spawn"):
            with Process([self.path]) as worker:
                self.worker(worker, "--method", method)
                self.assertEqual(worker.compute("several"), [1, 2, 3])

    def test_says_what_is_wrong_with_a_program(self) -> None:
        two = "import sluice\nclass A(sluice.Application): pass\nclass B(sluice.Application): pass\n"
        for text, message in (
            ("import sluice\n", "TypeError: .*applications: none .expected: one subclass"),
            (two, "TypeError: .*applications: A, B"),
            ("x = (\n", "SyntaxError: .*was never closed|SyntaxError: .*unexpected EOF"),
            ("import nowhere_to_be_found\n", "ModuleNotFoundError: No module named 'nowhere_to_be_found'"),
            ("import sys\nsys.exit(4)\n", r"SystemExit: sys.exit\(4\) was called"),
        ):
            with Process([self.write("wrong.py", text)]) as worker, self.assertRaisesRegex(Refused, message):
                worker.hello("worker")
        with Process([self.path + ".py"]) as worker, self.assertRaisesRegex(Refused, "usage: .*: no such file"):
            worker.hello("worker")

    def test_runs_the_application_that_the_program_names(self) -> None:
        text = textwrap.dedent(
            """
            import sluice
            class A(sluice.Application):
                def units(self, cycle): return [1]
                def compute(self, setup, unit): return type(self).__name__
                def accept(self, index, result): print("accepted", result)
            class B(A): pass
            class C(A): pass
            """
        )
        for path in (
            self.write("unguarded.py", text + "sluice.run(C)\n"),
            self.write("leaf.py", text.replace("class C(A): pass\n", "").replace("class B", "class C")),
        ):
            with Process([path]) as worker:
                self.worker(worker)
                self.assertEqual(worker.compute(1), "C")
        self.assertEqual(self.python(path=self.write("guarded.py", text + "sluice.run(C)\n")), "accepted C\n")
        path = self.write("unguarded.py", text + "sluice.run(C)\n")
        self.assertEqual(self.python(["-m", "sluice", "--serial"], path), "accepted C\n")

    def test_loads_a_program_named_like_a_module(self) -> None:
        text = "import random, sluice\nclass A(sluice.Application):\n    accumulate = sum\n"
        text += "    def units(self, cycle): return [1]\n    def compute(self, setup, unit): return A()\n"
        with Process([self.write("sluice.py", text.replace("A()", "unit + 1"))]) as worker:
            self.worker(worker)
            self.assertEqual(worker.compute(1), 2)

    def test_prefers_a_module_beside_the_program(self) -> None:
        self.write("random.py", "WHO = 'beside'\n")
        text = "import random, sluice\nclass A(sluice.Application):\n    accumulate = sum\n"
        text += "    def units(self, cycle): return [1]\n    def compute(self, setup, unit): return random.WHO\n"
        with Process([self.write("program.py", text)]) as worker:
            self.worker(worker)
            self.assertEqual(worker.compute(1), "beside")

    def test_says_how_it_is_started(self) -> None:
        self.assertIn("usage: python3 -m sluice PROGRAM.py", self.python(["-m", "sluice", "--help"]))

    def python(self, words: Optional[List[str]] = None, path: str = "") -> str:
        """Runs Python and returns what it prints."""
        command = [sys.executable] + (words or []) + ([path] if path else [])
        environment = dict(os.environ, PYTHONPATH=PACKAGE)
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
        return done.stdout.decode()
