"""Counts the mine layouts of each component box by box: the state is only what half-done numbers still need.

Counts are sums and products of non-negative numbers held as floats: exact integers up to 2**53, rounded beyond, and
zero exactly when there is no such layout, which is how certainty is decided. Where they would overflow a float, all
counts of a layer are halved alike: only their ratios matter then.
"""

from __future__ import annotations

from math import frexp, ldexp
from typing import Final

import numpy as np

from boardwright.core.compiled.compiler import part
from boardwright.core.record import Array

SLOTS: Final = 30
"""The most numbers half done at once: four bits each, fifteen in each word of a key."""

_HALF: Final = 15

MOST: Final = 9
"""The most successors of one state: zero to eight mines in a box."""

MOST_STATES: Final = 1 << 21
"""The limit on states: some hundred megabytes, and seconds."""

TOO_WIDE: Final = -1
"""Status: more numbers half done, or more states, than the limits."""

LARGE: Final = 2.0**200
"""Counts beyond this are halved. The product of three such counts still fits a float."""

CHOOSE: Final = np.array([[1, 0, 0, 0, 0, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0, 0, 0, 0], [1, 2, 1, 0, 0, 0, 0, 0, 0],
                          [1, 3, 3, 1, 0, 0, 0, 0, 0], [1, 4, 6, 4, 1, 0, 0, 0, 0], [1, 5, 10, 10, 5, 1, 0, 0, 0],
                          [1, 6, 15, 20, 15, 6, 1, 0, 0], [1, 7, 21, 35, 35, 21, 7, 1, 0],
                          [1, 8, 28, 56, 70, 56, 28, 8, 1]], np.float64)  # fmt: skip
"""The number of ways to put m mines into a box: CHOOSE[size, m]."""


@part
def grown(pool: Array) -> Array:
    """Return a copy of a pool with twice its size."""
    larger = np.empty(2 * pool.shape[0], pool.dtype)
    larger[: pool.shape[0]] = pool
    return larger


@part
def forward(  # noqa: PLR0912, PLR0915 - one loop over layers, states and mines; its pools grow inside it
    order: Array, starts: Array, size: Array, beside: Array, count: Array, need: Array, room: Array
) -> tuple[int, Array, Array, Array, Array, Array, Array, Array, int]:
    """Return every counting state and every step between states: the forward pass.

    A layer holds the states after some of a component's boxes: the first has one state, the last no number half done.
    A state is what the half-done numbers need and the mines placed so far. Returns a status, the start of each layer's
    states and steps, for each state its mines and its count of layouts, for each step its source and target states and
    the mines of its box, and the number of halvings.
    """
    boxes, components = order.shape[0], starts.shape[0] - 1
    layers = boxes + components
    state_start = np.zeros(layers + 1, np.int64)
    step_start = np.zeros(layers + 1, np.int64)
    low, high = np.empty(256, np.int64), np.empty(256, np.int64)
    mines, ways = np.empty(256, np.int64), np.empty(256, np.float64)
    source, target, put = np.empty(256, np.int64), np.empty(256, np.int64), np.empty(256, np.int64)
    states, steps = 0, 0
    left = room.copy()
    slot_of = np.full(need.shape[0], -1, np.int64)
    taken = np.zeros(SLOTS, np.bool_)
    layer, halved = 0, 0
    for component in range(components):
        if states + MOST > ways.shape[0]:
            low, high, mines, ways = grown(low), grown(high), grown(mines), grown(ways)
        low[states], high[states], mines[states], ways[states] = 0, 0, 0, 1.0
        state_start[layer], step_start[layer] = states, steps
        states += 1
        layer += 1
        for place in range(starts[component], starts[component + 1]):
            box = order[place]
            # Numbers first touched by this box enter the key with all that they need.
            enter_low, enter_high, take_low, take_high = 0, 0, 0, 0
            for i in range(count[box]):
                witness = beside[box, i]
                slot = slot_of[witness]
                if slot < 0:
                    for free in range(SLOTS):
                        if not taken[free] and slot < 0:
                            slot = free
                    if slot < 0:
                        return TOO_WIDE, state_start, step_start, mines, ways, source, target, put, 0
                    taken[slot] = True
                    slot_of[witness] = slot
                    if slot < _HALF:
                        enter_low += int(need[witness]) << (4 * slot)
                    else:
                        enter_high += int(need[witness]) << (4 * (slot - _HALF))
                if slot < _HALF:
                    take_low += 1 << (4 * slot)
                else:
                    take_high += 1 << (4 * (slot - _HALF))
                left[witness] -= size[box]
            begin, end = state_start[layer - 1], states
            state_start[layer], step_start[layer] = states, steps
            table = np.full(_room(end - begin), -1, np.int64)
            for state in range(begin, end):
                # Room for all successors of one state: checked once, because passing arrays around is the cost.
                if states + MOST > ways.shape[0]:
                    low, high, mines, ways = grown(low), grown(high), grown(mines), grown(ways)
                if steps + MOST > put.shape[0]:
                    source, target, put = grown(source), grown(target), grown(put)
                now_low, now_high = int(low[state]) + enter_low, int(high[state]) + enter_high
                least, most = 0, int(size[box])
                for i in range(count[box]):
                    slot = slot_of[beside[box, i]]
                    word = now_low >> (4 * slot) if slot < _HALF else now_high >> (4 * (slot - _HALF))
                    still = word & 15
                    most = min(most, still)
                    least = max(least, still - int(left[beside[box, i]]))
                for m in range(least, most + 1):
                    key_low, key_high = now_low - m * take_low, now_high - m * take_high
                    total = int(mines[state]) + m
                    at = _scatter(key_low, key_high, total) & (table.shape[0] - 1)
                    while table[at] >= 0:
                        other = table[at]
                        if low[other] == key_low and high[other] == key_high and mines[other] == total:
                            break
                        at = (at + 1) & (table.shape[0] - 1)
                    if table[at] < 0:
                        low[states], high[states], mines[states], ways[states] = key_low, key_high, total, 0.0
                        table[at] = states
                        states += 1
                        if states > MOST_STATES:
                            return TOO_WIDE, state_start, step_start, mines, ways, source, target, put, 0
                        if 2 * (states - end) > table.shape[0]:
                            table = _rehashed(table, low, high, mines, end, states)
                            at = _scatter(key_low, key_high, total) & (table.shape[0] - 1)
                            while table[at] != states - 1:
                                at = (at + 1) & (table.shape[0] - 1)
                    source[steps], target[steps], put[steps] = state, table[at], m
                    steps += 1
                    ways[table[at]] += ways[state] * CHOOSE[size[box], m]
            for i in range(count[box]):
                witness = beside[box, i]
                if left[witness] == 0:
                    taken[slot_of[witness]] = False
                    slot_of[witness] = -1
            halved += halve(ways, state_start[layer], states)
            layer += 1
    state_start[layer], step_start[layer] = states, steps
    mines, ways = mines[:states], ways[:states]
    return layer, state_start, step_start, mines, ways, source[:steps], target[:steps], put[:steps], halved


@part
def halve(counts: Array, begin: int, end: int) -> int:
    """Halve a run of counts until the largest is below 1, if it is LARGE. Returns the number of halvings."""
    largest = 0.0
    for at in range(begin, end):
        largest = max(largest, counts[at])
    if largest < LARGE:
        return 0
    times = int(frexp(largest)[1])
    for at in range(begin, end):
        counts[at] = ldexp(counts[at], -times)
    return times


@part
def _room(states: int) -> int:
    entries = 64
    while entries < 4 * states:
        entries *= 2
    return entries


@part
def _scatter(low: int, high: int, total: int) -> int:
    key = (int(low) ^ (int(high) * 31) ^ (int(total) << 56)) & 0x7FFFFFFFFFFFFFFF
    key = ((key ^ (key >> 31)) * 0x2545F4914F6CDD1D) & 0x7FFFFFFFFFFFFFFF
    return key ^ (key >> 29)


@part
def _rehashed(table: Array, low: Array, high: Array, mines: Array, begin: int, end: int) -> Array:
    larger = np.full(2 * table.shape[0], -1, np.int64)
    for state in range(begin, end):
        at = _scatter(int(low[state]), int(high[state]), int(mines[state])) & (larger.shape[0] - 1)
        while larger[at] >= 0:
            at = (at + 1) & (larger.shape[0] - 1)
        larger[at] = state
    return larger
