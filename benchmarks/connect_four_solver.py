"""The speed of connect four's solver on sets of positions with known scores, and whether it is right.

`python benchmarks/connect_four_solver.py FOLDER [--most 20] [--outcome] [--json]`: CPU ms a position (mean,
median, slowest), positions searched, and wrong answers. `--outcome` asks for win, draw or loss alone, as `accuracy`
does. The table is kept from one position to the next. Run it on one core: `taskset -c 0`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from boardwright.arena import accuracy
from boardwright.core import registry
from boardwright.core.game import Game
from boardwright.core.position import Position
from connect_four.solver import Solver, boards


def compile_for(game: Game, solver: Solver) -> None:
    """Have the solver compiled before the clock starts."""
    position = Position(game)
    for digit in "2252576253462244111563365343671351441":
        position.push(int(digit) - 1)
    solver.score(*boards(game, position.state))


def measure(game: Game, solver: Solver, path: Path, most: int | None, outcome: bool) -> dict[str, Any]:
    """Solve the first positions of a set."""
    positions = accuracy.read(game, path, most)
    scores = [int(line.split()[-1]) for line in path.read_text(encoding="utf-8").splitlines()]
    milliseconds, wrong, nodes = [], 0, solver.nodes
    for position, score in zip(positions, scores):
        stones = boards(game, position.state)
        began = time.process_time()
        found = solver.score(*stones, outcome=outcome)
        milliseconds.append(1000 * (time.process_time() - began))
        wrong += found != (np.sign(score) if outcome else score)
    figures = (np.mean(milliseconds), np.median(milliseconds), np.max(milliseconds))
    row: dict[str, Any] = {"set": path.stem, "positions": len(positions), "wrong": wrong}
    row |= {name: round(float(value), 3) for name, value in zip(("mean_ms", "median_ms", "slowest_ms"), figures)}
    return {**row, "nodes": (solver.nodes - nodes) // max(1, len(positions))}


def main() -> None:
    """Print a row for each set. The exit status is 1 if an answer is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--most", type=int, help="the first positions of each set alone")
    parser.add_argument("--only", action="append", help="the name of a set")
    parser.add_argument("--outcome", action="store_true", help="win, draw or loss alone")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    game, solver, rows = registry.load("connect_four"), Solver(), []
    compile_for(game, solver)
    for path in accuracy.sets(given.folder):
        if given.only is None or path.stem in given.only:
            rows.append(measure(game, solver, path, given.most, given.outcome))
            if not given.json:
                print("  ".join(f"{name} {value}" for name, value in rows[-1].items()), flush=True)
    if given.json:
        print(json.dumps({"outcome": given.outcome, "sets": rows}, indent=2))
    sys.exit(any(row["wrong"] for row in rows))


if __name__ == "__main__":
    main()
