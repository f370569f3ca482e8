"""What search asks of the game: the cells that can be revealed."""

from __future__ import annotations

from boardwright.core.record import Array, Record
from boardwright.games.minesweeper.solver.deduction import HIDDEN


def candidates(p: Record, w: Record, s: Record, out: Array) -> int:
    """Cells to reveal. A flag changes nothing that matters."""
    count = 0
    for cell in range(s.shown.shape[0]):
        if s.shown[cell] >= HIDDEN:
            out[count] = cell
            count += 1
    return count
