"""Small faults in rules and core, drawn by a seed, and which of them the gate sees: `python -m gate.mutants`.

Each mutant changes one operator, comparison or constant in a copy of the source. The tests that are about its file run
as plain Python until the first fails. With `--base TREE`, a work tree of an earlier commit, those that live are tried
with its tests, as machine code: a mutant that these kill and today's do not, not even as machine code, is a hole that a
change of the tests made, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
SOURCE = Path("src/boardwright")
GAMES = ("minesweeper", "quoridor", "skirmish", "tic_tac_toe")
RULES = {
    "minesweeper": ("rules.py", "cells.py", "actions.py", "symmetry.py"),
    "quoridor": ("rules.py", "bitboard.py", "paths.py", "actions.py", "symmetry.py"),
    "skirmish": (
        "rules.py",
        "battle.py",
        "combat.py",
        "deployment.py",
        "geometry.py",
        "movement.py",
        "setup.py",
        "sight.py",
    ),
    "tic_tac_toe": ("rules.py", "actions.py", "symmetry.py"),
}
TESTS = {
    **{game: (f"tests/games/{game}", "tests/testing/test_laws_hold.py") for game in GAMES},
    "core": ("tests/core", "tests/testing", "tests/games/tic_tac_toe"),
}
"""The tests that are about a file, those that see most of its mutants first."""

PATIENCE = 1800
"""Seconds after which a mutant counts as killed: it made a loop endless."""

OTHER = {
    **{"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "and": "or", "or": "and"},
    **{"+": "-", "-": "+", "*": "+", "//": "*", "%": "+", "&": "|", "|": "&", "<<": ">>", ">>": "<<"},
}


class Mutant(NamedTuple):
    """A change of one place in a file."""

    file: str
    line: int
    start: int
    end: int
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.old!r} -> {self.new!r}"


def mutants(file: Path) -> Iterator[Mutant]:
    """Every mutant of a file."""
    text = (ROOT / file).read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    begins = [0]
    for line in lines:
        begins.append(begins[-1] + len(line.encode()))
    data = text.encode()

    def at(line: int, column: int) -> int:
        return begins[line - 1] + column

    def between(left: ast.expr, right: ast.expr) -> Iterator[Mutant]:
        assert left.end_lineno is not None
        assert left.end_col_offset is not None
        start, end = at(left.end_lineno, left.end_col_offset), at(right.lineno, right.col_offset)
        gap = data[start:end].decode()
        sign = gap.strip(" ()\n\\")
        if sign in OTHER:
            begin = start + gap.index(sign)
            yield Mutant(str(file), left.end_lineno, begin, begin + len(sign), sign, OTHER[sign])

    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Compare):
            yield from between(node.left, node.comparators[0])
        elif isinstance(node, ast.BinOp):
            yield from between(node.left, node.right)
        elif isinstance(node, ast.BoolOp):
            yield from between(node.values[0], node.values[1])
        elif isinstance(node, ast.Constant) and type(node.value) in (int, bool) and node.end_col_offset is not None:
            new = str(node.value + 1) if type(node.value) is int else str(not node.value)
            start, end = at(node.lineno, node.col_offset), at(node.lineno, node.end_col_offset)
            yield Mutant(str(file), node.lineno, start, end, data[start:end].decode(), new)


def sample(count: int, seed: int) -> list[Mutant]:
    """As many mutants of rules as of core."""
    rules = [SOURCE / "games" / game / name for game, names in RULES.items() for name in names]
    core = sorted(path.relative_to(ROOT) for path in (ROOT / SOURCE / "core").glob("*.py"))
    core += [SOURCE / "core" / "compiled" / name for name in ("contract.py", "loops.py")]
    rng = random.Random(seed)
    drawn = []
    for files, share in ((rules, count - count // 2), (core, count // 2)):
        drawn += rng.sample([mutant for file in files for mutant in mutants(file)], share)
    return drawn


def outcome(tests: Path, about: Sequence[str], source: Path, plain: bool, *options: str) -> tuple[int, list[str]]:
    """Run tests of a tree on a source. Gives pytest's status and the names of what failed."""
    there = [name for name in about if (tests / name).exists()]
    command = [sys.executable, "-m", "pytest", "-m", "not slow", "-p", "no:cacheprovider", "--tb=no", *options, *there]
    environment = {
        **os.environ,
        "PYTHONPATH": str(source),
        "NUMBA_DISABLE_JIT": str(int(plain)),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    ran = subprocess.run(
        command, cwd=tests, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    lines = [line for line in ran.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return ran.returncode, [line.split(" ", 1)[1].partition(" - ")[0] for line in lines]


controls: dict[str, list[str]] = {}
"""What `blind` found, by what was run: it takes minutes, and is kept with the results."""


def blind(tests: Path, about: Sequence[str], plain: bool) -> list[str]:
    """The tests that fail without any fault. As plain Python they are about machine code, and say nothing here."""
    name = f"{tests} {plain} {' '.join(about)}"
    if name not in controls:
        status, controls[name] = outcome(tests, about, ROOT / "src", plain)
        assert status in {0, 1}, f"{tests}: pytest ended with status {status} without any fault"
    return controls[name]


def killed(mutant: Mutant, tests: Path, plain: bool = True) -> str:
    """The first test that fails with a mutant, empty if all pass. `tests` is the tree whose tests are run."""
    place = Path(mutant.file).parts
    about = TESTS[place[3] if place[2] == "games" else "core"]
    with tempfile.TemporaryDirectory(prefix="mutant") as folder:
        source = Path(folder) / "src"
        shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("__pycache__", "static"))
        path = Path(folder) / mutant.file
        data = path.read_bytes()
        assert data[mutant.start : mutant.end].decode() == mutant.old
        path.write_bytes(data[: mutant.start] + mutant.new.encode() + data[mutant.end :])
        without = [f"--deselect={name}" for name in blind(tests, about, plain)]
        # Most are seen within seconds by the tests that bear the file's name.
        first = (f"{about[0]}/test_{path.stem}.py", *about)
        try:
            status, failed = outcome(tests, first, source, plain, "-x", *without)
        except subprocess.TimeoutExpired:
            return "endless"
        return "" if status == 0 else (failed or ["could not start"])[0]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--base", type=Path, help="a work tree of the commit to compare with")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, help="append each result as a line of JSON, and skip those that it has")
    chosen = parser.parse_args()
    known: dict[str, dict[str, str]] = {}
    if chosen.out and chosen.out.exists():
        kept = [json.loads(line) for line in chosen.out.read_text(encoding="utf-8").splitlines()]
        known = {row["mutant"]: row for row in kept if "mutant" in row}
        controls.update({row["control"]: row["blind"] for row in kept if "control" in row})

    def keep(row: dict[str, object]) -> None:
        if chosen.out:
            with chosen.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")

    def tried(mutant: Mutant) -> dict[str, str]:
        row = known.get(str(mutant)) or {"mutant": str(mutant), "now": killed(mutant, ROOT)}
        if chosen.base and not row["now"] and "before" not in row:
            row["before"] = killed(mutant, chosen.base, plain=False)
            row["now"] = killed(mutant, ROOT, plain=False) if row["before"] else ""
        keep(row)
        before = f" (before: {row['before'] or 'alive'})" if "before" in row else ""
        print(f"{row['now'] or 'ALIVE'}{before} | {mutant}", flush=True)
        return row

    drawn = sample(chosen.count, chosen.seed)
    for about in dict.fromkeys(TESTS.values()):
        for tests, plain in ((ROOT, True), *(((chosen.base, False),) if chosen.base else ())):
            before = len(controls)
            print(f"{tests}: {len(blind(tests, about, plain))} tests of {', '.join(about)} are blind", flush=True)
            if len(controls) > before:
                name, names = list(controls.items())[-1]
                keep({"control": name, "blind": names})
    with ThreadPoolExecutor(chosen.workers) as pool:
        rows = list(pool.map(tried, drawn))
    alive = [row for row in rows if not row["now"]]
    holes = [row for row in alive if row.get("before")]
    print(
        f"{len(rows)} mutants: {len(rows) - len(alive)} killed, {len(alive)} alive, {len(holes)} of them killed before"
    )
    return 1 if holes else 0


if __name__ == "__main__":
    raise SystemExit(main())
