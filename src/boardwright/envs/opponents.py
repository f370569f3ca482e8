"""Who plays the seats that are not the learner's. Every answer depends on its own game alone, never on the batch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from boardwright.agents.random import RandomAgent
from boardwright.agents.spec import Named, named
from boardwright.core import dice
from boardwright.core.agent import RESIGN, Agent, RowsAgent, Turn, ask
from boardwright.core.errors import AgentError, ConfigError
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
    found = ask(opponent.agent, opponent.text, game, states, _Keyed(seeds, episodes, plies))
    if (found == RESIGN).any():  # a learner's episode has no way to end so
        ply = int(plies[np.argmax(found == RESIGN)])
        raise AgentError("agent_illegal", agent=opponent.text, action=str(RESIGN), ply=ply)
    return found


class _Keyed:
    """Chance by the key of each row's seed, game and ply."""

    def __init__(self, *keys: Array) -> None:
        self._keys = keys

    def draws(self, agent: RowsAgent, states: Array) -> Integers:
        return dice.raw_rows(*self._keys)

    def alone(self, row: int) -> np.random.Generator:
        return np.random.default_rng([int(each[row]) for each in self._keys])

    def together(self) -> np.random.Generator:
        return np.random.default_rng(np.stack(self._keys, axis=1).ravel())


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
