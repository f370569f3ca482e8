"""Two trainers with one recipe of the skirmish: ours and MaskablePPO of sb3-contrib, interleaved by update.

`python benchmarks/skirmish_trainers.py [--recipe deploy_small] [--start MODEL] [--updates 12] [--envs 128]
[--games 400] [--json]`. Both begin from the same weights, play the same opponents from the same seeds and make the same
number of steps in each update; ours once in fp32, as MaskablePPO computes, and once in bf16. Speed is the median of
steps per CPU second over updates; then each plays `greedy`, seats swapped.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track

from boardwright.arena.evaluation import evaluate
from boardwright.arena.ratings import win_rate
from boardwright.core.progress import silent
from boardwright.learning import recipes
from boardwright.learning.training import Run

SIDES = {"ours, bf16": ("ppo", "bf16"), "ours, fp32": ("ppo", "fp32"), "MaskablePPO": ("sb3", "fp32")}


def main() -> None:
    """Train interleaved, then evaluate."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--recipe", default="deploy_small")
    parser.add_argument("--start", default="")
    parser.add_argument("--updates", type=int, default=12)
    parser.add_argument("--envs", type=int, default=128)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    sides = {name: stage(chosen, trainer, precision) for name, (trainer, precision) in SIDES.items()}
    speeds: dict[str, list[float]] = {name: [] for name in sides}
    for _ in track(range(chosen.updates), "updates", console=Console(stderr=True)):
        for name, side in sides.items():
            speeds[name].append(side.advance(silent)["steps_per_s"])
    rows = []
    for name, side in sides.items():
        total = evaluate(side.game, side.player, chosen.opponent, chosen.games, 5).total
        won = win_rate(total.points, total.games).rounded(4)
        speed = {"steps": side.done * side.steps, "steps_per_s": round(statistics.median(speeds[name]), 1)}
        score = {"score": won.rate, "low": won.low, "high": won.high}
        spread = [round(min(speeds[name]), 1), round(max(speeds[name]), 1)]
        rows.append({"trainer": name, **speed, "spread": spread, **score})
        if not chosen.json:
            print(
                f"{name:12} {speed['steps_per_s']:8.0f} steps/s {spread}  after {speed['steps']:,} steps "
                f"{score['score']:.3f} [{score['low']:.3f}, {score['high']:.3f}] against {chosen.opponent}",
                flush=True,
            )
    if chosen.json:
        print(json.dumps({"recipe": chosen.recipe, "start": chosen.start, "rows": rows}, indent=2))


def stage(chosen: Any, trainer: str, precision: str) -> Any:
    """The stage `ppo` of a recipe with a trainer, ready to advance."""
    recipe = recipes.read("skirmish", chosen.recipe)
    sizes = {"num_envs": chosen.envs, "updates": chosen.updates, "precision": precision, "critic_warmup": 0}
    changed = {"ppo": recipe.ppo.model_copy(update=sizes), "stages": ["ppo"], "start": chosen.start}
    folder = Path(tempfile.mkdtemp(prefix="trainers-"))
    run = Run("skirmish", chosen.recipe, recipe.model_copy(update=changed), folder, resume=False, trainer=trainer)
    made: Any = run._stage("ppo")
    made.game, made.steps = run.game, chosen.envs * recipe.ppo.steps_per_env
    return made


if __name__ == "__main__":
    main()
