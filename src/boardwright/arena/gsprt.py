"""The generalised sequential probability ratio test over pairs of games, by exact maximum likelihood.

A hypothesis fixes the expected score of a pair (logistic Elo), or its expected score divided by its standard deviation
(normalised Elo), and leaves the frequencies of the five pair scores open otherwise. The log-likelihood ratio compares
the best frequencies under each of two hypotheses. Theory: M. Van den Bergh, "The generalized maximum likelihood ratio
for the expectation value of a distribution" and "Normalized Elo", on which fishtest is built.

`Sprt.ratio` of ratings.py is the normal approximation. Ladders and tournaments keep it: with another ratio the recorded
proofs would end after another number of games.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boardwright.arena.ratings import Scale, Sprt, expected
from boardwright.core.errors import ConfigError

NORMALISED = 800 / log(10)
"""Normalised Elo points for a game's expected score above 1/2, divided by its standard deviation."""

MOST = {"logistic": 1000.0, "normalised": 200.0}
"""The largest difference of a hypothesis, in points. A larger one may be more than any five scores can have."""

STEPS, TURNS = 100, 100
"""The most iterations of a root, and of the fixed point of normalised Elo."""

ENOUGH = 1e-10
"""Iterations end at a smaller change. Newton's steps have a far smaller error then."""

Floats = NDArray[np.float64]


class Gsprt(NamedTuple):
    """A sequential test of pairs: its hypotheses and error rates, and the scale of its Elo points.

    It ends as soon as the ratio reaches a bound of `Sprt.bounds`. The bounds are Wald's, without a correction for the
    last pair's overshoot: errors are a little rarer than `alpha` and `beta`, for a few more pairs.
    """

    sprt: Sprt
    scale: Scale

    def checked(self) -> Gsprt:
        """Return the test. Raises ConfigError if it cannot decide."""
        most = MOST[self.scale]
        for name, value in (("elo0", self.sprt.elo0), ("elo1", self.sprt.elo1)):
            if not abs(value) <= most:
                raise ConfigError("config_value", path=name, value=value, expected=f">= {-most:g}, <= {most:g}")
        if self.sprt.elo0 >= self.sprt.elo1:
            raise ConfigError("config_value", path="elo1", value=self.sprt.elo1, expected=f"> {self.sprt.elo0:g}")
        if self.sprt.alpha + self.sprt.beta >= 1:
            raise ConfigError("config_value", path="beta", value=self.sprt.beta, expected=f"< {1 - self.sprt.alpha:g}")
        return self

    def ratios(self, counts: Any) -> Floats:
        """The log-likelihood ratio of each row of counts, [..., 5] to [...]; pair scores are 0, 1/4, ... 1."""
        found = np.asarray(counts, np.float64)
        rows = found.reshape(-1, found.shape[-1])
        weights = np.where(rows == 0, self.sprt.floor, rows)
        total = weights.sum(axis=-1)
        shares = weights / total[:, None]
        low, high = (self._log_shares(shares, elo) for elo in (self.sprt.elo0, self.sprt.elo1))
        ratios: Floats = total * (shares * (high - low)).sum(axis=-1)
        return ratios.reshape(found.shape[:-1])

    def ratio(self, counts: Any) -> float:
        """The log-likelihood ratio of one row of counts."""
        return float(self.ratios(counts))

    def most_likely(self, shares: Floats, elo: float) -> Floats:
        """The most likely true shares where `shares` were observed and the advantage is `elo`, [N, 5]."""
        # Outcomes that were not observed are impossible, and stay so.
        there = np.where(shares > 0, shares, 1e-15)
        likely: Floats = shares * np.exp(self._log_shares(there, elo))
        likely /= likely.sum(axis=-1, keepdims=True)
        return likely

    def decisions(self, ratios: Floats) -> NDArray[np.int8]:
        """-1 where a ratio accepts elo0, 1 where it accepts elo1, else 0."""
        low, high = self.sprt.bounds
        return np.where(ratios <= low, -1, np.where(ratios >= high, 1, 0)).astype(np.int8)

    def _log_shares(self, shares: Floats, elo: float) -> Floats:
        """The logarithms of the most likely shares under a hypothesis, up to those of the observed shares."""
        scores = np.linspace(0, 1, shares.shape[-1])
        if self.scale == "logistic":
            return _tilt(shares, np.tile(scores - expected(elo), (len(shares), 1)))
        return _tilt_normalised(shares, scores, sqrt(2) * elo / NORMALISED)


def _tilt_normalised(shares: Floats, scores: Floats, target: float) -> Floats:
    """`_tilt` under the constraint that the mean is `target` standard deviations above 1/2.

    The constraint is made linear around the current shares; a fixed point of this fulfils it exactly.
    """
    # From equal shares, where some offset is on either side of 0 for every target that MOST allows.
    tilted: Floats = -np.log(shares.shape[-1] * shares)
    rows = np.arange(len(shares))
    for _ in range(TURNS):
        current = shares[rows] * np.exp(tilted[rows])
        mean = (current * scores).sum(axis=-1, keepdims=True)
        deviation = np.sqrt((current * (scores - mean) ** 2).sum(axis=-1, keepdims=True))
        offsets = scores - 0.5 - target * deviation / 2 * (1 + ((scores - mean) / deviation) ** 2)
        after = _tilt(shares[rows], offsets)
        moved = np.abs(after - tilted[rows]).max(axis=-1)
        tilted[rows] = after
        rows = rows[moved > ENOUGH]
        if not len(rows):
            break
    return tilted


def _tilt(shares: Floats, offsets: Floats) -> Floats:
    """log(p / shares), [N, K], for the most likely shares p with a mean offset of 0.

    These are p = shares / (1 + x offsets), where x is the root of the secular equation sum(p offsets) = 0, which falls
    from pole to pole. Newton's steps are halved back into the bracket where they leave it.
    """
    low, high = -1 / offsets.max(axis=-1), -1 / offsets.min(axis=-1)
    x = np.zeros(len(shares))
    rows = np.arange(len(shares))
    for _ in range(STEPS):
        at = x[rows]
        parts = offsets[rows] / (1 + at[:, None] * offsets[rows])
        value = (shares[rows] * parts).sum(axis=-1)
        slope = -(shares[rows] * parts**2).sum(axis=-1)
        low[rows] = np.where(value >= 0, at, low[rows])
        high[rows] = np.where(value <= 0, at, high[rows])
        after = at - value / slope
        inside = (after > low[rows]) & (after < high[rows])
        x[rows] = np.where(inside, after, (low[rows] + high[rows]) / 2)
        rows = rows[np.abs(x[rows] - at) > ENOUGH]
        if not len(rows):
            break
    tilted: Floats = -np.log1p(x[:, None] * offsets)
    return tilted
