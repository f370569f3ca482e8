"""The choice of a cell when none is proved safe: by local mine ratios of single numbers, or by any other risk."""

from __future__ import annotations

from typing import Final

from boardwright.core import dice
from boardwright.core.compiled.compiler import part
from boardwright.core.record import Array
from boardwright.games.minesweeper.cells import HIDDEN
from boardwright.games.minesweeper.solver.deduction import MINE, SAFE, UNKNOWN, need_of

NONE: Final = -1


@part
def first_safe(shown: Array, known: Array) -> int:
    """Return the first cell proved safe."""
    for cell in range(shown.shape[0]):
        if shown[cell] >= HIDDEN and known[cell] == SAFE:
            return cell
    return NONE


@part
def local_ratios(near: Array, shown: Array, mines: int, known: Array, ratios: Array) -> None:
    """Estimate the risk of each undecided cell: the highest mine ratio of a number beside it.

    A cell beside no number gets the mine ratio of all undecided cells.
    """
    undecided, certain = 0, 0
    for cell in range(shown.shape[0]):
        ratios[cell] = -1.0
        if shown[cell] >= HIDDEN:
            undecided += int(known[cell] == UNKNOWN)
            certain += int(known[cell] == MINE)
    for cell in range(shown.shape[0]):
        if shown[cell] < HIDDEN:
            need, open_cells = need_of(near, shown, known, cell)
            for k in range(8):
                other = int(near[cell, k])
                if open_cells > 0 and other >= 0 and shown[other] >= HIDDEN and known[other] == UNKNOWN:
                    ratios[other] = max(ratios[other], need / open_cells)
    for cell in range(shown.shape[0]):
        if shown[cell] >= HIDDEN and known[cell] == UNKNOWN and ratios[cell] < 0.0:
            ratios[cell] = (mines - certain) / undecided


@part
def smallest(shown: Array, known: Array, values: Array, bits: int) -> int:
    """Return the undecided cell with the smallest value, ties at random; any hidden cell if all are decided."""
    best, ties = NONE, 0
    for cell in range(shown.shape[0]):
        if shown[cell] < HIDDEN or known[cell] != UNKNOWN:
            continue
        if best == NONE or values[cell] < values[best] - 1e-12:
            best, ties = cell, 1
        elif values[cell] <= values[best] + 1e-12:
            ties += 1
            bits = dice.mix(bits)
            if dice.below(bits, ties) == 0:
                best = cell
    if best == NONE:
        for cell in range(shown.shape[0]):
            if shown[cell] >= HIDDEN:
                return cell
    return best
