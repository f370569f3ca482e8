"""Ablation of the search techniques in Quoridor: the full search against all but one, at equal CPU time per move.

`python benchmarks/quoridor_techniques.py [--pairs 100] [--nodes 8000] [--json]`. A technique that makes a node
slower pays for it: the side without it may visit as many more nodes as it does per CPU second, which is the median of
rounds interleaved with the full search. Pairs of games from the same random opening, seats swapped; the interval is
over pairs.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import time
from typing import Any

import boardwright
from boardwright.agents import make
from boardwright.agents.spec import Named
from boardwright.arena.match import play
from boardwright.arena.openings import opening
from boardwright.arena.tally import points
from boardwright.bench.playouts import positions

POSITIONS, PLIES_IN, ROUNDS = 40, 12, 9
OFF: dict[str, dict[str, Any]] = {
    "table": {"table": 0},
    "pvs": {"pvs": False},
    "killers": {"killers": False},
    "history": {"history": False},
    "killers and history": {"killers": False, "history": False},
    "mate distance": {"mate_distance": False},
    "the exact race": {"endgame": False},
    "all of them": {
        "table": 0,
        "pvs": False,
        "killers": False,
        "history": False,
        "mate_distance": False,
        "endgame": False,
    },
}
ON: dict[str, dict[str, Any]] = {
    "reductions after 3 moves": {"reduce_after": 3},
    "aspiration of 15": {"aspiration": 15.0},
}


def main() -> None:
    """Play the duels, and print each result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=8000)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    game = boardwright.load("quoridor")
    whole = {"weights": "tuned", "depth": 40}
    results = []
    for name, change in {**OFF, **ON}.items():
        other = {**whole, **change}
        ratio = rate_ratio(game, other, whole, chosen.nodes)
        budget = round(chosen.nodes * ratio)
        # The side with the technique comes first: its score is the technique's value.
        with_it, without = (whole, chosen.nodes), (other, budget)
        first, second = (without, with_it) if name in ON else (with_it, without)
        row = duel(game, first, second, chosen.pairs, chosen.seed)
        results.append({"technique": name, "rate_ratio": round(ratio, 3), "nodes": budget, **row})
        if not chosen.json:
            print(
                f"{name:26} {row['score']:.3f}  {row['elo']:+5.0f} Elo [{row['low']:+.0f}, {row['high']:+.0f}]"
                f"  {budget} nodes {'without' if name in OFF else 'with'}",
                flush=True,
            )
    if chosen.json:
        print(json.dumps({"nodes": chosen.nodes, "rows": results}, indent=2))


def rate_ratio(game: Any, other: dict[str, Any], whole: dict[str, Any], nodes: int) -> float:
    """Nodes per CPU second of a search over those of the full one: the median of interleaved rounds."""
    agents: Any = [
        make("alphabeta", game, **{**options, "nodes": nodes, "endgame": False}) for options in (other, whole)
    ]
    rows = positions(game, POSITIONS, PLIES_IN, 0)
    for agent in agents:
        agent.deepen(rows[:1])
    ratios = []
    for _ in range(ROUNDS):
        rate_of_other, rate_of_whole = (nodes_per_second(agent, rows) for agent in agents)
        ratios.append(rate_of_other / rate_of_whole)
    return statistics.median(ratios)


def nodes_per_second(agent: Any, rows: Any) -> float:
    """Nodes per CPU second, over positions of random games."""
    visited, began = 0, time.process_time()
    for at in range(len(rows)):
        agent.deepen(rows[at : at + 1])
        visited += agent.nodes
    return visited / (time.process_time() - began)


def duel(game: Any, one: Any, two: Any, pairs: int, seed: int) -> dict[str, Any]:
    """The first side's score, and Elo with a 95 % interval from the spread over pairs."""
    sides = [
        Named(name, make("alphabeta", game, **options, nodes=nodes))
        for name, (options, nodes) in zip("ab", (one, two), strict=True)
    ]
    scores = []
    for number in range(pairs):
        begun = opening(game, 6, seed, number)
        taken = 0.0
        for seat, seated in enumerate((sides, sides[::-1])):
            taken += points(play(game, seated, seed=seed, number=number, opening=begun), seat)
        scores.append(taken / 2)
    mean = sum(scores) / pairs
    error = 1.96 * math.sqrt(sum((score - mean) ** 2 for score in scores) / pairs / pairs)
    return {
        "pairs": pairs,
        "score": round(mean, 4),
        "elo": round(elo(mean)),
        "low": round(elo(mean - error)),
        "high": round(elo(mean + error)),
    }


def elo(score: float) -> float:
    """Elo points for a score, clamped to about 800."""
    score = min(max(score, 0.01), 0.99)
    return -400 * math.log10(1 / score - 1)


if __name__ == "__main__":
    main()
