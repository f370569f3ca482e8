"""Connect four holds to every law, plays as its golden game was recorded, and is a sound environment."""

from pathlib import Path

import pytest

from boardwright import Position, load
from boardwright.testing import broken_laws, perft, playthrough

DATA = Path(__file__).parent / "data"
"""Written by `boardwright check connect_four --record tests/data`."""


def test_laws():
    assert broken_laws(load("connect_four")) == []


def test_perft():
    assert perft.verify(DATA / "perft" / "connect_four.json") > 0


def test_playthrough():
    assert playthrough.verify(DATA / "playthroughs" / "connect_four.json") > 0


def test_the_winning_line_is_marked():
    position = Position(load("connect_four"))
    for column in (0, 1, 0, 1, 0, 1):
        position.push(column)
        assert not any(cell.marks for cell in position.view().board.cells)
    position.push(0)
    assert [cell for cell, shown in enumerate(position.view().board.cells) if shown.marks == ("line",)] == [
        14,
        21,
        28,
        35,
    ]


def test_gymnasium():
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from boardwright import envs

    # The checker draws actions without a mask, so illegal ones must not raise.
    env = gymnasium.make(envs.register("connect_four"), on_illegal="penalise", render_mode="rgb_array")
    check_env(env.unwrapped)


@pytest.mark.filterwarnings("ignore")  # it warns of observations with named fields, which its documentation recommends
def test_pettingzoo():
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test

    from boardwright.envs.pettingzoo import Env

    api_test(Env("connect_four"), num_cycles=100)
