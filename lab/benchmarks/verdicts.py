#!/usr/bin/env python3
"""Runs the applications and 'each' in several ways, and compares all places that name the limit of a run."""

import argparse
import base64
import collections
import gzip
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

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
    "pep, cycles of one unit": pep(1, "20ms", "--cycles", "150"),
    "pep, exponential": pep(30, "exponential:150ms", *SLEEP),
    "pep, uneven, 22 s": pep(440, "bimodal:0.9@50ms,0.1@500ms", *SLEEP),
    "results of 1 MiB": LARGE,
    "each echo": ["each", "@", "echo", ":::", *map(str, range(200))],
    "each sleep": ["each", "@", "sleep", ":::", *["0.2"] * 40],
    "each, unlike": ["each", "@", "sleep", ":::", *["0.05", "0.4", "0.1"] * 8],
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
    """The data of the page."""
    found = re.search(r'<script type="application/gzip" id="run">(.*?)</script>', page)
    return json.loads(gzip.decompress(base64.b64decode(found.group(1))))


def watch(process, run, views):
    """Collects the data of a run's page, of which 'top' shows a part, until the run ends."""
    file = run / "private" / "page.url"
    while process.poll() is None:
        time.sleep(0.3)
        try:
            base, token = file.read_text().split()[0].split("?token=")
            asked = urllib.request.Request(base + "data.json", headers={"Authorization": "Bearer " + token})
            with urllib.request.urlopen(asked, timeout=5) as answer:
                views.append(json.load(answer))
        except (OSError, ValueError, IndexError):
            pass  # the page is not there yet, or not any more


def contradictions(view):
    """Where sentence, list of changes and curve of one moment say different things."""
    sentence, helps = view["overview"]["bottleneck"], view["ledger"]["helping"]
    curve = view["scaling"] or {"knee": -1, "hereSlots": 0}
    if helps and (not sentence or re.match(r"Too |No ", sentence)):
        yield f"advice before the limit is known: {helps}"
    if "More slots or hosts would help" in sentence and 0 < curve["knee"] <= curve["hereSlots"]:
        yield f"the verdict asks for more slots, and the curve finds {curve['knee']} enough"
    if "busy: another host" in sentence and any("more slot on" in each for each in helps):
        yield f"the verdict knows busy cores, and the list has {helps}"
    if "smaller units would help" in sentence and any(re.match("another host|one more slot", each) for each in helps):
        yield f"the verdict sees a slot for each unit, and the list has {helps}"
    if "smaller units would help" in sentence and curve["knee"] == 0:
        yield "the verdict sees a slot for each unit, and the curve still falls"
    if sum(bool(link["binding"]) for link in view["links"]) > 0 and "link" not in sentence and "port" not in sentence:
        yield "a link is marked that the verdict does not name"


def course(report):
    """The one limit that the course names, if it differs from the verdict."""
    named = {each["resource"] for each in report["course"]["regimes"] if each["resource"]}
    limits = report["verdict"]["limits"]
    if len(named) != 1 or limits and limits[0]["kind"] in ("starting", "no-work", "need"):
        return
    name, sentence = named.pop().removesuffix(" (accept)").lower(), report["verdict"]["sentence"].lower()
    if not limits or name not in sentence:
        yield f"the course names only {name}"


def findings(run, said, text, views):
    """The disagreements of one run, in words."""
    report = json.loads((run / "run.json").read_text())
    sentence = report["verdict"]["sentence"]
    last = embedded((run / "report.html").read_text())
    page = last["overview"]
    found = [f"at {view['overview']['seconds']:.1f} s {each}" for view in views for each in contradictions(view)][:2]
    found += [*contradictions(last), *course(report)]
    helps = report["ledger"]["helping"]
    for place, lines in {"report --text": text, "terminal": said}.items():
        if (place != "terminal" or "slots' time" in said) and re.findall("What would help: (.*)", lines) != helps:
            found.append(f"{place} has another list of what would help")
        for wrong in re.findall(r"retried 0|duplicates 0|(?<![\d.,])1 (?:slots|units|workers|hosts|commands|results)\b.*", lines):
            found.append(f"{place}: {wrong}")
    if last["ledger"]["changes"] != report["ledger"]["changes"]:
        found.append("the page has another list of what would help")
    if "the model was wrong" in said + text and report["seconds"] < 20:
        found.append("accuses the model of a short run")
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
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    process, views = subprocess.Popen(["timeout", "300", *before, sluice, *words], cwd=out, **pipes), []
    watcher = threading.Thread(target=watch, args=(process, run, views))
    watcher.start()
    said = process.communicate()[0]
    watcher.join()
    if not (run / "run.json").exists():
        return [f"no report, exit code {process.returncode}: {said[-300:]}"], None
    text = subprocess.run([sluice, "report", str(run), "--text"], capture_output=True, text=True).stdout
    report, found = findings(run, said, text, views)
    wrong = [line for line in text.splitlines() if "the model was wrong" in line]
    print(f"{number:3} {name}; {mode}; exit {process.returncode}; {time.monotonic() - began:.0f} s", flush=True)
    print(f"      {len(views)} looks while it ran", flush=True)
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
    parser.add_argument("--short", action="store_true", help="without workloads of five seconds and more")
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
                    if options.only in case[0] and not (options.short and re.search(r"(5|22) s$", case[0])):
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
