"""A reward for draws: for every player of a game that all end with the same return, and for no other."""

from __future__ import annotations

import numpy as np

import boardwright
from boardwright.envs.rewards import OUTCOME, Rewards, with_draw
from boardwright.learning import recipes

GAME = boardwright.load("tic_tac_toe")
DRAWN, WON = (0, 1, 2, 4, 3, 5, 7, 6, 8), (0, 3, 1, 4, 2)


def ended(cells):
    state = GAME.new()
    for cell in cells:
        state = GAME.apply(state, cell)
    return state


def test_a_draw_is_worth_what_the_profile_says() -> None:
    states = np.concatenate([ended(DRAWN), ended(WON), ended(WON)])
    seats = np.array([0, 0, 1])
    assert Rewards(GAME, OUTCOME).outcomes(states, seats).tolist() == [0.0, 1.0, -1.0]
    changed = with_draw(GAME, OUTCOME, -0.5)
    assert Rewards(GAME, changed).outcomes(states, seats).tolist() == [-0.5, 1.0, -1.0]
    assert with_draw(GAME, OUTCOME, 0.0) == OUTCOME


def test_the_recipe_for_any_game_seeks_no_draws() -> None:
    play = recipes.read("quoridor", recipes.ANY_GAME).play
    assert play is not None
    assert play.draw < 0


def test_one_player_alone_has_no_draws() -> None:
    alone = boardwright.load("minesweeper")
    changed = Rewards(alone, with_draw(alone, OUTCOME, -0.5))
    assert changed.outcomes(alone.new(2), np.zeros(2, np.int64)).tolist() == [0.0, 0.0]
