"""An evaluation is the sum of its factors."""

from __future__ import annotations

import numpy as np
import pytest

from boardwright.agents.breakdown import breakdown
from boardwright.core import registry
from boardwright.core.position import Position


@pytest.mark.parametrize("profile", ["seed", "standard", "tuned"])
def test_the_factors_of_quoridor_add_up(profile: str) -> None:
    game = registry.load("quoridor")
    weights, rng = game.weights(profile), np.random.default_rng(5)
    position = Position(game)
    for _ in range(40):
        if position.to_move is None:
            break
        for player in range(2):
            factors = breakdown(game, position.state, player, weights)
            assert sum(factor.value for factor in factors) == pytest.approx(
                game.evaluate(position.state, player, weights)[0]
            )
        position.push(int(rng.choice(np.flatnonzero(game.legal_mask(position.state)[0]))))


def test_the_specification_has_five() -> None:
    game = registry.load("quoridor")
    factors = breakdown(game, game.new(), 0, game.weights("seed"))
    titles = [factor.title.code for factor in factors]
    assert titles == [f"quoridor.factor.{name}" for name in ("distance", "finish", "walls", "mobility", "detour")]


def test_a_game_without_factors_has_none() -> None:
    game = registry.load("tic_tac_toe")
    assert breakdown(game, game.new(), 0) == ()
