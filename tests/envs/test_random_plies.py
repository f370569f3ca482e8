"""Random plies at the beginning of an episode."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from boardwright import load
from boardwright.core.errors import ConfigError
from boardwright.envs import Vector
from saying import refused

from .players import First


@pytest.mark.parametrize("opponent", ["random", First()])
def test_random_plies_begin_an_episode_without_a_step(opponent: Any) -> None:
    game = load("tic_tac_toe")
    env = Vector(game, 200, seed=4, opponent=opponent, random_plies=4)
    begun = np.bincount(env.states["ply"])
    assert env.states["ply"].max() >= 4
    assert (begun[1:5] > 10).all()
    assert not env.ended.any()
    assert (env.states["to_move"] == env.seats).all()
    one = Vector(game, 1, seed=env.seeds[17], opponent=opponent, random_plies=4)
    for _ in range(3):
        assert env.states[17].tobytes() == one.states[0].tobytes()
        env.step(env.mask.argmax(axis=1))
        one.step(one.mask.argmax(axis=1))
    without = Vector(game, 200, seed=4, opponent=opponent)
    assert without.states["ply"].max() <= 1


def test_random_plies_have_no_reward_and_a_game_that_they_end_is_not_the_learners() -> None:
    env = Vector("tic_tac_toe", 256, seed=1, random_plies=9)
    total = 0
    for _ in range(20):
        stones = (env.states["cells"] != 0).sum(axis=1)
        assert (env.states["to_move"] == env.seats).all()
        assert (stones == env.states["ply"]).all()
        step = env.step(env.mask.argmax(axis=1))
        outcome = np.where(env.ended, env.final["returns"][np.arange(256), env.final_seats], 0.0)
        assert step.rewards == pytest.approx(outcome)
        total += env.ended.sum()
    assert total > 256
    counted = load("minesweeper", "small", allow_flags=False).as_interpreted()
    mines = Vector(counted, 12, seed=2, random_plies=3)
    for _ in range(10):
        before = mines.states["tally"][:, 0, 0].copy()
        step = mines.step(mines.mask.argmax(axis=1))
        done = np.where(mines.ended, mines.final["tally"][:, 0, 0], mines.states["tally"][:, 0, 0])
        outcome = np.where(mines.ended, mines.final["returns"][:, 0], 0.0)
        assert step.rewards == pytest.approx(0.01 * (done - before) + outcome - 0.0001)


def test_random_plies_are_a_whole_number() -> None:
    with refused(ConfigError, "config_value", path="random_plies"):
        Vector("tic_tac_toe", 1, seed=0, random_plies=-1)
