"""Which cell to open when nothing is certain: by the ratios that single numbers give, or by any other risk."""

from __future__ import annotations

from typing import Final

from boardwright.core import dice
from boardwright.core.compiled.compiler import part
from boardwright.core.record import Array
from boardwright.games.minesweeper.solver.deduction import HIDDEN, MINE, SAFE, UNKNOWN, need_of

NONE: Final = -1


@part
def first_safe(shown: Array, known: Array) -> int:
    """The first cell that is known to be safe."""
    for cell in range(shown.shape[0]):
        if shown[cell] >= HIDDEN and known[cell] == SAFE:
            return cell
    return NONE


@part
def local_ratios(near: Array, shown: Array, mines: int, known: Array, ratios: Array) -> None:
    """A rough risk for each undecided cell: the worst share of mines that a number beside it tells of.

    A cell beside no number takes the share of mines among all undecided cells.
    """
    undecided, found = 0, 0
    for cell in range(shown.shape[0]):
        ratios[cell] = -1.0
        if shown[cell] >= HIDDEN:
            undecided += int(known[cell] == UNKNOWN)
            found += int(known[cell] == MINE)
    for cell in range(shown.shape[0]):
        if shown[cell] < HIDDEN:
            need, open_cells = need_of(near, shown, known, cell)
            for k in range(8):
                other = int(near[cell, k])
                if open_cells > 0 and other >= 0 and shown[other] >= HIDDEN and known[other] == UNKNOWN:
                    ratios[other] = max(ratios[other], need / open_cells)
    for cell in range(shown.shape[0]):
        if shown[cell] >= HIDDEN and known[cell] == UNKNOWN and ratios[cell] < 0.0:
            ratios[cell] = (mines - found) / undecided


@part
def smallest(shown: Array, known: Array, values: Array, bits: int) -> int:
    """The undecided cell with the smallest value, one of them at random; a hidden one, if all are decided."""
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
