"""Views: a client can draw the board and offer the choices without knowing the rules."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from importlib import import_module

import pytest

from boardwright import Position
from boardwright.core import registry
from boardwright.core.game import Game
from boardwright.core.grids import HexGrid
from boardwright.core.presentation import with_owners
from boardwright.core.record import Array
from boardwright.core.view import Board, Cell, Edge, Scene, Text, View, hex_board, square_board
from boardwright.core.words import Word

from .boards import fenced
from .burrow.actions import Flag


def test_a_square_board_may_name_its_rows_and_columns() -> None:
    board = square_board(2, 3, row_labels=["2", "1"], col_labels="abc")
    assert (board.row_labels, board.col_labels) == (("2", "1"), ("a", "b", "c"))
    with pytest.raises(ValueError, match="col_labels"):
        square_board(2, 3, col_labels="ab")


def test_a_view_of_tic_tac_toe_shows_marks_and_free_cells(game: Game) -> None:
    position = Position(game)
    position.push(4)
    position.push(0)
    view = position.view()
    assert (view.game, view.version, view.player, view.to_move, view.phase, view.ply) == (
        "tic_tac_toe",
        1,
        0,
        0,
        "play",
        2,
    )
    assert [(piece.cell, piece.symbol, piece.owner) for piece in view.board.pieces] == [(0, "O", 1), (4, "X", 0)]
    assert [choice.action for choice in view.choices] == [1, 2, 3, 5, 6, 7, 8]
    assert view.choices[0].model_dump() == {
        "action": 1,
        "semantic": {"kind": "mark", "cell": 1},
        "text": "1",
        "cells": (1,),
        "press": None,
        "sides": (),
        "label": {"code": "tic_tac_toe.action.mark", "params": {"row": 1, "col": 2}},
        "source": "",
    }
    assert view.prompt == Text(code="tic_tac_toe.prompt.play")
    assert view.outcome is None
    assert view.events == ()


def test_a_view_of_a_finished_game_has_its_outcome_and_no_choices(game: Game) -> None:
    position = Position(game)
    for action in (0, 3, 1, 4, 2):
        position.push(action)
    view = position.view(1)
    assert (view.to_move, view.choices) == (None, ())
    assert view.outcome is not None
    assert (view.outcome.returns, view.outcome.truncated) == ((1.0, -1.0), False)
    assert [cell.marks for cell in view.board.cells] == [("line",)] * 3 + [()] * 6


def test_a_summary_is_said_once_the_game_is_over(game: Game) -> None:
    people = dataclasses.replace(game.definition.people, summary=lambda own, state: (Word("play_draw"),))
    own = Game(dataclasses.replace(game.definition, people=people), [game.config])
    position = Position(own)
    for action in (0, 3, 1, 4):
        position.push(action)
        assert position.view().summary == ()
    position.push(2)
    assert position.view().summary == (Text(code="play_draw"),)
    assert View.model_validate_json(position.view().model_dump_json()) == position.view()


def test_an_edge_belongs_to_who_took_its_action_last_as_far_as_the_reader_may_know(game: Game, burrow: Game) -> None:
    cells = square_board(1, 4).cells
    edges = [
        Edge(sides=((number, number + 1),), kind="wall", owner=owner, action=action)
        for number, (owner, action) in enumerate([(None, 7), (1, 7), (None, None)])
    ]
    board = Board(kind="square", rows=1, cols=4, cells=cells, edges=tuple(edges))

    def owners(own: Game, moves: list[tuple[int, int]], reader: int | None) -> list[int | None]:
        return [edge.owner for edge in with_owners(own, board, moves, reader).edges]

    assert owners(game, [], 0) == [None, 1, None]
    assert owners(game, [(7, 1), (3, 1), (7, 0)], 1) == [0, 1, None]
    secret = burrow.actions.encode(Flag(0, 1))
    assert secret is not None
    hidden = board.model_copy(update={"edges": (edges[0].model_copy(update={"action": secret}),)})
    assert [with_owners(burrow, hidden, [(secret, 0)], reader).edges[0].owner for reader in (0, 1, None)] == [
        0,
        None,
        0,
    ]


def test_a_view_survives_json(burrow: Game) -> None:
    position = Position(burrow, seed=1)
    position.push(Flag(0, 1))
    view = position.view()
    assert View.model_validate(json.loads(view.model_dump_json())) == view
    assert [event.code for event in view.events] == ["burrow.event.flagged"]
    assert view.phase == "dawn"


def test_each_player_is_shown_their_own_secret(burrow: Game) -> None:
    position = Position(burrow, seed=1)
    position.push(1)
    assert position.view(0).panels[0].rows != (("0",),)
    assert position.view(1).panels[0].rows == (("0",),)


def test_a_part_of_a_view_refuses_what_it_does_not_know() -> None:
    with pytest.raises(ValueError, match="colour"):
        Cell(row=0, col=0, colour="red")  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("side", "problem"),
    [((0, 4), "do not touch"), ((0, 0), "do not touch"), ((2, 3), "do not touch"), ((8, 9), "9 cells")],
)
def test_a_side_is_where_two_cells_of_the_board_touch(side: tuple[int, int], problem: str) -> None:
    wall = Edge(sides=(side,), kind="wall")
    with pytest.raises(ValueError, match=problem):
        fenced(wall)
    with pytest.raises(ValueError, match=problem):
        Scene(board=fenced(), targets={}, sides={0: (side,)})


def test_a_hex_touches_six_others() -> None:
    grid = HexGrid(4, 4)
    cells = tuple(Cell(row=row, col=col) for col, row in grid.places)
    around = grid.neighbours()
    for one in range(grid.cells):
        for other in range(grid.cells):
            wall = {"sides": [(one, other)], "kind": "wall"}
            board = {"kind": "hex", "rows": 4, "cols": 4, "cells": cells, "edges": [wall]}
            if other in around[one]:
                assert len(Board.model_validate(board).edges) == 1
            else:
                with pytest.raises(ValueError, match="do not touch"):
                    Board.model_validate(board)


def test_an_edge_stands_somewhere_and_every_row_has_a_name_or_none() -> None:
    with pytest.raises(ValueError, match="sides"):
        Edge(sides=(), kind="wall")
    with pytest.raises(ValueError, match=r"row_labels\n.*2 of them, and the board has 3"):
        fenced(row_labels=("1", "2"))


@pytest.fixture
def fences() -> Iterator[Game]:
    registry.register(import_module("toys.fences").DEFINITION)
    yield registry.load("fences")
    registry.forget("fences")


def test_a_game_says_which_sides_an_action_covers_and_its_board_keeps_its_shape(fences: Game) -> None:
    position = Position(fences)
    before = position.view()
    assert before.board.gaps
    assert before.board.edges == ()
    assert [choice.sides for choice in before.choices[:2]] == [((0, 3), (1, 4)), ((0, 1), (3, 4))]
    position.push(0)
    after = position.view()
    assert [(edge.sides, edge.owner, edge.marks) for edge in after.board.edges] == [(((0, 3), (1, 4)), 0, ("last",))]
    assert View.model_validate(json.loads(after.model_dump_json())) == after
    assert str(position).splitlines()[3:] == ["  ━━━━━━━", "1  .   .   .", "   a   b   c"]


def test_a_game_without_sides_has_a_board_without_gaps(game: Game) -> None:
    assert not Position(game).view().board.gaps


def test_a_game_may_add_details_of_its_own(game: Game) -> None:
    def scene(own: Game, state: Array, player: int) -> Scene:
        return game.definition.scene(own, state, player).model_copy(update={"details": {"round": 3}})

    own = Game(dataclasses.replace(game.definition, scene=scene), [game.config])
    view = own.view(own.new(), 0)
    assert view.details == {"round": 3}
    assert View.model_validate_json(view.model_dump_json()) == view
    assert game.view(game.new(), 0).details == {}


def test_words_inside_of_words_are_words_again_when_read() -> None:
    text = Text(code="a", params={"dice": [Word("b", {"face": 6}), Word("c", {"inner": Word("d")})], "plain": {"x": 1}})
    assert Text.model_validate_json(text.model_dump_json()) == text


def test_a_board_of_hexes_has_the_cells_of_its_grid():
    grid = HexGrid.rhombus(2)
    board = hex_board(grid, texts=("a1", "a2", "b1", "b2"), marks=((), (), (), ("goal",)))
    assert [(cell.col, cell.row, cell.text) for cell in board.cells] == [
        (0, 0, "a1"),
        (0, 1, "a2"),
        (1, 0, "b1"),
        (1, 1, "b2"),
    ]
    assert (board.kind, board.rows, board.cols, board.cells[3].marks) == ("hex", 2, 2, ("goal",))
    with pytest.raises(ValueError, match="shorter"):
        hex_board(grid, texts=("a1",))
