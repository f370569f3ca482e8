"""How the remaining mines are shared among components and the sea: the number of ways for each count of mines."""

from __future__ import annotations

from math import exp, inf, lgamma, log
from typing import Final

import numpy as np

from boardwright.core.compiled.compiler import part
from boardwright.core.record import Array
from boardwright.games.minesweeper.solver.counting import halve

_EXACT: Final = 900
"""The layouts of up to so many undecided cells fit a float; above, `lean` tilts the counts exponentially."""

_STEEPEST: Final = 40.0
"""The logarithm of odds so great, or its negative so small, that only the fullest or emptiest layouts count."""


@part
def lean(
    starts: Array, state_start: Array, size: Array, mines: Array, ways: Array, away: int, left: int
) -> tuple[Array, float, float]:
    """Return a factor for each state, the logarithm of the odds behind it, and that of what all layouts are scaled by.

    A factor is odds ** mines. As all layouts have equally many mines, it changes no ratio of them. With the odds at
    which components and sea together expect the mines that are left, the counts that matter are the largest ones
    everywhere, and neither overflow nor underflow a float. Where few cells are undecided, the factors are 1.
    """
    factors = np.ones(ways.shape[0], np.float64)
    if away + size.sum() <= _EXACT:
        return factors, 0.0, 0.0
    low, high = -_STEEPEST, _STEEPEST
    for _ in range(60):
        tilt = 0.5 * (low + high)
        expected = away / (1.0 + exp(-tilt))
        for c in range(starts.shape[0] - 1):
            first, end, top, _ = _heaviest(c, starts, state_start, mines, ways, tilt)
            total, weighted = 0.0, 0.0
            for state in range(first, end):
                if ways[state] > 0.0:
                    weight = exp(log(ways[state]) + tilt * mines[state] - top)
                    total += weight
                    weighted += weight * mines[state]
            if total > 0.0:
                expected += weighted / total
        if expected < left:
            low = tilt
        else:
            high = tilt
    tilt = 0.5 * (low + high)
    scaled = float(left)
    for c in range(starts.shape[0] - 1):
        first, end, _, middle = _heaviest(c, starts, state_start, mines, ways, tilt)
        scaled -= middle
        for state in range(first, end):
            factors[state] = exp(tilt * (mines[state] - middle))
    return factors, tilt, tilt * scaled


@part
def _heaviest(
    c: int, starts: Array, state_start: Array, mines: Array, ways: Array, tilt: float
) -> tuple[int, int, float, int]:
    """The range of a component's last states, the logarithm of the greatest weight among them, and its mines."""
    last = starts[c + 1] + c
    top, middle = -inf, 0
    for state in range(state_start[last], state_start[last + 1]):
        if ways[state] > 0.0 and log(ways[state]) + tilt * mines[state] > top:
            top, middle = log(ways[state]) + tilt * mines[state], int(mines[state])
    return int(state_start[last]), int(state_start[last + 1]), top, middle


@part
def sea_ways(cells: int, mines: int, tilt: float) -> tuple[Array, int]:
    """Return the number of ways to put 0, 1 ... `mines` mines into the sea, and the number of halvings.

    With a `tilt` each count has the factor exp(tilt * mines) of `lean`.
    """
    ways = np.zeros(mines + 1, np.float64)
    most = min(cells, mines)
    if tilt == 0.0:
        ways[0] = 1.0
        for m in range(1, most + 1):
            ways[m] = ways[m - 1] * (cells - m + 1) / m
        return ways, 0
    top = -inf
    for m in range(most + 1):
        ways[m] = lgamma(cells + 1.0) - lgamma(m + 1.0) - lgamma(cells - m + 1.0) + tilt * m
        top = max(top, ways[m])
    halved = int(top / log(2.0))
    for m in range(most + 1):
        ways[m] = exp(ways[m] - halved * log(2.0))
    return ways, halved


@part
def shares(
    starts: Array, state_start: Array, mines: Array, ways: Array, away: int, left: int, tilt: float
) -> tuple[Array, Array, int]:
    """Return the ways to have exactly r mines in the components before c, and in c, those after it and the sea.

    Both [components + 1, mines + 1]. The last row of the second is the sea alone; the first row of the first is empty.
    Each row may be halved separately; also returns the halvings of the second's first row.
    """
    components, most = starts.shape[0] - 1, left + 1
    before = np.zeros((components + 1, most), np.float64)
    after = np.zeros((components + 1, most), np.float64)
    before[0, 0] = 1.0
    for c in range(components):
        last = starts[c + 1] + c
        for state in range(state_start[last], state_start[last + 1]):
            for r in range(most - mines[state]):
                before[c + 1, r + mines[state]] += before[c, r] * ways[state]
        halve(before[c + 1], 0, most)
    after[components], halved = sea_ways(away, left, tilt)
    halved += halve(after[components], 0, most)
    for c in range(components - 1, -1, -1):
        last = starts[c + 1] + c
        for state in range(state_start[last], state_start[last + 1]):
            for r in range(most - mines[state]):
                after[c, r + mines[state]] += after[c + 1, r] * ways[state]
        halved += halve(after[c], 0, most)
    return before, after, halved
