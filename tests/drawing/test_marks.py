"""Marks in pictures: every mark that a game's view uses is drawn, and differs from its absence."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import pytest

from boardwright.core import registry
from boardwright.core.game import Game
from boardwright.core.marks import CELL_MARKS, unknown_marks
from boardwright.core.position import Position
from boardwright.core.view import Board, Cell, Piece, square_board
from boardwright.drawing import colours, marks
from boardwright.drawing.picture import pixels

PLIES = 120


def unknown_in_views(game: Game) -> set[str]:
    """The marks of a game's views, as one player after another sees them, that pictures do not show."""
    rng = np.random.default_rng(0)
    position = Position(game, seed=2)
    found: set[str] = set()
    while position.to_move is not None and position.ply < PLIES:
        position.push(int(rng.choice(position.legal_actions)))
        found |= unknown_marks(position.view(position.ply % game.players).board)
    return found


@pytest.mark.parametrize("name", registry.names())
def test_pictures_know_every_mark_of_every_registered_game(name: str, request: pytest.FixtureRequest) -> None:
    if name == "quoridor":
        request.getfixturevalue("plain_python")  # its small board is compiled nowhere else
    preset = "small" if "small" in registry.presets(name) else None
    assert unknown_in_views(registry.load(name, preset)) == set()


@pytest.mark.parametrize("name", ["fences", "hexes"])
def test_pictures_know_the_marks_of_toys(name: str, toy: Callable[[str], Any], plain_python: None) -> None:
    assert unknown_in_views(toy(name)) == set()


def test_a_mark_that_pictures_do_not_know_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    view = Position.view

    def glowing(position: Position, player: int | None = None) -> Any:
        seen = view(position, player)
        cells = (seen.board.cells[0].model_copy(update={"marks": ("glowing", "last")}), *seen.board.cells[1:])
        return seen.model_copy(update={"board": seen.board.model_copy(update={"cells": cells})})

    monkeypatch.setattr(Position, "view", glowing)
    assert unknown_in_views(registry.load("tic_tac_toe")) == {"glowing"}


def test_the_marks_are_those_that_the_view_documents() -> None:
    documented = re.findall(r"`(\w+)`", Cell.__doc__ or "")
    assert sorted(documented) == sorted(marks.KNOWN) == sorted(CELL_MARKS)


def one_cell(kind: Literal["square", "hex"], *marked: str) -> Board:
    return Board(kind=kind, rows=1, cols=1, cells=(Cell(row=0, col=0, marks=marked),))


@pytest.mark.parametrize("kind", ["square", "hex"])
@pytest.mark.parametrize("mark", sorted(marks.KNOWN))
def test_every_mark_is_seen_on_squares_and_hexes(mark: str, kind: Literal["square", "hex"]) -> None:
    # What is uncovered differs from its absence only where the last step would be shown.
    others = ("hidden", "last") if mark == marks.UNCOVERED else ()
    bare, marked = (pixels(one_cell(kind, *others, *more)) for more in ((), (mark,)))
    assert (bare != marked).any(axis=2).sum() > 20


def test_what_the_end_uncovers_is_not_the_last_step() -> None:
    assert (pixels(one_cell("square", "hidden", "mine", "last")) == pixels(one_cell("square", "hidden"))).all()


def test_pieces_outside_a_winning_line_step_back() -> None:
    stones = [Piece(cell=cell, kind="stone", owner=0, symbol="") for cell in range(2)]
    drawn = pixels(square_board(1, 2, pieces=stones, marks=[("line",), ()]))
    left, right = drawn[:, : drawn.shape[1] // 2], drawn[:, drawn.shape[1] // 2 :]
    full, faded = colours.OWNERS[0], colours.blend((colours.OWNERS[0], colours.FACE), colours.FADED)
    assert [(half == list(bytes.fromhex(full[1:]))).all(axis=2).sum() > 400 for half in (left, right)] == [True, False]
    assert (right == list(bytes.fromhex(faded[1:]))).all(axis=2).sum() > 400
