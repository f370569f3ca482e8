"""Opponents of the learner. Every action depends on its own game alone, never on the batch."""

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


class Pool:
    """Several opponents with shares. A hash of a row's seed and episode selects the opponent of a game."""

    def __init__(self, game: Game, shares: Mapping[str, float]) -> None:
        self.game = game
        self.set([(named(text, game), share) for text, share in shares.items()])

    def set(self, members: Sequence[tuple[Named, float]]) -> None:
        """Replace the members, also in games in progress."""
        if not members or any(share <= 0 for _, share in members):
            shares_by_name = {member.text: share for member, share in members}
            raise ConfigError("config_value", path="opponents", value=shares_by_name, expected="> 0")
        self.members = [member for member, _ in members]
        self.shares = [share for _, share in members]
        shares = np.cumsum(self.shares)
        self._ends = shares / shares[-1]

    def of(self, seeds: Array, episodes: Array) -> Integers:
        """The index of the member that plays each row's game, [N]."""
        drawn = dice.keyed_rows(dice.streams(seeds, dice.POOL), episodes, 0) / float(1 << dice.BITS)
        members: Integers = np.searchsorted(self._ends, drawn, side="right")
        return np.minimum(members, len(self.members) - 1)


def plays_randomly(opponent: Named | Pool | None) -> bool:
    """Whether the compiled loop can play this opponent."""
    return isinstance(opponent, Named) and type(opponent.agent) is RandomAgent


def answers(game: Game, opponent: Named | Pool, states: Array, seeds: Array, episodes: Array) -> Array:
    """One action a row, [N], each with a generator seeded by its game and ply.

    An agent with `act_rows` is called once, with a draw for each row. So is one with `act_batch`; its generator is then
    seeded by all rows together, so the actions of an agent that draws from it depend on the batch.
    """
    if isinstance(opponent, Pool):
        actions = np.empty(len(states), np.int64)
        members = opponent.of(seeds, episodes)
        for number in np.unique(members):
            rows = np.flatnonzero(members == number)
            actions[rows] = answers(game, opponent.members[number], states[rows], seeds[rows], episodes[rows])
        return actions
    plies = states["ply"].astype(np.int64)
    actions = ask(opponent.agent, opponent.text, game, states, _Keyed(seeds, episodes, plies))
    if (actions == RESIGN).any():  # an episode cannot end by resignation
        ply = int(plies[np.argmax(actions == RESIGN)])
        raise AgentError("agent_illegal", agent=opponent.text, action=str(RESIGN), ply=ply)
    return actions


class _Keyed:
    """Chance by a hash of each row's seed, game and ply, apart from the dice of the same ply."""

    def __init__(self, seeds: Array, episodes: Array, plies: Array) -> None:
        self._keys = seeds, episodes, plies

    def draws(self, agent: RowsAgent, states: Array) -> Integers:
        seeds, episodes, plies = self._keys
        return dice.keyed_rows(dice.streams(seeds, dice.OPPONENT), episodes, plies)

    def alone(self, row: int) -> np.random.Generator:
        return np.random.default_rng([int(key[row]) for key in self._keys])

    def together(self) -> np.random.Generator:
        return np.random.default_rng(np.stack(self._keys, axis=1).ravel())


class StandIn:
    """Makes some of the learner's decisions: those of one of the game's wrappers, such as placements."""

    def __init__(self, game: Game, wrapper: str, value: Any) -> None:
        if wrapper not in game.definition.wrappers:
            raise ConfigError("config_unknown", path=f"stand_in.{wrapper}", known=list(game.definition.wrappers))
        self._wrapper: Any = game.definition.wrappers[wrapper](game, value, _LEARNER)

    @property
    def idle(self) -> bool:
        """Whether the wrapper leaves every decision to the learner."""
        return self._wrapper is _LEARNER

    def takes(self, observations: Array) -> Any:
        """The mask of the rows that it decides, [N]."""
        return self._wrapper.takes(observations)

    def choose(self, observations: Array, masks: Any) -> Any:
        """One action a row, [N]."""
        return self._wrapper.choose(observations, masks)


class _Learner:
    """A placeholder for the learner; wrappers never call it here."""

    def act(self, turn: Turn) -> int:
        raise NotImplementedError

    def explain(self, turn: Turn) -> Any:
        raise NotImplementedError


_LEARNER: Agent = _Learner()
