"""Tic-tac-toe's rules where no legal action leads: cells off the board."""

import pytest

from boardwright.core import registry
from boardwright.core.record import OK
from boardwright.games.tic_tac_toe.rules import Reason, check_mark


@pytest.mark.parametrize(
    ("cell", "expected"), [(-1, Reason.OFF_BOARD), (0, OK), (8, OK), (9, Reason.OFF_BOARD), (10, Reason.OFF_BOARD)]
)
def test_a_cell_off_the_board_is_refused(cell, expected):
    game = registry.load("tic_tac_toe")
    state = game.new()
    assert check_mark(game.params_of(state), game.record(state), cell) == expected
