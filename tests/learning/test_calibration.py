"""Scores of probabilities by hand, and on boards: no agent does better than exact inference."""

from __future__ import annotations

import numpy as np
import pytest

from boardwright.learning.calibration import auc, brier, calibration

from .test_networks import GAME


def test_scores_by_hand():
    there = np.array([1.0, 0.0, 1.0, 0.0])
    assert brier(np.array([1.0, 0.5, 0.5, 0.0]), there) == pytest.approx(0.125)
    # Pairs of a mine and a safe cell: 0.9 over 0.5 and 0.1, 0.5 equal to 0.5 and over 0.1.
    assert auc(np.array([0.9, 0.5, 0.5, 0.1]), there) == pytest.approx(3.5 / 4)
    assert auc(there, there) == 1.0
    assert auc(np.zeros(4), there) == 0.5


def test_a_constant_is_worse_than_exact_chances():
    def constant(observations):
        return np.full(observations["cells"].shape, 0.2)

    scores = calibration(GAME, constant, 400, teacher="probability", truth="mine", seed=1)
    assert scores["model"]["auc"] == 0.5
    assert scores["exact"]["auc"] > 0.8
    assert scores["exact"]["brier"] < scores["model"]["brier"]
