"""Positions to try the laws on: states from random games, each with the history that led to it."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from boardwright.core import dice
from boardwright.core.game import Game
from boardwright.core.position import Step
from boardwright.core.record import OK, TERMINAL, Array

PEOPLE = 0.1
"""The probability that a random player takes a people-only action, where one is legal."""

EAGER = 0.5
"""The same in every third game, to reach the rules that limit the people's actions."""

RARE = 2
"""How often each kind of action, a pass for example, is played at least, and how many states before and after it are in
the sample, if random games reach so many."""

SOUGHT = 0.5
"""The probability that a random player takes a kind of action that was played less often than that, where it can."""

PATIENCE = 5
"""Rules that random games seldom reach are searched for in this many times as many games."""


@dataclass(frozen=True)
class Case:
    """A state and its history."""

    state: Array
    history: tuple[Step, ...]

    @property
    def over(self) -> bool:
        """Whether the game has ended there."""
        return bool(self.state["to_move"][0] == TERMINAL)


class Cases:
    """A game's states from `games` random games: all the final ones, and a sample of the others.

    The games are played when the first of them is asked for: laws that need none do not wait for them.
    """

    def __init__(self, game: Game, *, games: int, most: int, seed: int) -> None:
        self.game = game
        self.rng = np.random.default_rng(seed)
        self.reasons: set[int] = set()
        """The Reasons for refusals in the random games."""
        self._seed, self._most = seed, most
        self._games = games
        self._player = np.random.default_rng(seed)
        self._ends = np.cumsum([group.count for group in game.actions.groups])
        self._played = np.zeros(len(game.actions.groups), np.int64)
        self._kept: list[Array] = []

    def reseed(self, purpose: str) -> None:
        """Begin the random numbers of a purpose, with the states as they were sampled.

        The games are the same whatever numbers were used before, and so are the states, whatever wrote to them.
        """
        if self._kept:
            for case, kept in zip(self, self._kept, strict=True):
                case.state[:] = kept
        self.rng = np.random.default_rng([self._seed, zlib.crc32(purpose.encode())])

    @property
    def open(self) -> list[Case]:
        """The sample of states that are not final."""
        return self._sampled[0]

    @property
    def ends(self) -> list[Case]:
        """The last state of each game."""
        return self._sampled[1]

    @cached_property
    def _sampled(self) -> tuple[list[Case], list[Case]]:
        played, middle, before, after = [], [], [], []
        for number in range(self._games):
            cases, legal = self._play(number)
            played.append(cases)
            middle += cases[:-1]
            before += legal
            after += [self._kinds([case.history[-1].action] if case.history else []) for case in cases[:-1]]
        order = self._player.permutation(len(middle)).tolist()
        kinds = range(len(self.game.actions.groups))
        rare = [[i for i in order if kind in near[i]][:RARE] for near in (before, after) for kind in kinds]
        keep = list(dict.fromkeys([*(i for some in rare for i in some), *order]))[: self._most]
        sampled = [middle[i] for i in sorted(keep)], [cases[-1] for cases in played]
        self._kept = [case.state.copy() for cases in sampled for case in cases]
        return sampled

    def __iter__(self) -> Iterator[Case]:
        return iter(self.open + self.ends)

    def rows(self) -> Array:
        """All the states that are not terminal, as one batch."""
        return np.concatenate([case.state for case in self.open])

    def everything(self) -> Array:
        """All the states, as one batch."""
        return np.concatenate([case.state for case in self])

    def draw(self, state: Array, action: int) -> int:
        """A random draw of the kind that an action needs."""
        return self._draw(self.rng, state, action)

    def legal(self, state: Array) -> Array:
        """Every legal action of a state, people's too."""
        return np.flatnonzero(self._refusals(state) == OK)

    def action(self, legal: Array) -> int:
        """One of some legal actions, half of the time by its kind: a kind with few actions is tried as others are."""
        kinds = np.searchsorted(self._ends, legal, side="right")
        if self.rng.random() < 0.5:
            legal = legal[kinds == self.rng.choice(np.unique(kinds))]
        return int(self.rng.choice(legal))

    @property
    def unplayed(self) -> list[str]:
        """The kinds of action that no random game has played."""
        _ = self._sampled
        return [group.kind.__name__ for group, played in zip(self.game.actions.groups, self._played) if not played]

    def meet(self, reasons: set[int]) -> None:
        """Play on until each of these Reasons has been given, at most PATIENCE times as many games; keeps no state."""
        _, played = self._sampled
        last = len(played) * (1 + PATIENCE)
        while not reasons <= self.reasons and self._games < last:
            self._play(self._games)
            self._games += 1

    def _play(self, number: int) -> tuple[list[Case], list[set[int]]]:
        """Play a game. Returns its states, and for each but the last the groups of actions that have a legal one."""
        state = self.game.new(variant=number % len(self.game.configs))
        cases, kinds = [Case(state, ())], []
        often = EAGER if number % 3 == 2 else PEOPLE
        while not cases[-1].over and len(cases) <= self.game.max_plies + 1:
            refusals = self._refusals(state)
            self.reasons.update(refusals.tolist())
            legal = np.flatnonzero(refusals == OK)
            people = legal[legal >= self.game.actions.policy]
            policy = legal[legal < self.game.actions.policy]
            pool = people if people.size and self._player.random() < often else policy
            if not pool.size:
                break
            kind = np.searchsorted(self._ends, pool, side="right")
            sought = pool[self._played[kind] < RARE]
            if 0 < sought.size < pool.size and self._player.random() < SOUGHT:
                pool = sought
            action = int(self._player.choice(pool))
            self._played[np.searchsorted(self._ends, action, side="right")] += 1
            draw = self._draw(self._player, state, action)
            state = state.copy()
            self.game.step(state, [action], [draw])
            cases.append(Case(state, (*cases[-1].history, Step(action, draw))))
            kinds.append(self._kinds(legal))
        return cases, kinds

    def _kinds(self, actions: Array | list[int]) -> set[int]:
        return set(np.searchsorted(self._ends, actions, side="right").tolist())

    def _refusals(self, state: Array) -> Array:
        every = np.arange(self.game.actions.count)
        return self.game.why_not(np.repeat(state, every.size), every)

    def _draw(self, rng: np.random.Generator, state: Array, action: int) -> int:
        return int(self.game.draws(state, action, dice.raw_bits(rng))[0])
