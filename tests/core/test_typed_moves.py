"""Typed moves: capitals are read as small letters where that makes a move."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import boardwright
from boardwright import Position
from boardwright.core import registry
from boardwright.core.actions import Actions, Group, Notation
from boardwright.core.errors import IllegalAction, MalformedAction
from boardwright.core.refusals import for_people
from boardwright.core.typed_moves import alternatives, index_of, read
from boardwright.core.words import Word, say

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
    plain = SimpleNamespace(people=SimpleNamespace(param_value=None))
    return SimpleNamespace(actions=actions, definition=plain, index=lambda _, action: actions.encode(action))


def test_the_choices_nearest_to_a_refused_action_come_first():
    game = boardwright.load("skirmish")
    state = game.new()
    choices = game.view(state, 0).choices
    with pytest.raises(IllegalAction) as refused:
        game.step(state, [game.index(state, game.actions.from_text("deploy_unit 1-03 4 0"))])
    assert [choice.semantic["unit_id"] for choice in alternatives(game, refused.value, choices, 0)][:1] == ["1-03"]
    assert choices[0].semantic["unit_id"] != "1-03"


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


@pytest.mark.parametrize("name", registry.names())
def test_what_people_read_is_accepted_when_it_is_typed(name: str) -> None:
    """A game to its end, by moves typed as their labels name things, and another by the texts of the choices."""
    for by_label in (True, False):
        game = boardwright.load(name, registry.presets(name)[0]).as_interpreted()
        position, rng = Position(game, seed=5), np.random.default_rng(5)
        while position.to_move is not None and len(position.history) < 60:
            action = int(rng.choice(np.flatnonzero(game.legal_mask(position.state)[0])))
            fields = game.actions.to_dict(action, position.to_move)
            kind = fields.pop("kind")
            named = [say(value) if isinstance(value, Word) else value for value in for_people(game, fields).values()]
            line = " ".join(map(str, [kind, *named])) if by_label else game.actions.to_text(action, position.to_move)
            assert read(game, position.state, position.to_move, line).action == action, line
            position.push(action)


def test_a_unit_may_be_called_by_its_sign_on_the_board() -> None:
    game = boardwright.load("skirmish", "small").as_interpreted()
    wanted = index_of(game, game.new(), "deploy_unit 1-01 0 8")
    for line in ("C1 0 8", "Captain C1 0 8", "deploy C1 0,8", "deploy_unit Captain C1 0 8"):
        assert index_of(game, game.new(), line) == wanted
