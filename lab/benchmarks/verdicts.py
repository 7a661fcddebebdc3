#!/usr/bin/env python3
"""Runs the applications and 'each' in several ways, and compares all places that name the limit of a run."""

import argparse
import collections
import html
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

HOME = pathlib.Path(__file__).resolve().parent.parent.parent
NEAR = 0.15  # figures that differ by less agree


def jar(name):
    return str(HOME / f"lab/app-{name}/target/app-{name}.jar")


def pep(units, each, *more):
    return ["run", jar("pep"), "@", "--", "--units", str(units), "--time", each, *more]


SLEEP = ["--compute", "sleep"]
LARGE = ["run", str(HOME / "lab/benchmarks/target/sluice-benchmarks-applications.jar"), "@", "--class"]
LARGE += ["dev.sluice.benchmarks.application.LargeResultUnits", "--policy", "SS", "--", "--cycles=2000,400,400,400"]
LOOP = "i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done; true"
HERE = {
    "mandelbrot, 1 s": ["run", "mandelbrot", "@", "--", "--width", "800", "--height", "600"],
    "mandelbrot, 5 s": ["run", "mandelbrot", "@", "--", "--width", "3200", "--height", "2400"],
    "nbody": ["run", "nbody", "@", "--", "--bodies", "2000", "--steps", "60", "--frame-every", "0"],
    "ep": ["run", jar("ep"), "@", "--", "--class", "W"],
    "tsp": ["run", jar("tsp"), "@"],
    "jacobi": ["run", jar("jacobi"), "@"],
    "tomography": ["run", jar("tomography"), "@"],
    "dot": ["run", jar("dot"), "@", "--", "--rotations", "32"],
    "pep, 100 ms": pep(40, "100ms"),
    "pep, 1 ms": pep(4000, "1ms"),
    "pep, accept 5 ms": pep(1000, "5ms", "--accept", "5ms"),
    "pep, uneven, 22 s": pep(440, "bimodal:0.9@50ms,0.1@500ms", *SLEEP),
    "results of 1 MiB": LARGE,
    "each echo": ["each", "@", "echo", ":::", *map(str, range(200))],
    "each sleep": ["each", "@", "sleep", ":::", *["0.2"] * 40],
    "each sleep, 22 s": ["each", "@", "sleep", ":::", *["0.5"] * 90],
    "each loop": ["each", "@", LOOP, ":::", *map(str, range(60))],
    "each, the last is long": ["each", "@", "sleep", ":::", *["0.1"] * 10, "3"],
}
HERE_MODES = {
    "in the process": ["--slots", "2"],
    "two workers": ["--local", "2", "--slots", "1"],
    "one slot": ["--slots", "1"],
}

LAB = {
    "pep, in 1 MB, out 1 MB": pep(40, "100ms", "--input", "1MB", "--result", "1MB"),
    "pep, out 1 MB": pep(60, "100ms", "--result", "1MB"),
    "pep, in 1 MB": pep(60, "100ms", "--input", "1MB"),
    "pep, asleep": pep(600, "100ms", *SLEEP),
    "pep, 1 ms": pep(4000, "1ms"),
    "mandelbrot": ["run", "mandelbrot", "@", "--", "--width", "1600", "--height", "1200"],
    "each sleep": ["each", "@", "sleep", ":::", *["0.2"] * 60],
}


def cases(lab):
    """Name of workload and mode, command with a mark for the options, options, command before it."""
    if lab:
        hosts = re.findall(r"\{name: (\w+), link:", pathlib.Path(lab).read_text())
        for name, command in LAB.items():
            workers = [word for host in hosts[1:5] for word in ("--host", host)]
            yield name, pathlib.Path(lab).stem, command, [*workers, "--slots", "1"], [str(HOME / "lab/network/lab"), "exec", hosts[0]]
        return
    for name, command in HERE.items():
        for mode, options in HERE_MODES.items():
            yield name, mode, command, options, []


def embedded(page):
    """The figures that the page begins with."""
    found = re.search(r'<script type="application/json" id="run">(.*?)</script>', page, re.S)
    return json.loads(html.unescape(found.group(1)))["overview"] if found else {}


def findings(run, said, text):
    """The disagreements of one run, in words."""
    report = json.loads((run / "run.json").read_text())
    sentence = report["verdict"]["sentence"]
    page = embedded((run / "report.html").read_text())
    found = []
    for place, agrees in {
        "page": page.get("bottleneck") == sentence,
        "report --text": sentence in text,
        "terminal": sentence in said or "slots' time" not in said,
    }.items():
        if not agrees:
            found.append(f"{place} differs from run.json")
    if (report.get("efficiency") or 0) > 1 or (page.get("efficiency") or 0) > 1:
        found.append(f"the run exceeds its upper bound: {report['efficiency']}")
    blame = report.get("blame")
    if blame and blame["assumed"] and abs(blame["measured"] / blame["assumed"] - 1) < NEAR:
        found.append("accuses a figure that agrees")
    return report, found


def one(out, number, case, sluice):
    name, mode, command, options, before = case
    run = out / str(number)
    words = [w for word in command for w in ([*options, "--run-dir", str(run)] if word == "@" else [word])]
    began = time.monotonic()
    done = subprocess.run(
        ["timeout", "300", *before, sluice, *words], cwd=out, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    if not (run / "run.json").exists():
        return [f"no report, exit code {done.returncode}: {done.stderr[-300:]}"], None
    text = subprocess.run([sluice, "report", str(run), "--text"], capture_output=True, text=True).stdout
    report, found = findings(run, done.stdout + done.stderr, text)
    wrong = [line for line in text.splitlines() if "the model was wrong" in line]
    print(f"{number:3} {name}; {mode}; exit {done.returncode}; {time.monotonic() - began:.0f} s", flush=True)
    for line in [report["verdict"]["sentence"], *wrong, *(f"FINDING {each}" for each in found)]:
        print(f"      {line}", flush=True)
    return found, (report, bool(wrong))


def limit(report):
    limits = [" and ".join(each["links"]) or each["kind"] for each in report["verdict"]["limits"]]
    return " and ".join(limits) or report["verdict"]["sentence"].split(":")[0].rstrip(".").lower()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lab", metavar="FILES", help="run in these test networks, with commas; as root; default: on this machine")
    parser.add_argument("--only", metavar="TEXT", default="", help="workloads whose name has this text")
    parser.add_argument("--rounds", type=int, default=1, help="all runs so many times; later ones have a history")
    parser.add_argument("--out", type=pathlib.Path, help="keep the runs in this directory")
    options = parser.parse_args()
    out = (options.out or pathlib.Path(tempfile.mkdtemp(prefix="verdicts"))).resolve()
    out.mkdir(parents=True, exist_ok=True)
    os.environ.update(XDG_STATE_HOME=str(out / "state"), SLUICE_LAB="verdicts")
    rows, number, bad = collections.defaultdict(list), 0, 0
    lab = str(HOME / "lab/network/lab")
    for view in options.lab.split(",") if options.lab else [""]:
        if view:
            subprocess.run([lab, "up", "--id", os.environ["SLUICE_LAB"], view], check=True)
        try:
            for _ in range(options.rounds):
                for case in cases(view):
                    if options.only in case[0]:
                        number += 1
                        found, result = one(out, number, case, str(HOME / "sluice"))
                        bad += bool(found)
                        rows[case[0], case[1]].append((found, result))
        finally:
            if view:
                subprocess.run([lab, "down"], check=True)
    print("\n| workload | mode | runs | limit | agree | model accused |\n| --- | --- | --- | --- | --- | --- |")
    for (name, mode), runs in rows.items():
        named = collections.Counter(limit(each[0]) for _, each in runs if each)
        said = "; ".join(f"{what} ({n})" if len(named) > 1 else what for what, n in named.most_common())
        agree, accused = sum(not found for found, _ in runs), sum(bool(each and each[1]) for _, each in runs)
        print(f"| {name} | {mode} | {len(runs)} | {said} | {agree} | {accused} |")
    print(f"\n{number} runs, {bad} with findings")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
