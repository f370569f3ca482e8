"""Who plays the seats that are not the learner's. Every answer depends on its own game alone, never on the batch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from boardwright.agents.random import RandomAgent
from boardwright.agents.spec import Named, named
from boardwright.core import dice
from boardwright.core.agent import Agent, Turn
from boardwright.core.errors import ConfigError
from boardwright.core.game import Game, Integers
from boardwright.core.record import Array

_WHO = 0x9001
"""Keeps who plays a game apart from what happens in it."""


class Pool:
    """Several opponents with shares. Who plays a game is decided by its row's seed and its number there."""

    def __init__(self, game: Game, shares: Mapping[str, float]) -> None:
        self.game = game
        self.set([(named(text, game), share) for text, share in shares.items()])

    def set(self, members: Sequence[tuple[Named, float]]) -> None:
        """Let these play from now on, games in progress included."""
        if not members or any(share <= 0 for _, share in members):
            found = {each.text: share for each, share in members}
            raise ConfigError("config_value", path="opponents", value=found, expected="> 0")
        self.members = [each for each, _ in members]
        shares = np.cumsum([share for _, share in members])
        self._ends = shares / shares[-1]

    def of(self, seeds: Array, episodes: Array) -> Integers:
        """The number of the member that plays each row's game."""
        drawn = dice.keyed_rows(seeds, episodes, _WHO) / float(1 << dice.BITS)
        found: Integers = np.searchsorted(self._ends, drawn, side="right")
        return np.minimum(found, len(self.members) - 1)


def plays_randomly(opponent: Named | Pool | None) -> bool:
    """Whether the compiled loop can play this opponent itself."""
    return isinstance(opponent, Named) and type(opponent.agent) is RandomAgent


def answers(game: Game, opponent: Named | Pool, states: Array, seeds: Array, episodes: Array) -> Array:
    """One action a row, each from a generator of its own: that of its game and ply.

    An agent that decides for rows of states (`act_rows`) is asked once, with a draw for each row. So is one that
    decides for many observations (`act_batch`); its generator then belongs to these rows together, so an agent that
    draws from it answers as it does only in this company.
    """
    if isinstance(opponent, Pool):
        found = np.empty(len(states), np.int64)
        who = opponent.of(seeds, episodes)
        for number in np.unique(who):
            rows = np.flatnonzero(who == number)
            found[rows] = answers(game, opponent.members[number], states[rows], seeds[rows], episodes[rows])
        return found
    plies = states["ply"].astype(np.int64)
    agent: Any = opponent.agent
    if hasattr(agent, "act_rows"):
        return game.integers(agent.act_rows(states, dice.keyed_rows(seeds, episodes, plies) >> 1), states)
    keys = np.stack([seeds, episodes, plies], axis=1)
    if hasattr(agent, "act_batch"):
        masks = game.legal_mask(states)
        rng = np.random.default_rng(keys.ravel())
        return game.integers(agent.act_batch(game.observe(states), masks, rng), states)
    return np.array([_answer(game, opponent, states[row : row + 1], keys[row]) for row in range(len(states))], np.int64)


def _answer(game: Game, opponent: Named, state: Array, key: Array) -> int:
    turn = Turn(game, state, int(state["to_move"][0]), np.random.default_rng(key))
    return turn.checked(opponent.agent.act(turn), opponent.text)


class StandIn:
    """Makes some of the learner's decisions for it: those that a wrapper of the game takes, such as placements."""

    def __init__(self, game: Game, wrapper: str, value: Any) -> None:
        if wrapper not in game.definition.wrappers:
            raise ConfigError("config_unknown", path=f"stand_in.{wrapper}", known=list(game.definition.wrappers))
        self._made: Any = game.definition.wrappers[wrapper](game, value, _NOBODY)

    @property
    def idle(self) -> bool:
        """Whether the wrapper leaves every decision to the learner."""
        return self._made is _NOBODY

    def takes(self, observations: Array) -> Any:
        """Which rows it decides, [N]."""
        return self._made.takes(observations)

    def choose(self, observations: Array, masks: Any) -> Any:
        """An action for each of them."""
        return self._made.choose(observations, masks)


class _Nobody:
    """Stands where the learner is: a wrapper never asks it here."""

    def act(self, turn: Turn) -> int:
        raise NotImplementedError

    def explain(self, turn: Turn) -> Any:
        raise NotImplementedError


_NOBODY: Agent = _Nobody()
