"""The Royal Game of Ur holds to every law, plays as its golden game was recorded, and is a sound environment."""

from pathlib import Path

import pytest

from boardwright import load
from boardwright.testing import broken_laws, perft, playthrough

DATA = Path(__file__).parent / "data"
"""Written by `boardwright check royal_ur --record tests/data`."""


def test_laws():
    assert broken_laws(load("royal_ur")) == []


def test_perft():
    assert perft.verify(DATA / "perft" / "royal_ur.json") > 0


def test_playthrough():
    assert playthrough.verify(DATA / "playthroughs" / "royal_ur.json") > 0


def test_gymnasium():
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from boardwright import envs

    # The checker draws actions without a mask, so illegal ones must not raise.
    env = gymnasium.make(envs.register("royal_ur"), on_illegal="penalise", render_mode="rgb_array")
    check_env(env.unwrapped)


@pytest.mark.filterwarnings("ignore")  # it warns of observations with named fields, which its documentation recommends
def test_pettingzoo():
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test

    from boardwright.envs.pettingzoo import Env

    api_test(Env("royal_ur"), num_cycles=100)
