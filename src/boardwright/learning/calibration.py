"""How good a model's chances of what is hidden are: Brier score and AUC against what is really there.

The exact chances are measured on the same cells: no one who sees only the board can do better on the average.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from boardwright.agents.spec import named
from boardwright.core import config
from boardwright.core.errors import AgentError, ConfigError
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.learning.imitation.collection import Sources, collect, teacher_of

Count = Annotated[int, Field(ge=1)]


class Defaults(config.Settings):
    """See configs/learning/calibration.yaml for what each key means."""

    positions: Count
    rows: Count
    plies: Count
    seed: Annotated[int, Field(ge=0)]
    sources: Sources


@cache
def defaults() -> Defaults:
    """What comes with the package."""
    return config.validate(Defaults, config.read(config.SHIPPED / "learning", "calibration"))


def measured(game: Game, agent: str, positions: int | None = None, seed: int | None = None) -> dict[str, Any]:
    """The scores of an agent's `risks` beside the exact chances, in a game that says what it hides."""
    positions = defaults().positions if positions is None else positions
    seed = defaults().seed if seed is None else seed
    hidden = game.definition.learning.hidden
    if hidden is None:
        raise AgentError("calibration_game", game=game.name)
    risks = risks_of(game, agent)
    found = calibration(game, risks, positions, teacher=hidden.exact, truth=hidden.field, seed=seed)
    asked = {"game": game.name, "config": game.config, "agent": agent, "exact_by": hidden.exact}
    return {**asked, "positions": positions, "seed": seed, **found}


def risks_of(game: Game, agent: str) -> Callable[[Array], Array]:
    """An agent's chances of what is hidden under each cell: observations in, [N, H, W] out."""
    found = getattr(named(agent, game).agent, "risks", None)
    if found is None:
        raise AgentError("calibration_agent", agent=agent)
    risks: Callable[[Array], Array] = found
    return risks


def calibration(
    game: Game, risks: Callable[[Array], Array], positions: int, *, teacher: str, truth: str, seed: int
) -> dict[str, Any]:
    """The model's and the teacher's scores on cells that are hidden, in positions of the teacher's games."""
    known = defaults()
    rows = min(max(positions // known.plies, 1), known.rows)
    found = collect(
        game, teacher_of(teacher, game), known.sources, positions, rows=rows, seed=seed, truth=truth, own=None
    )
    counted = ~np.isnan(found.chances)
    there = found.truth[counted].astype(np.float64)
    if not 0 < there.sum() < len(there):
        # All of them are boards of which nothing is known yet.
        raise ConfigError("config_value", path="positions", value=positions, expected=f">= {2 * known.plies}")
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
    """How often a cell that hides something has a higher chance than an empty one, ties counted half.

    One half is what chance gets.
    """
    _, place, counts = np.unique(chances, return_inverse=True, return_counts=True)
    # Equal chances share the mean of their ranks.
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[place]
    full = float(there.sum())
    empty = len(there) - full
    return float((ranks[there > 0].sum() - full * (full + 1) / 2) / (full * empty))
