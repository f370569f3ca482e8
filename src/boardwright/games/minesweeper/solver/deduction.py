"""Sound deductions from single numbers and from pairs of numbers: the cheap part of inference.

Works on observations: `shown` holds one byte a cell (0 to 8 for a revealed number, at least HIDDEN otherwise) and
`near` the neighbours of each cell in the order of `grids.EIGHT`, -1 off the board. Flags are no evidence: every hidden
cell is unknown. `known` collects the verdicts on hidden cells.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from boardwright.core.compiled.compiler import part
from boardwright.core.grids import EIGHT
from boardwright.core.record import Array
from boardwright.games.minesweeper.cells import HIDDEN

UNKNOWN: Final = 0
MINE: Final = 1
SAFE: Final = 2

OFFSETS: Final = tuple((row, col) for row in range(-2, 3) for col in range(-2, 3) if (row, col) != (0, 0))
"""Offsets between two numbers that share neighbours: the opposite of the i-th is the (23 - i)-th."""


def _overlaps() -> npt.NDArray[np.uint8]:
    """Return for each offset and each bit set of a number's neighbours the same cells as neighbours of the other."""
    table = np.zeros((len(OFFSETS), 256), np.uint8)
    for at, (row, col) in enumerate(OFFSETS):
        for k, (down, right) in enumerate(EIGHT):
            moved = (row + down, col + right)
            if moved in EIGHT:
                has = (np.arange(256) >> k & 1).astype(np.uint8)
                table[at] |= has << EIGHT.index(moved)
    return table


def _paths() -> npt.NDArray[np.int64]:
    """Return each offset as one or two steps that stay on the board; -1 for no second step."""

    def one(step: int) -> int:
        return max(-1, min(1, step))

    steps = [((one(row), one(col)), (row - one(row), col - one(col))) for row, col in OFFSETS]
    return np.array([[EIGHT.index(a), EIGHT.index(b) if b in EIGHT else -1] for a, b in steps], np.int64)


OVERLAP: Final = _overlaps()
PATHS: Final = _paths()
BITS: Final = np.array([bin(mask).count("1") for mask in range(256)], np.int64)


@part
def quick_safe(shown: Array, rows: int, cols: int) -> int:
    """Return a cell that the two single-number rules prove safe, -1 if there is none.

    Until a safe cell is known, only a number equal to its hidden neighbours proves mines; so two sweeps over the board
    suffice for the first safe cells. A margin around the board saves bounds tests.
    """
    wide = cols + 2
    inner = rows * wide - 2
    hidden, number = np.zeros((rows + 2) * wide, np.uint8), np.full((rows + 2) * wide, 255, np.uint8)
    for row in range(rows):
        here, hides, tells = shown[row * cols :], hidden[(row + 1) * wide + 1 :], number[(row + 1) * wide + 1 :]
        for col in range(cols):
            hides[col] = here[col] >= HIDDEN
            tells[col] = here[col] if here[col] < HIDDEN else 255
    around, full = np.zeros((rows + 2) * wide, np.uint8), np.zeros((rows + 2) * wide, np.uint8)
    mine = np.zeros((rows + 2) * wide, np.uint8)
    middle = wide + 1
    _add_around(hidden, wide, around[middle:])
    numbers, sums, fulls = number[middle:], around[middle:], full[middle:]
    for i in range(inner):
        fulls[i] = numbers[i] == sums[i]
    _add_around(full, wide, mine[middle:])
    hides, mines = hidden[middle:], mine[middle:]
    for i in range(inner):
        mines[i] = hides[i] & (mines[i] > 0)
    _add_around(mine, wide, fulls)
    for i in range(inner):
        if fulls[i] == numbers[i] and sums[i] > numbers[i]:
            at = i + middle
            for j in (at - wide - 1, at - wide, at - wide + 1, at - 1, at + 1, at + wide - 1, at + wide, at + wide + 1):
                if hidden[j] != 0 and mine[j] == 0:
                    return (j // wide - 1) * cols + j % wide - 1
    return -1


@part
def _add_around(values: Array, wide: int, out: Array) -> None:
    # Eight shifted views of the same rows: the compiler vectorises indices that only increase from 0.
    a, b, c = values[0:], values[1:], values[2:]
    d, e = values[wide:], values[wide + 2 :]
    f, g, h = values[2 * wide :], values[2 * wide + 1 :], values[2 * wide + 2 :]
    for i in range(h.shape[0]):
        out[i] = a[i] + b[i] + c[i] + d[i] + e[i] + f[i] + g[i] + h[i]


@part
def witnesses(near: Array, shown: Array, known: Array, index: Array, cells: Array, need: Array, mask: Array) -> int:
    """List the numbers with undecided neighbours: their cells, the mines they need, and those neighbours as bits.

    `index` maps a cell to its number in the list, -1 for none. Returns the length of the list.
    """
    count = 0
    for cell in range(shown.shape[0]):
        index[cell] = -1
        if shown[cell] >= HIDDEN:
            continue
        left, undecided = int(shown[cell]), 0
        for k in range(8):
            other = near[cell, k]
            if other >= 0 and shown[other] >= HIDDEN:
                if known[other] == UNKNOWN:
                    undecided |= 1 << k
                elif known[other] == MINE:
                    left -= 1
        if undecided != 0:
            index[cell], cells[count], need[count], mask[count] = count, cell, left, undecided
            count += 1
    return count


@part
def decide(
    near: Array, known: Array, index: Array, need: Array, mask: Array, cell: int, chosen: int, verdict: int
) -> int:
    """Give a verdict on chosen neighbours (bits) of a cell and update the numbers beside them. Returns their count."""
    for k in range(8):
        if chosen >> k & 1:
            other = near[cell, k]
            known[other] = verdict
            for j in range(8):
                beside = near[other, j]
                if beside >= 0 and index[beside] >= 0:
                    witness = index[beside]
                    mask[witness] &= ~(1 << (7 - j))
                    need[witness] -= int(verdict == MINE)
    return int(BITS[chosen])


@part
def singles(near: Array, known: Array, index: Array, cells: Array, need: Array, mask: Array, count: int) -> int:
    """Apply the two single-number rules until nothing follows. Returns the number of new safe cells.

    No mine left to find: the other neighbours are safe. As many undecided neighbours as mines left: all are mines.
    """
    safe, changed = 0, True
    while changed:
        changed = False
        for a in range(count):
            if mask[a] == 0:
                continue
            if need[a] == 0:
                safe += decide(near, known, index, need, mask, cells[a], mask[a], SAFE)
                changed = True
            elif need[a] == BITS[mask[a]]:
                decide(near, known, index, need, mask, cells[a], mask[a], MINE)
                changed = True
    return safe


@part
def pairs(
    near: Array, known: Array, index: Array, cells: Array, need: Array, mask: Array, count: int
) -> tuple[int, bool]:
    """Apply the two-number rule once. Returns the number of new safe cells, and whether any verdict is new.

    Where B needs so many more mines than A that all its cells outside A must be mines, those are mines, and the cells
    of A outside B are safe.
    """
    safe, changed = 0, False
    for a in range(count):
        for at in range(24):
            if mask[a] == 0:
                break
            other = near[cells[a], PATHS[at, 0]]
            if other >= 0 and PATHS[at, 1] >= 0:
                other = near[other, PATHS[at, 1]]
            if other < 0 or index[other] < 0:
                continue
            b = index[other]
            shared = mask[a] & OVERLAP[at, mask[b]]
            if shared == 0 or need[b] - need[a] != BITS[mask[b]] - BITS[shared]:
                continue
            outside_a = mask[b] & ~int(OVERLAP[23 - at, mask[a]])
            outside_b = mask[a] & ~shared
            if outside_a == 0 and outside_b == 0:
                continue
            if outside_a != 0:
                decide(near, known, index, need, mask, other, outside_a, MINE)
            if outside_b != 0:
                safe += decide(near, known, index, need, mask, cells[a], outside_b, SAFE)
            changed = True
    return safe, changed


@part
def deduce(near: Array, shown: Array, known: Array, two_numbers: bool) -> int:
    """Apply the rules for single numbers, optionally pairs, until nothing follows. Returns the count of safe cells."""
    size = shown.shape[0]
    index, cells = np.empty(size, np.int64), np.empty(size, np.int64)
    need, mask = np.empty(size, np.int64), np.empty(size, np.int64)
    count = witnesses(near, shown, known, index, cells, need, mask)
    safe = singles(near, known, index, cells, need, mask, count)
    changed = two_numbers
    while changed:
        more, changed = pairs(near, known, index, cells, need, mask, count)
        safe += more
        if changed:
            safe += singles(near, known, index, cells, need, mask, count)
    return safe


@part
def need_of(near: Array, shown: Array, known: Array, cell: int) -> tuple[int, int]:
    """Return the mines left among the undecided neighbours of a revealed number, and the count of these neighbours."""
    need, open_cells = int(shown[cell]), 0
    for k in range(8):
        other = near[cell, k]
        if other >= 0 and shown[other] >= HIDDEN:
            if known[other] == MINE:
                need -= 1
            elif known[other] == UNKNOWN:
                open_cells += 1
    return need, open_cells
