"""Many games of the skirmish side by side between its bots, which decide for rows of whole states."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

import boardwright
from boardwright.agents.spec import from_text
from boardwright.arena.ratings import win_rate
from boardwright.core import dice, registry
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL


def load(preset: str, *, mirrored: bool = False) -> Game:
    """A preset; mirrored, each player leads the other's army."""
    data = copy.deepcopy(registry.preset_of(registry.definition("skirmish"), preset))
    if mirrored:
        for unit in data["scenario"]["units"]:
            unit["player"] = 3 - unit["player"]
            unit["id"] = f"{unit['player']}{unit['id'][1:]}"
    return boardwright.load("skirmish", config=data)


def returns(game: Game, first: str, second: str, games: int, seed: int) -> Any:
    """What player 1 gets of each game, [N]: 1, 0 or -1. Draws depend on (seed, game, ply) and nothing else."""
    agents: list[Any] = [from_text(text, game) for text in (first, second)]
    states = game.new(games)
    while (states["to_move"] != TERMINAL).any():
        for player, agent in enumerate(agents):
            rows = np.flatnonzero(states["to_move"] == player)
            if not len(rows):
                continue
            here = states[rows]
            bits = dice.keyed_rows(seed, rows, here["ply"])
            actions = agent.act_rows(here, [dice.mix(int(each)) >> 1 for each in bits])
            game.step(here, actions, game.draws(here, actions, bits))
            states[rows] = here
    return states["returns"][:, 0]


def share(points: float, games: int) -> dict[str, Any]:
    """A share of the points with its interval."""
    found = win_rate(points, games).rounded(4)
    return {"share": found.rate, "low": found.low, "high": found.high, "games": games}


def points_of(found: Any) -> float:
    """A point for a win, half a point for a draw."""
    return float(((found + 1) / 2).sum())


def shown(row: dict[str, Any]) -> str:
    """A share for people."""
    return f"{row['share']:.3f} [{row['low']:.3f}, {row['high']:.3f}]"
