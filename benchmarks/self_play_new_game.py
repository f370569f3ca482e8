"""Self-play at a game nobody has seen: the skeleton of `new-game`, changed a little, learned by the unchanged recipe.

`python benchmarks/self_play_new_game.py [--minutes 3] [--games 200] [--json]`: writes a game by `boardwright new-game`;
replacements of text give it a board of 5 by 5 and another way to win, a square of four stones. Trains it by
`boardwright train GAME --recipe self_play --minutes 3`, and measures points with intervals before (random weights)
and after: the policy alone and the tree search with the network, against `random` and against `mcts`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

NAME = "four_square"
RECIPE = "self_play"
OPPONENTS = ("random", "mcts")
OPENING = 2
"""Random plies at the beginning, as both players may be deterministic: games would repeat each other."""
SEED = 31

SQUARE = '''def completes_square(p: Record, s: Record, cell: int) -> bool:
    """Whether the stone on a cell is one of four that form a square."""
    row, col = cell // p.cols, cell % p.cols
    for top in range(max(row - 1, 0), min(row, p.rows - 2) + 1):
        for left in range(max(col - 1, 0), min(col, p.cols - 2) + 1):
            at = top * p.cols + left
            if s.cells[at] == s.cells[at + 1] == s.cells[at + p.cols] == s.cells[at + p.cols + 1] == s.cells[cell]:
                return True
    return False


def fills_row('''

EDITS = (
    ("configs/standard.yaml", "rows: 3\ncols: 3", "rows: 5\ncols: 5"),
    ("config.py", '{"cells": cells, ', '{"cells": cells, "rows": config.rows, '),
    ("rules.py", "a row of your own stones wins", "a square of your own stones wins"),
    ("rules.py", "if fills_row(p, s, action)", "if completes_square(p, s, action)"),
    ("rules.py", "def fills_row(", SQUARE),
)
"""The file, its text, and the text that replaces it."""


def write(folder: Path) -> Path:
    """Write the changed game, with the metadata by which Boardwright finds it. Return the folder to import it from."""
    run("new-game", NAME, "--in", str(folder))
    sources = folder / NAME / "src"
    for file, old, new in EDITS:
        path = sources / NAME / file
        text = path.read_text(encoding="utf-8")
        if text.count(old) != 1:
            raise SystemExit(f"{file} of the skeleton has {old!r} {text.count(old)} times, not once")
        path.write_text(text.replace(old, new), encoding="utf-8")
    metadata = sources / f"{NAME}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {NAME}\nVersion: 1.0\n", encoding="utf-8")
    (metadata / "entry_points.txt").write_text(f"[boardwright.games]\n{NAME} = {NAME}:DEFINITION\n", encoding="utf-8")
    return sources


def run(*arguments: str) -> str:
    """Run a command of Boardwright. Return its output."""
    command = [str(Path(sys.executable).with_name("boardwright")), *arguments]
    ran = subprocess.run(command, check=False, capture_output=True, text=True)
    if ran.returncode:
        raise SystemExit(f"{' '.join(command)}\n{ran.stderr}")
    return ran.stdout


def untrained(folder: Path) -> Path:
    """Write the network of the recipe with random weights. Return its file."""
    import torch

    from boardwright.learning import checkpoints, recipes
    from boardwright.learning.networks import build

    recipe = recipes.read(NAME, RECIPE)
    game = recipes.board(NAME, recipe)
    torch.manual_seed(recipe.seed)
    folder.mkdir(parents=True)
    details = {"recipe": json.loads(recipe.model_dump_json()), "last": {}, "cpu_seconds": 0.0}
    checkpoints.save_model(folder / checkpoints.MODEL, build(recipe.network, game), game, details)
    return folder / checkpoints.MODEL


def measure(model: Path, games: int, iterations: int) -> dict[str, dict[str, float]]:
    """Points of the policy and of the search against each opponent, with the interval."""
    from boardwright.arena.evaluation import evaluate
    from boardwright.arena.ratings import win_rate
    from boardwright.core import registry
    from boardwright.learning.measurement import whole
    from boardwright.learning.onnx_export import export_onnx

    game, file = registry.load(NAME), model.with_suffix(".onnx")
    export_onnx(model, file)
    measured = {}
    for name, agent in (("policy", f"model:file={file}"), ("search", f"mcts:model={file},iterations={iterations}")):
        for opponent in OPPONENTS:
            result = whole(evaluate(game, agent, opponent, games, SEED, opening=OPENING))
            rate = win_rate(result.total.points, result.total.games, distinct=result.distinct)
            measured[f"{name} v {opponent}"] = {"rate": rate.rate, "low": rate.low, "high": rate.high}
    return measured


def main() -> None:
    """Print the share of points of each pairing, before and after."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--games", type=int, default=200, help="of each measurement")
    parser.add_argument(
        "--iterations", type=int, default=50, help="simulations of a move of the search with the network"
    )
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as there:
        folder = Path(there)
        os.environ["PYTHONPATH"] = str(write(folder))
        sys.path.insert(0, os.environ["PYTHONPATH"])
        report: dict[str, Any] = {"minutes": given.minutes, "games": given.games, "iterations": given.iterations}
        report["before"] = measure(untrained(folder / "before"), given.games, given.iterations)
        after = folder / "after"
        trained = run("train", NAME, "--recipe", RECIPE, "--minutes", str(given.minutes), "--out", str(after), "--json")
        report |= {key: json.loads(trained)[key] for key in ("round", "cpu_seconds")}
        report["after"] = measure(after / "model.safetensors", given.games, given.iterations)
    if given.json:
        print(json.dumps(report, indent=2))
        return
    print(f"{report['round']:.0f} rounds in {report['cpu_seconds']:.0f} CPU s; shares of points in {given.games} games")
    for pairing, before in report["before"].items():
        shares = (f"{x['rate']:6.1%} [{x['low']:.1%}, {x['high']:.1%}]" for x in (before, report["after"][pairing]))
        print(f"{pairing:>20}  {'  to  '.join(shares)}")


if __name__ == "__main__":
    main()
