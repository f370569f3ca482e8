"""Plays a uniformly random legal action."""

from __future__ import annotations

import numpy as np

from boardwright.core.agent import Explanation, Turn
from boardwright.core.config import Settings
from boardwright.core.game import Game, Mask
from boardwright.core.record import Array
from boardwright.core.words import Word


class Options(Settings):
    """None."""


class RandomAgent:
    """Every legal action with the same probability, from the turn's own generator."""

    def act(self, turn: Turn) -> int:
        """One of the legal actions."""
        legal = turn.legal_actions
        return legal[int(turn.rng.integers(len(legal)))]

    def explain(self, turn: Turn) -> Explanation:
        """Chance is the reason, and every action scores the same."""
        return Explanation(self.act(turn), dict.fromkeys(turn.legal_actions, 0.0), (), Word("reason_random"))

    def act_batch(self, observations: Array, masks: Mask, rng: np.random.Generator) -> Array:
        """One legal action a row."""
        left = rng.integers(masks.sum(axis=1))
        chosen: Array = np.argmax(np.cumsum(masks, axis=1) > left[:, None], axis=1)
        return chosen


def make(game: Game, options: Options) -> RandomAgent:
    """The agent; it needs to know nothing of the game."""
    return RandomAgent()
