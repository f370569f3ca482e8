"""Views: a client can draw the board and offer the choices without knowing the rules."""

from __future__ import annotations

import json

import pytest

from boardwright import Position
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.view import Board, Cell, Piece, Scene, View, square_board, text_board

from .burrow.actions import Flag


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
    }
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


def test_a_part_of_a_view_refuses_what_it_does_not_know() -> None:
    with pytest.raises(ValueError, match="colour"):
        Cell(row=0, col=0, colour="red")  # type: ignore[call-arg]


def test_marks_stand_for_themselves_in_plain_text_where_nothing_is_on_a_cell() -> None:
    marks = [("wall", "zone0"), ("goal",), ("zone0",), ("zone1",), ("hidden",), ("open",)]
    pieces = [Piece(cell=5, kind="stone", owner=0, symbol="X")]
    assert text_board(square_board(1, 6, marks=marks, pieces=pieces)) == "# * , ' # X"


def test_a_game_may_add_details_of_its_own(game: Game) -> None:
    import dataclasses

    def scene(own: Game, state: Array, player: int) -> Scene:
        return game.definition.scene(own, state, player).model_copy(update={"details": {"round": 3}})

    own = Game(dataclasses.replace(game.definition, scene=scene), [game.config])
    view = own.view(own.new(), 0)
    assert view.details == {"round": 3}
    assert View.model_validate_json(view.model_dump_json()) == view
    assert game.view(game.new(), 0).details == {}
