"""The budget of the gate: what each file of tests may cost, recorded in tests/gate/budget.csv.

    python -m gate.budget                  what is recorded, and the figures of the house
    python -m gate.budget record [FILE]    measure files again: by default those that changed
    python -m gate.budget check            the gate's questions, which measure nothing

Seconds are of the processor, calibrated: a fixed loop is timed beside each file, because a machine changes its speed.
The seconds of the compiler are a column of their own: with the machine code of an earlier gate there are none.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import fmean, median
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
TABLE = Path(__file__).with_name("budget.csv")
RUNS = 3

TURNS = 400_000
REFERENCE = 0.020
"""The seconds that the loop takes where a calibrated second is a second."""

TIMES, MORE = 3, 10
"""A file may use so many times its row and so many seconds more: beyond, it is no noise."""


class Row(NamedTuple):
    """A file of tests: the hash of its text, and its seconds, without fixtures of the session.

    `own`, `children` and `dearest` (of one test, without fixtures) are medians. `cold` is what the children took in the
    first run, where they compile; `compiler` is what this process compiled in it.
    """

    file: str
    hash: str
    own: float
    children: float
    cold: float
    compiler: float
    dearest: float


class Used(NamedTuple):
    """What a file used in one run, in calibrated seconds."""

    own: float
    children: float
    compiler: float
    dearest: float


def pace() -> float:
    """How slow the machine is now: 2.0 takes twice the reference's time."""
    began = time.process_time()
    total = 0
    for turn in range(TURNS):
        total += turn & 7
    return (time.process_time() - began) / REFERENCE


def file_of(test: str) -> str:
    """The file of a test's name."""
    return test.partition("::")[0]


def used(tests: Mapping[str, Sequence[float]], paces: Mapping[str, Sequence[float]]) -> dict[str, Used]:
    """What each file used. A test's figures are those of meter.Cost."""
    found: dict[str, Used] = {}
    for name, (own, children, _, compiler, _, fixtures) in tests.items():
        file = file_of(name)
        if file not in paces:  # fixtures of the session
            continue
        slow = fmean(paces[file])
        mine = (own - compiler) / slow
        before = found.get(file, Used(0, 0, 0, 0))
        found[file] = Used(
            before.own + mine,
            before.children + children / slow,
            before.compiler + compiler / slow,
            max(before.dearest, mine + (children - fixtures) / slow),
        )
    return found


def excesses(found: Mapping[str, Used], recorded: Mapping[str, Row]) -> list[str]:
    """A sentence for each file that used far more than its row."""
    lines = []
    for file, now in found.items():
        row = recorded.get(file, Row(file, "", 0, 0, 0, 0, 0))
        for what, mine, rows in (("itself", now.own, row.own), ("by its children", now.children, row.cold)):
            if mine > TIMES * rows + MORE:
                lines.append(f"budget: {file} used {mine:.1f} s {what}, and its row has {rows:.1f} s")
    return lines


def rows() -> dict[str, Row]:
    """The recorded rows by file."""
    if not TABLE.exists():
        return {}
    with TABLE.open(encoding="utf-8", newline="") as file:
        return {
            line["file"]: Row(line["file"], line["hash"], *(float(line[name]) for name in Row._fields[2:]))
            for line in csv.DictReader(file)
        }


def files() -> dict[str, str]:
    """The files of tests that git knows, with the hash of each."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", *settings["testpaths"]],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    tests = [name for name in listed if Path(name).name.startswith("test_") and name.endswith(".py")]
    there = sorted(name for name in tests if (ROOT / name).exists())
    return {name: hashlib.sha256((ROOT / name).read_bytes()).hexdigest()[:16] for name in there}


def limits() -> dict[str, float]:
    """The budget of pyproject.toml."""
    settings: dict[str, float] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "boardwright"
    ]["budget"]
    return settings


def faults(recorded: Mapping[str, Row], there: Mapping[str, str], most: Mapping[str, float]) -> list[str]:
    """A sentence for each fact that the gate refuses."""
    lines = [f"{file} has no row" for file in there if file not in recorded]
    lines += [f"{file} has a row and is no file of tests" for file in recorded if file not in there]
    lines += [
        f"{file} was changed since it was recorded"
        for file, row in recorded.items()
        if there.get(file, row.hash) != row.hash
    ]
    lines += [
        f"{row.file} takes {seconds(row):.0f} s, and a file may take {most['file']}"
        for row in recorded.values()
        if seconds(row) > most["file"]
    ]
    lines += [
        f"{row.file} has a test of {row.dearest:.1f} s, and a test may take {most['test']}"
        for row in recorded.values()
        if row.dearest > most["test"]
    ]
    total = sum(map(seconds, recorded.values()))
    if total > most["all"]:
        lines.append(f"all files take {total:.0f} s, and the budget is {most['all']}: make room")
    return lines


def seconds(row: Row) -> float:
    """What a file costs a gate that has its machine code."""
    return row.own + row.children


def record(chosen: Iterable[str], runs: Sequence[Mapping[str, Used]]) -> None:
    """Write the rows of these files from some runs, the first of them without machine code."""
    there, kept = files(), rows()
    for file in chosen:
        mine = [run.get(file, Used(0, 0, 0, 0)) for run in runs]
        kept[file] = Row(
            file,
            there[file],
            *(
                round(value, 2)
                for value in (
                    median(use.own for use in mine),
                    median(use.children for use in mine),
                    max(use.children for use in mine),
                    max(use.compiler for use in mine),
                    median(use.dearest for use in mine),
                )
            ),
        )
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Row._fields)
        writer.writerows(kept[name] for name in sorted(kept) if name in there)


def measured(chosen: str) -> list[dict[str, Used]]:
    """What a file uses in three runs, the first with no machine code on disk. Nothing if its tests failed."""
    runs = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "costs.json"
        environment = {**os.environ, "METER": str(path), "NUMBA_CACHE_DIR": folder}
        for number in range(RUNS):
            print(f"{chosen}: run {number + 1} of {RUNS}", flush=True)
            command = [sys.executable, "-m", "pytest", "-q", "-m", "not slow", "-n", "0", chosen]
            status = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
            if status not in (0, 5):  # 5: all tests of the file are slow
                print(f"{chosen}: tests failed, so it is not recorded ({status})")
                return []
            runs.append(read(path))
    return runs


def recorded_again(name: str) -> int:
    """Measure a file and write its row. Returns 1 if its tests failed."""
    runs = measured(name)
    if runs:
        record([name], runs)
    return 0 if runs else 1


def read(path: Path) -> dict[str, Used]:
    """What the files of one run used, from what METER wrote."""
    noted = json.loads(path.read_text(encoding="utf-8"))
    return used(noted["tests"], noted["paces"])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=("show", "record", "check"), default="show")
    parser.add_argument("files", nargs="*", help="files of tests; by default those that changed")
    parser.add_argument(
        "--costs",
        nargs="+",
        type=Path,
        help="take these files that METER wrote, one a run, the first without machine code",
    )
    chosen = parser.parse_args()
    there, recorded = files(), rows()
    if chosen.what == "check":
        problems = faults(recorded, there, limits())
        for line in problems:
            print(f"budget: {line}")
        if problems:
            print("`make budget` measures files again that changed")
        return 1 if problems else 0
    if chosen.what == "record":
        changed = [file for file, text in there.items() if file not in recorded or recorded[file].hash != text]
        names = chosen.files or (list(there) if chosen.costs else changed)
        if chosen.costs:
            record(names, [read(path) for path in chosen.costs])
        else:
            # One after the other: a stopped command keeps what it has measured.
            return max([recorded_again(name) for name in names], default=0)
    show(rows())
    return 0


def show(recorded: Mapping[str, Row]) -> None:
    from gate import house

    most = limits()
    print(f"{'s':>7} {'compiler':>9}  file")
    for row in sorted(recorded.values(), key=seconds, reverse=True)[:10]:
        print(f"{seconds(row):7.1f} {row.compiler:9.1f}  {row.file}")
    total, compiler = sum(map(seconds, recorded.values())), sum(row.compiler for row in recorded.values())
    print(f"{total:7.1f} {compiler:9.1f}  {len(recorded)} files; the budget is {most['all']}")
    house.show()


if __name__ == "__main__":
    raise SystemExit(main())
