"""Boards in plain text: every character of them."""

from __future__ import annotations

from boardwright import Position
from boardwright.core.board_text import text_board
from boardwright.core.game import Game
from boardwright.core.view import Board, Cell, Edge, Piece, square_board

from .boards import fenced
from .burrow.actions import Flag

LYING = Edge(sides=((0, 3), (1, 4)), kind="wall", owner=0)
UPRIGHT = Edge(sides=((5, 4), (8, 7)), kind="wall", owner=1, marks=("last",))
NAMES = {"row_labels": ("3", "2", "1"), "col_labels": ("a", "b", "c")}


def test_hexes_of_odd_columns_stand_half_a_line_lower(burrow: Game) -> None:
    position = Position(burrow)
    position.push(Flag(1, 0))
    assert str(position) == "0\n  1\nA\n  3\n"


def test_wide_cells_are_set_in_columns() -> None:
    assert text_board(square_board(2, 2, texts=["1", "10", "", "x"])) == " 1 10\n .  x"


def test_a_piece_hides_what_is_written_on_its_cell() -> None:
    piece = Piece(cell=1, kind="pawn", owner=0, symbol="P")
    assert text_board(square_board(1, 2, pieces=[piece], texts=["a", "b"])) == "a P"


def test_a_board_without_cells_is_blank() -> None:
    assert text_board(Board(kind="square", rows=0, cols=0, cells=())) == ""


def test_an_edge_is_one_bar_in_the_gaps_where_its_cells_are_shown() -> None:
    piece = Piece(cell=0, kind="pawn", owner=0, symbol="P")
    picture = """\
3  .   . ┃ .
         ┃
2  .   . ┃ .
  ━━━━━━━
1  P   .   .
   a   b   c"""
    assert text_board(fenced(LYING, UPRIGHT, pieces=(piece,), **NAMES)) == picture


def test_edges_in_line_are_told_apart_and_those_that_turn_or_cross_are_not_broken() -> None:
    first, second = (Edge(sides=((cell, cell + 3),), kind="wall") for cell in (0, 1))
    bent = Edge(sides=((6, 3), (7, 4), (7, 8)), kind="river")
    picture = """\
 .   . ┃ .
━━━━━━━╋
 .   .   .
━━━ ━━━
 .   .   ."""
    assert text_board(fenced(first, second, bent)) == picture
    across = Edge(sides=((3, 4), (0, 1)), kind="wall")
    assert text_board(fenced(LYING, across)).splitlines()[2:] == [" . ┃ .   .", "━━━╋━━━", " . ┃ .   ."]


def test_names_of_rows_and_columns_stand_at_the_left_and_below() -> None:
    assert text_board(fenced(**NAMES)) == "3 . . .\n2 . . .\n1 . . .\n  a b c"
    assert text_board(fenced(gaps=True)) == " .   .   .\n\n .   .   .\n\n .   .   ."
    cells = tuple(Cell(row=0, col=col) for col in range(2))
    board = Board(kind="hex", rows=1, cols=2, cells=cells, row_labels=("9",), col_labels=("a", "b"))
    assert text_board(board) == "9 .\n    .\n\n  a b"


def test_marks_stand_for_themselves_in_plain_text_where_nothing_is_on_a_cell() -> None:
    marks = [("wall", "zone0"), ("goal",), ("zone0",), ("zone1",), ("hidden",), ("open",)]
    pieces = [Piece(cell=5, kind="stone", owner=0, symbol="X")]
    assert text_board(square_board(1, 6, marks=marks, pieces=pieces)) == "# * , ' # X"
