"""Who plays the seats that are not the learner's. Every answer depends on its own game alone, never on the batch."""

from __future__ import annotations

import numpy as np

from boardwright.agents.naming import Named
from boardwright.agents.random import RandomAgent
from boardwright.core.agent import Turn
from boardwright.core.game import Game
from boardwright.core.record import Array


def plays_randomly(opponent: Named | None) -> bool:
    """Whether the compiled loop can play this opponent itself."""
    return opponent is not None and type(opponent.agent) is RandomAgent


def answers(game: Game, opponent: Named, states: Array, seeds: Array, episodes: Array) -> Array:
    """One action a row, each from a generator of its own: that of its game and ply.

    An agent that decides for many games at once (`act_batch`) is asked once. Its generator then belongs to these rows
    together, so an agent that draws from it answers as it does only in this company.
    """
    plies = states["ply"].astype(np.int64)
    keys = np.stack([seeds, episodes, plies], axis=1)
    if hasattr(opponent.agent, "act_batch"):
        masks = game.legal_mask(states)
        rng = np.random.default_rng(keys.ravel())
        return game.integers(opponent.agent.act_batch(game.observe(states), masks, rng), states)
    found = np.empty(len(states), np.int64)
    for row in range(len(states)):
        rng = np.random.default_rng(keys[row])
        turn = Turn(game, states[row : row + 1], int(states["to_move"][row]), rng)
        found[row] = turn.checked(opponent.agent.act(turn), opponent.text)
    return found
