"""A game as a Gymnasium environment, single and vectorised: one seat is the learner's, an agent plays the others."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from boardwright.core import dice
from boardwright.core.errors import BatchError, ConfigError
from boardwright.core.game import Game, Mask
from boardwright.core.record import OK, Array
from boardwright.envs import spaces
from boardwright.envs.rendering import FPS, HUMAN, RENDER_MODES, VECTOR_MODES, picture, usable_mode
from boardwright.envs.spaces import Observation
from boardwright.envs.vector import Vector

Info = dict[str, Any]


class Env(gymnasium.Env[Observation, np.int64]):
    """A Gymnasium environment. `info["action_mask"]` and `action_masks()` are the legal action mask.

    It is a vector of one: the same seed gives the same games as that row of any vector. With `mask_in_observation`
    observations are `{"observation": ..., "action_mask": ...}`, for tools whose policies see observations alone. Other
    keyword arguments are those of `boardwright.envs.settings.settle`: preset, opponent, seat, rewards, on_illegal,
    first, observation.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": FPS}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self, game: Game | str, *, render_mode: str | None = None, mask_in_observation: bool = False, **choices: Any
    ) -> None:
        self._vector = Vector(game, 1, seed=0, **choices)
        self.game = self._vector.game
        self._masked = mask_in_observation
        self.observation_space = _space(self._vector, self._masked)
        self.action_space = spaces.action_space(self.game)
        self.render_mode = usable_mode(render_mode)
        self._seeded = False
        self._over = True

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Observation, Info]:
        """Begin an episode: the first of a seed, or the next."""
        super().reset(seed=seed)
        if seed is None and not self._seeded:
            seed = dice.any_seed(self.np_random)
        # After the end of an episode, auto-reset has already begun the next one.
        if seed is not None or not self._over:
            self._vector.reset(seed)
        self._seeded, self._over = True, False
        self._print()
        return self._observation(self._vector.observations.copy()), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, Info]:
        """Act, and return the transition to the learner's next decision or to the end of the episode."""
        if self._over:
            raise BatchError("envs_not_reset")
        vector = self._vector
        step = vector.step([int(action)])
        self._over = bool(vector.ended[0])
        observation = vector.final_observations.copy() if self._over else step.observations
        reward, terminated, truncated = float(step.rewards[0]), bool(step.terminated[0]), bool(step.truncated[0])
        self._print()
        return self._observation(observation), reward, terminated, truncated, self._info()

    def action_masks(self) -> Mask:
        """The legal action mask, [A], under the name that sb3-contrib uses; all false once the episode is over."""
        return np.zeros_like(self._vector.mask[0]) if self._over else self._vector.mask[0].copy()

    @property
    def ply(self) -> int:
        """The number of actions of all players in this episode."""
        state = self._vector.final if self._over else self._vector.states
        return int(state["ply"][0])

    def render(self) -> Any:
        """The board as the learner sees it: text, or bytes, [height, width, 3]; `human` prints it."""
        vector = self._vector
        if self._over:
            state, seat = vector.final.copy(), int(vector.final_seats[0])
        else:
            state, seat = vector.states.copy(), int(vector.seats[0])
        return picture(self.game, state, seat, self.render_mode)

    def _print(self) -> None:
        if self.render_mode == HUMAN:
            self.render()

    def _observation(self, observation: Array) -> Observation:
        first_row: Observation = spaces.row_of(spaces.learner_observations(self.game, observation), 0)
        return _with_mask(first_row, self.action_masks()) if self._masked else first_row

    def _info(self) -> Info:
        seats = self._vector.final_seats if self._over else self._vector.seats
        info: Info = {"action_mask": self.action_masks().view(np.int8), "seat": int(seats[0])}
        if self._vector.settled.penalise:
            info["illegal"] = int(self._vector.reasons[0])
        return info


class VectorEnv(gymnasium.vector.VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games in one compiled loop, equal value for value to `SyncVectorEnv` that resets with the list `seeds`.

    `autoreset_mode` is Gymnasium's: `SAME_STEP` by default; `NEXT_STEP`, which some of its wrappers ask for, spends a
    step on each reset; with `DISABLED` the caller resets ended rows by `options["reset_mask"]`. `mask_in_observation`
    is that of `Env`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium has it
        "render_modes": list(VECTOR_MODES),
        "render_fps": FPS,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        *,
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        mask_in_observation: bool = False,
        **choices: Any,
    ) -> None:
        self._vector = Vector(game, num_envs, seed=0, **choices)
        self.game = self._vector.game
        self.num_envs = num_envs
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        # Rows whose episode is over, as the caller sees it: the vector has begun the next one already.
        self._over = np.zeros(num_envs, np.bool_)
        self._masked = mask_in_observation
        self.single_observation_space = _space(self._vector, self._masked)
        self.single_action_space = spaces.action_space(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.render_mode = usable_mode(render_mode, VECTOR_MODES)
        self._seeded = False

    def reset(self, *, seed: int | list[int] | None = None, options: Info | None = None) -> tuple[Observation, Info]:
        """Begin an episode in every row, or in the rows of `options["reset_mask"]`."""
        if seed is None and not self._seeded:
            seed = dice.any_seed(self.np_random)
        self._seeded = True
        chosen = None if options is None else options.get("reset_mask")
        rows = np.ones(self.num_envs, np.bool_) if chosen is None else np.asarray(chosen, np.bool_)
        begun = self._over if seed is None else np.zeros_like(self._over)
        self._vector.reset(seed, rows=rows & ~begun)
        self._over &= ~rows
        return self._observations(), self._info(rows)

    def step(self, actions: Any) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], Info]:
        """Act in every row. Where an episode ended, `final_obs` and `final_info` describe its last state.

        In the other modes the observation itself is the last one; with `NEXT_STEP` the next step is the reset, whatever
        the action.
        """
        if self.autoreset_mode == AutoresetMode.DISABLED and self._over.any():
            raise BatchError("envs_not_reset")
        same = self.autoreset_mode == AutoresetMode.SAME_STEP
        step = self._vector.step(actions, resting=None if same else self._over)
        if not same:
            self._over = self._vector.ended.copy()
        info = self._info(np.ones(self.num_envs, np.bool_))
        if same and self._vector.ended.any():
            info |= self._final_info()
        return self._observations(), step.rewards, step.terminated, step.truncated, info

    @property
    def seeds(self) -> list[int]:
        """The seed of each row. They come from one seed by `dice.row_seeds`, unless `reset` is given a list."""
        return self._vector.seeds

    def action_masks(self) -> Mask:
        """The legal action mask, [N, A]."""
        return self._vector.mask.copy()

    def render(self) -> tuple[Any, ...]:
        """The board of every row as its learner sees it."""
        vector = self._vector
        return tuple(
            picture(self.game, vector.states[row : row + 1].copy(), int(vector.seats[row]), self.render_mode)
            for row in range(self.num_envs)
        )

    def _observations(self) -> Observation:
        """The observations as the caller sees them: of a row that is over, the last one."""
        shown: Observation = spaces.learner_observations(self.game, self._vector.observations_at(self._over))
        return _with_mask(shown, self._shown_mask()) if self._masked else shown

    def _shown_mask(self) -> Mask:
        return np.where(self._over[:, None], False, self._vector.mask)

    def _info(self, rows: Mask) -> Info:
        vector = self._vector
        values: Info = {
            "action_mask": self._shown_mask().view(np.int8),
            "seat": np.where(self._over, vector.final_seats, vector.seats),
        }
        if vector.settled.penalise:
            values["illegal"] = vector.reasons.copy()
        return _with_masks(values, rows)

    def _final_info(self) -> Info:
        vector, ended = self._vector, self._vector.ended.copy()
        final_obs = np.full(self.num_envs, None, object)
        rows = np.flatnonzero(ended)
        last = spaces.learner_observations(self.game, vector.final_observations[rows])
        if self._masked:
            last = _with_mask(last, np.zeros((len(rows), vector.mask.shape[1]), np.bool_))
        for index, row in enumerate(rows):
            final_obs[row] = spaces.row_of(last, index)
        values: Info = {
            "action_mask": np.zeros(vector.mask.shape, np.int8),
            "seat": np.where(ended, vector.final_seats, 0),
        }
        if vector.settled.penalise:
            values["illegal"] = np.full(self.num_envs, OK, np.int64)
        return _with_masks({"final_obs": final_obs, "final_info": _with_masks(values, ended)}, ended)


def _space(vector: Vector, masked: bool) -> gymnasium.Space[Any]:
    space = spaces.masked_space if masked else spaces.learner_space
    return space(vector.game, vector.settled.observation)


def _with_mask(observation: Observation, mask: Mask) -> Any:
    return {"observation": observation, "action_mask": mask.view(np.int8)}


def _mode(given: AutoresetMode | str) -> AutoresetMode:
    names = {name: mode for mode in AutoresetMode for name in (mode.name, mode.value)}
    if isinstance(given, AutoresetMode):
        return given
    if given not in names:
        raise ConfigError(
            "config_value", path="autoreset_mode", value=given, expected=" | ".join(AutoresetMode.__members__)
        )
    return names[given]


def _with_masks(values: Info, rows: Mask) -> Info:
    """Add Gymnasium's mask `_name` of the valid rows beside every value."""
    return {
        key: value
        for name, values_of_name in values.items()
        for key, value in ((name, values_of_name), (f"_{name}", rows.copy()))
    }
