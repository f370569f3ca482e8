"""The rules' answers about actions before they are carried out: many rows, column by column."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from boardwright.core import dice

Column = npt.NDArray[np.int64]


class Inspection(NamedTuple):
    """Rows of states, each with an action. Where the action is refused the other columns have 1, 0 and 0."""

    reasons: Column
    """The Reason for a refusal, OK (0) where the action is legal, [N]."""

    chances: Column
    """The draw that the action needs: 1 none, n > 1 uniform below n, 0 raw bits, [N]."""

    actors: Column
    """The player that the action belongs to, [N]."""

    orders: Column
    """The game's move-ordering hint, [N]."""

    def draws(self, bits: Column) -> Column:
        """The draw of each action, made of 63 raw bits a row; 0 where the action needs none, [N]."""
        rows = zip(self.chances.tolist(), bits.tolist())
        return np.array([dice.plain_draw_for(needed, raw) for needed, raw in rows], np.int64)
