"""The end of a game means the same in every adapter: nobody adds the value of a state after which nothing comes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest
import torch
from gymnasium.vector import AutoresetMode

from boardwright.core.game import Game
from boardwright.envs import pettingzoo
from boardwright.envs.gymnasium import Env, VectorEnv
from boardwright.envs.sb3 import Games
from boardwright.envs.vector import Vector
from boardwright.learning.rollout import RolloutBuffer

GAMMA, VALUE = 0.99, 0.8
"""A learner that is sure of itself: it values every state at 0.8."""


class End(NamedTuple):
    """The last step of a game: its reward, whether its learner adds the value of the last state, and what ended it."""

    reward: float
    bootstraps: bool
    limit: bool

    @property
    def returned(self) -> float:
        """What a learner takes for the return of the step."""
        return self.reward + GAMMA * VALUE * self.bootstraps


def of_vector(game: Game) -> Iterator[End]:
    env = Vector(game, 4, seed=0, opponent="random")
    while True:
        step = env.step(env.mask.argmax(axis=1))
        for row in np.flatnonzero(env.ended):
            yield End(float(step.rewards[row]), bool(step.truncated[row]), bool(env.final["truncated"][row]))


def of_shared_buffers(game: Game) -> Iterator[End]:
    env = Vector(game, 4, seed=0, opponent="random")
    while True:
        step = env.step_shared(env.mask.argmax(axis=1))
        for row in np.flatnonzero(env.ended):
            yield End(float(step.rewards[row]), not step.terminated[row], bool(env.final["truncated"][row]))


def of_gymnasium(game: Game) -> Iterator[End]:
    env = Env(game, opponent="random")
    _, info = env.reset(seed=0)
    while True:
        _, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
        if terminated or truncated:
            yield End(reward, not terminated, bool(env._vector.final["truncated"][0]))
            _, info = env.reset()


def of_vector_env(game: Game, mode: AutoresetMode) -> Iterator[End]:
    env = VectorEnv(game, 4, opponent="random", autoreset_mode=mode)
    _, info = env.reset(seed=0)
    while True:
        _, rewards, terminated, truncated, info = env.step(info["action_mask"].argmax(axis=1))
        over = terminated | truncated
        for row in np.flatnonzero(over):
            yield End(float(rewards[row]), not terminated[row], bool(env._vector.final["truncated"][row]))
        if mode == AutoresetMode.DISABLED and over.any():
            info["action_mask"][over] = env.reset(options={"reset_mask": over})[1]["action_mask"][over]


def of_sb3(game: Game) -> Iterator[End]:
    env = Games(game, 4, seed=0, opponent="random")
    env.reset()
    while True:
        _, rewards, done, infos = env.step(env.action_masks().argmax(axis=1))
        for row in np.flatnonzero(done):
            limit = bool(env.vector.final["truncated"][row])
            yield End(float(rewards[row]), infos[row].get("TimeLimit.truncated", False), limit)


def of_pettingzoo(game: Game) -> Iterator[End]:
    env = pettingzoo.Env(game)
    env.reset(seed=0)
    while True:
        name = env.agent_selection
        if env.terminations[name] or env.truncations[name]:
            yield End(env.rewards[name], not env.terminations[name], bool(env._state["truncated"][0]))
            env.reset()
        else:
            env.step(int(env.observe(name)["action_mask"].argmax()))


def of_our_own(game: Game) -> Iterator[End]:
    """Of the rollout buffer of `ppo`: the return of the last step, computed by its own GAE."""
    env = Vector(game, 4, seed=0, opponent="random")
    while True:
        step = env.step(env.mask.argmax(axis=1))
        buffer = RolloutBuffer(4, 1, {}, game.actions.policy, torch.device("cpu"), (1, 1))
        buffer.rewards[0] = torch.from_numpy(step.rewards).float()
        buffer.values[0] = VALUE
        buffer.dones[0] = torch.from_numpy(env.ended.copy())
        buffer.compute_gae(torch.full((4,), VALUE), GAMMA, 0.95)
        for row in np.flatnonzero(env.ended):
            reward, returned = float(step.rewards[row]), float(buffer.returns[0, row])
            yield End(reward, abs(returned - reward) > 1e-6, bool(env.final["truncated"][row]))


ADAPTERS: dict[str, Callable[[Game], Iterator[End]]] = {
    "Vector": of_vector,
    "Vector.step_shared": of_shared_buffers,
    "Env": of_gymnasium,
    **{f"VectorEnv {mode.name}": lambda game, mode=mode: of_vector_env(game, mode) for mode in AutoresetMode},
    "Games": of_sb3,
    "pettingzoo.Env": of_pettingzoo,
    "ppo": of_our_own,
}


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_no_learner_adds_a_value_to_a_game_that_a_limit_ended(adapter: str, toy: Callable[[str], Any]) -> None:
    # Nobody holds in pig: its first action is to roll, so many games end by the limit.
    games = ADAPTERS[adapter](toy("pig").as_interpreted())
    ends = [next(games) for _ in range(60)]
    assert any(end.limit for end in ends)
    assert [end.returned for end in ends] == [end.reward for end in ends]
