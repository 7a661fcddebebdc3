#!/usr/bin/env python3
"""Compares two revisions: the same drawn commands are typed at both, and both read what the first one recorded."""

import argparse
import collections
import json
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
HOME = HERE.parent.parent.parent
sys.path.insert(0, str(HERE.parent))
from verdicts import embedded, limit  # noqa: E402

NEAR = 1e-6  # numbers that differ by less are equal
MODES = [["--slots", "2"], ["--slots", "1"], ["--local", "2", "--slots", "1"], ["--local", "1"], ["--local", "0"]]
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


def emulated(draw):
    """A run of the emulator, whose units take a second or a few in all."""
    units = draw.choice([10, 40, 100, 200])
    mean = draw.choice([0.5, 1.0, 2.0]) / units
    times = [f"{mean:.4f}s", f"uniform:0s..{2 * mean:.4f}s", f"exponential:{mean:.4f}s", f"bimodal:0.9@{mean / 2:.4f}s,0.1@{5 * mean:.4f}s"]
    words = ["--units", str(units), "--time", draw.choice(times), "--seed", str(draw.randrange(1, 1000))]
    words += ["--compute", draw.choice(["sleep", "sleep", "spin"]), "--result", draw.choice(["32B", "10kB", "200kB"])]
    words += draw.choice([[], [], ["--accept", "2ms"], ["--cycles", "3"]])
    mode = draw.choice(MODES)
    policy = [] if mode == ["--local", "0"] else ["--policy", draw.choice(POLICIES)]
    return ["run", "PEP", "@", *mode, *policy, "--", *words]


def commanded(draw):
    """A run of commands, some of which fail."""
    number = draw.choice([4, 12, 30])
    times = [draw.choice(["0.05", "0.1", "0.5"]) for _ in range(number)]
    line = draw.choice(["sleep {}", "sleep {}; exit $(({#} % 7 == 3))", "sleep {}; echo {#}", "sleep {}; kill -9 $$"])
    words = draw.choice([[], ["-k"], ["--retries", "2"], ["--halt", "now,fail=1"], ["--halt", "soon,fail=30%"], ["--timeout", "0.3"]])
    return ["each", "@", *draw.choice([["-j", "2"], ["-j", "1"], ["--local", "2", "-j", "1"]]), *words, line, ":::", *times]


def drawn(seed, count):
    """Commands, of which each comes twice: the second time there is a history."""
    draw, all_of = random.Random(seed), []
    while len(all_of) < (count + 1) // 2:
        kind = draw.random()
        if kind < 0.45:
            all_of.append(emulated(draw))
        elif kind < 0.8:
            all_of.append(commanded(draw))
        elif kind < 0.9:
            all_of.append(draw.choice([
                ["run", "mandelbrot", "@", *draw.choice(MODES), "--", "--width", "800", "--height", "600"],
                ["run", "nbody", "@", *draw.choice(MODES), "--", "--bodies", "500", "--steps", "20", "--frame-every", "0"],
            ]))
        else:
            all_of.append(draw.choice(WRONG))
    return (all_of + all_of)[:count]


class Revision:
    def __init__(self, name, home, out):
        self.name, self.home, self.out = name, home, out / name
        self.out.mkdir(parents=True)
        self.environment = dict(os.environ, XDG_STATE_HOME=str(self.out / "state"), XDG_CACHE_HOME=str(self.out / "cache"))

    def prepare(self):
        """Builds the revision, and its emulator."""
        subprocess.run([self.home / "sluice", "--version"], check=True, stdout=subprocess.DEVNULL)
        self.pep = subprocess.run([self.home / "lab/lab", "jar", "pep"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()

    def run(self, number, command):
        """Types one command; its exit code, what it printed, and its record."""
        place = self.out / f"run-{number}"
        words = [w for word in command for w in (["--run-dir", str(place)] if word == "@" else [word.replace("PEP", self.pep)])]
        work = self.out / f"work-{number}"
        work.mkdir()
        done = subprocess.run(["timeout", "120", str(self.home / "sluice"), *words], cwd=work, env=self.environment,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)
        record = json.loads((place / "run.json").read_text()) if (place / "run.json").exists() else None
        return done.returncode, done.stdout, record

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
        jar = self.home / "runtime-cli/target/sluice-master.jar"
        done = subprocess.run(["java", "-XX:+UseSerialGC", "-cp", str(jar), str(HERE / "Typed.java")], text=True, capture_output=True,
                              input="".join("\t".join(line) + "\n" for line in lines), env=self.environment, check=True)
        codes = [int(code) for code in done.stdout.split()]
        answers = {}
        for at, (number, copy) in enumerate(copies):
            page = copy / "report.html"
            text, replay = ((out / f"{number}.{kind}").read_text() for kind in ("text", "replay"))
            answers[number] = (codes[3 * at:3 * at + 3], text, embedded(page.read_text()) if page.exists() else None,
                               json.loads(replay) if replay.startswith("{") else None)
        return answers


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
        if (one[2] is None) != (other[2] is None):
            print(f"record of {number}: {one[2] is not None}, {other[2] is not None}: {said}")
        if not one[2] or not other[2] or "verdict" not in one[2] or "verdict" not in other[2]:
            continue
        same = limit(one[2]) == limit(other[2])
        limits["equal" if same else "other"] += 1
        if not same:
            print(f"limit of {number}: {limit(one[2])}; {limit(other[2])}: {said}")
        counted = [[each.get(key) for key in ("units", "failedUnits", "failedCommands")] for each in (one[2], other[2])]
        units["equal" if counted[0] == counted[1] else "other"] += 1
        if counted[0] != counted[1]:
            print(f"units of {number}: {counted}: {said}")
        for each, errors in ((one[2], old), (other[2], new)):
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
    parser.add_argument("--out", type=pathlib.Path, help="keep all records in this directory, which must be new")
    options = parser.parse_args()
    out = (options.out or pathlib.Path(tempfile.mkdtemp(prefix="revisions"))).resolve()
    revisions = [Revision("before", options.before.resolve(), out), Revision("after", HOME, out)]
    for each in revisions:
        each.prepare()
    rows = []
    for number, command in enumerate(drawn(options.seed, options.runs), 1):
        done = {}
        for each in revisions if number % 2 else reversed(revisions):
            done[each.name] = each.run(number, command)
        rows.append((number, command, done["before"], done["after"]))
        print(f"{number} {done['before'][0]} {done['after'][0]} {' '.join(command)[:100]}", file=sys.stderr, flush=True)
    records = [(number, one[2]) for number, _, one, _ in rows if one[2] and one[2].get("verdict")]
    places = [(number, revisions[0].out / f"run-{number}") for number, _ in records]
    before, after = (each.read(places, out / f"read-{each.name}") for each in revisions)
    report(rows, before, after, records)
    return 0


if __name__ == "__main__":
    sys.exit(main())
