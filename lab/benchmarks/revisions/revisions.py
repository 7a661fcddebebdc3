#!/usr/bin/env python3
"""Compares two revisions: the same drawn commands are typed at both, and both read what the first one recorded."""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

PLACE = pathlib.Path(__file__).resolve().parent
HOME = PLACE.parent.parent.parent
sys.path.insert(0, str(PLACE.parent))
from verdicts import embedded, limit  # noqa: E402

NEAR = 1e-6  # numbers that differ by less are equal
HERE = [["--slots", "2"], ["--slots", "1"], ["--local", "0"]]
MODES = [*HERE, ["--local", "2", "--slots", "1"], ["--local", "1"]]
POLICIES = ["SS", "GSS", "FAC", "TSS", "FSC", "AWF", "AF", "FIXED"]
WRONG = [
    ["run", "/nowhere/none.jar"],
    ["run", "PEP", "--slots", "0"],
    ["run", "PEP", "--policy", "NONE"],
    ["run", "PEP", "--local", "0", "--policy", "GSS"],
    ["run", "PEP", "@", "--", "--units", "-1"],
    ["run", "PEP", "@", "--", "--no-such-option"],
    ["each", "--retries", "0", "true", ":::", "1"],
    ["each", "--no-such-option", "true", ":::", "1"],
    ["report", "/nowhere"],
    ["plan", "--hosts", "0"],
]


def emulated(draw, modes):
    """A run of the emulator, whose units take a second or a few in all."""
    units = draw.choice([10, 40, 100, 200])
    mean = draw.choice([0.5, 1.0, 2.0]) / units
    times = [f"{mean:.4f}s", f"uniform:0s..{2 * mean:.4f}s", f"exponential:{mean:.4f}s", f"bimodal:0.9@{mean / 2:.4f}s,0.1@{5 * mean:.4f}s"]
    words = ["--units", str(units), "--time", draw.choice(times), "--seed", str(draw.randrange(1, 1000))]
    words += ["--compute", draw.choice(["sleep", "sleep", "spin"]), "--result", draw.choice(["32B", "10kB", "200kB"])]
    words += draw.choice([[], [], ["--accept", "2ms"], ["--cycles", "3"]])
    mode = draw.choice(modes)
    policy = [] if mode == ["--local", "0"] else ["--policy", draw.choice(POLICIES)]
    return ["run", "PEP", "@", *mode, *policy, "--", *words]


def commanded(draw, modes):
    """A run of commands, some of which fail."""
    number = draw.choice([4, 12, 30])
    times = [draw.choice(["0.05", "0.1", "0.5"]) for _ in range(number)]
    line = draw.choice(["sleep {}", "sleep {}; exit $(({#} % 7 == 3))", "sleep {}; echo {#}", "sleep {}; kill -9 $$"])
    words = draw.choice([[], ["-k"], ["--retries", "2"], ["--halt", "now,fail=1"], ["--halt", "soon,fail=30%"], ["--timeout", "0.3"]])
    slots = [["-j", "2"], ["-j", "1"]] + ([["--local", "2", "-j", "1"]] if modes is MODES else [])
    return ["each", "@", *draw.choice(slots), *words, line, ":::", *times]


def drawn(seed, count, modes):
    """Commands, of which each comes twice: the second time there is a history."""
    draw, all_of = random.Random(seed), []
    while len(all_of) < (count + 1) // 2:
        kind = draw.random()
        if kind < 0.45:
            all_of.append(emulated(draw, modes))
        elif kind < 0.8:
            all_of.append(commanded(draw, modes))
        elif kind < 0.9:
            all_of.append(draw.choice([
                ["run", "mandelbrot", "@", *draw.choice(modes), "--", "--width", "800", "--height", "600"],
                ["run", "nbody", "@", *draw.choice(modes), "--", "--bodies", "500", "--steps", "20", "--frame-every", "0"],
            ]))
        else:
            all_of.append(draw.choice(WRONG))
    return (all_of + all_of)[:count]


class Revision:
    def __init__(self, name, home, out):
        self.name, self.home, self.out = name, home, out / name
        self.out.mkdir(parents=True)
        self.environment = dict(os.environ, XDG_STATE_HOME=str(self.out / "state"), XDG_CACHE_HOME=str(self.out / "cache"))

    def prepare(self, emulator):
        """Builds the revision, and its emulator unless there is one."""
        subprocess.run([self.home / "sluice", "--version"], check=True, stdout=subprocess.DEVNULL)
        self.pep = str(emulator.resolve()) if emulator else subprocess.run([self.home / "lab/lab", "jar", "pep"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()

    def words(self, number, command):
        marks = {"@": ["--run-dir", str(self.out / f"run-{number}")], "PEP": [self.pep]}
        marks |= {name: [str(self.home / f"app-{name}/target/app-{name}.jar")] for name in ("mandelbrot", "nbody")}
        return [w for word in command for w in marks.get(word, [word])]

    def run(self, number, command):
        """Types one command; its exit code."""
        work = self.out / f"work-{number}"
        work.mkdir()
        return subprocess.run(["timeout", "120", str(self.home / "sluice"), *self.words(number, command)], cwd=work, env=self.environment,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True).returncode

    def type_all(self, lines):
        """Types commands in one process; their exit codes. A line has the file of the output first."""
        jar, codes = self.home / "runtime-cli/target/sluice-master.jar", self.out / "codes"
        subprocess.run(["java", "-XX:+UseSerialGC", "-Dsluice.script=" + str(self.home / "sluice"), "-cp", str(jar), str(PLACE / "Typed.java"),
                        str(codes)], text=True, input="".join("\t".join(line) + "\n" for line in lines), env=self.environment, check=True,
                       stdout=subprocess.DEVNULL, cwd=self.out)
        return [int(code) for code in codes.read_text().split()]

    def record(self, number):
        file = self.out / f"run-{number}" / "run.json"
        return json.loads(file.read_text()) if file.exists() else None

    def read(self, records, out):
        """Lets this revision read copies of records; for each the codes, the texts and the page."""
        out.mkdir()
        lines, copies = [], []
        for number, record in records:
            copy = out / f"run-{number}"
            shutil.copytree(record, copy, ignore=shutil.ignore_patterns("report.html", "private", "run"))
            copies.append((number, copy))
            lines += [[str(out / f"{number}.text"), "report", str(copy), "--text"],
                      [str(out / f"{number}.html"), "report", str(copy), "--html"],
                      [str(out / f"{number}.replay"), "simulate", "--run", str(copy), "--json"]]
        codes = self.type_all(lines)
        answers = {}
        for at, (number, copy) in enumerate(copies):
            page = copy / "report.html"
            text, replay = ((out / f"{number}.{kind}").read_text() for kind in ("text", "replay"))
            answers[number] = (codes[3 * at:3 * at + 3], text, page_data(page) if page.exists() else None,
                               json.loads(replay) if replay.startswith("{") else None)
        return answers


def page_data(file):
    """The data of a page; pages of earlier revisions have it as text."""
    html = file.read_text()
    plain = re.search(r'<script type="application/json" id="run">(.*?)</script>', html, re.S)
    return json.loads(plain.group(1)) if plain else embedded(html)


def numbers(value, path=""):
    """Each number of a document with its path; elements of lists have no number of their own."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from numbers(each, f"{path}.{key}")
    elif isinstance(value, list):
        for each in value:
            yield from numbers(each, path + "[]")
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield path[1:], value


def by_path(document):
    found = collections.defaultdict(list)
    for path, value in numbers(document):
        found[path].append(value)
    return found


def near(one, other, by):
    return abs(one - other) <= by * max(abs(one), abs(other))


def replayed(answer):
    """The error of the time that a replay takes, if the record can be replayed."""
    return answer[3]["replay"]["error"] if answer[3] else None


def report(rows, before, after, records):
    codes, limits, units, old, new = collections.Counter(), collections.Counter(), collections.Counter(), [], []
    print("## The same commands typed at both\n")
    for number, command, one, other in rows:
        said = " ".join(command)[:150]
        codes["equal" if one[0] == other[0] else "other"] += 1
        if one[0] != other[0]:
            print(f"exit code of {number}: {one[0]}, {other[0]}: {said}")
        if (one[1] is None) != (other[1] is None):
            print(f"record of {number}: {one[1] is not None}, {other[1] is not None}: {said}")
        if not one[1] or not other[1] or "verdict" not in one[1] or "verdict" not in other[1]:
            continue
        same = limit(one[1]) == limit(other[1])
        limits["equal" if same else "other"] += 1
        if not same:
            print(f"limit of {number}: {limit(one[1])}; {limit(other[1])}: {said}")
        counted = [[each.get(key) for key in ("units", "failedUnits", "failedCommands")] for each in (one[1], other[1])]
        units["equal" if counted[0] == counted[1] else "other"] += 1
        if counted[0] != counted[1]:
            print(f"units of {number}: {counted}: {said}")
        for each, errors in ((one[1], old), (other[1], new)):
            if (each.get("prediction") or {}).get("error") is not None:
                errors.append(abs(each["prediction"]["error"]))
    print(f"\nexit codes {dict(codes)}; limits {dict(limits)}; units {dict(units)}")
    for name, errors in (("before", old), ("after", new)):
        if errors:
            print(f"forecasts {name}: {len(errors)}, median error {statistics.median(errors):.1%}, worst {max(errors):.1%}")
    print("\n## What the first recorded, read by both\n")
    reads, values, replays, differing = collections.Counter(), collections.Counter(), [], collections.Counter()
    for number, record in records:
        one, other = before[number], after[number]
        reads["equal" if one[0] == other[0] else "other"] += 1
        if one[0] != other[0]:
            print(f"exit codes of report --text, --html and simulate of {number}: {one[0]}, {other[0]}")
        sentence = record["verdict"]["sentence"]
        reads["verdict" if (sentence in one[1]) == (sentence in other[1]) else "other verdict"] += 1
        if one[2] and other[2]:
            left, right = by_path(one[2]), by_path(other[2])
            for path in left.keys() & right.keys():
                same = len(left[path]) == len(right[path]) and all(near(a, b, NEAR) for a, b in zip(left[path], right[path]))
                values["equal" if same else "other"] += 1
                differing[path] += not same
            for path in left.keys() ^ right.keys():
                values["gone" if path in left else "new"] += 1
                differing[("gone " if path in left else "new ") + path] += 1
        errors = [replayed(each) for each in (one, other)]
        if None not in errors:
            replays.append(errors)
            if not near(1 + errors[0], 1 + errors[1], NEAR):
                print(f"replay of {number}: {errors[0]:+.1%}, {errors[1]:+.1%}")
    print(f"\n{len(records)} records; {dict(reads)}; numbers of pages {dict(values)}")
    for path, times in sorted(differing.items(), key=lambda each: -each[1]):
        if times:
            print(f"  {path}: in {times}")
    for at, name in enumerate(("before", "after")):
        if replays:
            errors = [abs(each[at]) for each in replays]
            print(f"replays {name}: {len(errors)}, median error {statistics.median(errors):.1%}, worst {max(errors):.1%}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", type=pathlib.Path, help="a checkout of the earlier revision, such as a worktree of git")
    parser.add_argument("--runs", type=int, default=100, help="number of commands")
    parser.add_argument("--seed", type=int, default=1, help="of the draw")
    parser.add_argument("--one-process", action="store_true", help="type the commands of a revision in one process, without workers of their own")
    parser.add_argument("--emulator", type=pathlib.Path, metavar="JAR", help="the emulator for both (default: each builds its own)")
    parser.add_argument("--out", type=pathlib.Path, help="keep all records in this directory, which must be new")
    options = parser.parse_args()
    out = (options.out or pathlib.Path(tempfile.mkdtemp(prefix="revisions"))).resolve()
    revisions = [Revision("before", options.before.resolve(), out), Revision("after", HOME, out)]
    for each in revisions:
        each.prepare(options.emulator)
    commands = list(enumerate(drawn(options.seed, options.runs, HERE if options.one_process else MODES), 1))

    def typed(each):
        if options.one_process:
            return each.type_all([[str(each.out / f"said-{number}"), *each.words(number, command)] for number, command in commands])
        return [each.run(number, command) for number, command in commands]

    with concurrent.futures.ThreadPoolExecutor() as both:  # at a time, so that the load of the machine is the same
        codes = list(both.map(typed, revisions))
    rows = [(number, command, *((codes[at][number - 1], each.record(number)) for at, each in enumerate(revisions)))
            for number, command in commands]
    records = [(number, one[1]) for number, _, one, _ in rows if one[1] and one[1].get("verdict")]
    places = [(number, revisions[0].out / f"run-{number}") for number, _ in records]
    before, after = (each.read(places, out / f"read-{each.name}") for each in revisions)
    report(rows, before, after, records)
    return 0


if __name__ == "__main__":
    sys.exit(main())
