"""Every registered game in every form of observation through every kind of environment and its library's own checker.

`python tests/environment_table.py [GAME ...]` prints the table: `ok`, or the first thing that a checker said. The
warnings that are expected have their reasons in tests/envs/test_checkers.py.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO

import gymnasium
import numpy as np
from gymnasium.utils import env_checker
from stable_baselines3.common import env_checker as sb3_checker

import boardwright.envs
from boardwright.core import forms, registry
from boardwright.envs import Vector
from boardwright.envs.gymnasium import Env
from boardwright.envs.pettingzoo import Env as Zoo
from boardwright.envs.spaces import learner_observations, learner_space, row_of
from envs.test_checkers import unexpected

with warnings.catch_warnings():
    # Its tests import games of its own in a way that it calls deprecated.
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test

STEPS = 60
ROWS = 4


def _vector(game: str, form: str) -> list[str]:
    """Random play: every observation is in its space, and rows are those of vectors of one."""
    env, singles = (Vector(game, n, seed=7, observation=form) for n in (ROWS, 1))
    space = learner_space(env.game, form)
    rng = np.random.default_rng(0)
    wrong = []
    for _ in range(STEPS):
        actions = np.argmax(env.mask * rng.random(env.mask.shape), axis=1)
        seen = learner_observations(env.game, env.step(actions).observations)
        first = learner_observations(env.game, singles.step(actions[:1]).observations)
        wrong += [f"row {row} is outside its space" for row in range(ROWS) if not space.contains(row_of(seen, row))]
        wrong += [] if str(row_of(seen, 0)) == str(row_of(first, 0)) else ["row 0 differs from a vector of one"]
    return wrong


def _gymnasium(game: str, form: str) -> list[str]:
    env = gymnasium.make(boardwright.envs.register(game), observation=form, render_mode="rgb_array")
    # It renders in every mode, and `human` prints.
    with redirect_stdout(StringIO()):
        return unexpected(lambda: env_checker.check_env(env.unwrapped), "gymnasium")


def _pettingzoo(game: str, form: str) -> list[str]:
    with redirect_stdout(StringIO()):
        return unexpected(lambda: api_test(Zoo(game, observation=form), num_cycles=100), "pettingzoo")


def _sb3(game: str, form: str) -> list[str]:
    env = Env(game, observation=form, on_illegal="penalise", render_mode="rgb_array")
    return unexpected(lambda: sb3_checker.check_env(env), "sb3")


KINDS: dict[str, Callable[[str, str], list[str]]] = {
    "vector": _vector,
    "Gymnasium": _gymnasium,
    "PettingZoo": _pettingzoo,
    "SB3": _sb3,
}


def row(game: str, form: str) -> dict[str, str]:
    """What each kind's checker says, `ok` if nothing."""
    said = {}
    for kind, check in KINDS.items():
        try:
            said[kind] = next(iter(check(game, form)), "ok")
        except Exception as error:  # whatever a checker raises belongs in the table
            said[kind] = f"{type(error).__name__}: {error}"
    return said


def main(games: list[str]) -> int:
    """Print the table; the status is 1 if anything in it is not ok."""
    print("| game | observation | " + " | ".join(KINDS) + " |\n|" + "---|" * (2 + len(KINDS)))
    wrong = 0
    for game in games or registry.names():
        for form in (forms.FIELDS, forms.FLAT, forms.PLANES):
            said = row(game, form)
            wrong += sum(text != "ok" for text in said.values())
            print(f"| {game} | `{form}` | " + " | ".join(said.values()) + " |", flush=True)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
