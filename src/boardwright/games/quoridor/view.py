"""The scene that clients draw: pawns, walls and the walls in hand. And a position as one line of text."""

from __future__ import annotations

from functools import cache

from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.view import Board, Cell, Edge, Panel, Piece, Scene, Side, Text
from boardwright.core.words import Word
from boardwright.games.quoridor.actions import WAYS, Wall, square
from boardwright.games.quoridor.bitboard import WIDE, columns, has
from boardwright.games.quoridor.rules import CELLS, SLOTS, SLOTS_WIDE


def scene(game: Game, state: Array, player: int) -> Scene:
    """Return the scene. The first player's side is always at the bottom, as in the notation."""
    p, s = game.params_of(state), game.record(state)
    rows, cols = int(p.rows), columns(p)
    last = int(s.last) - 1
    cells = list(_cells(rows, cols))
    if 0 <= last < CELLS:
        number = view_cell(last, cols)
        cell = cells[number]
        cells[number] = Cell(row=cell.row, col=cell.col, marks=(*cell.marks, "last"))
    pieces = [
        Piece(cell=view_cell(int(cell), cols), kind="pawn", owner=owner, symbol="12"[owner])
        for owner, cell in enumerate(s.pawns)
    ]
    edges = [
        Edge(sides=_sides(wall, cols), kind="wall", action=wall, label=label, marks=("last",) if wall == last else ())
        for wall, label in walls_of(game, state).items()
    ]
    board = Board(
        kind="square",
        rows=rows,
        cols=cols,
        cells=tuple(cells),
        pieces=tuple(pieces),
        edges=tuple(edges),
        row_labels=tuple(str(row) for row in range(rows, 0, -1)),
        col_labels=tuple("abcdefghi"[:cols]),
    )
    panel = Panel(
        title=Text(code="quoridor.panel"),
        columns=(Text(code="quoridor.panel.player"), Text(code="quoridor.panel.walls")),
        rows=tuple((str(owner + 1), str(int(stock))) for owner, stock in enumerate(s.stock)),
        keys=("player0", "player1"),
    )
    return Scene(board=board, panels=(panel,), targets=_targets(rows, cols), sides=_wall_sides(rows, cols))


def label(game: Game, action: int, player: int) -> Word:
    """Return the word of a step or a wall."""
    move = game.actions.decode(action, player)
    kind = f"wall_{move.way}" if isinstance(move, Wall) else "move"
    return Word(f"quoridor.action.{kind}", {"square": move.square})


def prompt(game: Game, state: Array, player: int) -> Word:
    """Return what is asked, with the walls that are left."""
    walls = int(state["stock"][0, player])
    return Word("quoridor.prompt", {"walls": walls}) if walls else Word("quoridor.prompt_no_wall")


def walls_of(game: Game, state: Array) -> dict[int, str]:
    """Return the walls on the board by action index, in notation, sorted by name."""
    s = game.record(state)
    walls = {}
    for way, (low, high) in enumerate((s.h, s.v)):
        bits = int(low), int(high)
        for slot in range(SLOTS if any(bits) else 0):
            col, row = slot % SLOTS_WIDE, slot // SLOTS_WIDE
            if has(*bits, WIDE * row + col):
                walls[CELLS + SLOTS * way + slot] = square(col, row) + WAYS[way]
    return dict(sorted(walls.items(), key=lambda wall: wall[1]))


def text_key(game: Game, state: Array) -> str:
    """Return `e1 e9 10 10 - 1`: both pawns, both stocks, the walls joined by commas, and the player to move.

    Once the game is over, the last is `0`.
    """
    s = game.record(state)
    pawns = [square(int(cell) % WIDE, int(cell) // WIDE) for cell in s.pawns]
    stocks = [str(int(stock)) for stock in s.stock]
    return " ".join([*pawns, *stocks, ",".join(walls_of(game, state).values()) or "-", str(int(s.to_move) + 1)])


@cache
def _cells(rows: int, cols: int) -> tuple[Cell, ...]:
    """Return the cells with the goals of both players marked, which boards share."""
    goals = {rows - 1: ("goal0",), 0: ("goal1",)}
    return tuple(
        [Cell(row=rows - 1 - row, col=col, marks=goals.get(row, ())) for row in range(rows) for col in range(cols)]
    )


@cache
def _targets(rows: int, cols: int) -> dict[int, tuple[int, ...]]:
    """Return the cell that each step leads to."""
    return {WIDE * row + col: (cols * row + col,) for row in range(rows) for col in range(cols)}


@cache
def _wall_sides(rows: int, cols: int) -> dict[int, tuple[Side, Side]]:
    """Return the sides that each wall closes."""
    slots = [SLOTS_WIDE * row + col for row in range(rows - 1) for col in range(cols - 1)]
    return {wall: _sides(wall, cols) for slot in slots for wall in (CELLS + slot, CELLS + SLOTS + slot)}


def view_cell(cell: int, cols: int) -> int:
    """Return the number of a cell in the view: the rules number nine to a row for every size of board."""
    return cols * (cell // WIDE) + cell % WIDE


def _sides(wall: int, cols: int) -> tuple[Side, Side]:
    """Return the two sides of squares that a wall closes."""
    slot = (wall - CELLS) % SLOTS
    cell = cols * (slot // SLOTS_WIDE) + slot % SLOTS_WIDE
    along, across = (1, cols) if wall < CELLS + SLOTS else (cols, 1)
    return (cell, cell + across), (cell + along, cell + along + across)
