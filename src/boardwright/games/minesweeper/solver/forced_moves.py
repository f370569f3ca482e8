"""`forced_moves` of the specification: deductions from single numbers on one board, callable without a game."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from boardwright.core.compiled.compiler import uncompiled
from boardwright.core.grids import Cells, SquareGrid
from boardwright.core.record import Array
from boardwright.games.minesweeper.cells import HIDDEN
from boardwright.games.minesweeper.solver.deduction import SAFE, UNKNOWN, deduce

_deduce = uncompiled(deduce)


def forced_moves(observation: Array) -> list[tuple[str, int]]:
    """Return the moves that the two single-number rules prove: ("reveal" or "flag", cell), in the order of cells.

    `observation` is one row of the game's observations. The rules are repeated until nothing follows. They use only
    mines that they proved themselves: a player's flags prove nothing. Flagged cells are left out, since flagging again
    would lift the flag. An empty list means that these rules do not suffice.
    """
    rows, cols = observation["cells"].shape[-2:]
    shown = np.ascontiguousarray(observation["cells"]).reshape(rows * cols)
    known = np.zeros(shown.size, np.uint8)
    _deduce(_neighbours(rows, cols), shown, known, False)
    cells = np.flatnonzero((known != UNKNOWN) & (shown == HIDDEN))
    return [("reveal" if known[cell] == SAFE else "flag", int(cell)) for cell in cells]


@lru_cache(maxsize=64)
def _neighbours(rows: int, cols: int) -> Cells:
    return SquareGrid(rows, cols).neighbours()
