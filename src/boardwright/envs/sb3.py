"""A vector of games as stable-baselines3's VecEnv. All masks come from one call of the compiled loop.

`MaskablePPO` of sb3-contrib finds the masks by itself. Give the policy `learning.sb3_player.FieldsExtractor`, which
reads any game's observations.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvObs, VecEnvStepReturn

from boardwright.core import dice
from boardwright.core.errors import BatchError
from boardwright.core.game import Game, Mask
from boardwright.core.record import Array
from boardwright.envs import spaces
from boardwright.envs.rendering import VECTOR_MODES, picture, usable_mode
from boardwright.envs.vector import Step, Vector


class Games(VecEnv):
    """A `VecEnv` of `n` games. Keyword arguments are those of `boardwright.envs.settings.settle`."""

    def __init__(self, game: Game | str, n: int, *, seed: int, render_mode: str | None = None, **choices: Any) -> None:
        self.vector = Vector(game, n, seed=seed, **choices)
        self.game = self.vector.game
        self.render_mode = usable_mode(render_mode, VECTOR_MODES)
        space = spaces.learner_space(self.game, self.vector.settled.observation)
        super().__init__(n, space, spaces.action_space(self.game))
        self._actions: Any = None

    def action_masks(self) -> Mask:
        """The legal action mask, [N, A]."""
        return self.vector.mask

    def reset(self) -> VecEnvObs:
        """Begin an episode in every row."""
        seeds = [seed for seed in self._seeds if seed is not None]
        observations = self.vector.reset(seeds if len(seeds) == self.num_envs else None)
        self._reset_seeds()
        self._reset_options()
        return self._shown(observations)

    def seed(self, seed: int | None = None) -> Sequence[int]:
        """Derive the seeds of the next reset from one, so that no two seeds share a row; SB3 counts up from it."""
        seed = dice.any_seed(np.random.default_rng()) if seed is None else seed
        seeds = dice.row_seeds(dice.usable_seed(seed), self.num_envs, self.game.players)
        self._seeds = [*seeds]
        return seeds

    def step_async(self, actions: Any) -> None:
        """Store the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> VecEnvStepReturn:
        """Act in every row."""
        step = self.advance(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        done = self.vector.ended.copy()
        if done.any():
            rows = np.flatnonzero(done)
            last = self._shown(self.vector.final_observations[rows])
            for index, row in enumerate(rows):
                infos[row]["terminal_observation"] = spaces.row_of(last, index)
                infos[row]["TimeLimit.truncated"] = False  # a limit of plies is a rule
        return self._shown(step.observations), step.rewards.astype(np.float32), done, infos

    def advance(self, actions: Any) -> Step:
        """Step the vector of games and return its transition."""
        return self.vector.step(actions)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def get_images(self) -> list[Any]:
        """The board of every row as pixels, for recorders."""
        vector = self.vector
        return [
            picture(self.game, vector.states[row : row + 1].copy(), int(vector.seats[row]), "rgb_array")
            for row in range(self.num_envs)
        ]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The same attribute for each of the rows."""
        return [getattr(self, attr_name)] * len(self._rows(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Raise BatchError: rows share all attributes."""
        raise BatchError("envs_shared", name=attr_name)

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """Call a method once and return its result for each of the rows."""
        results = getattr(self, method_name)(*method_args, **method_kwargs)
        return [results[row] for row in self._rows(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """Return False for every row: there are no single environments inside."""
        return [False] * len(self._rows(indices))

    def _shown(self, observations: Array) -> VecEnvObs:
        learner_observations: VecEnvObs = spaces.learner_observations(self.game, observations)
        return learner_observations

    def _rows(self, indices: Any) -> list[int]:
        if indices is None:
            return list(range(self.num_envs))
        return list(indices) if isinstance(indices, Iterable) else [indices]
