"""Observation and action spaces of a game, for Gymnasium.

An observation has named fields, or with one of the game's expansions it is one array of numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from boardwright.core.game import Game
from boardwright.core.record import Array

Fields = dict[str, npt.NDArray[Any]]
Observation = Fields | npt.NDArray[Any]


def learner_space(game: Game, expansion: str | None) -> spaces.Space[Any]:
    """The observation space of a learner: of fields, or of the expansion's array."""
    if expansion is None:
        return observation_space(game)
    shape = learner_observations(game, np.zeros(1, game.observation_dtype), expansion).shape[1:]
    return spaces.Box(0.0, 1.0, shape, np.float32)


def observation_space(game: Game) -> spaces.Dict[Any]:
    """One space for each field of the observation record. A single number has shape (1,), as learners expect."""
    return spaces.Dict({name: _box(game.observation_dtype[name]) for name in game.layout.observation})


def action_space(game: Game) -> spaces.Discrete[np.int64]:
    """The space of the policy's actions, by index."""
    return spaces.Discrete(game.actions.policy)


def learner_observations(game: Game, observations: Array, expansion: str | None) -> Any:
    """A batch of observations for a learner, [N, ...]: fields, or the expansion's array."""
    if expansion is None:
        return rows(game, observations)
    return game.definition.learning.expansions[expansion](game, observations)


def row_of(batch: Any, row: int) -> Any:
    """One row of the result of `learner_observations`."""
    return {name: field[row] for name, field in batch.items()} if isinstance(batch, dict) else batch[row]


def rows(game: Game, observations: Array) -> Fields:
    """A batch of observations, field by field, [N, ...]. The fields are views: nothing is copied."""
    return {name: _of_shape(observations[name]) for name in game.layout.observation}


def single(game: Game, observation: Array) -> Fields:
    """The first row of a batch of observations, field by field."""
    return {name: field[0] for name, field in rows(game, observation).items()}


def _of_shape(field: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return field[:, None] if field.ndim == 1 else field


def _box(dtype: np.dtype[Any]) -> spaces.Box:
    base, shape = dtype.base, dtype.shape or (1,)
    if base.kind == "f":
        return spaces.Box(-np.inf, np.inf, shape, base.type)
    bounds = np.iinfo(base)
    return spaces.Box(bounds.min, bounds.max, shape, base.type)
