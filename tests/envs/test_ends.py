"""The end of a game means the same in every adapter: nobody adds the value of a state after which nothing comes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
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
    **{f"VectorEnv {mode.name}": partial(of_vector_env, mode=mode) for mode in AutoresetMode},
    "Games": of_sb3,
    "pettingzoo.Env": of_pettingzoo,
    "ppo": of_our_own,
}


def steps_bootstrap(patch: pytest.MonkeyPatch) -> None:
    taken = Vector.step

    def step(self: Vector, *args: Any, **options: Any) -> Any:
        made = taken(self, *args, **options)
        cut = self.ended & self.final["truncated"].astype(bool)
        return made._replace(terminated=self.ended & ~cut, truncated=cut)

    patch.setattr(Vector, "step", step)


def buffers_bootstrap(patch: pytest.MonkeyPatch) -> None:
    taken = Vector.step_shared

    def step_shared(self: Vector, actions: Any) -> Any:
        made = taken(self, actions)
        made.terminated[self.final["truncated"].astype(bool)] = False
        return made

    patch.setattr(Vector, "step_shared", step_shared)


def sb3_bootstraps(patch: pytest.MonkeyPatch) -> None:
    taken = Games.step_wait

    def step_wait(self: Games) -> Any:
        made = taken(self)
        for row in np.flatnonzero(made[2]):
            made[3][row]["TimeLimit.truncated"] = bool(self.vector.final["truncated"][row])
        return made

    patch.setattr(Games, "step_wait", step_wait)


def pettingzoo_bootstraps(patch: pytest.MonkeyPatch) -> None:
    taken = pettingzoo.Env._settle

    def settle(self: pettingzoo.Env) -> None:
        taken(self)
        if self._state["truncated"][0]:
            self.terminations, self.truncations = self.truncations, self.terminations

    patch.setattr(pettingzoo.Env, "_settle", settle)


def ppo_bootstraps(patch: pytest.MonkeyPatch) -> None:
    taken = RolloutBuffer.compute_gae

    def compute_gae(self: RolloutBuffer, *args: Any) -> None:
        self.dones[self.rewards == 0] = False  # pig has no other draw than the limit
        taken(self, *args)

    patch.setattr(RolloutBuffer, "compute_gae", compute_gae)


FAULTS = {
    **dict.fromkeys(ADAPTERS, steps_bootstrap),
    "Vector.step_shared": buffers_bootstrap,
    "Games": sb3_bootstraps,
    "pettingzoo.Env": pettingzoo_bootstraps,
    "ppo": ppo_bootstraps,
}
"""An adapter that calls a game cut off when a limit ended it. Those of Gymnasium pass on what `Vector.step` says."""


def ends(adapter: str, game: Game) -> list[End]:
    games = ADAPTERS[adapter](game.as_interpreted())
    return [next(games) for _ in range(40)]


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_no_learner_adds_a_value_to_a_game_that_a_limit_ended(adapter: str, toy: Callable[[str], Any]) -> None:
    # Nobody holds in pig: its first action is to roll, so many games end by the limit.
    found = ends(adapter, toy("pig"))
    assert any(end.limit for end in found)
    assert [end.returned for end in found] == [end.reward for end in found]


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_an_adapter_that_cuts_a_game_off_is_found(
    adapter: str, toy: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    FAULTS[adapter](monkeypatch)
    found = ends(adapter, toy("pig"))
    assert {end.limit for end in found if end.bootstraps} == {True}
    assert any(end.returned != end.reward for end in found)
