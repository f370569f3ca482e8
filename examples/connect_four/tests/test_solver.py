"""The solver: worked positions, and agreement with a search of the rules to the end."""

import numpy as np
import pytest

import boardwright
from boardwright.core.errors import ConfigError
from boardwright.core.record import TERMINAL
from connect_four.solver import Solver, boards, solve

GAME = boardwright.load("connect_four")


def state_after(columns):
    position = boardwright.Position(GAME)
    for digit in columns:
        position.push(int(digit) - 1)
    return position.state


@pytest.mark.parametrize(
    ("columns", "score"),
    [
        ("112233", 18),  # the fourth stone of the bottom row
        ("44455554221", None),
        ("2252576253462244111563365343671351441", -1),
        ("23163416124767223154467471272416755633", 0),
        ("7422341735647741166133573473242566", 1),
    ],
)
def test_scores_of_known_positions(columns, score):
    found = Solver().score(*boards(GAME, state_after(columns)))
    assert score is None or found == score
    assert np.sign(found) == solve(GAME, state_after(columns))


def exact(state):
    """The outcome by the rules alone."""
    player = int(state["to_move"][0])
    best = -1
    for action in np.flatnonzero(GAME.legal_mask(state)[0]):
        after = GAME.apply(state, int(action))
        over = after["to_move"][0] == TERMINAL
        best = max(best, int(np.sign(after["returns"][0][player])) if over else -exact(after))
        if best == 1:
            break
    return best


def test_the_solver_agrees_with_the_rules():
    rng = np.random.default_rng(5)
    tried = 0
    while tried < 40:
        state = GAME.new()
        while state["to_move"][0] != TERMINAL and state["ply"][0] < 33:
            state = GAME.apply(state, int(rng.choice(np.flatnonzero(GAME.legal_mask(state)[0]))))
        if state["to_move"][0] != TERMINAL:
            assert solve(GAME, state) == exact(state)
            tried += 1


def test_another_board_is_refused():
    other = boardwright.load("connect_four", rows=5)
    with pytest.raises(ConfigError, match="rows, cols, connect"):
        solve(other, other.new())
