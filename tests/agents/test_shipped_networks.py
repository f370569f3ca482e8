"""Networks that learned by self-play and come with a game: they play their own board, and no other by `auto`."""

from __future__ import annotations

import numpy as np
import pytest

import boardwright
from boardwright.agents.spec import from_text
from boardwright.core.agent import Turn
from boardwright.core.errors import AgentError
from saying import refused


@pytest.mark.parametrize(("name", "preset"), [("connect_four", "standard"), ("quoridor", "small")])
@pytest.mark.parametrize("text", ["model:auto", "mcts:model=auto,iterations=30"])
def test_a_shipped_network_plays_its_board(name, preset, text):
    game = boardwright.load(name, preset).as_interpreted()
    turn = Turn(game, game.new(), 0, np.random.default_rng(1))
    assert turn.mask[from_text(text, game).act(turn)]


def test_a_network_of_one_board_is_not_taken_for_another():
    with refused(AgentError, "model_unknown", name="auto"):
        from_text("mcts:model=auto", boardwright.load("quoridor"))
