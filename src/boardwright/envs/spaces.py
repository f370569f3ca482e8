"""Observation and action spaces of a game, for Gymnasium.

An observation has named fields, or it is one array of numbers (core/forms.py).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from boardwright.core import forms
from boardwright.core.game import Game
from boardwright.core.record import Array

Fields = dict[str, npt.NDArray[Any]]
Observation = Fields | npt.NDArray[Any]


def learner_space(game: Game, name: str) -> spaces.Space[Any]:
    """The observation space of a learner, by the form of its observations."""
    if name == forms.FIELDS:
        return observation_space(game)
    form = forms.form(game, name)
    return spaces.Box(form.low, form.high, form.shape, np.float32)


def masked_space(game: Game, name: str) -> spaces.Dict[Any]:
    """The space of an observation beside the legal action mask: `{"observation": ..., "action_mask": ...}`."""
    mask = spaces.Box(0, 1, (game.actions.policy,), np.int8)
    return spaces.Dict({"observation": learner_space(game, name), "action_mask": mask})


def observation_space(game: Game) -> spaces.Dict[Any]:
    """One space for each field of the observation record. A single number has shape (1,), as learners expect."""
    return spaces.Dict({name: _box(game, name) for name in game.layout.observation})


def action_space(game: Game) -> spaces.Discrete[np.int64]:
    """The space of the policy's actions, by index."""
    return spaces.Discrete(game.actions.policy)


def learner_observations(game: Game, observations: Array) -> Any:
    """A batch of observations of a vector for a learner, [N, ...]: records field by field, one array as it is."""
    return rows(game, observations) if observations.dtype.names else observations


def row_of(batch: Any, row: int) -> Any:
    """One row of a batch of observations: one array, or arrays by name, which may be inside one another."""
    return {name: row_of(part, row) for name, part in batch.items()} if isinstance(batch, dict) else batch[row]


def rows(game: Game, observations: Array) -> Fields:
    """A batch of observations, field by field, [N, ...]. The fields are views: nothing is copied."""
    return {name: _of_shape(observations[name]) for name in game.layout.observation}


def single(game: Game, observation: Array) -> Fields:
    """The first row of a batch of observations, field by field."""
    return {name: field[0] for name, field in rows(game, observation).items()}


def _of_shape(field: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return field[:, None] if field.ndim == 1 else field


def _box(game: Game, field: str) -> spaces.Box:
    dtype = game.observation_dtype[field]
    low, high = forms.bounds(game, field)
    return spaces.Box(low, high, dtype.shape or (1,), dtype.base.type)
