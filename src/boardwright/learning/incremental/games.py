"""Scored games: an alpha-beta search plays itself, and every move keeps the value that the search gave it.

A game is its moves, the value of each to the player who made it, and its outcome; positions and features are played
out again from the moves. A shard depends on its seed and number alone, so that games are made in any order.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt
from pydantic import Field

from boardwright.agents.alphabeta import AlphaBeta
from boardwright.core.agent import Agent, Turn
from boardwright.core.config import Count, Settings, Share
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL

NO_MOVE = -1
"""Fills the rows of games that are shorter than the longest."""


class Options(Settings):
    """How scored games are played."""

    opening: Annotated[list[Annotated[int, Field(ge=0)]], Field(min_length=2, max_length=2)] = Field(
        description="Random plies at the start of a game: at least, at most."
    )
    stray: Share = Field(description="Share of the later moves that another agent makes; they have no value.")
    stray_agent: str = Field(description="The agent that makes them, one that errs by chance.")
    shard: Count = Field(description="Games of a shard.")


class ScoredGames(NamedTuple):
    """The moves of games [N, P], their values to the player who moved (NaN: random), and returns to player 0 [N]."""

    actions: npt.NDArray[np.int16]
    values: npt.NDArray[np.float32]
    returns: npt.NDArray[np.float32]


def play(game: Game, agent: AlphaBeta, stray: Agent, options: Options, *, seed: int, number: int) -> ScoredGames:
    """Play the games of a shard."""
    actions = np.full((options.shard, game.max_plies), NO_MOVE, np.int16)
    values = np.full((options.shard, game.max_plies), np.nan, np.float32)
    returns = np.zeros(options.shard, np.float32)
    for row in range(options.shard):
        rng = np.random.default_rng((seed, number, row))
        state = game.new()
        opening = int(rng.integers(options.opening[0], options.opening[1] + 1))
        ply = 0
        while (player := int(state["to_move"][0])) != TERMINAL:
            if ply < opening:
                action = int(rng.choice(np.flatnonzero(game.legal_mask(state)[0])))
            elif rng.random() < options.stray:
                action = stray.act(Turn(game, state, player, rng))
            else:
                found = agent.best(state)
                action, values[row, ply] = found.line[0], found.value
            actions[row, ply] = action
            game.step(state, np.array([action]))
            ply += 1
        returns[row] = state["returns"][0, 0]
    plies = int((actions != NO_MOVE).sum(axis=1).max())
    return ScoredGames(actions[:, :plies], values[:, :plies], returns)
