"""The reward of one step, exactly as the sheet says, and shaping by flags that cannot be farmed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import boardwright
from boardwright.core import registry
from boardwright.core.errors import ConfigError
from boardwright.envs import Vector
from boardwright.envs.rewards import Rewards

from .boards import do, laid, plain

WEIGHTS = {
    "progress_reward": 0.5,
    "win_reward": 100.0,
    "loss_reward": -70.0,
    "step_penalty": 0.001,
    "invalid_penalty": 0.25,
    "flag_correct_reward": 3.0,
    "flag_incorrect_reward": -2.0,
}


def vector(**changes: Any) -> Vector:
    """One game that has begun: 4 x 4, three mines, its first reveal made, most of its safe cells still hidden."""
    game = plain(H=4, W=4, mine_count=3, guarantee_safe_neighborhood=False, **WEIGHTS | changes)
    env = Vector(game, 1, seed=2, on_illegal="penalise")
    while True:
        first = env.step([0])
        opened = 13 - int(env.states["safe_left"][0])
        if opened == 1:
            assert first.rewards[0] == pytest.approx(0.5 - 0.001)
            return env
        env.reset()


def safe(env: Vector) -> list[int]:
    return np.flatnonzero((env.states["mine"][0] == 0) & (env.states["shown"][0] >= 9)).tolist()


def mines(env: Vector) -> list[int]:
    return np.flatnonzero(env.states["mine"][0]).tolist()


def test_a_step_that_goes_on() -> None:
    env = vector()
    before = int(env.states["tally"][0, 0, 0])
    reward = env.step([safe(env)[-1]]).rewards[0]
    new = int(env.states["tally"][0, 0, 0]) - before
    assert not env.ended[0]
    assert new > 0
    assert reward == pytest.approx(0.5 * new - 0.001)


def test_a_win() -> None:
    env = vector()
    while True:
        left = int(env.states["safe_left"][0])
        step = env.step([safe(env)[0]])
        if step.terminated[0]:
            break
    assert step.rewards[0] == pytest.approx(100.0 + 0.5 * left - 0.001)


def test_a_loss_counts_nothing_new() -> None:
    env = vector()
    step = env.step([mines(env)[0]])
    assert step.terminated[0]
    assert step.rewards[0] == pytest.approx(-70.0 - 0.001)


def test_an_invalid_action_costs_its_penalty_alone() -> None:
    env = vector()
    before = env.states.tobytes()
    assert env.step([0]).rewards[0] == -0.25
    assert env.step([16]).rewards[0] == -0.25
    assert env.states.tobytes() == before


def test_flags_are_worth_nothing_unless_asked_for() -> None:
    env = vector()
    assert env.step([16 + mines(env)[0]]).rewards[0] == pytest.approx(-0.001)


def test_shaping_by_flags_cannot_be_farmed() -> None:
    env = vector(use_flag_shaping=True)
    right, wrong = 16 + mines(env)[0], 16 + safe(env)[0]
    assert [env.step([right]).rewards[0] for _ in range(4)] == pytest.approx([2.999, -3.001, 2.999, -3.001])
    assert [env.step([wrong]).rewards[0] for _ in range(4)] == pytest.approx([-2.001, 1.999, -2.001, 1.999])
    # What a wrong flag cost comes back when the cell under it is revealed.
    env.step([wrong])
    before = int(env.states["tally"][0, 0, 0])
    reward = env.step([wrong - 16]).rewards[0]
    assert reward == pytest.approx(0.5 * (int(env.states["tally"][0, 0, 0]) - before) + 2.0 - 0.001)


def test_the_end_has_no_shaping_in_it() -> None:
    env = vector(use_flag_shaping=True)
    cell = mines(env)[0]
    env.step([16 + cell])
    assert env.step([cell]).rewards[0] == pytest.approx(-70.0 - 0.001)
    game, state = laid("*.\n..", use_flag_shaping=True, **WEIGHTS)
    before = do(game, state, "flag 0 1", "reveal 1 1", "reveal 1 0")
    won = do(game, before, "reveal 0 1")
    rewards = Rewards(game, "standard")
    seat = np.zeros(1, np.int64)
    change = rewards.changes(rewards.tallies(before, seat), rewards.tallies(won, seat))
    assert change[0] + rewards.outcomes(won, seat)[0] == pytest.approx(100.0 + 0.5 - 0.001)


def test_the_profile_standard_is_the_games_own_else_the_outcome() -> None:
    assert Vector("minesweeper", 1, seed=0).rewards.weights.tally["won"] == 1.0
    assert Vector("minesweeper", 1, seed=0).rewards.weights.returns == 0.0
    assert Vector("minesweeper", 1, seed=0, rewards="outcome").rewards.weights.returns == 1.0
    assert Vector("tic_tac_toe", 1, seed=0).rewards.weights.returns == 1.0
    assert Vector("tic_tac_toe", 1, seed=0, rewards="standard").rewards.weights.illegal == -1.0


def test_variants_that_are_rewarded_differently_have_no_standard() -> None:
    games = [boardwright.load("minesweeper", win_reward=worth) for worth in (1.0, 2.0)]
    with pytest.raises(ConfigError) as refused:
        Vector(registry.mix(*games), 2, seed=0)
    assert (refused.value.code, refused.value.path) == ("variants_differ", "rewards")
