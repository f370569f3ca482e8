"""What results say about strength: intervals, ratings that explain every pairing at once, and when to stop."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import log, sqrt
from statistics import NormalDist
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from boardwright.core import config

ELO = 400 / log(10)
"""Elo points for a unit of log-odds."""

Share = Annotated[float, Field(gt=0, lt=1)]
Positive = Annotated[float, Field(gt=0)]


class Sprt(config.Settings):
    """Wald's sequential test: is the first player stronger by `elo1` rather than by `elo0`?

    `alpha` and `beta` are the risks of taking either for the other. The log-likelihood ratio is the normal
    approximation that fishtest uses, over games (loss, draw, win) or over pairs of games with seats swapped (five
    scores), which are the better ground: a pair has no luck of the seat in it.
    """

    elo0: float
    elo1: float
    alpha: Share
    beta: Share
    floor: Positive

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first elo0 is accepted, above the second elo1."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[int]) -> float:
        """The log-likelihood ratio. `counts` has how often each score came, from worst to best, evenly spaced."""
        found = np.array([count or self.floor for count in counts], np.float64)
        scores = np.linspace(0, 1, len(counts))
        total = found.sum()
        mean = float(found @ scores / total)
        variance = float(found @ (scores - mean) ** 2 / total)
        low, high = expected(self.elo0), expected(self.elo1)
        return float(total * (high - low) * (2 * mean - low - high) / (2 * variance))

    def verdict(self, counts: Sequence[int]) -> str | None:
        """Which of `elo0` and `elo1` is accepted, None while it is open."""
        low, high = self.bounds
        ratio = self.ratio(counts)
        return "elo0" if ratio <= low else "elo1" if ratio >= high else None


class Defaults(config.Settings):
    """See configs/arena.yaml for what each key means."""

    seed: Annotated[int, Field(ge=0)]
    games: Annotated[int, Field(ge=1)]
    pairing_games: Annotated[int, Field(ge=1)]
    confidence: Share
    rows: Annotated[int, Field(ge=1)]
    prior: Positive
    sprt: Sprt
    ladder: Sprt


@cache
def defaults() -> Defaults:
    """What comes with the package."""
    return config.validate(Defaults, config.read(config.SHIPPED, "arena"))


class Rating(NamedTuple):
    """Elo points above the average of all players, and an interval around them."""

    elo: float
    low: float
    high: float


def expected(elo: float) -> float:
    """The score that a player so much stronger can expect."""
    return 1 / (1 + float(10 ** (-elo / 400)))


def quantile(confidence: float) -> float:
    """How many standard deviations an interval reaches to either side."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def wilson(count: float, total: int, confidence: float) -> tuple[float, float]:
    """Wilson's interval for a share: sound for few games, and for shares near 0 and 1. A draw is half a count."""
    if total == 0:
        return 0.0, 1.0
    z = quantile(confidence)
    share = count / total
    middle = share + z * z / (2 * total)
    reach = z * sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    scale = 1 + z * z / total
    # Exact at the ends, where rounding would leave a trace.
    low = 0.0 if count == 0 else (middle - reach) / scale
    high = 1.0 if count == total else (middle + reach) / scale
    return low, high


class WinRate(NamedTuple):
    """A share of points, a draw being half a point, and where its interval begins and ends."""

    rate: float
    low: float
    high: float

    def rounded(self, digits: int) -> WinRate:
        """The same for people and files."""
        return WinRate(*(round(value, digits) for value in self))


def win_rate(points: float, games: int, confidence: float | None = None) -> WinRate:
    """The share of points with Wilson's interval, of the confidence in arena.yaml unless given."""
    confidence = defaults().confidence if confidence is None else confidence
    return WinRate(points / max(games, 1), *wilson(points, games, confidence))


def bradley_terry(points: NDArray[np.float64], *, prior: float, confidence: float) -> list[Rating]:
    """Ratings from a table of points, [P, P]: row i has what player i took from each other, a draw being a half.

    Each pairing is credited with `prior` draws more. Intervals come from the curvature of the likelihood; as it takes
    a draw for half a win, they are a little wide where there are many draws.
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
        # Only differences count, so the curvature is flat along `even`: lift it there to invert it, and take that back.
        spread = np.linalg.inv(curvature + even) - even
        step = spread @ slope
        # A full step from far away overshoots; the likelihood is concave, so short ones arrive.
        strength = strength + step / max(1.0, np.abs(step).max())
        if np.abs(step).max() < 1e-10:
            break
    strength -= strength.mean()
    reach = quantile(confidence) * ELO * np.sqrt(np.diag(spread))
    return [Rating(*(float(v) for v in (e, e - r, e + r))) for e, r in zip(strength * ELO, reach)]
