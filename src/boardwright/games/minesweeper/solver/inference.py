"""Exact inference from observations: mine probabilities, and layouts sampled uniformly from all that fit.

Deduction decides what it can (deduction.py). The undecided cells beside numbers are grouped into boxes and components
(boxes.py), whose layouts are counted (counting.py). Components, and the sea of cells that touch no number, share the
remaining mines: each way to share them is weighted by its number of layouts.
"""

from __future__ import annotations

from math import exp, frexp, inf, ldexp, log
from typing import Final

import numpy as np

from boardwright.core import dice
from boardwright.core.compiled.compiler import part
from boardwright.core.record import Array
from boardwright.games.minesweeper.cells import HIDDEN
from boardwright.games.minesweeper.solver.boxes import arrange, gather, sea
from boardwright.games.minesweeper.solver.counting import CHOOSE, TOO_WIDE, forward, halve
from boardwright.games.minesweeper.solver.deduction import MINE, SAFE, UNKNOWN, deduce
from boardwright.games.minesweeper.solver.forced_moves import forced_moves
from boardwright.games.minesweeper.solver.guesses import local_ratios
from boardwright.games.minesweeper.solver.sharing import lean, shares

__all__ = ["FINE", "IMPOSSIBLE", "WIDE", "analyse", "backward", "forced_moves", "sample_layout"]

FINE: Final = 0
IMPOSSIBLE: Final = 1
WIDE: Final = 2
"""The status of an analysis: exact, no layout fits, or a component is too wide to count."""

_OVERFLOW: Final = 709.0
"""From this power on, exp is infinite."""


@part
def backward(
    order: Array, starts: Array, size: Array, state_start: Array, step_start: Array, mines: Array, ways: Array,
    source: Array, target: Array, put: Array, before: Array, after: Array, factors: Array,
) -> tuple[Array, Array]:  # fmt: skip
    """Return for each box the layouts weighted by its mines, and by its safe cells, halved alike: the backward pass."""
    most = before.shape[1]
    filled, free = np.zeros(size.shape[0], np.float64), np.zeros(size.shape[0], np.float64)
    onward = np.zeros(ways.shape[0], np.float64)
    for c in range(starts.shape[0] - 1):
        last = starts[c + 1] + c
        for state in range(state_start[last], state_start[last + 1]):
            for r in range(most - mines[state]):
                onward[state] += before[c, r] * after[c + 1, most - 1 - mines[state] - r]
            onward[state] *= factors[state]
        for layer in range(last, starts[c] + c, -1):
            box = order[layer - c - 1]
            for step in range(step_start[layer], step_start[layer + 1]):
                m = put[step]
                weight = CHOOSE[size[box], m] * onward[target[step]]
                onward[source[step]] += weight
                weight *= ways[source[step]]
                filled[box] += weight * m
                free[box] += weight * (size[box] - m)
            halve(onward, state_start[layer - 1], state_start[layer])
    return filled, free


@part
def analyse(near: Array, shown: Array, mines: int, known: Array, chances: Array) -> tuple[int, float, int]:
    """Write mine probabilities into `chances` and verdicts into `known`.

    Returns the status, the number of layouts that fit (infinite if it overflows a float), and the number of safe cells.
    With status WIDE, `chances` holds local ratios, and `known` the deductions from pairs.
    """
    known[:] = UNKNOWN
    chances[:] = 0.0
    deduced_safe = deduce(near, shown, known, True)
    box_of, size, beside, count, need, room, _, _ = gather(near, shown, known)
    away, certain = sea(shown, known, box_of)
    left = mines - certain
    if left < 0 or not _possible(near, shown, known):
        return IMPOSSIBLE, 0.0, 0
    order, starts = arrange(size, beside, count, room)
    status, state_start, step_start, put_mines, ways, source, target, put, halved = forward(
        order, starts, size, beside, count, need, room
    )
    if status == TOO_WIDE:
        _roughly(near, shown, mines, known, chances)
        return WIDE, 0.0, deduced_safe
    factors, tilt, scaled = lean(starts, state_start, size, put_mines, ways, away, left)
    ways *= factors
    before, after, more = shares(starts, state_start, put_mines, ways, away, left, tilt)
    if after[0, left] == 0.0:
        return IMPOSSIBLE, 0.0, 0
    total = _doubled(after[0, left], halved + more, scaled)
    filled, free = backward(
        order, starts, size, state_start, step_start, put_mines, ways, source, target, put, before, after, factors
    )
    in_sea, none_in_sea = 0.0, 0.0
    components = starts.shape[0] - 1
    for r in range(left + 1):
        weight = before[components, r] * after[components, left - r]
        in_sea += weight * (left - r)
        none_in_sea += weight * (away - (left - r))
    safe = 0
    for cell in range(shown.shape[0]):
        if shown[cell] < HIDDEN:
            continue
        if known[cell] == UNKNOWN:
            box = box_of[cell]
            mined = filled[box] if box >= 0 else in_sea
            clear = free[box] if box >= 0 else none_in_sea
            chances[cell] = mined / (mined + clear)
            if mined == 0.0:
                known[cell] = SAFE
            elif clear == 0.0:
                known[cell] = MINE
        if known[cell] == MINE:
            chances[cell] = 1.0
        safe += int(known[cell] == SAFE)
    return FINE, total, safe


@part
def _doubled(count: float, times: int, scaled: float) -> float:
    """Undo the halvings of a count, and the factors of `lean`."""
    if scaled != 0.0:
        power = log(count) + times * log(2.0) - scaled
        return exp(power) if power < _OVERFLOW else inf
    return ldexp(count, times) if frexp(count)[1] + times < 1024 else inf


@part
def _roughly(near: Array, shown: Array, mines: int, known: Array, chances: Array) -> None:
    local_ratios(near, shown, mines, known, chances)
    for cell in range(shown.shape[0]):
        if shown[cell] < HIDDEN or known[cell] != UNKNOWN:
            chances[cell] = 1.0 if shown[cell] >= HIDDEN and known[cell] == MINE else 0.0


@part
def _possible(near: Array, shown: Array, known: Array) -> bool:
    """Whether the deductions contradict no number: neither too many mines beside it nor too few places for them."""
    for cell in range(shown.shape[0]):
        if shown[cell] < HIDDEN:
            least, most = 0, 0
            for k in range(8):
                other = int(near[cell, k])
                if other >= 0 and shown[other] >= HIDDEN:
                    least += int(known[other] == MINE)
                    most += int(known[other] != SAFE)
            if shown[cell] < least or shown[cell] > most:
                return False
    return True


@part
def sample_layout(near: Array, shown: Array, mines: int, draw: int, out: Array) -> int:
    """Write a layout sampled uniformly from all that fit, 1 for a mine, if the status is FINE. Returns the status."""
    known = np.zeros(shown.shape[0], np.uint8)
    deduce(near, shown, known, True)
    box_of, size, beside, count, need, room, boxes, _ = gather(near, shown, known)
    away, certain = sea(shown, known, box_of)
    left = mines - certain
    if left < 0 or not _possible(near, shown, known):
        return IMPOSSIBLE
    order, starts = arrange(size, beside, count, room)
    status, state_start, step_start, put_mines, ways, source, target, put, _ = forward(
        order, starts, size, beside, count, need, room
    )
    if status == TOO_WIDE:
        return WIDE
    factors, tilt, _ = lean(starts, state_start, size, put_mines, ways, away, left)
    ways *= factors
    _, after, _ = shares(starts, state_start, put_mines, ways, away, left, tilt)
    if after[0, left] == 0.0:
        return IMPOSSIBLE
    quota = np.zeros(boxes + 1, np.int64)
    left, bits = _fill(
        order, starts, size, state_start, step_start, put_mines, ways, source, target, put, after, left, draw, quota
    )
    quota[boxes] = left
    room_left = np.empty(boxes + 1, np.int64)
    room_left[:boxes] = size
    room_left[boxes] = away
    for cell in range(shown.shape[0]):
        out[cell] = 0
        if shown[cell] < HIDDEN:
            continue
        if known[cell] == UNKNOWN:
            box = box_of[cell] if box_of[cell] >= 0 else boxes
            bits = dice.mix(bits)
            # Sequential sampling: a cell gets a mine with probability mines left / cells left.
            if dice.below(bits, room_left[box]) < quota[box]:
                out[cell] = 1
                quota[box] -= 1
            room_left[box] -= 1
        else:
            out[cell] = int(known[cell] == MINE)
    return FINE


@part
def _fill(
    order: Array, starts: Array, size: Array, state_start: Array, step_start: Array, mines: Array, ways: Array,
    source: Array, target: Array, put: Array, after: Array, left: int, bits: int, quota: Array,
) -> tuple[int, int]:  # fmt: skip
    """Sample the mine count of every box into `quota`. Returns the mines left for the sea, and the next random bits."""
    for c in range(starts.shape[0] - 1):
        # Sample the component's mine count, weighted by the layouts of the rest; then trace it back box by box.
        last = starts[c + 1] + c
        bits = dice.mix(bits)
        mark, state = 0.0, -1
        for candidate in range(state_start[last], state_start[last + 1]):
            if mines[candidate] <= left:
                mark += ways[candidate] * after[c + 1, left - mines[candidate]]
        mark *= _unit(bits)
        for candidate in range(state_start[last], state_start[last + 1]):
            if mines[candidate] <= left:
                weight = ways[candidate] * after[c + 1, left - mines[candidate]]
                if weight > 0.0 and (state < 0 or mark >= 0.0):
                    state = candidate
                mark -= weight
        left -= mines[state]
        for layer in range(last, starts[c] + c, -1):
            box = order[layer - c - 1]
            bits = dice.mix(bits)
            mark, chosen = 0.0, -1
            for step in range(step_start[layer], step_start[layer + 1]):
                if target[step] == state:
                    mark += ways[source[step]] * CHOOSE[size[box], put[step]]
            mark *= _unit(bits)
            for step in range(step_start[layer], step_start[layer + 1]):
                if target[step] == state:
                    if chosen < 0 or mark >= 0.0:
                        chosen = step
                    mark -= ways[source[step]] * CHOOSE[size[box], put[step]]
            quota[box] = put[chosen]
            state = source[chosen]
    return left, bits


@part
def _unit(bits: int) -> float:
    return (bits >> 10) / 9007199254740992.0
