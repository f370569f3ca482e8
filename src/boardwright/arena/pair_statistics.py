"""Statistics of pairs of games with seats swapped: Elo, normalised Elo and their intervals, ratios, odd workers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import erfc, exp, gamma, log10, sqrt
from typing import Any, NamedTuple

import numpy as np

from boardwright.arena.gsprt import NORMALISED
from boardwright.arena.ratings import Rating, defaults, quantile

SCORES = np.linspace(0, 1, 5)
"""The score of a pair: the points of its two games, divided by 2."""

UNSEEN = 0.5
"""The count of an outcome without observations in estimates: a few pairs that are all alike have a wide interval."""

NEAREST = 1e-3
"""Expected scores are kept this far from 0 and 1, where Elo is infinite."""

FEWEST = 5.0
"""Workers with a smaller expected count are left out: the chi-square distribution is an approximation."""


def elo(counts: Sequence[int], floor: float = UNSEEN) -> Rating:
    """The advantage in logistic Elo points with its interval, by the pairs' mean and deviation.

    An interval is that of a number of pairs fixed in advance: after a sequential test it is a little off 0.
    """
    mean, deviation, total = _moments(counts, floor)
    reach = quantile(defaults().confidence) * deviation / sqrt(total)
    return Rating(*(_elo_of(score) for score in (mean, mean - reach, mean + reach)))


def normalised_elo(counts: Sequence[int], floor: float = UNSEEN) -> Rating:
    """The advantage in normalised Elo points with its interval (delta method)."""
    mean, deviation, total = _moments(counts, floor)
    shares = _weights(counts, floor) / total
    value = (mean - 0.5) / deviation
    skew, kurtosis = (float(shares @ (SCORES - mean) ** power) / deviation**power for power in (3, 4))
    variance = max(1 - value * skew + value**2 * (kurtosis - 1) / 4, 0.0) / total
    reach = quantile(defaults().confidence) * sqrt(variance)
    # Two games of a pair: the deviation of a game is larger by the root of 2.
    return Rating(*(NORMALISED / sqrt(2) * each for each in (value, value - reach, value + reach)))


def pair_ratio(counts: Sequence[int]) -> float | None:
    """Won pairs for each lost one; None without lost pairs."""
    lost = counts[0] + counts[1]
    return (counts[3] + counts[4]) / lost if lost else None


def _weights(counts: Sequence[int], floor: float) -> Any:
    return np.array([count or floor for count in counts], np.float64)


def _moments(counts: Sequence[int], floor: float) -> tuple[float, float, float]:
    weights = _weights(counts, floor)
    total = float(weights.sum())
    mean = float(weights @ SCORES) / total
    return mean, sqrt(float(weights @ (SCORES - mean) ** 2) / total), total


def _elo_of(score: float) -> float:
    bounded = min(max(score, NEAREST), 1 - NEAREST)
    return 400 * log10(bounded / (1 - bounded))


class Homogeneity(NamedTuple):
    """A chi-square test that all workers have the same frequencies. `residuals`: p-values of each against the rest.

    Workers with few pairs are in none of it.
    """

    chi2: float
    freedom: int
    p: float
    residuals: dict[str, float]

    def to_dict(self) -> dict[str, Any]:
        """For workers.json."""
        rounded = {name: round(p, 6) for name, p in self.residuals.items()}
        return {"chi2": round(self.chi2, 4), "freedom": self.freedom, "p": round(self.p, 6), "residuals": rounded}


def homogeneity(counts: Mapping[str, Sequence[int]]) -> Homogeneity | None:
    """Test workers by their pentanomial counts, as lost, even and won pairs; None if fewer than two have enough."""
    table = {name: (row[0] + row[1], row[2], row[3] + row[4]) for name, row in counts.items()}
    while len(table) > 1:
        observed = np.array(list(table.values()), np.float64)
        # An outcome that nobody had is no outcome.
        observed = observed[:, observed.sum(axis=0) > 0]
        total = observed.sum()
        if observed.shape[1] < 2:
            return None
        expected = np.outer(observed.sum(axis=1), observed.sum(axis=0)) / total
        few = [name for name, row in zip(table, expected) if row.min() < FEWEST]
        if not few:
            break
        table = {name: row for name, row in table.items() if name not in few}
    if len(table) < 2:
        return None
    parts = ((observed - expected) ** 2 / expected).sum(axis=1)
    columns = observed.shape[1] - 1
    # A row's part, divided by the share of the other rows, is the statistic of the row against all others together.
    alone = parts / (1 - observed.sum(axis=1) / total)
    freedom = (len(table) - 1) * columns
    residuals = {name: chi2_tail(float(value), columns) for name, value in zip(table, alone)}
    return Homogeneity(float(parts.sum()), freedom, chi2_tail(float(parts.sum()), freedom), residuals)


def chi2_tail(value: float, freedom: int) -> float:
    """The probability of a larger value of the chi-square distribution."""
    half, order = value / 2, 0.5 if freedom % 2 else 1.0
    tail = erfc(sqrt(half)) if freedom % 2 else exp(-half)
    # From one or two degrees of freedom upwards by integration by parts.
    while 2 * order < freedom:
        tail += exp(-half) * half**order / gamma(order + 1)
        order += 1
    return min(tail, 1.0)
