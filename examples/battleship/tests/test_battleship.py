"""Battleship holds to every law, and plays as it did when its golden game was recorded."""

from pathlib import Path

import pytest

from boardwright import load
from boardwright.testing import broken_laws, perft, playthrough

DATA = Path(__file__).parent / "data"


def test_laws():
    assert broken_laws(load("battleship", "small").as_interpreted(), games=3, states=8) == []


@pytest.mark.slow
def test_laws_of_machine_code():
    assert broken_laws(load("battleship", "small")) == []


def test_perft():
    assert perft.verify(DATA / "perft" / "battleship.json") > 0


def test_playthrough():
    assert playthrough.verify(DATA / "playthroughs" / "battleship.json") > 0


def test_gymnasium():
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from boardwright import envs

    # The checker draws actions without a mask, so illegal ones must not raise.
    env = gymnasium.make(envs.register("battleship"), on_illegal="penalise", render_mode="rgb_array")
    check_env(env.unwrapped)


@pytest.mark.filterwarnings("ignore")  # it warns of observations with named fields, which its documentation recommends
def test_pettingzoo():
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test

    from boardwright.envs.pettingzoo import Env

    api_test(Env("battleship"), num_cycles=100)
