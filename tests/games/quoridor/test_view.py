"""The view: goals, walls in hand beside the players, and walls with the owner that the history tells."""

from __future__ import annotations

from boardwright import Position
from boardwright.core.presentation import picture

from .boards import load


def test_both_goal_rows_are_marked_for_their_player() -> None:
    board = Position(load(5)).view().board
    marked = {mark: {cell.row for cell in board.cells if mark in cell.marks} for mark in ("goal0", "goal1")}
    assert marked == {"goal0": {0}, "goal1": {4}}
    assert sum(bool(cell.marks) for cell in board.cells) == 10
    assert {piece.owner: board.cells[piece.cell].row for piece in board.pieces} == {0: 4, 1: 0}


def test_a_board_that_is_no_square_has_its_rows_and_columns() -> None:
    position = Position(load((3, 5)))
    for text in ("d2v", "a1h"):
        position.push(position.parse(text))
    view = position.view()
    board = view.board
    assert (board.rows, board.cols, len(board.cells)) == (3, 5, 15)
    assert (board.row_labels, board.col_labels) == (("3", "2", "1"), ("a", "b", "c", "d", "e"))
    assert {piece.owner: (board.cells[piece.cell].row, board.cells[piece.cell].col) for piece in board.pieces} == {
        0: (2, 2),
        1: (0, 2),
    }
    # Cells are numbered row by row from a1: d2 is 8 and e2 is 9, d3 and e3 are 13 and 14.
    assert {edge.label: edge.sides for edge in board.edges} == {"d2v": ((8, 9), (13, 14)), "a1h": ((0, 5), (1, 6))}
    assert {cell for choice in view.choices for cell in choice.cells} <= set(range(15))


def test_a_pawn_on_a_goal_row_leaves_its_mark() -> None:
    position = Position(load(5))
    position.push(position.parse("d1"))
    cell = position.view().board.cells[3]
    assert cell.marks == ("goal1", "last")


def test_the_walls_in_hand_are_rows_of_players() -> None:
    position = Position(load(9))
    position.push(position.parse("e3h"))
    (panel,) = position.view().panels
    assert (panel.keys, panel.rows) == (("player0", "player1"), (("1", "9"), ("2", "10")))


def test_walls_belong_to_who_put_them_where_the_history_is_known() -> None:
    position = Position(load(9))
    for text in ("e3h", "e6h", "c3v"):
        position.push(position.parse(text))
    assert {edge.label: edge.owner for edge in position.view().board.edges} == {"e3h": 0, "e6h": 1, "c3v": 0}
    assert {edge.owner for edge in position.game.view(position.state, 0).board.edges} == {None}
    position.pop()
    assert {edge.label: edge.owner for edge in position.view().board.edges} == {"e3h": 0, "e6h": 1}


def test_the_picture_of_the_game_has_walls_of_both() -> None:
    assert {edge.owner for edge in picture(load(9)).edges} == {0, 1}
