"""Units that each do something a unit should not do, or hardly ever does. Unit 0 is an ordinary one."""

import ctypes
import os
import subprocess
import sys
import time

import sluice

ALL = "fine,raise,leave,exit,crash,recur,generate,print,fork,spawn,bytes"


class Hazards(sluice.Application):
    def arguments(self, parser):
        parser.add_argument("--units", default=ALL)

    def units(self, cycle):
        self.found = {}
        return self.options.units.split(",")

    def compute(self, setup, unit):
        return getattr(self, "do_" + unit)()

    def accept(self, index, result):
        self.found[self.unit(index)] = len(result) if isinstance(result, bytes) else result

    def missing(self, failures):
        for failure in failures:
            self.found[self.unit(failure.index)] = "missing: " + failure.message.splitlines()[0]

    def complete(self):
        for unit in self.options.units.split(","):
            print("%s: %s" % (unit, self.found[unit]))

    def do_fine(self):
        return "fine"

    def do_raise(self):
        raise ValueError("a bad day")

    def do_leave(self):
        sys.exit("leaving")

    def do_exit(self):
        os._exit(3)

    def do_crash(self):
        ctypes.string_at(0)

    def do_recur(self):
        return self.do_recur()

    def do_generate(self):
        return (number for number in ())

    def do_print(self):
        print("printed by a unit")
        subprocess.run(["echo", "printed by a program"], check=True)
        return "printed"

    def do_fork(self):
        if os.fork() == 0:
            return "the fork"
        os.wait()
        return "the parent"

    def do_spawn(self):
        subprocess.Popen(["sleep", "3600"])
        return "spawned"

    def do_hang(self):
        subprocess.Popen(["sleep", "3600"])
        time.sleep(3600)

    def do_bytes(self):
        return bytes(1 << 28)
