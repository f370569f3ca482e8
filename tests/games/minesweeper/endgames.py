"""Best play when few layouts are left, by brute force: the reference for the solver's endgame search."""

from __future__ import annotations

from functools import cache

import numpy as np

from boardwright.core.record import Array
from boardwright.games.minesweeper.solver.endgame import LOST

from .positions import Position


def wins(shows: Array) -> dict[int, int]:
    """The number of layouts that revealing each cell wins, with best play after it."""
    table = [tuple(row) for row in shows.tolist()]

    def parts(alive: frozenset[int], cell: int) -> dict[int, frozenset[int]]:
        kinds = {table[layout][cell] for layout in alive}
        return {kind: frozenset(layout for layout in alive if table[layout][cell] == kind) for kind in kinds}

    @cache
    def value(alive: frozenset[int]) -> int:
        if len(alive) <= 1:
            return len(alive)
        # A cell that looks the same in all of them tells nothing, and is opened or left at no cost.
        return max(opened(split) for cell in range(shows.shape[1]) if len(split := parts(alive, cell)) > 1)

    def opened(split: dict[int, frozenset[int]]) -> int:
        return sum(value(part) for kind, part in split.items() if kind != LOST)

    everything = frozenset(range(len(table)))
    return {cell: opened(parts(everything, cell)) for cell in range(shows.shape[1])}


def table_of(position: Position, cells: list[int]) -> Array:
    """The code of some cells in each layout."""
    shows = np.empty((len(position.fits), len(cells)), np.uint8)
    for row, mine in enumerate(position.tables):
        padded = np.append(mine, 0)
        shows[row] = [LOST if mine[cell] else padded[position.near[cell]].sum() for cell in cells]
    return shows
