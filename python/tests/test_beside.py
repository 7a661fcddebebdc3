"""The modules beside a script, which travel with its functions."""

import os
import subprocess
import sys
import tempfile
import unittest
import zipfile
from typing import List

from tests.fake import PACKAGE

SCRIPT = """
import sys
import %s
from sluice import beside, launch

print(beside.pack(sys.argv[1]))
for options in ({}, {"hosts": "hosts.txt"}, {"options": ["--slots", "1"]}):
    print("--file" in launch.Options(**options).modules(sys.argv[2]))
"""

SEARCHED = """
import json, os, sys
os.mkdir("new"), os.mkdir("old")
for place in ("new", "old"):
    with open(place + "/model.py", "w") as file:
        file.write("WHO = %r" % place)
with open("new/colorsys.py", "w") as file:
    file.write("WHO = 'mine'")
with zipfile.ZipFile("box.egg", "w") as archive:
    archive.writestr("packed.py", "WHO = 'egg'")
caller = beside.Searched([os.path.abspath(each) for each in ("new", "box.egg", "old")] + [None], ["json"])
import colorsys, json as before
beside.search(caller, None)
import colorsys, json, model, packed
print(model.WHO, packed.WHO, colorsys.WHO, json is before, len(sys.path) == len(set(sys.path)))
beside.search(caller, None)
assert sys.modules["colorsys"] is colorsys
here = beside.Searched.here().entries
print(here.index(os.path.abspath("old")) < here.index(None), "json" in beside.Searched.here().standard)
"""


class SearchTest(unittest.TestCase):
    def test_searches_where_the_caller_does_in_its_order(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            done = subprocess.run(
                [sys.executable, "-c", "import zipfile\nfrom sluice import beside" + SEARCHED],
                cwd=directory,
                env=dict(os.environ, PYTHONPATH=PACKAGE),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                universal_newlines=True,
            )
        self.assertEqual(done.stdout, "new egg mine True True\nTrue True\n")


class BesideTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.directory = temporary.name
        self.write("helpers.py", "import shapes.area, json")
        self.write("shapes/__init__.py")
        self.write("shapes/area.py")
        self.write("shapes/data/table.csv", "1,2")
        self.write("shapes/.hidden")
        self.write("unused.py")

    def write(self, name: str, text: str = "") -> str:
        path = os.path.join(self.directory, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def run_script(self, command: List[str], imports: str) -> List[str]:
        self.write("script.py", SCRIPT % imports)
        self.archive = os.path.join(self.directory, "modules.zip")
        environment = dict(os.environ, PYTHONPATH=PACKAGE, SLUICE_COMMAND=sys.executable)
        done = subprocess.run(
            [sys.executable, *command, self.archive, self.directory],
            env=environment,
            cwd=self.directory,
            stdout=subprocess.PIPE,
            universal_newlines=True,
            timeout=60,
            check=True,
        )
        return done.stdout.split()

    def test_packs_what_a_script_imports(self) -> None:
        for command in (["script.py"], ["-m", "script"], ["-c", "exec(open('script.py').read())"]):
            self.assertEqual(self.run_script(command, "helpers"), ["True", "False", "True", "True"])
            self.assertEqual(
                zipfile.ZipFile(self.archive).namelist(),
                ["helpers.py", "shapes/__init__.py", "shapes/area.py", "shapes/data/table.csv"],
            )

    def test_packs_the_same_bytes(self) -> None:
        kept = []
        for _ in range(2):
            self.run_script(["script.py"], "helpers")
            with open(self.archive, "rb") as file:
                kept.append(file.read())
            os.utime(self.write("helpers.py", "import shapes.area, json"), (1, 1))
        self.assertEqual(kept[0], kept[1])

    def test_packs_nothing_without_imports(self) -> None:
        self.assertEqual(self.run_script(["script.py"], "os"), ["False"] * 4)
        self.assertFalse(os.path.exists(self.archive))
