"""The blocks of docs/python.md do what the page says."""

import importlib
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import unittest
from typing import List

from tests.fake import PACKAGE

ROOT = os.path.dirname(PACKAGE)
PAGE = os.path.join(ROOT, "docs", "python.md")
#: What each block prints, in their order. A block that shows a source is that of an example.
PRINTED = ["285\n", "[1.0, 2.0, 3.0]\n49500\n", "[1, 2, 4, 8, 16]\n[1, 2]\n", "{'C': 10}\n", "5.0\n"]


@unittest.skipUnless(os.path.exists(PAGE), "this is no checkout")
class DocumentsTest(unittest.TestCase):
    def blocks(self) -> List[str]:
        with open(PAGE, encoding="utf-8") as file:
            text = file.read()
        return re.findall(r"(?<!-->)\n```python\n(.*?)\n```\n", text, re.DOTALL)

    def test_runs_the_blocks(self) -> None:
        blocks = self.blocks()
        self.assertEqual(len(blocks), len(PRINTED))
        for block, printed in zip(blocks, PRINTED):
            if "import joblib" in block:
                if importlib.util.find_spec("sklearn") is None:
                    continue
                joblib = importlib.import_module("joblib")
                if not hasattr(joblib, "parallel_config"):
                    block = block.replace("parallel_config(", "parallel_backend(")
            self.assertEqual(self.run_python(block + "\n"), printed)

    def test_runs_the_example_with_an_executor(self) -> None:
        with open(os.path.join(ROOT, "examples", "python", "primes.py"), encoding="utf-8") as file:
            said = self.run_python(file.read(), "--below", "100000")
        self.assertIn("from 50000: 4459\n", said)
        self.assertTrue(said.endswith("9592 primes below 100000\n"), said)

    def test_runs_the_example_that_adapts(self) -> None:
        with open(os.path.join(ROOT, "examples", "python", "evolve.py"), encoding="utf-8") as file:
            said = self.run_python(file.read(), "--points", "40", "--seconds", "0.001")
        self.assertRegex(said, r"^lowest: \d+\.\d\d at -?\d\.\d, -?\d\.\d\n$")

    def run_python(self, text: str, *arguments: str) -> str:
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "script.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            command = os.path.join(PACKAGE, "tests", "sluice")
            environment = dict(os.environ, PYTHONPATH=PACKAGE, SLUICE_COMMAND=command)
            environment["SLUICE_TEST_PYTHON"] = sys.executable
            done = subprocess.run(
                [sys.executable, path, *arguments],
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                universal_newlines=True,
                timeout=120,
            )
            self.assertEqual(done.returncode, 0, done.stderr)
            return done.stdout
