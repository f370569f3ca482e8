"""Statistics of strength: Wilson intervals, Bradley-Terry ratings, and the sequential probability ratio test."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import log, sqrt
from statistics import NormalDist
from typing import Annotated, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from boardwright.core import config
from boardwright.core.config import Count, Positive

ELO = 400 / log(10)
"""Elo points for a unit of log-odds."""

Share = Annotated[float, Field(gt=0, lt=1)]

Scale = Literal["logistic", "normalised"]
"""Of Elo points: by the expected score, or by the expected score over its standard deviation."""


class Sprt(config.Settings):
    """Wald's sequential probability ratio test: is the first player stronger by `elo1` rather than by `elo0`?

    `alpha` and `beta` are the error rates. The log-likelihood ratio is the normal approximation that fishtest uses,
    over games (trinomial) or over pairs of games with seats swapped (pentanomial), which are better: a pair cancels
    the advantage of a seat.
    """

    elo0: float = Field(description="Advantage in Elo points of the null hypothesis.")
    elo1: float = Field(description="Advantage in Elo points of the alternative.")
    alpha: Share = Field(description="Rate of accepting `elo1` where `elo0` holds.")
    beta: Share = Field(description="Rate of accepting `elo0` where `elo1` holds.")
    floor: Positive = Field(description="Count of an outcome that did not occur yet, so that the ratio is finite.")

    @property
    def bounds(self) -> tuple[float, float]:
        """The test accepts elo0 below the first bound and elo1 above the second."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[int]) -> float:
        """The log-likelihood ratio. `counts` are the frequencies of evenly spaced scores, from worst to best."""
        frequencies = np.array([count or self.floor for count in counts], np.float64)
        scores = np.linspace(0, 1, len(counts))
        total = frequencies.sum()
        mean = float(frequencies @ scores / total)
        variance = float(frequencies @ (scores - mean) ** 2 / total)
        low, high = expected(self.elo0), expected(self.elo1)
        return float(total * (high - low) * (2 * mean - low - high) / (2 * variance))

    def verdict(self, counts: Sequence[int]) -> str | None:
        """The accepted hypothesis, `elo0` or `elo1`; None while undecided."""
        low, high = self.bounds
        ratio = self.ratio(counts)
        return "elo0" if ratio <= low else "elo1" if ratio >= high else None


class StrengthDefaults(config.Settings):
    """The defaults of `boardwright test`."""

    sprt: Sprt
    scale: Scale
    games: Count
    opening: Annotated[int, Field(ge=0)]


class TuningDefaults(config.Settings):
    """The schedule of `boardwright tune`; configs/arena.yaml documents each key."""

    iterations: Count
    pairs: Count
    rate: Positive
    alpha: Share
    gamma: Share
    stability: Annotated[float, Field(ge=0)]


class BalanceDefaults(config.Settings):
    """The schedule of `boardwright balance`; configs/arena.yaml documents each key."""

    candidates: Annotated[int, Field(ge=2)]
    changes: Count
    games: Count
    factor: Annotated[int, Field(ge=2)]
    keep: Count
    final: Count
    piece: Count


class Defaults(config.Settings):
    """The defaults; configs/arena.yaml documents each key."""

    seed: Annotated[int, Field(ge=0)]
    games: Annotated[int, Field(ge=1)]
    pairing_games: Annotated[int, Field(ge=1)]
    confidence: Share
    rows: Annotated[int, Field(ge=1)]
    solo_games: Annotated[int, Field(ge=1)]
    report_seconds: Positive
    prior: Positive
    sprt: Sprt
    ladder: Sprt
    test: StrengthDefaults
    tuning: TuningDefaults
    balance: BalanceDefaults


@cache
def defaults() -> Defaults:
    """The defaults of the package."""
    return config.validate(Defaults, config.read(config.SHIPPED, "arena"))


class Rating(NamedTuple):
    """Elo points above the average of all players, or above one of them, with an interval."""

    elo: float
    low: float
    high: float


def expected(elo: float) -> float:
    """The expected score of a player with an advantage of `elo` points."""
    return 1 / (1 + float(10 ** (-elo / 400)))


def quantile(confidence: float) -> float:
    """The half-width of an interval, in standard deviations."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def wilson(count: float, total: int, confidence: float) -> tuple[float, float]:
    """Wilson's interval for a proportion: sound for few games, and near 0 and 1. A draw is half a count."""
    if total == 0:
        return 0.0, 1.0
    z = quantile(confidence)
    share = count / total
    middle = share + z * z / (2 * total)
    reach = z * sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    scale = 1 + z * z / total
    # Exact at 0 and 1, where rounding would leave an error.
    low = 0.0 if count == 0 else (middle - reach) / scale
    high = 1.0 if count == total else (middle + reach) / scale
    return low, high


class WinRate(NamedTuple):
    """A share of points, a draw being half a point, with its interval."""

    rate: float
    low: float
    high: float

    def rounded(self, digits: int) -> WinRate:
        """The same, rounded."""
        return WinRate(*(round(value, digits) for value in self))


def win_rate(points: float, games: int, confidence: float | None = None, *, distinct: int | None = None) -> WinRate:
    """The share of points with Wilson's interval; the default confidence is that of arena.yaml.

    The interval is that of as many games as are `distinct`, by default all: a copy of a game is no further evidence.

    The two games of a seed are not independent. Wilson takes the variance of a game as p(1 - p), which is too much by
    d/4 + (a - b)^2/4, where d is the share of draws, and a and b are the scores in the two seats. So the interval is
    wide enough unless the covariance of a pair's games is larger than that. It falls below 0 as what favours a seat
    favours each agent once. At its largest, both games always alike, an interval of 95 % covers 83 %.
    """
    confidence = defaults().confidence if confidence is None else confidence
    counted = games if distinct is None else distinct
    return WinRate(points / max(games, 1), *wilson(points * counted / max(games, 1), counted, confidence))


def bradley_terry(points: NDArray[np.float64], *, prior: float, confidence: float) -> list[Rating]:
    """Bradley-Terry ratings from a table of points, [P, P]: row i holds the points of player i against each other.

    Each pairing is given `prior` extra draws. Intervals come from the curvature of the likelihood, which counts a draw
    as half a win: they are a little wide where there are many draws.
    """
    count = len(points)
    taken = points + prior / 2 * (1 - np.eye(count))
    games = taken + taken.T
    strength = np.zeros(count)
    even = np.full((count, count), 1 / count)
    for _ in range(100):
        share = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        slope = (taken - games * share).sum(axis=1)
        weight = games * share * (1 - share)
        curvature = np.diag(weight.sum(axis=1)) - weight
        # Only differences count, so the curvature is singular along `even`: add it, invert, and subtract it again.
        spread = np.linalg.inv(curvature + even) - even
        step = spread @ slope
        # A full Newton step from far away overshoots; the likelihood is concave, so damped steps converge.
        strength = strength + step / max(1.0, np.abs(step).max())
        if np.abs(step).max() < 1e-10:
            break
    strength -= strength.mean()
    reach = quantile(confidence) * ELO * np.sqrt(np.diag(spread))
    return [Rating(*(float(v) for v in (e, e - r, e + r))) for e, r in zip(strength * ELO, reach)]


def climbing(scores: Sequence[tuple[float, int]], *, prior: float, confidence: float) -> list[Rating]:
    """Bradley-Terry ratings of players who each met the one before, relative to the first.

    `scores` are the points and the games of the second player against the first, the third against the second, and so
    on. The matches are independent, so differences add up, and so do their variances.
    """
    ratings, variance = [Rating(0.0, 0.0, 0.0)], 0.0
    for points, games in scores:
        table = np.array([[0.0, games - points], [points, 0.0]])
        # Two players are as far above and below their average.
        _, higher = bradley_terry(table, prior=prior, confidence=confidence)
        variance += (higher.high - higher.low) ** 2
        elo, reach = ratings[-1].elo + 2 * higher.elo, sqrt(variance)
        ratings.append(Rating(elo, elo - reach, elo + reach))
    return ratings
