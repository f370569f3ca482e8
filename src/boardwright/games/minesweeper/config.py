"""The board, its mines and the rewards, and the record layout they determine."""

from __future__ import annotations

from typing import Annotated, Any, Self

import numpy as np
from pydantic import Field, model_validator

from boardwright.core.config import Settings
from boardwright.core.definition import Layout
from boardwright.core.grids import SquareGrid
from boardwright.games.minesweeper.cells import FLAGGED
from boardwright.games.minesweeper.rules import Reason

MOST_PLIES = (1 << 16) - 1
MOST_CELLS = MOST_PLIES // 4
"""A game of 4 * H * W plies must be counted in 16 bits."""

TALLY = ("revealed", "steps", "won", "lost", "flags_right", "flags_wrong")

Size = Annotated[int, Field(ge=1, le=MOST_CELLS)]
Reward = Annotated[float, Field(allow_inf_nan=False)]
Penalty = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class Configuration(Settings):
    """The section `env` of configs/minesweeper/*.yaml; base.yaml documents each key."""

    H: Size
    W: Size
    mine_count: Annotated[int, Field(ge=1)]
    guarantee_safe_neighborhood: bool
    allow_flags: bool
    max_plies: Annotated[int, Field(ge=1, le=MOST_PLIES)] | None
    progress_reward: Reward
    win_reward: Reward
    loss_reward: Reward
    step_penalty: Penalty
    invalid_penalty: Penalty
    use_flag_shaping: bool
    flag_correct_reward: Reward
    flag_incorrect_reward: Reward

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.H * self.W > MOST_CELLS:
            raise ValueError(f"H * W <= {MOST_CELLS}")
        if self.mine_count >= self.H * self.W:
            raise ValueError(f"mine_count < {self.H * self.W}")
        return self


def layout(config: Configuration) -> Layout:
    """One byte a cell for its code and one for its mine; the parameters hold the neighbours of each cell.

    Neighbours are stored twice: off the board is -1 in `near`, and the cell itself in `around`, which the rules read:
    a loop over all eight then needs no test wherever the cell itself does not count.
    """
    grid = SquareGrid(config.H, config.W)
    near = grid.neighbours()
    plies = 4 * grid.cells if config.max_plies is None else config.max_plies
    return Layout(
        params={
            "near": near,
            "around": np.where(near >= 0, near, np.arange(grid.cells)[:, None]).astype(np.uint16),
            "mines": config.mine_count,
            "rows": config.H,
            "cols": config.W,
            "safe3x3": int(config.guarantee_safe_neighborhood),
            "allow_flags": int(config.allow_flags),
            "max_plies": plies,
        },
        position={
            "mine": ("u1", (grid.cells,)),
            "shown": ("u1", (grid.cells,)),
            "laid": "u1",
            "safe_left": "u2",
            "flagged": "u2",
        },
        observation={"cells": ("u1", (config.H, config.W)), "mines_left": "i2"},
        max_plies=plies,
        trace={"struck": "u2"},
        tally=TALLY,
        totals={"revealed": grid.cells - config.mine_count},
        unused=() if not config.allow_flags else (Reason.FLAGS_OFF,),
        bounds={"cells": (0, FLAGGED), "mines_left": (config.mine_count - grid.cells, config.mine_count)},
    )


def mine_range(config: Configuration) -> tuple[int, int]:
    """Return the fewest and the most mines that people may choose: the first reveal and its neighbours stay clear."""
    return 1, max(1, config.H * config.W - 9)


def rewards(config: Configuration) -> dict[str, Any]:
    """Return the specification's rewards as weights. The tally counts wins and losses, so the return has weight 0.

    Flags are rewarded by the change of right and wrong flags: lifting a flag costs what setting it earned.
    """
    shaping = 1.0 if config.use_flag_shaping else 0.0
    return {
        "returns": 0.0,
        "tally": {
            "revealed": config.progress_reward,
            "steps": -config.step_penalty,
            "won": config.win_reward,
            "lost": config.loss_reward,
            "flags_right": shaping * config.flag_correct_reward,
            "flags_wrong": shaping * config.flag_incorrect_reward,
        },
        "illegal": -config.invalid_penalty,
    }
