"""Matches of `mcts:information_sets=true` against `mcts` with the same iterations, each seed from both seats.

`python benchmarks/information_sets.py [hide] [--games 1000] [--iterations 100 1000] [--seed 1] [--json]`. The game is a
toy of the tests or a registered one. Equal iterations are not equal time: the CPU time of a move is given for each.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from boardwright.agents.spec import from_text
from boardwright.arena.evaluation import evaluate
from boardwright.arena.ratings import win_rate
from boardwright.core import registry
from boardwright.core.agent import Turn
from boardwright.core.game import Game

TURNS = 20


def main() -> None:
    """Print a row per budget."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="hide")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--iterations", type=int, nargs="+", default=[100, 1000])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    if chosen.game not in registry.names():
        registry.register(import_module(f"toys.{chosen.game}").DEFINITION)
    game = registry.load(chosen.game)
    rows = []
    for budget in chosen.iterations:
        plain, by_sets = f"mcts:iterations={budget}", f"mcts:iterations={budget},information_sets=true"
        total = evaluate(game, by_sets, plain, chosen.games, chosen.seed).total
        share, low, high = win_rate(total.points, total.games)
        milliseconds = {text: move_time(game, text) for text in (plain, by_sets)}
        rows.append({"iterations": budget, "share": share, "low": low, "high": high, "ms_a_move": milliseconds})
        if not chosen.json:
            ms = " and ".join(f"{value:.2f} ms" for value in milliseconds.values())
            print(
                f"{chosen.game} {budget:6}: {share:.1%} [{low:.1%}, {high:.1%}], mcts and it: {ms} a move", flush=True
            )
    if chosen.json:
        print(json.dumps({"game": chosen.game, "games": chosen.games, "seed": chosen.seed, "rows": rows}, indent=2))


def move_time(game: Game, text: str) -> float:
    """CPU milliseconds of the first move of a game, the median of some turns."""
    agent: Any = from_text(text, game)
    spent = []
    for number in range(TURNS):
        turn = Turn(game, game.new(), 0, np.random.default_rng(number))
        began = time.thread_time()
        agent.explain(turn)
        spent.append(1000 * (time.thread_time() - began))
    return float(np.median(spent))


if __name__ == "__main__":
    main()
