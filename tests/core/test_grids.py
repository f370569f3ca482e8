"""Grids: lines, symmetries and neighbours of squares; neighbours, cubes and distances of hexes."""

from __future__ import annotations

from collections import deque

import numpy as np
import pytest

from boardwright.core.grids import EIGHT, FOUR, HexGrid, SquareGrid, cells_in_lines

SYMMETRIES = {
    "Identity": lambda r, c: (r, c),
    "Rot90": lambda r, c: (c, 2 - r),
    "Rot180": lambda r, c: (2 - r, 2 - c),
    "Rot270": lambda r, c: (2 - c, r),
    "FlipH": lambda r, c: (r, 2 - c),
    "FlipV": lambda r, c: (2 - r, c),
    "Diagonal": lambda r, c: (c, r),
    "AntiDiagonal": lambda r, c: (2 - c, 2 - r),
}


def test_three_by_three_has_eight_lines_of_three() -> None:
    lines = {tuple(sorted(line)) for line in SquareGrid(3, 3).lines(3).tolist()}
    rows = {(0, 1, 2), (3, 4, 5), (6, 7, 8)}
    cols = {(0, 3, 6), (1, 4, 7), (2, 5, 8)}
    assert lines == rows | cols | {(0, 4, 8), (2, 4, 6)}
    assert len(SquareGrid(3, 3).lines(3)) == 8


@pytest.mark.parametrize(
    ("marks", "won"),
    [
        ("110220000", set()),
        ("111220000", {0, 1, 2}),
        ("112221112", set()),
        ("121212121", {0, 2, 4, 6, 8}),
    ],
)
def test_the_cells_of_full_lines(marks: str, won: set[int]) -> None:
    cells = np.array([int(mark) for mark in marks], np.uint8)
    assert cells_in_lines(SquareGrid(3, 3).lines_through(3), cells) == won


@pytest.mark.parametrize(
    ("rows", "cols", "length", "count"), [(6, 7, 4, 69), (4, 4, 3, 24), (2, 5, 3, 6), (2, 2, 3, 0)]
)
def test_lines_of_other_boards(rows: int, cols: int, length: int, count: int) -> None:
    assert SquareGrid(rows, cols).lines(length).shape == (count, length)


def test_the_symmetries_come_in_their_order_and_go_where_they_say() -> None:
    grid = SquareGrid(3, 3)
    images = grid.symmetries()
    assert list(images) == list(SYMMETRIES)
    for name, move in SYMMETRIES.items():
        for cell in range(9):
            assert images[name][cell] == grid.at(*move(*grid.place(cell))), name


def test_the_symmetries_of_a_square_are_a_group() -> None:
    every = {tuple(moves.tolist()) for moves in SquareGrid(4, 4).symmetries().values()}
    assert len(every) == 8
    for first in every:
        for second in every:
            assert tuple(second[cell] for cell in first) in every


def test_an_oblong_board_has_four_symmetries() -> None:
    images = SquareGrid(2, 3).symmetries()
    assert list(images) == ["Identity", "Rot180", "FlipH", "FlipV"]
    assert images["Rot180"].tolist() == [5, 4, 3, 2, 1, 0]
    assert images["FlipH"].tolist() == [2, 1, 0, 5, 4, 3]


def test_places_and_cells_of_squares_are_inverse() -> None:
    grid = SquareGrid(3, 5)
    assert [grid.at(*grid.place(cell)) for cell in range(grid.cells)] == list(range(15))
    assert grid.at(3, 0) == grid.at(0, 5) == grid.at(-1, 0) == grid.at(0, -1) == -1


@pytest.mark.parametrize("steps", [EIGHT, FOUR], ids=["eight", "four"])
def test_neighbours_on_squares_are_mutual(steps: tuple[tuple[int, int], ...]) -> None:
    near = SquareGrid(3, 4).neighbours(steps)
    assert near.shape == (12, len(steps))
    pairs = {(cell, int(other)) for cell in range(12) for other in near[cell] if other >= 0}
    assert all((other, cell) in pairs for cell, other in pairs)
    assert sorted(near[5][near[5] >= 0].tolist()) == ([0, 1, 2, 4, 6, 8, 9, 10] if len(steps) == 8 else [1, 4, 6, 9])


def battlefield() -> HexGrid:
    """25 columns by 21 rows, the odd columns one hex shorter."""
    return HexGrid(25, 21, frozenset((col, 20) for col in range(1, 25, 2)))


def test_the_battlefield_has_513_hexes() -> None:
    grid = battlefield()
    assert grid.cells == 513
    assert grid.at(1, 20) == grid.at(25, 0) == -1
    assert [grid.at(*place) for place in grid.places] == list(range(513))


@pytest.mark.parametrize("grid", [HexGrid(6, 5), battlefield()], ids=["full", "battlefield"])
def test_neighbours_on_hexes_are_mutual_and_opposite(grid: HexGrid) -> None:
    near = grid.neighbours()
    for cell in range(grid.cells):
        for direction in range(6):
            other = near[cell, direction]
            if other >= 0:
                assert near[other, (direction + 3) % 6] == cell


def test_the_first_neighbour_is_above_and_the_rest_go_clockwise() -> None:
    grid = HexGrid(3, 3)
    around = [grid.places[cell] for cell in grid.neighbours()[grid.at(1, 1)]]
    assert around == [(1, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)]


def test_cube_coordinates_sum_to_zero_and_differ() -> None:
    cubes = battlefield().cubes()
    assert (cubes.sum(axis=1) == 0).all()
    assert len({tuple(cube) for cube in cubes.tolist()}) == 513


def test_distances_are_the_shortest_walks_on_a_full_board() -> None:
    grid = HexGrid(7, 6)
    near, apart = grid.neighbours(), grid.distances()
    for start in range(grid.cells):
        walked = {start: 0}
        queue = deque([start])
        while queue:
            cell = queue.popleft()
            for other in near[cell]:
                if other >= 0 and int(other) not in walked:
                    walked[int(other)] = walked[cell] + 1
                    queue.append(int(other))
        assert [walked[cell] for cell in range(grid.cells)] == apart[start].tolist()


def test_distances_are_mutual_and_neighbours_are_at_one() -> None:
    grid = battlefield()
    apart, near = grid.distances(), grid.neighbours()
    assert (apart == apart.T).all()
    assert (np.diag(apart) == 0).all()
    assert all(apart[cell, other] == 1 for cell in range(grid.cells) for other in near[cell] if other >= 0)


@pytest.mark.parametrize("side", [4, 5])
def test_a_rhombus_is_the_board_of_hex(side):
    grid = HexGrid.rhombus(side)
    assert grid.cells == side * side
    steps = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))  # of (column, number in it), clockwise from above
    for cell, row in enumerate(grid.neighbours().tolist()):
        i, j = divmod(cell, side)
        around = [(i + di, j + dj) for di, dj in steps]
        assert row == [a * side + b if 0 <= a < side and 0 <= b < side else -1 for a, b in around]


def test_symmetries_of_hexes_keep_neighbours():
    hexagon = HexGrid(5, 5, frozenset({(0, 0), (4, 0), (0, 4), (1, 4), (3, 4), (4, 4)}))
    assert hexagon.cells == 19
    expected = {
        HexGrid.rhombus(4): {"Identity", "Rot180", "Flip60", "Flip150"},
        HexGrid(5, 3): {"Identity", "FlipH"},
        HexGrid(3, 2, frozenset({(1, 0)})): {"Identity", "FlipH"},
    }
    assert len(hexagon.symmetries()) == 12
    for grid in (hexagon, *expected):
        names = set(grid.symmetries())
        assert names == expected.get(grid, names)
        around = [set(row) - {-1} for row in grid.neighbours().tolist()]
        for image in grid.symmetries().values():
            assert sorted(image) == list(range(grid.cells))
            assert all(
                {int(image[other]) for other in around[cell]} == around[image[cell]] for cell in range(grid.cells)
            )


def test_names_of_symmetries_of_hexes_are_what_they_do():
    centre = HexGrid(3, 3, frozenset({(0, 0), (2, 0)}))  # seven hexes around (1, 1)
    above, right = centre.at(1, 0), centre.at(2, 1)
    images = centre.symmetries()
    assert images["Rot60"][above] == right  # upper right
    assert images["FlipV"][above] == centre.at(1, 2)
    assert images["FlipH"][right] == centre.at(0, 1)
    assert images["Flip30"][centre.at(2, 2)] == centre.at(2, 2)  # lower right: on the line
