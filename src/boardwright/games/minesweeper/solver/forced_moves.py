"""The seed's `forced_moves`: what single numbers prove of one board, for Python to call without a game."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from boardwright.core.compiled.compiler import uncompiled
from boardwright.core.grids import Cells, SquareGrid
from boardwright.core.record import Array
from boardwright.games.minesweeper.solver.deduction import HIDDEN, SAFE, UNKNOWN, deduce

_deduce = uncompiled(deduce)


def forced_moves(observation: Array) -> list[tuple[str, int]]:
    """All moves that the two rules of single numbers prove right: ("reveal" or "flag", cell), in the order of cells.

    `observation` is one row of the game's observations. The rules are repeated until nothing follows, and the mines
    they go by are those they found: a player's flags prove nothing. A cell that is flagged already is left out, since
    to flag it again would lift the flag. An empty list says that these rules do not suffice.
    """
    rows, cols = observation["cells"].shape[-2:]
    shown = np.ascontiguousarray(observation["cells"]).reshape(rows * cols)
    known = np.zeros(shown.size, np.uint8)
    _deduce(_neighbours(rows, cols), shown, known, False)
    found = np.flatnonzero((known != UNKNOWN) & (shown == HIDDEN))
    return [("reveal" if known[cell] == SAFE else "flag", int(cell)) for cell in found]


@lru_cache(maxsize=64)
def _neighbours(rows: int, cols: int) -> Cells:
    return SquareGrid(rows, cols).neighbours()
