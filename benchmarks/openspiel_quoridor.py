"""Our alpha-beta against OpenSpiel's MCTS at Quoridor, at equal CPU time a move.

`python benchmarks/openspiel_quoridor.py [--games 100] [--budget 0.05] [--out FILE] [--adapter] [--json]`. Its MCTS is
the compiled one on its own compiled Quoridor, where it is fastest; moves are translated by name. With `--adapter` it
is `openspiel:mcts`, on our game through the adapter. Each side counts its own CPU time: ours searches a fixed number
of positions, which the calibration sets to the budget, and theirs as many simulations as the budget allows by its own
rate so far. Games begin with four random plies and are played in pairs, once from each seat. Finished games are
appended to the file, and a new start goes on after them.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

from boardwright.agents.spec import from_text
from boardwright.arena.ratings import wilson
from boardwright.core import registry
from boardwright.core.agent import Turn
from boardwright.core.game import Game
from boardwright.core.position import Position

OPENING = 4
EXPLORATION = 2.0
FIRST = 20
"""Simulations of the first move, before a rate is known."""


def names(state: Any) -> dict[str, int]:
    """OpenSpiel's legal actions by our names: its rows count from the other side."""
    table = {}
    for action in state.legal_actions():
        text = state.action_to_string(action)
        rows = 9 if text[-1] in "hv" else 10
        table[f"{text[0]}{rows - int(text[1])}{text[2:]}"] = action
    return table


class Ours:
    """Alpha-beta with a fixed number of positions a move."""

    def __init__(self, game: Game, nodes: int) -> None:
        self.agent = from_text(f"alphabeta:depth=60,nodes={nodes}", game)
        self.seconds, self.moves = 0.0, 0

    def act(self, position: Position, rng: np.random.Generator) -> int:
        """The move, and its CPU time."""
        turn = Turn(position.game, position.state, position.to_move or 0, rng)
        began = time.process_time()
        action = self.agent.act(turn)
        self.seconds += time.process_time() - began
        self.moves += 1
        return action


class Theirs:
    """MCTS with as many simulations as fit the budget by its rate so far."""

    def __init__(self, game: Game, budget: float, adapter: bool) -> None:
        self.game, self.budget, self.adapter = game, budget, adapter
        self.spiel = None if adapter else pyspiel.load_game("quoridor")
        self.seconds, self.moves, self.simulations = 0.0, 0, 0

    def act(self, position: Position, rng: np.random.Generator) -> int:
        """The move, and its CPU time."""
        spent = self.seconds / self.simulations if self.simulations else self.budget / FIRST
        # What earlier moves left of their budgets, or took beyond them, is made good.
        left = self.budget * (self.moves + 1) - self.seconds
        simulations = max(2, int(left / spent))
        seed = int(rng.integers(1 << 31))
        action, seconds = (self._through if self.adapter else self._native)(position, simulations, seed, rng)
        self.seconds += seconds
        self.simulations += simulations
        self.moves += 1
        return action

    def _native(self, position: Position, simulations: int, seed: int, rng: Any) -> tuple[int, float]:
        state, line = self.spiel.new_initial_state(), Position(position.game)
        for step in position.history:
            state.apply_action(names(state)[line.text(step.action)])
            line.push(step.action)
        rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(self.spiel, rollouts, EXPLORATION, simulations, 1000, True, seed, False)
        began = time.process_time()
        chosen = bot.step(state)
        seconds = time.process_time() - began
        text = next(text for text, action in names(state).items() if action == chosen)
        return position.parse(text), seconds

    def _through(self, position: Position, simulations: int, seed: int, rng: Any) -> tuple[int, float]:
        agent = from_text(f"openspiel:mcts,simulations={simulations}", self.game)
        turn = Turn(position.game, position.state, position.to_move or 0, rng)
        began = time.process_time()
        return agent.act(turn), time.process_time() - began


def calibrate(game: Game, budget: float) -> int:
    """The positions that our search visits in the budget, by CPU time on the middle of a random game."""
    position, rng = Position(game), np.random.default_rng(0)
    for _ in range(8):
        position.push(int(rng.choice(position.legal_actions)))
    nodes, seconds = 1000, 0.0
    while seconds < budget:
        nodes *= 2
        agent = Ours(game, nodes)
        agent.act(position, rng)
        agent.seconds = 0.0
        agent.act(position, rng)
        seconds = agent.seconds
    return int(nodes * budget / seconds)


def play(game: Game, number: int, players: tuple[Any, Any], seed: int) -> dict[str, Any]:
    """One game; pairs of numbers share an opening, and ours moves first in even ones."""
    rng = np.random.default_rng([seed, number // 2])
    position = Position(game)
    for _ in range(OPENING):
        position.push(int(rng.choice(position.legal_actions)))
    rng = np.random.default_rng([seed, number, 1])
    ours, theirs = players
    before = [(player.seconds, player.moves) for player in players]
    while not position.is_over:
        player = ours if (position.to_move == 0) == (number % 2 == 0) else theirs
        position.push(player.act(position, rng))
    won = position.outcome.returns[number % 2]
    cpu = [player.seconds - spent for player, (spent, _) in zip(players, before)]
    moves = [player.moves - made for player, (_, made) in zip(players, before)]
    return {"game": number, "result": won, "cpu": cpu, "moves": moves, "plies": position.ply}


def report(rows: list[dict[str, Any]], simulations: float) -> dict[str, Any]:
    """Points with an interval, and the CPU time a move of both sides."""
    points = sum((row["result"] + 1) / 2 for row in rows)
    low, high = wilson(points, len(rows), 0.95)
    cpu = [1000 * sum(row["cpu"][side] for row in rows) / sum(row["moves"][side] for row in rows) for side in (0, 1)]
    return {
        "games": len(rows),
        "points": points,
        "interval": [round(low, 3), round(high, 3)],
        "ms_a_move": {"ours": round(cpu[0], 1), "theirs": round(cpu[1], 1)},
        "simulations_a_move": round(simulations),
    }


def main() -> None:
    """Play the games that are missing, and print the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--budget", type=float, default=0.05, help="CPU seconds a move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=None)
    parser.add_argument("--adapter", action="store_true")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    game = registry.load("quoridor")
    rows = []
    if chosen.out is not None and chosen.out.is_file():
        rows = [json.loads(line) for line in chosen.out.read_text(encoding="utf-8").splitlines()]
    players = (Ours(game, calibrate(game, chosen.budget)), Theirs(game, chosen.budget, chosen.adapter))
    for number in range(len(rows), chosen.games):
        rows.append(play(game, number, players, chosen.seed))
        if chosen.out is not None:
            with chosen.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(rows[-1]) + "\n")
        if not chosen.json:
            print(rows[-1], flush=True)
    print(json.dumps(report(rows, players[1].simulations / max(players[1].moves, 1))))


if __name__ == "__main__":
    main()
