"""Candidate actions for search: the cells that can be revealed."""

from __future__ import annotations

from boardwright.core.record import Array, Record
from boardwright.games.minesweeper.cells import HIDDEN


def candidates(p: Record, w: Record, s: Record, out: Array) -> int:
    """Write the cells to reveal. Flags are left out: they do not change the outcome."""
    count = 0
    for cell in range(s.shown.shape[0]):
        if s.shown[cell] >= HIDDEN:
            out[count] = cell
            count += 1
    return count
