"""How good a model's chances of a mine are: Brier score and AUC against the mines that are really there.

The exact chances are measured on the same cells: no one who sees only the board can do better on the average.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.learning.teaching import Sources, collect, teacher_of

SOURCES = Sources(teacher=1.0, random=0.0, own=0.0, wander=0.05)


def calibration(
    game: Game, risks: Callable[[Array], Array], positions: int, *, teacher: str, truth: str, seed: int
) -> dict[str, Any]:
    """The model's and the teacher's scores on cells that are hidden, in positions of the teacher's games."""
    found = collect(
        game, teacher_of(teacher, game), SOURCES, positions, rows=min(positions, 256), seed=seed, truth=truth, own=None
    )
    counted = ~np.isnan(found.chances)
    there = found.truth[counted].astype(np.float64)
    told, exact = risks(found.observations)[counted].astype(np.float64), found.chances[counted].astype(np.float64)
    scores = {
        name: {"brier": round(brier(each, there), 6), "auc": round(auc(each, there), 6)}
        for name, each in (("model", told), ("exact", exact))
    }
    return {**scores, "cells": int(counted.sum()), "mean_difference": round(float(np.abs(told - exact).mean()), 6)}


def brier(chances: Array, there: Array) -> float:
    """The mean square of what a chance is wrong by: 0 is perfect, 0.25 is what a coin gets."""
    return float(np.mean((chances - there) ** 2))


def auc(chances: Array, there: Array) -> float:
    """How often a mine has a higher chance than a safe cell, ties counted half. One half is what chance gets."""
    _, place, counts = np.unique(chances, return_inverse=True, return_counts=True)
    # Equal chances share the mean of their ranks.
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[place]
    mines = float(there.sum())
    others = len(there) - mines
    return float((ranks[there > 0].sum() - mines * (mines + 1) / 2) / (mines * others))
