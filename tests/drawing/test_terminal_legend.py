"""The legend: every sign that is on the board, and no other, in the words that the page uses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boardwright.core.view import Piece, square_board
from boardwright.core.words import LANGUAGES, Word, say
from boardwright.drawing.terminal import AROUND, MARKS, REACH
from boardwright.drawing.terminal_legend import PIECES, legend

ROOT = Path(__file__).parents[2]


def mark(name: str) -> str:
    return str(Word(f"mark_{name}"))


def explained(board, last=()):
    return [(sign, says) for (sign, _), says in legend(board, last)]


def test_the_signs_on_the_board_are_explained_and_no_others():
    marks = [("wall",), ("zone0", "reach"), ("open",), ("zone0", "active")]
    assert explained(square_board(2, 2, marks=marks)) == [
        ("#", mark("wall")),
        (",", mark("zone0")),
        ("+", mark("reach")),
        ("< >", mark("active")),
    ]
    ends = [("goal0",), ("goal1",), ("line",), ("flagged", "wrong")]
    assert explained(square_board(2, 2, marks=ends)) == [
        ("*", mark("goal0")),
        ("°", mark("goal1")),
        ("= =", mark("line")),
        ("/ /", mark("wrong")),
    ]
    assert explained(square_board(2, 2), last=(1,)) == [("[ ]", mark("last"))]
    assert explained(square_board(2, 2)) == []


def test_marks_under_a_piece_or_a_text_are_not_explained():
    stone = Piece(cell=0, kind="stone", owner=0, symbol="X")
    assert explained(square_board(1, 2, pieces=[stone], marks=[("goal0",), ()])) == []
    assert explained(square_board(1, 2, texts=["5", ""], marks=[("zone0", "active"), ("wall", "goal")])) == [
        ("#", mark("wall")),
        ("< >", mark("active")),
    ]


def test_pieces_with_a_name_are_explained_once():
    pieces = [
        Piece(cell=0, kind="unit", owner=0, symbol="C1", label="Captain"),
        Piece(cell=1, kind="unit", owner=0, symbol="C1", label="Captain"),
        Piece(cell=2, kind="stone", owner=1, symbol="O"),
        Piece(cell=3, kind="flag", owner=None, symbol="F"),
    ]
    assert explained(square_board(2, 2, pieces=pieces)) == [("C1", "Captain"), ("F", mark("flagged"))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_mark_that_clients_know_is_called_as_on_the_page(language):
    page = json.loads((ROOT / "web" / "src" / "words" / f"{language}.json").read_text(encoding="utf-8"))
    marks = {key.removeprefix("board.mark_") for key in page if key.startswith("board.mark_")}
    assert marks >= {*MARKS, *REACH, *AROUND, *PIECES.values()}
    for mark in marks:
        assert say(Word(f"mark_{mark}"), language) == page[f"board.mark_{mark}"]
