"""The libraries' own checkers, on every registered game and on the toys. Each expected warning has its reason."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import pytest
from gymnasium.utils import env_checker
from stable_baselines3.common import env_checker as sb3_checker

import boardwright.envs
from boardwright.core import registry
from boardwright.envs.gymnasium import Env
from boardwright.envs.pettingzoo import Env as Zoo

with warnings.catch_warnings():
    # Its tests import games of its own in a way that it calls deprecated.
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, seed_test

TOYS = ("pig", "pairs", "peek")
"""They run as plain Python: the checkers ask for few steps."""

GAMES = [
    *(pytest.param(name, marks=() if name == "tic_tac_toe" else pytest.mark.slow) for name in registry.names()),
    *TOYS,
]

EXPECTED = {
    "gymnasium": {},
    "sb3": {
        "unconventional shape": "SB3 expects pictures or vectors; planes are neither, our extractor reads them",
        "minimal resolution for an image": "planes of bytes look like a small picture to it; the same holds",
        "Treating image space as channels-last": "the same",
        "is an image but": "it takes any three sizes for a picture of bytes; planes are scaled already",
    },
    "pettingzoo": {
        "Observation is not a NumPy array": "an observation has named fields beside its mask, which its docs recommend",
        "probably should be gymnasium.spaces.box": "the same of the space",
        "Observation numpy array is all zeros": "an empty board is one",
        "Observation is a single number": "a field may be one number",
        r"Action mask numpy array is all zeros": "the mask of a player who is not to move, or whose game is over",
    },
}


@pytest.fixture
def game(request: pytest.FixtureRequest, toy: Callable[[str], Any]) -> Any:
    return toy(request.param).as_interpreted() if request.param in TOYS else registry.load(request.param)


def unexpected(check: Callable[[], Any], kind: str) -> list[str]:
    """The warnings of a checker that are not expected."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        check()
    messages = [str(warning.message) for warning in caught]
    return [text for text in messages if not any(re.search(known, text) for known in EXPECTED[kind])]


@pytest.mark.parametrize("game", GAMES, indirect=True)
def test_gymnasium_finds_nothing_to_say(game: Any) -> None:
    env = gymnasium.make(boardwright.envs.register(game.name), game=game, render_mode="rgb_array")
    assert unexpected(lambda: env_checker.check_env(env.unwrapped), "gymnasium") == []


@pytest.mark.parametrize("game", GAMES, indirect=True)
def test_stable_baselines3_finds_nothing_new_to_say(game: Any) -> None:
    env = Env(game, on_illegal="penalise", render_mode="rgb_array")
    assert unexpected(lambda: sb3_checker.check_env(env), "sb3") == []


@pytest.mark.parametrize("game", GAMES, indirect=True)
def test_pettingzoo_finds_nothing_new_to_say(game: Any, capsys: pytest.CaptureFixture[str]) -> None:
    env = Zoo(game, render_mode="ansi")
    assert unexpected(lambda: api_test(env, num_cycles=60), "pettingzoo") == []
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES, indirect=True)
def test_pettingzoo_finds_the_same_game_for_the_same_seed(game: Any) -> None:
    assert unexpected(lambda: seed_test(lambda: Zoo(game), 60), "pettingzoo") == []


def test_a_checker_would_notice_an_environment_that_forgets_its_seed() -> None:
    class Forgetful(Env):
        number = 0

        def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
            self.number += 1
            return super().reset(seed=self.number)

    with pytest.raises(AssertionError, match=r"[Ss]eed|deterministic|equivalent"):
        env_checker.check_env(Forgetful("tic_tac_toe", on_illegal="penalise", seat=1))
