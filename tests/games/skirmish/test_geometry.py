"""The board and its tables: hexes, half-turn, zones, walls, objectives, distance and sight."""

from __future__ import annotations

import numpy as np
import pytest

from boardwright.core.grids import HexGrid
from boardwright.games.skirmish import sight
from boardwright.games.skirmish.config import BoardConfig
from boardwright.games.skirmish.geometry import grid_of, turned_place

from .scenarios import BOARDS, load, tables


@pytest.mark.parametrize(
    ("board", "hexes", "zone", "pool", "walls", "objectives"),
    [("large", 513, 150, 148, 36, 5), ("small", 137, 39, 39, 4, 3)],
    ids=BOARDS[::-1],
)
def test_the_shipped_boards_are_those_of_the_rules(
    board: str, hexes: int, zone: int, pool: int, walls: int, objectives: int
) -> None:
    made = tables(load(board))
    assert made.grid.cells == hexes
    assert made.zones.sum(axis=1).tolist() == [zone, zone]
    assert [len(item) for item in made.pools] == [pool, pool]
    assert int(made.walls.sum()) == walls
    assert np.bincount(made.objectives)[1:].tolist() == [7] * objectives


def test_specification_001_row_20_has_no_hex_in_odd_columns() -> None:
    grid = tables(load("large")).grid
    assert [col for col in range(25) if grid.at(col, 20) < 0] == list(range(1, 25, 2))
    assert all(grid.at(col, row) >= 0 for col in range(25) for row in range(20))


@pytest.mark.parametrize("board", BOARDS)
def test_the_half_turn_keeps_the_board_the_walls_the_objectives_and_swaps_the_zones(board: str) -> None:
    made = tables(load(board))
    turn = made.turned[1]
    assert (turn[turn] == np.arange(made.grid.cells)).all()
    assert (made.walls[turn] == made.walls).all()
    assert ((made.objectives[turn] != 0) == (made.objectives != 0)).all()
    assert (made.zones[0][turn] == made.zones[1]).all()
    assert (made.slots[1] == np.where(made.slots[0] < 0, -1, turn[made.slots[0]])).all()


def test_the_half_turn_is_that_of_the_rules() -> None:
    assert turned_place(25, 21, 0, 0) == (24, 20)
    assert turned_place(25, 21, 3, 5) == (21, 14)


def test_a_board_with_an_even_number_of_columns_turns_too() -> None:
    grid = grid_of(BoardConfig(cols=4, rows=3, missing_hexes=[], wall_hexes=[]))
    around = grid.neighbours()
    turn = [grid.at(*turned_place(4, 3, *place)) for place in grid.places]
    for cell in range(grid.cells):
        beside = {turn[other] for other in around[cell].tolist() if other >= 0}
        assert beside == {other for other in around[turn[cell]].tolist() if other >= 0}


@pytest.mark.parametrize("board", BOARDS)
def test_neighbours_are_what_is_at_distance_one(board: str) -> None:
    p = load(board).params[0]
    for cell in range(p["near"].shape[0]):
        beside = sorted(other for other in p["near"][cell].tolist() if other >= 0)
        assert beside == np.flatnonzero(p["apart"][cell] == 1).tolist()


@pytest.mark.parametrize("board", BOARDS)
def test_sight_is_symmetric_and_the_same_after_a_half_turn(board: str) -> None:
    game = load(board)
    seen, turn = game.params["sight"][0], tables(game).turned[1]
    assert (seen == seen.T).all()
    assert (seen[turn][:, turn] == seen).all()
    assert set(np.unique(seen)) == {sight.HIDDEN, sight.COVER, sight.CLEAR}


def straight_line(grid: HexGrid, walls: np.ndarray, start: int, end: int, side: int) -> bool:
    """Whether one line is blocked, worked out with fractions one sample at a time: slow, and written apart."""
    from fractions import Fraction

    first, last = (grid.cubes()[cell].tolist() for cell in (start, end))
    steps = max(abs(a - b) for a, b in zip(first, last))
    aside = [Fraction(side * item, 1000) for item in (1, 2, -3)]
    for step in range(1, steps):
        point = [a + e + Fraction((b - a) * step, steps) for a, b, e in zip(first, last, aside)]
        near = [round(item) for item in point]
        off = [abs(n - p) for n, p in zip(near, point)]
        worst = off.index(max(off))
        near[worst] = -sum(near[i] for i in range(3) if i != worst)
        col, z = near[0], near[2]
        cell = grid.at(col, z + (col - (col & 1)) // 2)
        if cell < 0 or walls[cell]:
            return True
    return False


@pytest.mark.parametrize("board", BOARDS)
def test_sight_is_two_lines_in_exact_arithmetic(board: str) -> None:
    game = load(board)
    made, seen = tables(game), game.params["sight"][0]
    rng = np.random.default_rng(1)
    for start, end in rng.integers(made.grid.cells, size=(300, 2)).tolist():
        blocked = sum(straight_line(made.grid, made.walls, start, end, side) for side in (1, -1))
        assert seen[start, end] == sight.CLEAR - blocked, (made.grid.places[start], made.grid.places[end])


def test_a_wall_hides_what_is_straight_behind_it_and_covers_what_is_beside_that() -> None:
    game = load("small")
    at, seen = tables(game).grid.at, game.params["sight"][0]
    assert seen[at(4, 2), at(4, 4)] == sight.HIDDEN
    assert seen[at(4, 3), at(4, 4)] == sight.CLEAR, "a wall at the end of a line is seen"
    assert seen[at(0, 0), at(0, 10)] == sight.CLEAR


def test_tables_are_made_once() -> None:
    made = tables(load("large"))
    fresh = sight.sight(made.grid, made.walls)
    again = sight.tables(made.grid, made.walls)
    assert again[2] is sight.tables(made.grid, made.walls)[2]
    assert (again[2] == fresh).all()
