"""The laws on boards that the registry's own test does not try: a small one, without flags, of several densities."""

from __future__ import annotations

from typing import Any

import pytest

import boardwright
from boardwright.core import registry
from boardwright.core.game import Game
from boardwright.games.minesweeper.rules import Reason
from boardwright.testing import broken_laws

SMALL = {"H": 4, "W": 5, "guarantee_safe_neighborhood": False}


def load(**changes: Any) -> Game:
    return boardwright.load("minesweeper", **SMALL | changes)


@pytest.mark.slow
@pytest.mark.parametrize("flags", [True, False], ids=["flags", "no flags"])
def test_a_small_board_holds_to_every_law(flags: bool) -> None:
    games = [load(mine_count=mines, allow_flags=flags) for mines in (3, 6)]
    assert broken_laws(registry.mix(*games), games=20, states=60) == []


def test_only_a_game_without_flags_may_refuse_them() -> None:
    with_flags, without = load(mine_count=3), load(mine_count=3, allow_flags=False)
    assert with_flags.layout.unused == (Reason.FLAGS_OFF,)
    assert without.layout.unused == ()


@pytest.mark.slow
def test_games_with_and_without_flags_hold_to_the_laws_together() -> None:
    with_flags, without = load(mine_count=3), load(mine_count=3, allow_flags=False)
    assert broken_laws(registry.mix(with_flags, without), games=10, states=20) == []
