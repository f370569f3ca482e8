"""What a tower and fully connected layers learn of a game in equal CPU time: `network.kind` `board` and `dense`.

`python benchmarks/network_kinds.py GAME --minutes 0.5 [--preset P] [--against AGENT ...] [--set KEY=VALUE]` trains both
by one recipe, each for the CPU time and the seeds, and plays the networks: every seed of a game from each seat, for
both. A first short run, which is not measured, compiles. A line for each network, then one for each kind together.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

from boardwright.arena.evaluation import evaluate
from boardwright.arena.ratings import win_rate
from boardwright.cli.positions import settings
from boardwright.core.game import Game
from boardwright.learning import recipes
from boardwright.learning.checkpoints import MODEL, load_model
from boardwright.learning.measurement import whole
from boardwright.learning.metrics import Metrics
from boardwright.learning.torch_player import NetworkAgent
from boardwright.learning.training import Run

KINDS = ("board", "dense")
SEED = 31
OPENING = 2
"""The random plies of a game where nothing else makes games differ."""


def share(points: float, games: int) -> str:
    """A share with its interval."""
    rate = win_rate(points, games)
    return f"{100 * rate.rate:.1f} % [{100 * rate.low:.1f}, {100 * rate.high:.1f}]"


def train(given: argparse.Namespace, kind: str, seed: int, minutes: float, folder: Path) -> Game:
    """Train a network; what a run measures of itself takes next to none of its time."""
    quiet = {"evaluation.every": 1_000_000, "evaluation.games": 2, "threads": 1}
    changes = {**quiet, **settings(given.changes), "network.kind": kind, "seed": seed}
    if given.preset:
        changes["board"] = given.preset
    recipe = recipes.read(given.game, given.recipe, changes)
    Run(given.game, given.recipe, recipe, folder, resume=False, minutes=minutes).go()
    return recipes.board(given.game, recipe)


def points(game: Game, model: Path, opponent: str, given: argparse.Namespace) -> float:
    """The points of a network in all games; the games that are won of a game for one."""
    agent = NetworkAgent(load_model(model)[0])
    versus = opponent if game.players > 1 else None
    opening = given.opening if given.opening is not None else 0 if game.has_chance else OPENING
    played = whole(evaluate(game, agent, versus, given.games, SEED, opening=opening)).total
    return played.points if game.players > 1 else played.wins


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--recipe", default=recipes.ANY_GAME)
    parser.add_argument("--preset", default="")
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--against", nargs="+", default=["alphabeta:depth=2", "random"])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--opening", type=int, help="random plies; without it 2, or 0 where chance is enough")
    parser.add_argument("--set", dest="changes", action="append", default=[], help="a key of the recipe")
    given = parser.parse_args(arguments)
    together = dict.fromkeys([(kind, opponent) for kind in KINDS for opponent in given.against], 0.0)
    with tempfile.TemporaryDirectory() as temporary:
        for kind in KINDS:
            train(given, kind, 1, 0.001, Path(temporary) / f"{kind}-compiled")
        for seed in given.seeds:
            for kind in KINDS:
                folder = Path(temporary) / f"{kind}-{seed}"
                game = train(given, kind, seed, given.minutes, folder)
                last = Metrics.rows(folder / "ppo")[-1]
                row = {"kind": kind, "seed": seed, "updates": last["update"], "cpu": round(last["cpu_total"], 1)}
                for opponent in given.against:
                    reached = points(game, folder / MODEL, opponent, given)
                    together[kind, opponent] += reached
                    row[opponent] = share(reached, given.games)
                print(json.dumps(row), flush=True)
    total = given.games * len(given.seeds)
    for (kind, opponent), reached in together.items():
        print(json.dumps({"kind": kind, "against": opponent, "points": share(reached, total)}), flush=True)


if __name__ == "__main__":
    main()
