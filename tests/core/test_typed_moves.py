"""Typed moves: capitals are read as small letters where that makes a move."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

import boardwright
from boardwright.core.actions import Actions, Group, Notation
from boardwright.core.errors import MalformedAction
from boardwright.core.typed_moves import index_of

UNITS = ("A1", "A2")


@dataclass(frozen=True)
class Place:
    square: int


@dataclass(frozen=True)
class Fire:
    unit: str


def game() -> Any:
    """A game with a notation in small letters, and with units that have capitals in their names."""
    squares = {"a1": Place(0), "b1": Place(1)}
    units = Group(Fire, count=2, encode=lambda fire: UNITS.index(fire.unit), decode=lambda rank: Fire(UNITS[rank]))
    actions = Actions([Group(Place, {"square": 2}), units], notation=Notation(str, squares.get))
    return SimpleNamespace(actions=actions, index=lambda _, action: actions.encode(action))


@pytest.mark.parametrize(
    ("line", "index"), [("b1", 1), ("B1", 1), ("place 1", 1), ("PLACE 1", 1), ("fire A2", 3), ("Fire A2", 3)]
)
def test_capitals_are_read_as_small_letters(line, index):
    assert index_of(game(), None, line) == index


@pytest.mark.parametrize(
    ("name", "preset", "line", "text"),
    [
        ("minesweeper", "small", "R 2 3", "reveal 2 3"),
        ("minesweeper", "small", "reveal 2,3", "reveal 2 3"),
        ("skirmish", "small", "1-01 0 8", "deploy_unit 1-01 0 8"),
        ("skirmish", "small", "Deploy 1-01,0,8", "deploy_unit 1-01 0 8"),
        ("tic_tac_toe", "standard", "MARK 4", "4"),
    ],
)
def test_short_forms_are_read(name, preset, line, text):
    loaded = boardwright.load(name, preset)
    state = loaded.new()
    assert loaded.actions.to_text(index_of(loaded, state, line), int(state["to_move"][0])) == text


@pytest.mark.parametrize("line", ["2 3", "x 2 3"])
def test_a_short_form_of_several_moves_is_refused(line):
    loaded = boardwright.load("minesweeper", "small")
    with pytest.raises(MalformedAction):
        index_of(loaded, loaded.new(), line)


@pytest.mark.parametrize("line", ["C1", "Fly 3", ""])
def test_a_line_that_is_no_move_is_refused_as_it_was_typed(line):
    with pytest.raises(MalformedAction) as refused:
        index_of(game(), None, line)
    assert refused.value.params.get("found", line) == line.partition(" ")[0]
