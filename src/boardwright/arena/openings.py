"""Openings: a few random actions before the agents begin, the same for both games of a pair."""

from __future__ import annotations

import numpy as np

from boardwright.core.errors import AgentError
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL

TRIES = 100
"""The most attempts to draw an opening that does not end the game."""


def opening(game: Game, plies: int, seed: int, number: int) -> tuple[int, ...]:
    """Return opening `number` of a seed: uniformly random legal actions that do not end the game."""
    for attempt in range(TRIES):
        rng = np.random.default_rng([seed, number, plies, attempt])
        state = game.new()
        actions: list[int] = []
        while len(actions) < plies and state["to_move"][0] != TERMINAL:
            actions.append(int(rng.choice(np.flatnonzero(game.legal_mask(state)[0]))))
            state = game.apply(state, actions[-1])
        if state["to_move"][0] != TERMINAL:
            return tuple(actions)
    raise AgentError("opening_too_long", game=game.name, plies=plies)
