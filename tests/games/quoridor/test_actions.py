"""Moves of Quoridor: read from text, refused if malformed, numbered, and a position in one line."""

from __future__ import annotations

from typing import Any

import pytest

from boardwright.core.errors import MalformedAction
from boardwright.games.quoridor.actions import Move, Wall
from saying import refused

from .boards import do, lay, load


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("e2", Move("e2")),
        ("E2", Move("e2")),
        (" a1 ", Move("a1")),
        ("i9", Move("i9")),
        ("e3h", Wall("e3", "h")),
        ("E3H", Wall("e3", "h")),
        ("He3", Wall("e3", "h")),
        ("ve3", Wall("e3", "v")),
        ("a8v", Wall("a8", "v")),
        ("h3", Move("h3")),
        ("h3h", Wall("h3", "h")),
        ("hh3", Wall("h3", "h")),
        ("Vh8", Wall("h8", "v")),
        ("move e2", Move("e2")),
        ("wall e3 v", Wall("e3", "v")),
        ("j4", Move("j4")),
        ("e10", Move("e10")),
        ("i1h", Wall("i1", "h")),
    ],
)
def test_reading_a_move(text: str, action: Any) -> None:
    assert load().actions.from_text(text) == action


@pytest.mark.parametrize(
    "text", ["", "e", "2e", "e0", "e100", "e3x", "e3hh", "hve3", "\u00e94", "e-2", "jump e4", "wall e3"]
)
def test_what_cannot_be_read_as_a_move(text: str) -> None:
    with pytest.raises(MalformedAction):
        load().actions.from_text(text)


@pytest.mark.parametrize(
    ("action", "code", "found"),
    [
        (Move("5e"), "not_a_square", "5e"),
        (Move("E2"), "not_a_square", "E2"),
        (Wall("", "h"), "not_a_square", ""),
        (Wall("e3", "x"), "not_a_way", "x"),
        (Wall("e3", "hv"), "not_a_way", "hv"),
        (Wall("e3", ""), "not_a_way", ""),
        (Wall("j3", "x"), "not_a_way", "x"),
    ],
)
def test_a_malformed_action_is_not_an_illegal_one(action: Any, code: str, found: str) -> None:
    game = load()
    with refused(MalformedAction, f"quoridor.{code}", found=found):
        game.apply(game.new(), action)


def test_indices_are_cells_then_horizontal_then_vertical_walls() -> None:
    actions = load().actions
    assert (actions.policy, actions.count) == (209, 209)
    assert [actions.to_text(index) for index in (0, 4, 9, 80)] == ["a1", "e1", "a2", "i9"]
    assert [actions.to_text(index) for index in (81, 88, 89, 144)] == ["a1h", "h1h", "a2h", "h8h"]
    assert [actions.to_text(index) for index in (145, 152, 153, 208)] == ["a1v", "h1v", "a2v", "h8v"]
    for index in range(209):
        action = actions.decode(index)
        assert actions.encode(action) == index
        assert actions.from_text(actions.to_text(index)) == action
        assert actions.from_dict(actions.to_dict(index)) == action
    assert actions.encode(Move("j1")) is None
    assert actions.encode(Wall("a9", "h")) is None


def test_a_position_in_one_line() -> None:
    game = load()
    state = game.new()
    assert game.text_key(state) == "e1 e9 10 10 - 1"
    state = do(game, state, "e2", "e8h", "a1v", "d9")
    assert game.text_key(state) == "e2 d9 9 9 a1v,e8h 1"
    assert game.text_key(do(game, lay("a8 e5 2 3 h8v 1"), "a9")) == "a9 e5 2 3 h8v 0"
    for text in ("e4 e5 0 7 a1h,a1v,h8h 2", "i1 a9 10 10 a7v,a8h,c7h 1"):
        assert game.text_key(lay(text)) == text
