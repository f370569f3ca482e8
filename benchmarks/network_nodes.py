"""Nodes per CPU second of alpha-beta with a network and without, in turns.

`python benchmarks/network_nodes.py [--rounds 7] [--json]` searches positions of random games of Quoridor with the model
that is shipped, and of connect four with random weights of the same number of units: speed does not depend on them.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from boardwright import agents
from boardwright.agents import incremental_model
from boardwright.agents.alphabeta import AlphaBeta
from boardwright.core import registry
from boardwright.core.facets import FEATURE_BITS as BITS
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array

UNITS = 64
NODES = 30_000


def positions(game: Game, count: int, plies: int) -> list[Array]:
    """Positions so many plies into random games."""
    rng, found = np.random.default_rng(3), []
    while len(found) < count:
        state = game.new()
        for _ in range(plies):
            if state["to_move"][0] != TERMINAL:
                game.step(state, [int(rng.choice(np.flatnonzero(game.legal_mask(state)[0])))])
        if state["to_move"][0] != TERMINAL:
            found.append(state)
    return found


def random_model(game: Game, path: Path) -> None:
    """Write a network with random weights."""
    rng = np.random.default_rng(0)
    words, actions = incremental_model.facet_of(game).words, game.actions.policy
    shapes = ((BITS * words, UNITS), (UNITS,), (2, UNITS), (actions, 2, UNITS))
    arrays = [rng.integers(-90, 90, shape).astype(np.int16) for shape in shapes]
    about = {"format": incremental_model.FORMAT, "game": game.name, "version": game.version, "unit": 1e-6, "hint": 1e-5}
    model = incremental_model.IncrementalModel(*arrays, np.zeros(1 + actions, np.int64), about)
    incremental_model.write(path, model)


def speed(agent: AlphaBeta, states: list[Array]) -> float:
    """Nodes per CPU second."""
    nodes, began = 0, time.process_time()
    for state in states:
        agent.deepen(state)
        nodes += agent.nodes
    return nodes / (time.process_time() - began)


def measure(name: str, model: str, plies: int, rounds: int) -> dict[str, Any]:
    """The speeds of the three searches, in turns."""
    game = registry.load(name)
    states = positions(game, 12, plies)
    texts = {
        "without": "",
        "value": f",model={model},policy=false",
        "value and policy": f",model={model}",
    }
    made: dict[str, AlphaBeta] = {}
    for what, text in texts.items():
        agent = agents.make(f"alphabeta:depth=40,nodes={NODES},table=18{text}", game)
        assert isinstance(agent, AlphaBeta)
        speed(agent, states[:2])  # compiled
        made[what] = agent
    taken: dict[str, list[float]] = {what: [] for what in made}
    for _ in range(rounds):
        for what, agent in made.items():
            taken[what].append(speed(agent, states))
    report: dict[str, Any] = {}
    for what, speeds in taken.items():
        ratios = [mine / bare for mine, bare in zip(speeds, taken["without"])]
        report[what] = {
            "nodes_per_s": round(float(np.median(speeds))),
            "least": round(min(speeds)),
            "most": round(max(speeds)),
            "of_without": round(float(np.median(ratios)), 3),
        }
    return report


def main() -> None:
    """Print a line for each search."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "random.npz"
        random_model(registry.load("connect_four"), path)
        report = {
            "quoridor": measure("quoridor", "standard", 12, asked.rounds),
            "connect_four": measure("connect_four", str(path), 8, asked.rounds),
        }
    if asked.json:
        print(json.dumps(report, indent=2))
        return
    for game, rows in report.items():
        for what, row in rows.items():
            print(
                f"{game}, {what}: {row['nodes_per_s']:,} nodes/s ({row['least']:,} to {row['most']:,}), "
                f"{row['of_without']} of the search without a network"
            )


if __name__ == "__main__":
    main()
