"""Batched games of the skirmish between bots and networks, which choose actions for many states at once."""

from __future__ import annotations

from typing import Any

import numpy as np

import boardwright
from boardwright.agents.spec import from_text
from boardwright.arena.ratings import win_rate
from boardwright.core import dice, registry
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL
from boardwright.games.skirmish.factions import exchanged


def load(preset: str, *, mirrored: bool = False) -> Game:
    """Load a preset; if `mirrored`, each player leads the other's army."""
    data = registry.preset_of(registry.definition("skirmish"), preset)
    return boardwright.load("skirmish", config=exchanged(data) if mirrored else data)


def returns(game: Game, first: str, second: str, games: int, seed: int) -> Any:
    """The return of player 1 in each game, [N]: 1, 0 or -1. Draws depend only on (seed, game, ply)."""
    agents: list[Any] = [from_text(text, game) for text in (first, second)]
    states = game.new(games)
    while (states["to_move"] != TERMINAL).any():
        for player, agent in enumerate(agents):
            rows = np.flatnonzero(states["to_move"] == player)
            if not len(rows):
                continue
            here = states[rows]
            bits = dice.keyed_rows(seed, rows, here["ply"])
            actions = _actions(game, agent, here, bits)
            game.step(here, actions, game.draws(here, actions, bits))
            states[rows] = here
    return states["returns"][:, 0]


def _actions(game: Game, agent: Any, states: Any, bits: Any) -> Any:
    if hasattr(agent, "act_rows"):
        return agent.act_rows(states, [dice.mix(int(row_bits)) >> 1 for row_bits in bits])
    # A network, which draws nothing.
    return agent.act_batch(game.observe(states), game.legal_mask(states), np.random.default_rng(0))


def share(points: float, games: int) -> dict[str, Any]:
    """A share of the points with its interval."""
    score = win_rate(points, games).rounded(4)
    return {"share": score.rate, "low": score.low, "high": score.high, "games": games}


def points_of(results: Any) -> float:
    """A point for a win, half a point for a draw."""
    return float(((results + 1) / 2).sum())


def share_text(row: dict[str, Any]) -> str:
    """A share as text."""
    return f"{row['share']:.3f} [{row['low']:.3f}, {row['high']:.3f}]"
