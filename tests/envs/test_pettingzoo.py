"""PettingZoo: the caller plays every seat, several moves a turn, and rewards for all seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from boardwright import load
from boardwright.core.errors import BatchError, BoardwrightError, IllegalAction, KernelError
from boardwright.envs.pettingzoo import Env


def test_a_game_by_hand() -> None:
    env = Env("tic_tac_toe", render_mode="ansi")
    env.reset(seed=0)
    for action in (0, 3, 1, 4):
        seen, reward, terminated, truncated, _ = env.last()
        assert (reward, terminated, truncated) == (0.0, False, False)
        assert seen["action_mask"][action] == 1
        env.step(action)
    assert env.agent_selection == "player_0"
    assert env.observe("player_1")["action_mask"].sum() == 0
    assert env.last()[0]["observation"]["planes"].tolist() == [[1, 1, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 1, 1, 0, 0, 0, 0]]
    env.step(2)
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert env.render() == "X X X\nO O .\n. . .\n"
    dismissed = []
    for name in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last()
        dismissed.append((name, reward, terminated, truncated))
        env.step(None)
    assert dismissed == [("player_0", 1.0, True, False), ("player_1", -1.0, True, False)]
    with pytest.raises(BatchError) as refused:
        env.step(0)
    assert refused.value.code == "envs_not_reset"


def test_a_player_who_moves_twice_is_selected_twice(toy: Callable[[str], Any]) -> None:
    env = Env(toy("pairs").as_interpreted())
    env.reset(seed=0)
    turns = []
    for action in (0, 2, 4, 1):
        turns.append(env.agent_selection)
        env.step(action)
    assert turns == ["player_0", "player_0", "player_1", "player_1"]


def test_tallies_of_every_seat_are_rewarded_as_they_change(toy: Callable[[str], Any]) -> None:
    weights = {"returns": 0.0, "tally": {"banked": 1.0, "lost": -1.0}, "illegal": 0.0}
    env = Env(toy("pig").as_interpreted(), rewards=weights)
    rng = np.random.default_rng(3)
    for seed in range(6):
        env.reset(seed=seed)
        sums = dict.fromkeys(env.agents, 0.0)
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            if over and len(env.agents) == 2:
                tally = env._state["tally"][0]
                assert sums == {"player_0": tally[0, 0] - tally[0, 1], "player_1": tally[1, 0] - tally[1, 1]}
            env.step(None if over else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            if not over:
                sums = {name: sums[name] + reward for name, reward in env.rewards.items()}


def test_a_reward_that_was_not_read_survives_an_illegal_action(toy: Callable[[str], Any]) -> None:
    weights = {"returns": 0.0, "tally": {"banked": 1.0, "lost": -1.0}, "illegal": 0.0}
    env = Env(toy("pig").as_interpreted(), rewards=weights)
    env.reset(seed=3)
    while not (unread := env.last()[1]):
        legal = np.flatnonzero(env.last()[0]["action_mask"])
        env.step(int(legal[len(legal) // 2]))
    rewards = dict(env.rewards)
    with pytest.raises(BoardwrightError):
        env.step(99)
    assert (env.last()[1], env.rewards) == (unread, rewards)


def test_an_illegal_action_raises_or_costs_the_penalty() -> None:
    env = Env("tic_tac_toe")
    env.reset(seed=0)
    env.step(4)
    with pytest.raises(IllegalAction):
        env.step(4)
    assert (env.agent_selection, env.last()[0]["action_mask"].sum()) == ("player_1", 8)
    env = Env("tic_tac_toe", on_illegal="penalise")
    env.reset(seed=0)
    env.step(4)
    env.step(4)
    assert (env.agent_selection, env.rewards) == ("player_1", {"player_0": 0.0, "player_1": -1.0})


def test_dead_ends_and_empty_masks_are_errors(toy: Callable[[str], Any]) -> None:
    env = Env(toy("stuck").as_interpreted())
    env.reset(seed=0)
    env.step(0)
    with pytest.raises(KernelError) as refused:
        env.step(0)
    assert refused.value.code == "envs_no_action"
    toy("deploy")
    env = Env(load("deploy", "crowded").as_interpreted())
    env.reset(seed=0)

    def play() -> None:
        for _ in range(50):
            env.step(int(np.argmax(env.last()[0]["action_mask"])))

    with pytest.raises(BoardwrightError) as refused:
        play()
    assert refused.value.code == "rule_fault"


def test_a_seed_gives_its_first_game_again_and_no_seed_the_next(toy: Callable[[str], Any]) -> None:
    env = Env(toy("pig").as_interpreted())

    def rolls() -> list[int]:
        seen = []
        for _ in range(8):
            env.step(0)
            seen.append(int(env._state["turn"][0]))
        return seen

    env.reset(seed=4)
    first = rolls()
    env.reset()
    second = rolls()
    env.reset(seed=4)
    assert rolls() == first != second
