"""A game as a Gymnasium environment: one learner's seat, the others played by an agent. Alone, and many at once."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from boardwright.core import dice
from boardwright.core.errors import BatchError
from boardwright.core.game import Game, Mask
from boardwright.core.record import OK, Array
from boardwright.envs import spaces
from boardwright.envs.rendering import RENDER_MODES, picture, usable_mode
from boardwright.envs.spaces import Seen
from boardwright.envs.vector import Vector

Info = dict[str, Any]


class Env(gymnasium.Env[Seen, np.int64]):
    """One game after another. `info["action_mask"]` and `action_masks()` say what is legal now.

    It is a vector of one: the same seed gives the same games as that row of any vector. Keyword arguments are those of
    `boardwright.envs.settings.settle`: preset, opponent, seat, rewards, on_illegal, observation.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 - as Gymnasium has it

    def __init__(self, game: Game | str, *, render_mode: str | None = None, **choices: Any) -> None:
        self._vector = Vector(game, 1, seed=0, **choices)
        self.game = self._vector.game
        self._how = self._vector.settled.observation
        self.observation_space = spaces.seen_space(self.game, self._how)
        self.action_space = spaces.action_space(self.game)
        self.render_mode = usable_mode(render_mode)
        self._seeded = False
        self._over = True

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Seen, Info]:
        """Begin a game: the first one of a seed, or the next."""
        super().reset(seed=seed)
        if seed is None and not self._seeded:
            seed = dice.raw(self.np_random)
        # The game after one that ended has begun by itself: it only needs to be shown.
        if seed is not None or not self._over:
            self._vector.reset(seed)
        self._seeded, self._over = True, False
        return self._shown(self._vector.observations.copy()), self._info()

    def step(self, action: np.int64 | int) -> tuple[Seen, float, bool, bool, Info]:
        """Act, and see how things stand at the next decision or at the end of the game."""
        if self._over:
            raise BatchError("envs_not_reset")
        vector = self._vector
        told = vector.step([int(action)])
        self._over = bool(vector.ended[0])
        seen = vector.final_observations.copy() if self._over else told.observations
        reward, terminated, truncated = float(told.rewards[0]), bool(told.terminated[0]), bool(told.truncated[0])
        return self._shown(seen), reward, terminated, truncated, self._info()

    def action_masks(self) -> Mask:
        """What is legal now, as sb3-contrib asks for it; nothing once the game is over."""
        return np.zeros_like(self._vector.mask[0]) if self._over else self._vector.mask[0].copy()

    @property
    def ply(self) -> int:
        """How many moves everybody has made in this game."""
        state = self._vector.final if self._over else self._vector.states
        return int(state["ply"][0])

    def render(self) -> Any:
        """The board as the learner sees it: text, or a picture as [height, width, 3] bytes."""
        vector = self._vector
        if self._over:
            state, seat = vector.final.copy(), int(vector.final_seats[0])
        else:
            state, seat = vector.states.copy(), int(vector.seats[0])
        return picture(self.game, state, seat, self.render_mode)

    def _shown(self, observation: Array) -> Seen:
        shown: Seen = spaces.row_of(spaces.seen(self.game, observation, self._how), 0)
        return shown

    def _info(self) -> Info:
        seats = self._vector.final_seats if self._over else self._vector.seats
        info: Info = {"action_mask": self.action_masks().view(np.int8), "seat": int(seats[0])}
        if self._vector.settled.penalise:
            info["illegal"] = int(self._vector.reasons[0])
        return info


class VectorEnv(gymnasium.vector.VectorEnv[Seen, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games in one compiled loop: what `SyncVectorEnv` with autoreset in the same step gives, value for value."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium has it
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(self, game: Game | str, num_envs: int = 1, *, render_mode: str | None = None, **choices: Any) -> None:
        self._vector = Vector(game, num_envs, seed=0, **choices)
        self.game = self._vector.game
        self.num_envs = num_envs
        self._how = self._vector.settled.observation
        self.single_observation_space = spaces.seen_space(self.game, self._how)
        self.single_action_space = spaces.action_space(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.render_mode = usable_mode(render_mode)
        self._seeded = False

    def reset(self, *, seed: int | list[int] | None = None, options: Info | None = None) -> tuple[Seen, Info]:
        """Begin a game in every row, or where `options["reset_mask"]` says."""
        if seed is None and not self._seeded:
            seed = dice.raw(self.np_random)
        self._seeded = True
        chosen = None if options is None else options.get("reset_mask")
        seen = self._vector.reset(seed, rows=chosen)
        told = np.ones(self.num_envs, np.bool_) if chosen is None else chosen
        return spaces.seen(self.game, seen, self._how), self._info(told)

    def step(self, actions: Any) -> tuple[Seen, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], Info]:
        """Act in every row. Where a game ended, `final_obs` and `final_info` tell how it stood."""
        told = self._vector.step(actions)
        info = self._info(np.ones(self.num_envs, np.bool_))
        if self._vector.ended.any():
            info |= self._final_info()
        seen = spaces.seen(self.game, told.observations, self._how)
        return seen, told.rewards, told.terminated, told.truncated, info

    def action_masks(self) -> Mask:
        """What is legal now, [N, A]."""
        return self._vector.mask.copy()

    def render(self) -> tuple[Any, ...]:
        """Every row's board as its learner sees it."""
        vector = self._vector
        return tuple(
            picture(self.game, vector.states[row : row + 1].copy(), int(vector.seats[row]), self.render_mode)
            for row in range(self.num_envs)
        )

    def _info(self, told: Mask) -> Info:
        vector = self._vector
        values: Info = {"action_mask": vector.mask.view(np.int8).copy(), "seat": vector.seats.copy()}
        if vector.settled.penalise:
            values["illegal"] = vector.reasons.copy()
        return _with_marks(values, told)

    def _final_info(self) -> Info:
        vector, ended = self._vector, self._vector.ended.copy()
        seen = np.full(self.num_envs, None, object)
        rows = np.flatnonzero(ended)
        last = spaces.seen(self.game, vector.final_observations[rows], self._how)
        for at, row in enumerate(rows):
            seen[row] = spaces.row_of(last, at)
        values: Info = {
            "action_mask": np.zeros(vector.mask.shape, np.int8),
            "seat": np.where(ended, vector.final_seats, 0),
        }
        if vector.settled.penalise:
            values["illegal"] = np.full(self.num_envs, OK, np.int64)
        return _with_marks({"final_obs": seen, "final_info": _with_marks(values, ended)}, ended)


def _with_marks(values: Info, told: Mask) -> Info:
    """Gymnasium's form: beside every value a mask `_name` of the rows that it is told of."""
    return {key: value for name, each in values.items() for key, value in ((name, each), (f"_{name}", told.copy()))}
