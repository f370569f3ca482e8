"""Positions from Hypothesis are positions of the game, in any game."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

import boardwright
from boardwright.core.errors import IllegalAction
from boardwright.testing.strategies import actions, positions

GAME = boardwright.load("tic_tac_toe")


@settings(max_examples=50, deadline=None)
@given(positions(GAME, over=False), actions(GAME))
def test_push_then_pop_restores_and_a_refusal_changes_nothing(position, action):
    before = position.state.tobytes(), list(position.history)
    try:
        position.push(action)
    except IllegalAction:
        assert action not in position.legal_actions
    else:
        position.pop()
    assert (position.state.tobytes(), position.history) == before


@settings(max_examples=50, deadline=None)
@given(positions(GAME))
def test_a_position_replays_to_itself(position):
    assert boardwright.Position.from_dict(position.to_dict()).state.tobytes() == position.state.tobytes()


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_most_limits_the_plies(data):
    assert len(data.draw(positions(GAME, most=2)).history) <= 2
