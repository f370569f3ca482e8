"""stable-baselines3 for any game: an extractor that reads observation records, and a trained model as an agent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np
import torch
from gymnasium import spaces as gym_spaces
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

from boardwright.core.agent import Plain, Turn
from boardwright.core.errors import ConfigError
from boardwright.envs import spaces


class FieldsExtractor(BaseFeaturesExtractor):
    """Concatenates all fields of the observation, flattened.

    SB3 takes fields of three dimensions for images and would send them through a CNN made for screens. `scales`
    divides a field by a number, for fields with large values.
    """

    def __init__(self, observation_space: gym_spaces.Dict, scales: Mapping[str, float] | None = None) -> None:
        sizes = {name: int(np.prod(box.shape)) for name, box in observation_space.items() if box.shape is not None}
        super().__init__(observation_space, features_dim=sum(sizes.values()))
        self._scales = dict.fromkeys(sizes, 1.0) | dict(scales or {})
        if unknown := self._scales.keys() - sizes.keys():
            raise ConfigError("config_unknown", path=f"scales.{min(unknown)}", known=list(sizes))

    def forward(self, observations: dict[str, torch.Tensor]) -> torch.Tensor:
        """Return the features, [N, features]."""
        fields = [observations[name].flatten(1).float() / scale for name, scale in self._scales.items()]
        return torch.cat(fields, dim=1)


class Model(Protocol):
    """A model that predicts actions, such as MaskablePPO."""

    def predict(self, observation: Any, **options: Any) -> tuple[Any, Any]: ...


class ModelAgent(Plain):
    """A trained model as an agent. It plays the most probable action, or samples from its policy."""

    def __init__(self, model: Model, *, deterministic: bool = True) -> None:
        self._model = model
        self._deterministic = deterministic

    def act(self, turn: Turn) -> int:
        """The action of the policy among the legal ones."""
        observation = spaces.single(turn.game, turn.observation)
        action, _ = self._model.predict(observation, action_masks=turn.mask, deterministic=self._deterministic)
        return int(action)
