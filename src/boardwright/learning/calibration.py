"""Calibration of a model's probabilities for hidden cells: Brier score and AUC against the true state.

The exact probabilities are scored on the same cells: on average, no agent that sees only the board can do better.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from boardwright.agents.spec import named
from boardwright.core import config
from boardwright.core.config import Count
from boardwright.core.errors import AgentError, ConfigError
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.learning.imitation.collection import Sources, collect, teacher_of


class Defaults(config.Settings):
    """See configs/learning/calibration.yaml for the meaning of each key."""

    positions: Count
    rows: Count
    plies: Count
    seed: Annotated[int, Field(ge=0)]
    sources: Sources


@cache
def defaults() -> Defaults:
    """The settings of the package."""
    return config.validate(Defaults, config.read(config.SHIPPED / "learning", "calibration"))


def measured(game: Game, agent: str, positions: int | None = None, seed: int | None = None) -> dict[str, Any]:
    """Score an agent's `risks` and the exact probabilities, in a game that declares its hidden field."""
    positions = defaults().positions if positions is None else positions
    seed = defaults().seed if seed is None else seed
    hidden = game.definition.learning.hidden
    if hidden is None:
        raise AgentError("calibration_game", game=game.name)
    risks = risks_of(game, agent)
    scores = calibration(game, risks, positions, teacher=hidden.exact, truth=hidden.field, seed=seed)
    setup = {"game": game.name, "config": game.config, "agent": agent, "exact_by": hidden.exact}
    return {**setup, "positions": positions, "seed": seed, **scores}


def risks_of(game: Game, agent: str) -> Callable[[Array], Array]:
    """The agent's function from observations to the probability that each cell hides something, [N, H, W]."""
    function = getattr(named(agent, game).agent, "risks", None)
    if function is None:
        raise AgentError("calibration_agent", agent=agent)
    risks: Callable[[Array], Array] = function
    return risks


def calibration(
    game: Game, risks: Callable[[Array], Array], positions: int, *, teacher: str, truth: str, seed: int
) -> dict[str, Any]:
    """Score the model and the teacher on hidden cells, in positions of the teacher's games."""
    known = defaults()
    rows = min(max(positions // known.plies, 1), known.rows)
    labelled = collect(
        game, teacher_of(teacher, game), known.sources, positions, rows=rows, seed=seed, truth=truth, own=None
    )
    counted = ~np.isnan(labelled.chances)
    there = labelled.truth[counted].astype(np.float64)
    if not 0 < there.sum() < len(there):
        # No position has a revealed cell yet.
        raise ConfigError("config_value", path="positions", value=positions, expected=f">= {2 * known.plies}")
    predicted, exact = (
        risks(labelled.observations)[counted].astype(np.float64),
        labelled.chances[counted].astype(np.float64),
    )
    scores = {
        name: {"brier": round(brier(values, there), 6), "auc": round(auc(values, there), 6)}
        for name, values in (("model", predicted), ("exact", exact))
    }
    return {**scores, "cells": int(counted.sum()), "mean_difference": round(float(np.abs(predicted - exact).mean()), 6)}


def brier(chances: Array, there: Array) -> float:
    """The mean squared error of the probabilities: 0 is perfect, 0.25 is a constant 0.5."""
    return float(np.mean((chances - there) ** 2))


def auc(chances: Array, there: Array) -> float:
    """The probability that a cell that hides something ranks above an empty one, ties counted half.

    A constant scores 0.5.
    """
    _, place, counts = np.unique(chances, return_inverse=True, return_counts=True)
    # Ties share the mean of their ranks.
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[place]
    full = float(there.sum())
    empty = len(there) - full
    return float((ranks[there > 0].sum() - full * (full + 1) / 2) / (full * empty))
