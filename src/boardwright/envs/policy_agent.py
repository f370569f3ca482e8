"""A policy from any learning tool as an agent: it plays evaluations, matches and tournaments like any other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from boardwright.core import forms
from boardwright.core.agent import Plain, Turn
from boardwright.core.errors import ConfigError
from boardwright.core.game import Game, Mask
from boardwright.core.record import Array

Policy = Callable[[Any, Mask], Any]
"""Chooses an action for each of many observations: `policy(observations [N, ...], masks [N, A])` returns [N]."""


class PolicyAgent(Plain):
    """Plays the actions of a policy that is given observations in one of the forms of `docs/environments.md`.

    `fields` come as Gymnasium's dictionary of arrays, other forms as one array. The policy must be deterministic: the
    arena plays its matches side by side and expects each row's answer to depend on that row alone.
    """

    draws_nothing = True

    def __init__(self, game: Game, policy: Policy, *, observation: str = forms.FIELDS) -> None:
        if observation not in forms.names(game):
            raise ConfigError("config_absent", path=observation, known=list(forms.names(game)))
        self._policy = policy
        self._formed = _fields_of(game) if observation == forms.FIELDS else forms.form(game, observation).write

    def act(self, turn: Turn) -> int:
        """The policy's action."""
        return int(self.act_batch(turn.observation, turn.mask[None], turn.rng)[0])

    def act_batch(self, observations: Array, masks: Mask, rng: np.random.Generator) -> Array:
        """An action per row, [N]."""
        return np.asarray(self._policy(self._formed(observations), masks))


def _fields_of(game: Game) -> Callable[[Array], Any]:
    # Here, because the other forms need no Gymnasium.
    from boardwright.envs import spaces

    return lambda observations: spaces.rows(game, observations)
