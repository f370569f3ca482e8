"""Inspection: the columns agree with the methods, and a move calls `check` no more often than necessary."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.core import dice
from boardwright.core.errors import IllegalAction
from boardwright.core.game import Game
from boardwright.core.position import Position
from toys.counted import counted

from .burrow.rules import HIDE, RESIGN, ROLL

HOLD = 1


def test_the_columns_are_what_the_methods_say(burrow: Game) -> None:
    states, actions = burrow.new(5), [ROLL, HIDE, 2, RESIGN, 99]
    looked = burrow.inspect(states, actions)
    assert looked.reasons.tolist() == burrow.why_not(states, actions).tolist()
    assert looked.chances.tolist() == burrow.chance(states, actions).tolist() == [6, 0, 1, 1, 1]
    assert looked.actors.tolist() == burrow.actor(states, actions).tolist()
    assert looked.orders.tolist() == burrow.order(states, actions).tolist()


def test_one_look_asks_check_once_a_row(tmp_path: Path) -> None:
    game, checked = counted(tmp_path)
    game.inspect(game.new(3), [0, 1, 0])
    assert checked == [0, 1, 0]


def test_a_push_asks_check_when_it_draws_and_when_it_applies(tmp_path: Path) -> None:
    game, checked = counted(tmp_path)
    position = Position(game, seed=3)
    position.push(0)
    assert checked == [0, 0]
    checked.clear()
    position.push(0, dice.below(5, 6))
    assert checked == [0]
    position.pop()
    position.pop()
    checked.clear()
    with pytest.raises(IllegalAction):
        position.push(HOLD)
    assert checked == [HOLD, HOLD]


def test_a_push_without_chance_asks_check_once(tmp_path: Path) -> None:
    game, checked = counted(tmp_path, chance=False)
    Position(game).push(0)
    assert checked == [0]
