"""Search with chance nodes: expectimax finds obvious best moves, and its values match a computation by hand."""

import numpy as np
import pytest
from hand_made import position

import boardwright
from boardwright.core.agent import Turn
from royal_ur.actions import Enter, Move

HOME = 15
NEARLY_DONE = [HOME] * 6


@pytest.fixture(scope="module")
def game():
    return boardwright.load("royal_ur")


@pytest.fixture(scope="module")
def expectimax(game):
    return boardwright.agent("expectimax", game, depth=2)


def choice(game, agent, state):
    turn = Turn(game, state, int(state["to_move"][0]), np.random.default_rng(0))
    return game.actions.decode(agent.act(turn))


@pytest.mark.parametrize("player", [0, 1])
def test_it_captures(game, expectimax, player):
    sides = [5, 9], [11]
    state = position(game, sides[player], sides[1 - player], 2, to_move=player)
    assert Enter() in [game.actions.decode(index) for index in game.open_actions(state)]
    assert choice(game, expectimax, state) == Move(9)


def test_it_brings_a_piece_home_rather_than_expose_one(game, expectimax):
    state = position(game, [4, 14, HOME, HOME, HOME, HOME, HOME], [1, 2, 3], 1)
    assert game.open_actions(state).tolist() == [4, 14]
    assert choice(game, expectimax, state) == Move(14)


def test_one_ply_is_the_average_over_sixteen_draws(game, expectimax):
    state = position(game, [2, 6], [5, 10], 3)
    averages = []
    for action in game.open_actions(state).tolist():
        values = []
        for draw in range(16):
            after = state.copy()
            game.step(after, [action], [draw])
            values.append(float(game.evaluate(after, [0], expectimax.weights)[0]))
        averages.append(np.mean(values))
    assert expectimax.search(state, 1)[0] == pytest.approx(max(averages))


def test_one_ply_by_hand(game, expectimax):
    # Only 6 to 7 is legal. Mine 7 + 90 steps, theirs 5 + 90. Theirs throws the 2 that captures in 6 of 16.
    state = position(game, [6, *NEARLY_DONE], [5, *NEARLY_DONE], 1)
    assert expectimax.search(state, 1) == (pytest.approx(97 - 6 / 16 * 0.5 * 7 - 95), (6,))


def test_two_plies_by_hand(game, expectimax):
    # Then they throw, and have one action each time.
    state = position(game, [6, *NEARLY_DONE], [5, *NEARLY_DONE], 1)
    passed = 97 - 6 / 16 * 0.5 * 7 - 95
    one = 97 - 4 / 16 * 0.5 * 7 - 96
    two = 90 - 97  # captures: mine waits, too far behind to threaten theirs
    three = 97 - (98 + 3)  # on the rosette
    four = 97 - (99 - 6 / 16 * 0.5 * 9)  # past mine, two steps ahead of it
    value = (1 * passed + 4 * one + 6 * two + 4 * three + 1 * four) / 16
    assert value == -3.5703125
    assert expectimax.search(state, 2)[0] == pytest.approx(value)
