"""Gymnasium environments with discrete actions, for the laws."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np

from boardwright.core.errors import ConfigError
from boardwright.foreign.environment import IGNORED, RAISES, Environment, Mask


class Gymnasium(Environment):
    """An environment by its id. The mask is `info["action_mask"]`, or what `action_masks()` returns, or all True.

    Gymnasium documents no answer to an illegal action. Where an environment gives a mask, as Taxi does for actions
    without an effect, such an action must raise or change no observation.
    """

    library = "gymnasium"
    refusals = (RAISES, IGNORED)
    players = 1

    def __init__(self, name: str) -> None:
        self.name = name
        self.env: Any = gymnasium.make(name)
        space = self.env.action_space
        if not isinstance(space, gymnasium.spaces.Discrete):
            raise ConfigError("env_actions", path=name, found=str(space))
        self._first = int(space.start)
        self.actions = int(space.n)
        self.longest = None if self.env.spec is None else self.env.spec.max_episode_steps
        self.begin(0)

    def begin(self, seed: int) -> None:
        self._seen, self._info = self.env.reset(seed=seed)
        self._over, self._return = False, 0.0

    @property
    def mover(self) -> int | None:
        return None if self._over else 0

    def mask(self) -> Mask:
        if self._over:
            return np.zeros(self.actions, np.bool_)
        mask = self._info.get("action_mask")
        if mask is None and isinstance(self._seen, Mapping):
            mask = self._seen.get("action_mask")
        if mask is None and hasattr(self.env.unwrapped, "action_masks"):
            mask = self.env.unwrapped.action_masks()
        return np.ones(self.actions, np.bool_) if mask is None else np.asarray(mask).astype(np.bool_)

    def act(self, action: int) -> None:
        self._seen, reward, terminated, truncated, self._info = self.env.step(self._first + action)
        self._over = bool(terminated or truncated)
        self._return += float(reward)

    def returns(self) -> list[float]:
        return [self._return]

    def observations(self) -> Mapping[str, Any]:
        return {"observation": self._seen}

    def misfits(self) -> list[str]:
        return [] if self.env.observation_space.contains(self._seen) else ["observation"]

    def copies(self) -> Mapping[str, Environment]:
        return {"deepcopy": copy.deepcopy(self)}

    def close(self) -> None:
        self.env.close()
