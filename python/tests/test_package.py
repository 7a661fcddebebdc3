"""The package works where the documents say: on Python 3.9, and as a wheel."""

import ast
import glob
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

import sluice
from tests.fake import PACKAGE


class PackageTest(unittest.TestCase):
    def test_has_the_syntax_of_python_3_9(self) -> None:
        for path in glob.glob(os.path.join(PACKAGE, "**", "*.py"), recursive=True):
            with open(path, encoding="utf-8") as file:
                ast.parse(file.read(), path, feature_version=(3, 9))

    def test_has_all_names(self) -> None:
        for name in sluice.__all__:
            self.assertTrue(hasattr(sluice, name), name)
        with self.assertRaisesRegex(AttributeError, "no attribute 'nothing'"):
            sluice.nothing

    @unittest.skipIf(importlib.util.find_spec("pip") is None, "pip is missing")
    @unittest.skipIf(importlib.util.find_spec("setuptools") is None, "setuptools is missing")
    @unittest.skipIf(importlib.util.find_spec("wheel") is None, "wheel is missing")
    def test_builds_a_wheel(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            source = os.path.join(directory, "source")
            os.mkdir(source)
            shutil.copytree(os.path.join(PACKAGE, "sluice"), os.path.join(source, "sluice"))
            for name in ("pyproject.toml", "README.md"):
                shutil.copy(os.path.join(PACKAGE, name), source)
            command = [
                sys.executable,
                "-m",
                "pip",
                "wheel",
                "--quiet",
                "--no-deps",
                "--no-build-isolation",
                "--no-index",
            ]
            done = subprocess.run(
                [*command, "--wheel-dir", directory, source],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                universal_newlines=True,
                timeout=300,
            )
            self.assertEqual(done.returncode, 0, done.stdout)
            (wheel,) = glob.glob(os.path.join(directory, "sluice-*.whl"))
            names = zipfile.ZipFile(wheel).namelist()
            for name in ("sluice/__init__.py", "sluice/child.py", "sluice/py.typed"):
                self.assertIn(name, names)
            self.assertEqual([name for name in names if name.startswith("tests")], [])
