"""What a client draws: the marks, and a cell to click for each legal action."""

from __future__ import annotations

from boardwright.core.game import Game
from boardwright.core.grids import SquareGrid
from boardwright.core.record import Array
from boardwright.core.view import Board, Cell, Piece, Scene
from boardwright.games.tic_tac_toe.rules import CROSS, EMPTY


def scene(game: Game, state: Array, player: int) -> Scene:
    """Both players see everything."""
    size = game.config["size"]
    grid = SquareGrid(size, size)
    cells = tuple(Cell(row=row, col=col) for row, col in map(grid.place, range(grid.cells)))
    pieces = tuple(
        Piece(cell=cell, kind="mark", owner=0 if mark == CROSS else 1, symbol="X" if mark == CROSS else "O")
        for cell, mark in enumerate(state["cells"][0])
        if mark != EMPTY
    )
    board = Board(kind="square", rows=size, cols=size, cells=cells, pieces=pieces)
    return Scene(board=board, targets={cell: (cell,) for cell in range(grid.cells)})
