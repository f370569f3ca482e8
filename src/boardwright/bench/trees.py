"""Benchmark of search under chance from the start position: nodes of expectimax and iterations of MCTS per second."""

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
    """Rates per CPU second; of expectimax only if it can play the game."""
    figures: dict[str, Any] = {"iterations": plan.tree_iterations}
    tree_search: Any = make("mcts", game, iterations=plan.tree_iterations)

    def iterate() -> int:
        tree_search.search(Turn(game, game.new(), 0, np.random.default_rng(plan.seed)))
        return int(tree_search.iterations)

    sides: dict[str, Prepare] = {"iterations": repeated(iterate, plan.search_seconds)}
    try:
        chance_search: Any = make("expectimax", game, depth=plan.search_depth, nodes=plan.search_nodes)
    except AgentError as error:
        figures["note"] = str(error)
    else:

        def search() -> int:
            chance_search.deepen(game.new(), plan.seed)
            return int(chance_search.nodes)

        sides["nodes"] = repeated(search, plan.search_seconds)
    rates = interleave(sides, rounds=plan.rounds, seconds=plan.seconds, progress=progress)
    figures |= {f"{side}_per_s": round(rate.per_cpu_second) for side, rate in rates.items()}
    figures["plies_per_s"] = round(figures["iterations_per_s"] * tree_search.plies / tree_search.iterations)
    figures["spread"] = {side: rate.spread for side, rate in rates.items()}
    return figures
