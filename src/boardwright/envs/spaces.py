"""What a game's observations and actions are, in Gymnasium's terms."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from boardwright.core.game import Game
from boardwright.core.record import Array

Fields = dict[str, npt.NDArray[Any]]


def observation_space(game: Game) -> spaces.Dict[Any]:
    """A space a field of the observation record. A single number has shape (1,), as learners expect."""
    return spaces.Dict({name: _box(game.observation_dtype[name]) for name in game.layout.observation})


def action_space(game: Game) -> spaces.Discrete[np.int64]:
    """The policy's actions by index."""
    return spaces.Discrete(game.actions.policy)


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
