"""What a client draws: pawns, walls between squares, and the walls in hand. And a position as one line of text."""

from __future__ import annotations

from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.view import Board, Cell, Panel, Piece, Scene, Text
from boardwright.games.quoridor.actions import WAYS, square
from boardwright.games.quoridor.bits import WIDE, has
from boardwright.games.quoridor.rules import SLOTS, SLOTS_WIDE


def scene(game: Game, state: Array, player: int) -> Scene:
    """The first player's side is at the bottom, whoever looks: that is how games are written down."""
    p, s = game.params_of(state), game.record(state)
    side = int(p.side)
    cells = [Cell(row=side - 1 - row, col=col) for row in range(side) for col in range(side)]
    pieces = [
        Piece(cell=_shown(int(cell), side), kind="pawn", owner=each, symbol="12"[each])
        for each, cell in enumerate(s.pawns)
    ]
    board = Board(kind="square", rows=side, cols=side, cells=tuple(cells), pieces=tuple(pieces))
    panel = Panel(
        title=Text(code="quoridor.panel"),
        columns=(Text(code="quoridor.panel.player"), Text(code="quoridor.panel.walls")),
        rows=tuple((str(each + 1), str(int(stock))) for each, stock in enumerate(s.stock)),
    )
    targets = {WIDE * row + col: (side * row + col,) for row in range(side) for col in range(side)}
    return Scene(board=board, panels=(panel,), targets=targets)


def walls_of(game: Game, state: Array) -> list[str]:
    """The walls on the board as players write them, in order."""
    s = game.record(state)
    found = []
    for way, (low, high) in zip(WAYS, (s.h, s.v)):
        for slot in range(SLOTS):
            col, row = slot % SLOTS_WIDE, slot // SLOTS_WIDE
            if has(int(low), int(high), WIDE * row + col):
                found.append(square(col, row) + way)
    return sorted(found)


def text_key(game: Game, state: Array) -> str:
    """`e1 e9 10 10 - 1`: both pawns, both stocks, the walls joined by commas, and who is to move.

    Once the game is over nobody is: `0`.
    """
    s = game.record(state)
    pawns = [square(int(cell) % WIDE, int(cell) // WIDE) for cell in s.pawns]
    stocks = [str(int(stock)) for stock in s.stock]
    return " ".join([*pawns, *stocks, ",".join(walls_of(game, state)) or "-", str(int(s.to_move) + 1)])


def _shown(cell: int, side: int) -> int:
    # The rules number nine cells to a row whatever the size; a view has only those that are there.
    return side * (cell // WIDE) + cell % WIDE
