"""Exhaustive endgame search when few layouts are left: the cell whose reveal wins the most layouts.

The information set is the set of layouts still possible. Revealing a cell splits it by the number revealed, and drops
the layouts with a mine there. The value of a set is the number of its layouts that best play wins.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from boardwright.core import dice
from boardwright.core.compiled.compiler import part
from boardwright.core.record import Array
from boardwright.games.minesweeper.cells import HIDDEN
from boardwright.games.minesweeper.solver.boxes import arrange, gather
from boardwright.games.minesweeper.solver.deduction import MINE, UNKNOWN

LOST: Final = 9
"""The code of a mine in the table of cells by layout."""

UNDECIDED: Final = -1
"""The search was abandoned: too many layouts, or too many positions."""


@part
def layouts(  # noqa: PLR0912 - a walk with its own stack
    near: Array, shown: Array, mines: int, known: Array, most: int
) -> tuple[int, Array, Array]:
    """Enumerate the layouts that fit: their count, the undecided cells, and the code of each cell in each layout.

    The count is UNDECIDED with more than `most` layouts, or without an undecided cell.
    """
    box_of, size, beside, count, need, room, _, _ = gather(near, shown, known)
    order, _ = arrange(size, beside, count, room)
    cells = np.empty(shown.shape[0], np.int64)
    rank = np.full(shown.shape[0], -1, np.int64)
    for place in range(order.shape[0]):
        rank[order[place]] = place
    total, left = 0, mines
    for cell in range(shown.shape[0]):
        if shown[cell] >= HIDDEN:
            left -= int(known[cell] == MINE)
            if known[cell] == UNKNOWN:
                # In the order of the boxes, so that contradictions prune early; cells beside no number last.
                at = total
                mine = rank[box_of[cell]] if box_of[cell] >= 0 else shown.shape[0]
                while at > 0 and mine < (rank[box_of[cells[at - 1]]] if box_of[cells[at - 1]] >= 0 else shown.shape[0]):
                    cells[at] = cells[at - 1]
                    at -= 1
                cells[at] = cell
                total += 1
    cells = cells[:total]
    if total == 0:
        return UNDECIDED, cells, np.empty((0, 0), np.uint8)
    chosen = np.zeros(total, np.int64)
    shows = np.empty((most, total), np.uint8)
    lies = np.zeros(shown.shape[0], np.uint8)
    for cell in range(shown.shape[0]):
        lies[cell] = int(shown[cell] >= HIDDEN and known[cell] == MINE)
    fitting, at, steps = 0, 0, 0
    chosen[0] = -1
    while at >= 0:
        # Each cell is tried without a mine, then with one; -1 means not tried.
        steps += 1
        if steps > 200 * most:
            return UNDECIDED, cells, shows
        cell = cells[at]
        box = box_of[cell]
        if chosen[at] >= 0:
            left += chosen[at]
            for i in range(count[box] if box >= 0 else 0):
                need[beside[box, i]] += chosen[at]
                room[beside[box, i]] += 1
            lies[cell] = 0
        chosen[at] += 1
        if chosen[at] > 1:
            at -= 1
            continue
        fits = True
        left -= chosen[at]
        lies[cell] = chosen[at]
        for i in range(count[box] if box >= 0 else 0):
            witness = beside[box, i]
            need[witness] -= chosen[at]
            room[witness] -= 1
            fits = fits and 0 <= need[witness] <= room[witness]
        if not fits or left < 0 or left > total - at - 1:
            continue
        if at + 1 < total:
            at += 1
            chosen[at] = -1
            continue
        if fitting == most:
            return UNDECIDED, cells, shows
        for place in range(total):
            number = 0
            for k in range(8):
                other = int(near[cells[place], k])
                number += int(other >= 0 and lies[other] == 1)
            shows[fitting, place] = LOST if lies[cells[place]] == 1 else number
        fitting += 1
    return fitting, cells, shows[:fitting]


@part
def survey(shows: Array, pool: Array, begin: int, end: int, mined: Array, kinds: Array) -> int:
    """Count for each cell the layouts of a set with a mine there, and the different numbers it may have.

    Returns the safe cell with the most different numbers, -1 if none is safe and informative.
    """
    free = -1
    for cell in range(shows.shape[1]):
        seen = 0
        mined[cell] = 0
        for at in range(begin, end):
            shown = int(shows[pool[at], cell])
            if shown == LOST:
                mined[cell] += 1
            else:
                seen |= 1 << shown
        kinds[cell] = 0
        while seen:
            kinds[cell] += seen & 1
            seen >>= 1
        if mined[cell] == 0 and kinds[cell] > 1 and (free < 0 or kinds[cell] > kinds[free]):
            free = cell
    return free


@part
def promising(mined: Array, kinds: Array, alive: int) -> int:
    """Return the informative cell not tried yet (`mined` below 0 if tried) that is a mine in the fewest layouts."""
    best = -1
    for cell in range(mined.shape[0]):
        if mined[cell] < 0 or mined[cell] >= alive or (kinds[cell] <= 1 and mined[cell] == 0):
            continue
        if best < 0 or mined[cell] < mined[best] or (mined[cell] == mined[best] and kinds[cell] > kinds[best]):
            best = cell
    return best


@part
def best_opening(shows: Array, budget: int) -> tuple[int, int]:  # noqa: PLR0915 - a walk with its own stack
    """Return the cell (by its index) whose reveal wins the most layouts, and their count; UNDECIDED beyond the budget.

    An explicit stack replaces recursion, which cached compiled code does not support.
    """
    count, cells = shows.shape
    depth = cells + 2
    keys = np.empty(count, np.int64)
    bits = 1
    for layout in range(count):
        bits = dice.mix(bits)
        keys[layout] = bits
    pool = np.empty((depth + 1) * count, np.int64)
    for layout in range(count):
        pool[layout] = layout
    memo_keys, memo_values = np.zeros(1 << 14, np.int64), np.zeros(1 << 14, np.int64)
    mined, kinds = np.empty((depth, cells), np.int64), np.empty((depth, cells), np.int64)
    begin, end = np.zeros(depth + 1, np.int64), np.zeros(depth + 1, np.int64)
    key, free, cell = np.zeros(depth, np.int64), np.zeros(depth, np.int64), np.zeros(depth, np.int64)
    number, value, promise = np.zeros(depth, np.int64), np.zeros(depth, np.int64), np.zeros(depth, np.int64)
    best = np.zeros(depth, np.int64)
    end[0] = count
    level, entering, answer, choice = 0, True, 0, 0
    while level >= 0:
        alive = end[level] - begin[level]
        if entering:
            # First visit of a set.
            entering = False
            this = 0
            for at in range(begin[level], end[level]):
                this ^= keys[pool[at]]
            known = memo_keys[this & 16383] == this
            if alive <= 1 or known:
                answer = alive if alive <= 1 else memo_values[this & 16383]
                level -= 1
                continue
            budget -= 1
            if budget <= 0 or level + 1 >= depth:
                return UNDECIDED, UNDECIDED
            key[level], best[level] = this, 0
            free[level] = survey(shows, pool, begin[level], end[level], mined[level], kinds[level])
            cell[level] = free[level] if free[level] >= 0 else promising(mined[level], kinds[level], alive)
            number[level], value[level], promise[level] = -1, 0, alive - mined[level, cell[level]]
        else:
            # Back from a subset: `answer` of its layouts are won.
            value[level] += answer
            promise[level] -= (end[level + 1] - begin[level + 1]) - answer
        going = False
        while number[level] < 8 and promise[level] > best[level] and not going:
            number[level] += 1
            to = end[level]
            for at in range(begin[level], end[level]):
                if shows[pool[at], cell[level]] == number[level]:
                    pool[to] = pool[at]
                    to += 1
            if to > end[level]:
                begin[level + 1], end[level + 1] = end[level], to
                going = True
        if going:
            level += 1
            entering = True
            continue
        if promise[level] > best[level]:
            best[level] = value[level]
            if level == 0:
                choice = cell[0]
        # The next candidate, unless this one was free or no other can do better.
        mined[level, cell[level]] = -1
        following = promising(mined[level], kinds[level], alive) if free[level] < 0 else -1
        if following >= 0 and alive - mined[level, following] > best[level]:
            cell[level], number[level], value[level] = following, -1, 0
            promise[level] = alive - mined[level, following]
            # No answer yet: start with the first number of the new candidate.
            begin[level + 1], end[level + 1], answer = 0, 0, 0
            continue
        memo_keys[key[level] & 16383], memo_values[key[level] & 16383] = key[level], best[level]
        answer = best[level]
        level -= 1
    return choice, answer
