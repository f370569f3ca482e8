"""What a game's observations and actions are, in Gymnasium's terms.

An observation has named fields, unless one of the game's expansions is asked for: then it is one array of numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from boardwright.core.game import Game
from boardwright.core.record import Array

Fields = dict[str, npt.NDArray[Any]]
Seen = Fields | npt.NDArray[Any]


def seen_space(game: Game, expansion: str | None) -> spaces.Space[Any]:
    """The space of what a learner is shown: of fields, or of what the expansion makes of them."""
    if expansion is None:
        return observation_space(game)
    shape = seen(game, np.zeros(1, game.observation_dtype), expansion).shape[1:]
    return spaces.Box(0.0, 1.0, shape, np.float32)


def observation_space(game: Game) -> spaces.Dict[Any]:
    """A space a field of the observation record. A single number has shape (1,), as learners expect."""
    return spaces.Dict({name: _box(game.observation_dtype[name]) for name in game.layout.observation})


def action_space(game: Game) -> spaces.Discrete[np.int64]:
    """The policy's actions by index."""
    return spaces.Discrete(game.actions.policy)


def seen(game: Game, observations: Array, expansion: str | None) -> Any:
    """A batch of observations as a learner is shown them, [N, ...]: fields, or one array."""
    if expansion is None:
        return rows(game, observations)
    return game.definition.learning.expansions[expansion](game, observations)


def row_of(batch: Any, row: int) -> Any:
    """One row of what `seen` gave."""
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
