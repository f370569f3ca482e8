"""Self-play at tic-tac-toe from many seeds, each proved by exhaustion: the opponent's lines that beat the network.

`python benchmarks/self_play_tic_tac_toe.py [--seeds 1-10] [--iterations 50] [--set self_play.rounds=45] [--json]`:
trains the recipe `self_play` with each seed, exports the model, and counts by `prove` the losing lines of the tree
search with that network and of its policy alone. CPU seconds are those of the run, evaluations included; a run of one
round before the first has everything compiled. The exit status is 1 if the search loses a line, or a run takes more
than `--most` CPU seconds.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from boardwright.agents.options import resolve
from boardwright.agents.spec import from_text
from boardwright.arena.exhaustive import prove
from boardwright.cli.positions import settings
from boardwright.core import registry
from boardwright.learning import recipes
from boardwright.learning.onnx_export import export_onnx
from boardwright.learning.training import Run

GAME, RECIPE = "tic_tac_toe", "self_play"
COLUMNS = ("seed", "cpu_seconds", "search_losing", "search_suboptimal", "policy_losing", "policy_suboptimal")


def train(seed: int, changes: dict[str, Any], folder: Path) -> tuple[Path, float]:
    """Train with a seed. Return the exported model, and the CPU seconds of the run."""
    run = Run(GAME, RECIPE, recipes.read(GAME, RECIPE, {**changes, "seed": seed}), folder, resume=False)
    run.go()
    model = folder / "model.onnx"
    export_onnx(folder / "model.safetensors", model)
    return model, run.spent


def losses(agent: str) -> tuple[int, int]:
    """The lines that an agent loses from both seats, and the states in which it is not optimal."""
    game = registry.load(GAME)
    proof = prove(game, from_text(agent, game), limit=resolve("perfect", {}).states)
    return proof.losing_lines_first + proof.losing_lines_second, proof.suboptimal_states


def measure(seed: int, iterations: int, changes: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Train with a seed, and prove."""
    model, spent = train(seed, changes, folder)
    search, policy = losses(f"mcts:model={model},iterations={iterations}"), losses(f"model:file={model}")
    return dict(zip(COLUMNS, (seed, round(spent, 2), *search, *policy)))


def main() -> None:
    """Print a row for each seed, as it ends."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", default="1-10", help="the first and the last")
    parser.add_argument("--iterations", type=int, default=50, help="simulations of a move, in the proof")
    parser.add_argument("--most", type=float, default=10.0, help="CPU seconds that a run may take")
    parser.add_argument("--set", dest="changes", action="append", default=[], help="a key of the recipe")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    first, last = (int(part) for part in given.seeds.split("-"))
    changes, rows = settings(given.changes), []
    with tempfile.TemporaryDirectory() as folder:
        train(0, {**changes, "self_play.rounds": 1}, Path(folder) / "compiled")
        if not given.json:
            print(" ".join(f"{name:>17}" for name in COLUMNS))
        for seed in range(first, last + 1):
            rows.append(measure(seed, given.iterations, changes, Path(folder) / str(seed)))
            if not given.json:
                print(" ".join(f"{value:>17}" for value in rows[-1].values()), flush=True)
    held = [row["search_losing"] == 0 and row["cpu_seconds"] <= given.most for row in rows]
    if given.json:
        print(json.dumps({"iterations": given.iterations, "changes": changes, "rows": rows}, indent=2))
    else:
        print(f"{sum(held)} of {len(held)} lose no line within {given.most:g} CPU s")
    sys.exit(0 if all(held) else 1)


if __name__ == "__main__":
    main()
