"""The scene that clients draw: the marks, and the cell to click for each legal action."""

from __future__ import annotations

from boardwright.core.game import Game
from boardwright.core.grids import cells_in_lines
from boardwright.core.record import Array
from boardwright.core.view import Piece, Scene, square_board
from boardwright.core.words import Word
from boardwright.games.tic_tac_toe.rules import CROSS, EMPTY


def text_key(game: Game, state: Array) -> str:
    """Return the position as one character a cell, row by row: X, O, or E for an empty cell."""
    return "".join("EOX"[mark] for mark in state["cells"][0])


def label(game: Game, action: int, player: int) -> Word:
    """Return the cell of a mark by its row and column, counted from 1."""
    row, col = divmod(action, game.config["size"])
    return Word("tic_tac_toe.action.mark", {"row": row + 1, "col": col + 1})


def scene(game: Game, state: Array, player: int) -> Scene:
    """Return the scene; both players see everything. The winning line is marked."""
    size = game.config["size"]
    pieces = [
        Piece(cell=cell, kind="mark", owner=0 if mark == CROSS else 1, symbol="X" if mark == CROSS else "O")
        for cell, mark in enumerate(state["cells"][0])
        if mark != EMPTY
    ]
    won = cells_in_lines(game.params_of(state).lines, state["cells"][0])
    marks = [("line",) if cell in won else () for cell in range(size * size)]
    targets = {cell: (cell,) for cell in range(size * size)}
    return Scene(board=square_board(size, size, pieces=pieces, marks=marks), targets=targets)
