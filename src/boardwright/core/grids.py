"""Square and hex grids as tables: a game puts them in its parameters, where compiled code reads them.

Cells are numbered row by row on squares and in order of (column, row) on hexes. A neighbour off the board is -1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from boardwright.core.compiled.compiler import kernel

Cells = npt.NDArray[np.int16]

EIGHT = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
FOUR = ((-1, 0), (0, -1), (0, 1), (1, 0))


@dataclass(frozen=True)
class SquareGrid:
    """Rows and columns."""

    rows: int
    cols: int

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.rows * self.cols

    def at(self, row: int, col: int) -> int:
        """The cell of a row and a column, -1 off the board."""
        inside = 0 <= row < self.rows and 0 <= col < self.cols
        return row * self.cols + col if inside else -1

    def place(self, cell: int) -> tuple[int, int]:
        """The row and the column of a cell."""
        return divmod(cell, self.cols)

    def neighbours(self, steps: Iterable[tuple[int, int]] = EIGHT) -> Cells:
        """The cell one step away from each cell in each direction, [cells, steps]."""
        steps = tuple(steps)
        table = [[self.at(r + dr, c + dc) for dr, dc in steps] for r, c in map(self.place, range(self.cells))]
        return np.array(table, dtype=np.int16)

    def lines(self, length: int) -> Cells:
        """Every straight line of a length, across, down and diagonal, [lines, length]."""
        lines = []
        for cell in range(self.cells):
            row, col = self.place(cell)
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [self.at(row + dr * i, col + dc * i) for i in range(length)]
                if min(line) >= 0:
                    lines.append(line)
        return np.array(lines, dtype=np.int16).reshape(-1, length)

    def lines_through(self, length: int) -> npt.NDArray[np.uint16]:
        """The lines of a length through each cell, [cells, most, length].

        A cell with fewer lines than another repeats its last one, so that a loop over them needs no test.
        """
        lines = self.lines(length)
        through = [lines[(lines == cell).any(axis=1)] for cell in range(self.cells)]
        most = max(map(len, through))
        table = [own[np.minimum(np.arange(most), len(own) - 1)] for own in through]
        return np.array(table, dtype=np.uint16)

    def symmetries(self) -> dict[str, Cells]:
        """The image of each cell under each symmetry: eight of a square board, four of another rectangle."""
        last_row, last_col = self.rows - 1, self.cols - 1
        moves: dict[str, Callable[[int, int], tuple[int, int]]] = {
            "Identity": lambda r, c: (r, c),
            "Rot90": lambda r, c: (c, last_row - r),
            "Rot180": lambda r, c: (last_row - r, last_col - c),
            "Rot270": lambda r, c: (last_col - c, r),
            "FlipH": lambda r, c: (r, last_col - c),
            "FlipV": lambda r, c: (last_row - r, c),
            "Diagonal": lambda r, c: (c, r),
            "AntiDiagonal": lambda r, c: (last_col - c, last_row - r),
        }
        kept = moves if self.rows == self.cols else {n: moves[n] for n in ("Identity", "Rot180", "FlipH", "FlipV")}
        return {
            name: np.array([self.at(*move(*self.place(cell))) for cell in range(self.cells)], dtype=np.int16)
            for name, move in kept.items()
        }


@kernel
def completes_line(lines: npt.NDArray[np.uint16], cells: npt.NDArray[np.uint8], cell: int) -> bool:
    """Whether some line through a cell (by the table of `lines_through`) has the same value in all its cells."""
    longest = 0
    for line in range(lines.shape[1]):
        same = 0
        for i in range(lines.shape[2]):
            same += int(cells[lines[cell, line, i]] == cells[cell])
        longest = max(longest, same)
    return bool(longest == lines.shape[2])


def cells_in_lines(lines: npt.NDArray[np.uint16], cells: npt.NDArray[np.uint8]) -> frozenset[int]:
    """The cells of all lines (by the table of `lines_through`) with one value in all their cells, 0 being none.

    For views: it marks the line that won.
    """
    table = lines.reshape(-1, lines.shape[-1])
    values = cells[table]
    full = (values == values[:, :1]).all(axis=1) & (values[:, 0] != 0)
    return frozenset(np.unique(table[full]).tolist())


@dataclass(frozen=True)
class HexGrid:
    """Flat-top hexes in odd-q offset (odd columns half a hex lower), some of which may be missing."""

    cols: int
    """The number of columns."""

    rows: int
    """The number of rows that the columns are laid out over."""

    missing: frozenset[tuple[int, int]] = frozenset()
    """The (column, row) of each place without a hex."""

    @classmethod
    def rhombus(cls, side: int) -> HexGrid:
        """The board of Hex: `side` columns of `side` hexes, each column half a hex lower than the one before.

        The cell of number `j` in column `i` is `i * side + j`.
        """
        rows = side + (side - 1) // 2
        missing = {(i, row) for i in range(side) for row in range(rows) if not 0 <= row - i // 2 < side}
        return cls(side, rows, frozenset(missing))

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """The (column, row) of each cell, in the order of cells."""
        every = ((c, r) for c in range(self.cols) for r in range(self.rows))
        return tuple(place for place in every if place not in self.missing)

    @cached_property
    def _cell(self) -> dict[tuple[int, int], int]:
        return {place: cell for cell, place in enumerate(self.places)}

    @property
    def cells(self) -> int:
        """The number of hexes."""
        return len(self.places)

    def at(self, col: int, row: int) -> int:
        """The cell of a column and a row, -1 where there is no hex."""
        return self._cell.get((col, row), -1)

    def cubes(self) -> npt.NDArray[np.int16]:
        """Cube coordinates (x, y, z) of each cell, [cells, 3]."""
        cubes = []
        for c, r in self.places:
            z = r - (c - (c & 1)) // 2
            cubes.append((c, -c - z, z))
        return np.array(cubes, dtype=np.int16)

    def neighbours(self) -> Cells:
        """The six neighbours of each hex, clockwise from the one above, [cells, 6]."""
        even = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
        odd = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
        table = [[self.at(c + dc, r + dr) for dc, dr in (odd if c & 1 else even)] for c, r in self.places]
        return np.array(table, dtype=np.int16)

    def distances(self) -> npt.NDArray[np.uint8]:
        """Steps between every two hexes of an empty board, [cells, cells]."""
        cubes = self.cubes().astype(np.int32)
        apart: npt.NDArray[np.uint8] = np.abs(cubes[:, None, :] - cubes[None, :, :]).max(axis=2).astype(np.uint8)
        return apart

    def symmetries(self) -> dict[str, Cells]:
        """The image of each cell under each turn and reflection that maps the board to itself, at most twelve.

        `Rot60` turns clockwise. `Flip30` reflects in a line 30 degrees clockwise of the horizontal one, `FlipV` in the
        horizontal and `FlipH` in the vertical line.
        """
        cubes = self.cubes()
        where = {tuple(cube): cell for cell, cube in enumerate(cubes.tolist())}
        images: dict[str, Cells] = {}
        for flip, names in ((False, _TURNS), (True, _FLIPS)):
            turned = cubes[:, (0, 2, 1)] if flip else cubes
            for name in names:
                moved = (turned - turned.min(axis=0) + cubes.min(axis=0)).tolist()
                cells = [where.get(tuple(cube), -1) for cube in moved]
                if min(cells) >= 0:
                    images[name] = np.array(cells, dtype=np.int16)
                turned = -turned[:, (2, 0, 1)]
        return images


_TURNS = ("Identity", "Rot60", "Rot120", "Rot180", "Rot240", "Rot300")
_FLIPS = ("FlipV", "Flip30", "Flip60", "FlipH", "Flip120", "Flip150")
