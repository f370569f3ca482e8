"""Rewards: configured weights on the returns of a game and on the changes of the learner's tallies.

Over an episode a learner's rewards add up to its return and its tallies, each times its weight.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from boardwright.core import config
from boardwright.core.errors import ConfigError
from boardwright.core.game import Game
from boardwright.core.record import Array

SHIPPED = config.SHIPPED / "rewards"
"""Profiles for every game. A game's own are in `rewards/` beside its presets."""

STANDARD, OUTCOME = "standard", "outcome"
"""The profile that a game makes from its configuration, and the fallback in a game without one."""

Floats = npt.NDArray[np.float64]


class Weights(config.Settings):
    """The weights of a reward; configs/rewards/outcome.yaml documents each key."""

    returns: float
    tally: dict[str, float]
    illegal: float
    draw: float = 0.0


class Rewards:
    """The weights of one game, ready to be applied to rows of states."""

    def __init__(self, game: Game, which: str | Mapping[str, Any]) -> None:
        data = _read(game, which) if isinstance(which, str) else which
        self.weights = config.validate(Weights, data)
        known = game.layout.tally
        for name in self.weights.tally:
            if name not in known:
                raise ConfigError("config_unknown", path=f"rewards.tally.{name}", known=list(known))
        self.illegal = self.weights.illegal
        self._tally = np.array([self.weights.tally.get(name, 0.0) for name in known])

    def tallies(self, states: Array, seats: Array) -> Array:
        """The tallies of each row's seat so far, [N, K]."""
        if not self._tally.size:
            return np.zeros((len(states), 0), np.int32)
        counted: Array = states["tally"][np.arange(len(states)), seats]
        return counted

    def outcomes(self, states: Array, seats: Array) -> Floats:
        """The reward of each row's seat for the end of its game, [N]."""
        returns = states["returns"].reshape(len(states), -1)
        worth: Floats = self.weights.returns * returns[np.arange(len(states)), seats].astype(np.float64)
        if self.weights.draw and returns.shape[1] > 1:
            worth += self.weights.draw * (returns == returns[:, :1]).all(axis=1)
        return worth

    def changes(self, before: Array, after: Array) -> Floats:
        """The reward for the change of the tallies, [N]."""
        worth: Floats = (after.astype(np.int64) - before) @ self._tally
        return worth


def with_draw(game: Game, which: str | Mapping[str, Any], draw: float) -> str | Mapping[str, Any]:
    """The profile with another reward for a draw; 0 leaves it as it is."""
    if not draw:
        return which
    return {**(_read(game, which) if isinstance(which, str) else which), "draw": draw}


def _read(game: Game, name: str) -> Mapping[str, Any]:
    own = game.definition.files.configs / "rewards"
    if name == STANDARD and game.definition.learning.rewards is not None:
        first, *others = [game.definition.learning.rewards(candidate) for candidate in game.configs]
        if any(candidate != first for candidate in others):
            raise ConfigError("variants_differ", path="rewards")
        return first
    if name in config.names(own):
        return config.read(own, name)
    if name in config.names(SHIPPED):
        return config.read(SHIPPED, name)
    if name == STANDARD:
        return config.read(SHIPPED, OUTCOME)
    raise ConfigError("config_absent", path=name, known=[STANDARD, *config.names(own), *config.names(SHIPPED)])
