"""An agent that plays a uniformly random legal action."""

from __future__ import annotations

import numpy as np

from boardwright.core.agent import Explanation, Turn
from boardwright.core.config import Settings
from boardwright.core.game import Game, Mask
from boardwright.core.record import Array
from boardwright.core.words import Word


class Options(Settings):
    """No options."""


class RandomAgent:
    """Draws every legal action with the same probability, from the turn's generator."""

    def act(self, turn: Turn) -> int:
        """A legal action."""
        legal = turn.legal_actions
        return legal[int(turn.rng.integers(len(legal)))]

    def explain(self, turn: Turn) -> Explanation:
        """The choice; every legal action has the same score."""
        return Explanation(self.act(turn), dict.fromkeys(turn.legal_actions, 0.0), (), Word("reason_random"))

    def act_batch(self, observations: Array, masks: Mask, rng: np.random.Generator) -> Array:
        """One legal action a row, [N]."""
        left = rng.integers(masks.sum(axis=1))
        chosen: Array = np.argmax(np.cumsum(masks, axis=1) > left[:, None], axis=1)
        return chosen


def make(game: Game, options: Options) -> RandomAgent:
    """Return the agent."""
    return RandomAgent()
