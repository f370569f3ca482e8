"""Copies of environments, by pickle and by deepcopy, continue exactly as the originals, and independently."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence

import boardwright.envs
from boardwright.envs.gymnasium import Env, VectorEnv
from boardwright.envs.pettingzoo import Env as TurnEnv
from boardwright.envs.vector import Vector

Copy = Callable[[Any], Any]
GAME = boardwright.load("connect_four").as_interpreted()
COPIES = [lambda env: pickle.loads(pickle.dumps(env)), copy.deepcopy]


def first_legal(mask: Any) -> Any:
    return np.argmax(mask, axis=-1)


def step_gymnasium(env: Any) -> Any:
    return env.step(first_legal(env.unwrapped.action_masks()))


def step_vector_env(env: Any) -> Any:
    return env.step(first_legal(env.action_masks()))


def step_vector(env: Any) -> Any:
    step = env.step(first_legal(env.mask))
    return [np.asarray(value).tobytes() for value in step] + [env.mask.tobytes(), env.states.tobytes()]


def step_aec(env: Any) -> Any:
    seen, reward, terminated, truncated, _ = env.last()
    env.step(None if terminated or truncated else int(first_legal(seen["action_mask"])))
    return (env.agent_selection if env.agents else None, reward, dict(env.rewards))


def gymnasium_env() -> Any:
    env = gymnasium.make(boardwright.envs.register("connect_four"), game=GAME, opponent="random")
    env.reset(seed=6)
    return env


def own_env() -> Any:
    env = Env(GAME, opponent="random")
    env.reset(seed=6)
    return env


def vector_env() -> Any:
    env = VectorEnv(GAME, 4, opponent="random")
    env.reset(seed=6)
    return env


def aec() -> Any:
    env = TurnEnv(GAME)
    env.reset(seed=6)
    return env


KINDS = {
    "gymnasium.make": (gymnasium_env, step_gymnasium),
    "Env": (own_env, step_gymnasium),
    "VectorEnv": (vector_env, step_vector_env),
    "Vector": (lambda: Vector(GAME, 4, seed=3, opponent="random"), step_vector),
    "PettingZoo": (aec, step_aec),
}


@pytest.mark.parametrize("copied", COPIES, ids=["pickle", "deepcopy"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_goes_on_as_the_original_and_apart_from_it(kind: str, copied: Copy) -> None:
    make, step = KINDS[kind]
    env = make()
    for _ in range(3):
        step(env)
    other = copied(env)
    ahead = [step(other) for _ in range(3)]  # the copy is ahead: the original must not have moved
    again = [step(env) for _ in range(3)]
    assert all(data_equivalence(one, two) for one, two in zip(ahead, again, strict=True))


def test_the_test_would_notice_a_copy_that_shares_its_states() -> None:
    env = Vector(GAME, 4, seed=3, opponent="random")
    shallow = copy.copy(env)
    ahead, again = step_vector(shallow), step_vector(env)
    assert ahead != again
