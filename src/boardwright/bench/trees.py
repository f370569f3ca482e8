"""Search under chance as it starts a game: positions of expectimax and games of Monte Carlo tree search, per second."""

from __future__ import annotations

from typing import Any

import numpy as np

from boardwright.agents import make
from boardwright.bench.ours import repeated
from boardwright.bench.plan import Plan
from boardwright.bench.timing import Prepare, interleave
from boardwright.core.agent import Turn
from boardwright.core.errors import AgentError
from boardwright.core.game import Game
from boardwright.core.progress import Progress


def trees(game: Game, plan: Plan, progress: Progress) -> dict[str, Any]:
    """What one core does in a second; of expectimax only where it can play the game."""
    found: dict[str, Any] = {"iterations": plan.tree_iterations}
    grower: Any = make("mcts", game, iterations=plan.tree_iterations)

    def grow() -> int:
        grower.search(Turn(game, game.new(), 0, np.random.default_rng(plan.seed)))
        return int(grower.iterations)

    sides: dict[str, Prepare] = {"iterations": repeated(grow, plan.search_seconds)}
    try:
        searcher: Any = make("expectimax", game, depth=plan.search_depth, nodes=plan.search_nodes)
    except AgentError as error:
        found["note"] = str(error)
    else:

        def search() -> int:
            searcher.deepen(game.new(), plan.seed)
            return int(searcher.nodes)

        sides["nodes"] = repeated(search, plan.search_seconds)
    rates = interleave(sides, rounds=plan.rounds, seconds=plan.seconds, progress=progress)
    found |= {f"{side}_per_s": round(rate.per_cpu_second) for side, rate in rates.items()}
    found["plies_per_s"] = round(found["iterations_per_s"] * grower.plies / grower.iterations)
    found["spread"] = {side: rate.spread for side, rate in rates.items()}
    return found
