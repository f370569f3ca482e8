"""The scene that clients draw."""

from boardwright import Game
from boardwright.core.grids import cells_in_lines
from boardwright.core.record import Array
from boardwright.core.view import Piece, Scene, square_board
from connect_four.rules import landing


def scene(game: Game, state: Array, player: int) -> Scene:
    """Return the stones, the line that won, and for each column where the next stone lands (the top of a full one)."""
    p, s = game.params_of(state), game.record(state)
    pieces = [
        Piece(cell=cell, kind="stone", owner=int(stone) - 1, symbol="XO"[stone - 1])
        for cell, stone in enumerate(s.cells)
        if stone
    ]
    targets = {col: (max(landing(p, s, col), col),) for col in range(p.cols)}
    won = cells_in_lines(p.lines, s.cells)
    marks = [("line",) if cell in won else () for cell in range(s.cells.size)]
    return Scene(board=square_board(int(p.rows), int(p.cols), pieces=pieces, marks=marks), targets=targets)
