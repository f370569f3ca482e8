"""Measures the figures of README and docs again: runs the command that stands beside each of them.

`python benchmarks/figures.py` (make figures) finds the commands in the tables of README.md and docs, runs one after the
other, and writes what they print to a section of its own in results.md, each with its commit and machine; what other
commands printed before stays there. A command that ended at this commit is not run again. `--list` shows them all,
`--only TEXT` runs some, and `--with FOLDER=sets` fills in a word in capitals. `make setup-bench` installs the peers
first.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "benchmarks" / "results.md"
KEPT = ROOT / ".cache" / "figures"
PAGES = ("README.md", "docs/algorithms/*.md", "docs/games/*.md", "docs/benchmarks.md")
HEADING = "## Figures of README and docs"
ABOUT = "Written by `make figures`; each command with the commit at which it was run last. Seconds are by the clock."
PROGRAMS = ("boardwright", "python")
FOR_PEOPLE = ("play", "serve")
"""Commands that wait for somebody and print no figure."""

LINES = 40
"""The last lines of an output that are written down."""


class Figure(NamedTuple):
    """A command, and the pages that give its figures."""

    command: str
    pages: tuple[str, ...]

    @property
    def open(self) -> bool:
        """Whether the command has a word that stands for something else: AGENT, FILE, N."""
        return any(re.fullmatch(r"[A-Z]+|.*[=:,][A-Z]+", word) for word in shlex.split(self.command))

    def filled(self, words: Sequence[str]) -> Figure:
        """The figure with words in capitals filled in, each given as `WORD=VALUE`."""
        command = self.command
        for name, _, value in (word.partition("=") for word in words):
            command = re.sub(rf"\b{re.escape(name)}\b", shlex.quote(value).replace("\\", r"\\"), command)
        return self._replace(command=command)


class Measured(NamedTuple):
    """What a command printed, its exit status (None: it took too long), and the seconds that it took."""

    output: str
    status: int | None
    seconds: float


def figures(root: Path = ROOT) -> list[Figure]:
    """The commands in rows of tables, in the order of the pages."""
    found: dict[str, list[str]] = {}
    for path in (path for pattern in PAGES for path in sorted(root.glob(pattern))):
        for line in path.read_text(encoding="utf-8").splitlines():
            for command in re.findall(r"`([^`]+)`", line) if line.startswith("|") else []:
                words = command.split()
                if words[0] in PROGRAMS and len(words) > 1 and words[1] not in FOR_PEOPLE:
                    pages = found.setdefault(command, [])
                    pages += [page for page in [str(path.relative_to(root))] if page not in pages]
    return [Figure(command, tuple(pages)) for command, pages in found.items()]


def measure(figure: Figure, minutes: float) -> Measured:
    """Run a command, at most so long."""
    program, *words = shlex.split(figure.command)
    command = [sys.executable, "-m", "boardwright", *words] if program == "boardwright" else [sys.executable, *words]
    began = time.monotonic()
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60 * minutes, check=False)
    except subprocess.TimeoutExpired:
        return Measured("", None, time.monotonic() - began)
    said = done.stdout if done.returncode == 0 else done.stdout + done.stderr
    return Measured(said, done.returncode, time.monotonic() - began)


def entry(commit: str, figure: Figure, one: Measured) -> str:
    """A command's part of the section in results.md."""
    machine = f"{platform.machine()}, {_processor()}, Python {platform.python_version()}"
    ended = {0: "", None: ", ended because it took too long"}.get(one.status, f", exit status {one.status}")
    output = "\n".join(line.rstrip() for line in one.output.strip().splitlines()[-LINES:])
    facts = f"- in {', '.join(figure.pages)}; {one.seconds:.0f} s{ended}; commit `{commit}`, {machine}"
    return "\n\n".join([f"### `{figure.command}`", facts, *([f"```text\n{output}\n```"] if output else [])])


def written(results: str, new: Sequence[str]) -> str:
    """The text of results.md with these parts of the section replaced or added; the others stay, with their commits."""
    before, found, rest = results.partition(f"{HEADING}\n")
    after = re.search(r"^## ", rest, re.MULTILINE) if found else None
    tail = rest[after.start() :] if after else ""
    old = re.split(r"^(?=### `)", rest[: after.start()] if after else rest, flags=re.MULTILINE)[1:]
    parts = {part.partition("\n")[0]: part.strip() for part in [*old, *new]}
    section = "\n\n".join([HEADING, ABOUT, *parts.values()]) + "\n"
    return before.rstrip() + "\n\n" + section + (f"\n{tail}" if tail else "")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the commands that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--list", action="store_true", help="Print the commands and their pages, and run nothing.")
    parser.add_argument("--only", default="", metavar="TEXT", help="Run commands that contain this text.")
    parser.add_argument(
        "--with", action="append", default=[], dest="words", metavar="WORD=VALUE", help="Fill in a word."
    )
    parser.add_argument("--minutes", type=float, default=60, help="End a command that takes longer.")
    asked = parser.parse_args(arguments)
    every = [figure.filled(asked.words) for figure in figures()]
    chosen = [figure for figure in every if asked.only in figure.command]
    if asked.list:
        for figure in chosen:
            print(
                f"{figure.command}{'   (fill in the capitals)' if figure.open else ''}\n    {', '.join(figure.pages)}"
            )
        return
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()
    folder = KEPT / commit
    folder.mkdir(parents=True, exist_ok=True)
    for figure in chosen:
        kept = folder / f"{hashlib.sha256(figure.command.encode()).hexdigest()[:16]}.json"
        if figure.open or kept.exists():
            continue
        print(figure.command, flush=True)
        measured = measure(figure, asked.minutes)
        kept.write_text(json.dumps(measured), encoding="utf-8")
        results = RESULTS.read_text(encoding="utf-8")
        RESULTS.write_text(written(results, [entry(commit, figure, measured)]), encoding="utf-8")


def _processor() -> str:
    found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else platform.processor()


if __name__ == "__main__":
    main()
