"""No opponent's bits tell the dice of its ply: in every adapter, by rows, turn by turn, and in the loop of `turns`.

The loop runs as plain Python here; tests/core/test_purposes.py compares the streams that it draws from.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from boardwright.agents.spec import Named
from boardwright.core import dice
from boardwright.core.game import Game
from boardwright.envs import opponents, turns
from boardwright.envs.gymnasium import Env, VectorEnv
from boardwright.envs.sb3 import Games
from boardwright.envs.vector import Vector

from .players import First

PAIRS, TOO_FAR = 80, 5.0
"""Choices of an opponent that are compared with the dice of their plies, and standard deviations."""

Pairs = list[tuple[int, int]]


class ByRows(First):
    """Rolls the die by `act_rows`."""

    def act_rows(self, states: Any, draws: Any) -> Any:
        return np.zeros(len(states), np.int64)

    def takes_draw(self, states: Any) -> Any:
        return np.ones(len(states), np.bool_)


def step_vector(game: Game, opponent: Any) -> Callable[[], Any]:
    env = Vector(game, 4, seed=0, opponent=opponent)
    return lambda: env.step(env.mask.argmax(axis=1))


def step_env(game: Game, opponent: Any) -> Callable[[], Any]:
    env = Env(game, opponent=opponent)
    env.reset(seed=0)

    def step() -> None:
        _, _, terminated, _, _ = env.step(0)
        if terminated:
            env.reset()

    return step


def step_vector_env(game: Game, opponent: Any) -> Callable[[], Any]:
    env = VectorEnv(game, 4, opponent=opponent)
    info = env.reset(seed=0)[1]
    return lambda: env.step(np.zeros_like(info["action_mask"].argmax(axis=1)))


def step_sb3(game: Game, opponent: Any) -> Callable[[], Any]:
    env = Games(game, 4, seed=0, opponent=opponent)
    env.reset()
    return lambda: env.step(env.action_masks().argmax(axis=1))


ADAPTERS = {"Vector": step_vector, "Env": step_env, "VectorEnv": step_vector_env, "Games": step_sb3}
"""Those with opponents: PettingZoo and `step_shared` have none of their own, and learners play in `Vector`."""


def by_rows(monkeypatch: pytest.MonkeyPatch, pairs: Pairs) -> Any:
    draws = opponents._Keyed.draws

    def noted(self: Any, agent: Any, states: Any) -> Any:
        given = draws(self, agent, states)
        pairs.extend(zip(given.tolist(), dice.keyed_rows(*self._keys).tolist(), strict=True))
        return given

    monkeypatch.setattr(opponents._Keyed, "draws", noted)
    return Named("rows", ByRows())


def turn_by_turn(monkeypatch: pytest.MonkeyPatch, pairs: Pairs) -> Any:
    alone = opponents._Keyed.alone

    def noted(self: Any, row: int) -> Any:
        given = dice.raw_bits(alone(self, row))
        pairs.append((given, int(dice.plain_keyed(*(int(key[row]) for key in self._keys)))))
        return alone(self, row)

    monkeypatch.setattr(opponents._Keyed, "alone", noted)
    return Named("turns", First())


def in_the_loop(monkeypatch: pytest.MonkeyPatch, pairs: Pairs) -> Any:
    random_legal, carry_out = turns.random_legal, turns._carry_out
    given: list[int] = []

    def noted(mask: Any, row: int, bits: int) -> int:
        given.append(int(bits))
        return random_legal(mask, row, bits)

    def compared(row: Any, s: Any, action: int, seed: int, episode: int) -> None:
        if given:
            pairs.append((given.pop(), int(dice.plain_keyed(seed, episode, int(s.ply)))))
        carry_out(row, s, action, seed, episode)

    monkeypatch.setattr(turns, "random_legal", noted)
    monkeypatch.setattr(turns, "_carry_out", compared)
    monkeypatch.setattr(turns.turn, "_plain", None)  # made again, of these two
    return "random"


WAYS = {"act_rows": by_rows, "act": turn_by_turn, "random": in_the_loop}


def dependence(pairs: Pairs) -> float:
    """The chi-square of the faces of two dice by these bits, in standard deviations above its mean if independent."""
    faces = np.zeros((6, 6))
    for seen, fallen in pairs:
        faces[dice.plain_draw_for(6, seen), dice.plain_draw_for(6, fallen)] += 1
    expected = np.outer(faces.sum(axis=1), faces.sum(axis=0)) / faces.sum()
    return float((((faces - expected) ** 2 / expected).sum() - 25) / 50**0.5)


def measured(monkeypatch: pytest.MonkeyPatch, game: Game, adapter: str, way: str) -> float:
    pairs: Pairs = []
    step = ADAPTERS[adapter](game, WAYS[way](monkeypatch, pairs))
    for _ in range(PAIRS):
        step()
    assert len(pairs) >= PAIRS // 4
    return dependence(pairs)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("adapter", ADAPTERS)
def test_bits_of_an_opponent_tell_nothing_about_its_dice(
    adapter: str, way: str, toy: Any, plain_python: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert measured(monkeypatch, toy("pig"), adapter, way) < TOO_FAR


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("adapter", ADAPTERS)
def test_an_opponent_with_the_bits_of_the_dice_is_found(
    adapter: str, way: str, toy: Any, plain_python: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Dice:
        """A generator that gives the bits of the game's own draw."""

        def __init__(self, key: Any) -> None:
            self.key = key

        def integers(self, *bounds: int) -> int:
            return int(dice.plain_keyed(*self.key)) >> 1

    monkeypatch.setattr(dice, "stream", lambda seed, purpose: seed)
    monkeypatch.setattr(dice, "streams", lambda seeds, purpose: seeds)
    monkeypatch.setattr(opponents._Keyed, "alone", lambda self, row: Dice([int(key[row]) for key in self._keys]))
    assert measured(monkeypatch, toy("pig"), adapter, way) > TOO_FAR
