"""Mutation testing: small faults in a game's rules or in the core, one at a time, and whether laws or tests notice.

`python benchmarks/mutants.py GAME [--minutes 30]` mutates every function of the game's `rules.py` and of the modules of
its package that it imports, or `core --sample 300` a seeded sample of `src/boardwright/core`. A mutant is *killed* by
golden games, by the game's tests, by a quick `check` (all as plain Python), or because it takes much longer than the
unchanged code. Survivors are printed with their line. Results are in `benchmarks/runs/mutants/`, a line each: a run
that was stopped goes on.
"""

from __future__ import annotations

import argparse
import ast
import importlib.util
import json
import math
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "benchmarks" / "runs" / "mutants"
SLOWER, LEAST = 5.0, 20.0
"""A mutant that takes so many times the CPU time of the unchanged code is killed, after so many seconds at least."""
SLOWEST = 20.0
"""A command that takes more CPU seconds as plain Python is left out."""
NO_TESTS = 5
"""The exit status of pytest where every test is deselected: as good as none."""

COMPARISONS = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"), ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
}  # fmt: skip
OPERATORS = {
    ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "+"), ast.FloorDiv: ("//", "*"), ast.Mod: ("%", "+"),
    ast.BitAnd: ("&", "|"), ast.BitOr: ("|", "&"), ast.LShift: ("<<", ">>"), ast.RShift: (">>", "<<"),
}  # fmt: skip


class Mutant(NamedTuple):
    """A change of a file: the text between two offsets is replaced."""

    file: str
    line: int
    begin: int
    end: int
    new: str
    what: str

    @property
    def name(self) -> str:
        """The name in the results."""
        return f"{self.file}:{self.line}:{self.begin} {self.what}"


def mutants(file: str, source: str) -> Iterator[Mutant]:
    """The mutants of a file: comparisons, arithmetic, numbers, conditions and statements inside its functions."""
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def at(line: int, column: int) -> int:
        return starts[line - 1] + column

    def of(node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return at(node.lineno, node.col_offset), at(node.end_lineno, node.end_col_offset)

    def between(left: ast.expr, right: ast.expr, old: str, new: str) -> Iterator[Mutant]:
        begin, end = of(left)[1], of(right)[0]
        found = source.encode()[begin:end].decode().find(old)
        if found >= 0:
            yield Mutant(file, left.lineno, begin + found, begin + found + len(old), new, f"{old} to {new}")

    for function in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)):
        for node in (part for statement in function.body for part in ast.walk(statement)):
            if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARISONS:
                yield from between(node.left, node.comparators[0], *COMPARISONS[type(node.ops[0])])
            elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
                yield from between(node.left, node.right, *OPERATORS[type(node.op)])
            elif isinstance(node, ast.BoolOp):
                old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
                yield from between(node.values[0], node.values[1], old, new)
            elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
                yield Mutant(file, node.lineno, of(node)[0], of(node.operand)[0], "", "not removed")
            elif isinstance(node, ast.Constant) and isinstance(node.value, int) and not isinstance(node.value, bool):
                yield Mutant(file, node.lineno, *of(node), str(node.value + 1), f"{node.value} to {node.value + 1}")
            elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
                yield Mutant(file, node.lineno, *of(node), str(not node.value), f"{node.value} to {not node.value}")
            elif isinstance(node, ast.Assign | ast.AugAssign) and not _defines(node):
                yield Mutant(file, node.lineno, *of(node), "pass", "statement removed")


def _defines(node: ast.Assign | ast.AugAssign) -> bool:
    # Without a first assignment of a name every mutant would die of a NameError: nothing is learned from it.
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return isinstance(node, ast.Assign) and any(isinstance(target, ast.Name | ast.Tuple) for target in targets)


def rules_files(package: Path) -> list[Path]:
    """The module `rules` of a package, and the modules of the package that it imports, directly or not."""
    found, waiting = [], [package / "rules.py"]
    while waiting:
        path = waiting.pop()
        if path in found or not path.is_file():
            continue
        found.append(path)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                last = node.module.rpartition(".")[2]
                names = [last, *(alias.name for alias in node.names)]
                waiting += [package / f"{name}.py" for name in names if name not in {"config", "enums", "__init__"}]
    return found


class Subject(NamedTuple):
    """What is mutated: the folders that are copied, the files, and the commands that must notice."""

    folder: Path
    files: list[Path]
    commands: list[list[str]]


def subject(name: str) -> Subject:
    """The subject of a game's name, or of `core`."""
    rewritten = "ignore::pytest.PytestAssertRewriteWarning"  # plugins are imported before the fork
    tests = ["pytest", "-m", "not slow", "-x", "-n", "0", "-p", "no:cacheprovider", "-W", rewritten]
    if name == "core":
        folder = ROOT / "src" / "boardwright"
        found = sorted(path for part in ("core", "testing") for path in (ROOT / "tests" / part).glob("test_*.py"))
        commands = [[*tests, str(path.relative_to(ROOT))] for path in found]
        return Subject(folder, sorted((folder / "core").glob("*.py")), commands)
    spec = importlib.util.find_spec(f"boardwright.games.{name}") or importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise SystemExit(f"{name}: no package of this name")
    package = Path(spec.origin).parent
    example = ROOT / "examples" / name / "tests"
    own = example if example.is_dir() else ROOT / "tests" / "games" / name
    check = ["boardwright", "check", name, "--quick"]
    # Golden games and perft tables say what no law knows: what an observation has to show.
    golden = [*tests, "tests/testing/test_golden.py", "-k", name]
    folder = ROOT / "src" / "boardwright" if package.is_relative_to(ROOT / "src") else package
    data = Path("playthroughs") / f"{name}.json"
    played = example / "data" / data if example.is_dir() else ROOT / "tests" / "data" / data
    commands = [["playthrough", str(played)], golden, check]
    commands += [[*tests, str(path.relative_to(ROOT))] for path in sorted(own.glob("test_*.py"))]
    return Subject(folder, rules_files(package), commands)


NURSERY = """
import os, pathlib, resource, runpy, sys
import hypothesis, numba, numpy, pydantic, pytest, rich, schemathesis, typer, yaml  # what takes long and is not mutated
for line in sys.stdin:
    child = os.fork()
    if child == 0:
        os.setsid()
        quiet = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(quiet, number)
        limit, *sys.argv = line.rstrip().split("\\t")
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit) + 1))
        if sys.argv[0] == "playthrough":
            from boardwright.testing import playthrough
            playthrough.verify(pathlib.Path(sys.argv[1]))
        else:
            runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
        os._exit(0)
    print(child, flush=True)
    _, status, used = os.wait4(child, 0)
    print(os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, flush=True)
"""
"""A process that forks itself for each command: starting Python and the libraries takes longer than most mutants."""


class Nursery:
    """Runs modules with arguments as plain Python, with a folder before all others on the path."""

    def __init__(self, source: Path) -> None:
        environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1", "BOARDWRIGHT_QUIET": "1"}
        environment["PYTHONPATH"] = os.pathsep.join([str(source), os.environ.get("PYTHONPATH", "")])
        self._process = subprocess.Popen(
            [sys.executable, "-c", NURSERY], cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip

    def run(self, command: list[str], limit: float) -> tuple[int | None, float]:
        """The exit status of a command, None if it took too long and was ended; and its CPU seconds.

        CPU time, because a busy machine must not kill a mutant. What sleeps is ended after ten times as long.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("\t".join([str(math.ceil(limit)), *command]) + "\n")
        self._process.stdin.flush()
        child = int(self._process.stdout.readline())
        timer = threading.Timer(10 * limit, lambda: os.killpg(child, signal.SIGKILL))
        timer.start()
        status, seconds = self._process.stdout.readline().split()
        timer.cancel()
        # A command may outlive a process of its own that was ended, and report that as a failure.
        ended = int(status) in (-signal.SIGXCPU, -signal.SIGKILL) or (int(status) != 0 and float(seconds) > limit - 1)
        return None if ended else int(status), float(seconds)

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


def killed_by(commands: list[list[str]], nursery: Nursery, limits: list[float]) -> str:
    """The command that notices a fault, empty if none does."""
    for command, limit in zip(commands, limits):
        status, _ = nursery.run(command, limit)
        if status is None:
            return "time"
        if status not in (0, NO_TESTS):
            return (
                "check"
                if "check" in command
                else "tests"
                if command[0] == "pytest" and "-k" not in command
                else "golden"
            )
    return ""


def timed(commands: list[list[str]], nursery: Nursery) -> tuple[list[list[str]], list[float]]:
    """The commands that are quick enough without a mutant, the quickest first, and the seconds for each.

    Their times are kept in `seconds.json`: taking them takes longer than many mutants.
    """
    kept = OUT / "seconds.json"
    known: dict[str, float] = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    taken = []
    for command in commands:
        name = " ".join(command).replace(f"{ROOT}/", "")
        if name not in known:
            status, known[name] = nursery.run(command, SLOWEST)
            if status is not None and status not in (0, NO_TESTS):
                print(f"left out, it fails as plain Python without a mutant: {name}", flush=True)
                known[name] = SLOWEST
            kept.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
        if known[name] < SLOWEST - 1:
            taken.append((known[name], command))
        else:
            print(f"left out, too slow as plain Python: {name}", flush=True)
    taken.sort()
    return [command for _, command in taken], [max(LEAST, SLOWER * seconds) for seconds, _ in taken]


def main() -> None:
    """Try mutants until all are tried or the time is over; print the score and the survivors."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name", help="a game, or `core`")
    parser.add_argument("--sample", type=int, help="a seeded sample of so many; default: all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=30)
    asked = parser.parse_args()
    chosen = subject(asked.name)
    every = [
        mutant
        for path in chosen.files
        for mutant in mutants(str(path.relative_to(chosen.folder.parent)), path.read_text(encoding="utf-8"))
    ]
    random.Random(asked.seed).shuffle(every)
    every = every[: asked.sample]
    OUT.mkdir(parents=True, exist_ok=True)
    out = OUT / f"{asked.name}.jsonl"
    known = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()] if out.exists() else []
    done = {row["mutant"]: row["killed_by"] for row in known}
    ends = time.monotonic() + 60 * asked.minutes
    with tempfile.TemporaryDirectory(prefix="mutants-") as scratch, out.open("a", encoding="utf-8") as log:
        source = Path(scratch)
        shutil.copytree(
            chosen.folder, source / chosen.folder.name, ignore=shutil.ignore_patterns("__pycache__", "static")
        )
        nursery = Nursery(source)
        commands, limits = timed(chosen.commands, nursery)
        for mutant in every:
            if mutant.name in done or time.monotonic() > ends:
                continue
            path = source / mutant.file
            whole = path.read_bytes()
            path.write_bytes(whole[: mutant.begin] + mutant.new.encode() + whole[mutant.end :])
            done[mutant.name] = killed_by(commands, nursery, limits)
            path.write_bytes(whole)
            log.write(json.dumps({"mutant": mutant.name, "killed_by": done[mutant.name]}) + "\n")
            log.flush()
        nursery.close()
    tried = [mutant.name for mutant in every if mutant.name in done]
    survivors = [name for name in tried if not done[name]]
    files = {mutant.file for mutant in every}
    print(f"{asked.name}: {len(tried)} of {len(every)} mutants of {len(files)} files tried, {len(survivors)} survive")
    print(f"score {1 - len(survivors) / max(len(tried), 1):.3f}")
    for name in survivors:
        print(name)


if __name__ == "__main__":
    main()
