"""The board geometry: the hexes, the half-turn to the other player's side, zones, walls and objectives."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np

from boardwright.core.errors import ConfigError
from boardwright.core.grids import Cells, HexGrid
from boardwright.core.record import Array
from boardwright.games.skirmish.config import BoardConfig, Edge, Hex, Rectangle, Zone


@cache
def _grid(cols: int, rows: int, missing: frozenset[tuple[int, int]]) -> HexGrid:
    return HexGrid(cols, rows, missing)


def grid_of(board: BoardConfig) -> HexGrid:
    """Return the hexes of a board. It must be symmetric under the half-turn: players see it from their own sides."""
    missing = set()
    for number, entry in enumerate(board.missing_hexes):
        if entry.row >= board.rows:
            raise wrong(f"board.missing_hexes.{number}.row", entry.row, f"< {board.rows}")
        missing |= {(col, entry.row) for col in range(board.cols) if col % 2 == (entry.col_parity == "odd")}
    grid = _grid(board.cols, board.rows, frozenset(missing))
    for col, row in grid.places:
        across = turned_place(board.cols, board.rows, col, row)
        if grid.at(*across) < 0:
            raise wrong("board.missing_hexes", [col, row], f"{list(across)} = rot({[col, row]})")
    return grid


def turned_place(cols: int, rows: int, col: int, row: int) -> tuple[int, int]:
    """Return the image of a hex under the half-turn of the board.

    With an even number of columns, odd columns map to even ones; otherwise odd columns, half a hex lower, turn about a
    centre of their own.
    """
    return cols - 1 - col, rows - 1 - row - (col & 1 if cols & 1 else 0)


def half_turn(grid: HexGrid) -> Cells:
    """Return the image of each cell under the half-turn, an involution, [cells]."""
    turned = [grid.at(*turned_place(grid.cols, grid.rows, col, row)) for col, row in grid.places]
    return np.array(turned, dtype=np.int16)


def zone_cells(grid: HexGrid, zone: Zone, path: str) -> Array:
    """Return the mask of a zone, walls included, [cells]."""
    if isinstance(zone, Rectangle):
        _within(grid, zone, path)
        cells = [
            zone.col_min <= col <= zone.col_max and zone.row_min <= row <= zone.row_max for col, row in grid.places
        ]
    else:
        deepest = grid.rows if zone.edge in {"north", "south"} else grid.cols
        if zone.depth > deepest:
            raise wrong(f"{path}.depth", zone.depth, f"<= {deepest}")
        cells = [_near_edge(grid, zone, col, row) for col, row in grid.places]
    return np.array(cells, dtype=np.uint8)


def marked(grid: HexGrid, hexes: Iterable[Hex], path: str) -> Array:
    """Return the mask of the hexes, which must exist and be distinct, [cells]."""
    mask = np.zeros(grid.cells, np.uint8)
    for number, (col, row) in enumerate(hexes):
        cell = grid.at(col, row)
        if cell < 0:
            raise wrong(f"{path}.{number}", [col, row], f"0 <= col < {grid.cols}, 0 <= row < {grid.rows}, not missing")
        if mask[cell]:
            raise wrong(f"{path}.{number}", [col, row], "!= " + f"{path}.*")
        mask[cell] = 1
    return mask


def flowers(grid: HexGrid, centres: Iterable[Hex], path: str) -> Array:
    """Return the number of each cell's objective, from 1; 0 for none, [cells].

    An objective is a hex and the six around it.
    """
    objectives = np.zeros(grid.cells, np.uint8)
    around = grid.neighbours()
    for number, (col, row) in enumerate(centres):
        centre = grid.at(col, row)
        petals = around[centre] if centre >= 0 else np.array([-1])
        if petals.min() < 0:
            raise wrong(f"{path}.{number}", [col, row], "7 hexes")
        flower = [centre, *petals.tolist()]
        if objectives[flower].any():
            raise wrong(f"{path}.{number}", [col, row], f"not {path}.{int(objectives[flower].max()) - 1}")
        objectives[flower] = number + 1
    return objectives


def wrong(path: str, value: object, expected: str) -> ConfigError:
    """Return the error of a key that does not fit the others."""
    return ConfigError("config_value", path=path, value=repr(value), expected=expected)


def _near_edge(grid: HexGrid, zone: Edge, col: int, row: int) -> bool:
    if zone.edge == "west":
        return col < zone.depth
    if zone.edge == "east":
        return col >= grid.cols - zone.depth
    rows = [r for r in range(grid.rows) if grid.at(col, r) >= 0]
    return row in (rows[: zone.depth] if zone.edge == "north" else rows[-zone.depth :])


def _within(grid: HexGrid, zone: Rectangle, path: str) -> None:
    for axis, size in (("col", grid.cols), ("row", grid.rows)):
        least, most = getattr(zone, f"{axis}_min"), getattr(zone, f"{axis}_max")
        if most >= size:
            raise wrong(f"{path}.{axis}_max", most, f"< {size}")
        if least > most:
            raise wrong(f"{path}.{axis}_min", least, f"<= {path}.{axis}_max = {most}")
