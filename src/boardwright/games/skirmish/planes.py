"""Observations as planes of numbers, for networks that want them ready made. What is stored stays one byte a cell."""

from __future__ import annotations

import numpy as np

from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.games.skirmish.terms import WHOLE


def planes(game: Game, observations: Array) -> Array:
    """Every plane, [N, 10, rows, cols]; a unit is there by the share of its HP."""
    out: Array = observations["planes"].astype(np.float32) / np.float32(WHOLE)
    return out


EXPANSIONS = {"planes": planes}
