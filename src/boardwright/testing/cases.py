"""Positions to try the laws on: states from random games, each with the history that led to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from boardwright.core import dice
from boardwright.core.game import Game
from boardwright.core.position import Step
from boardwright.core.record import OK, TERMINAL, Array

PEOPLE = 0.1
"""The probability that a random player takes a people-only action, where one is legal."""

EAGER = 0.5
"""The same in every third game, to reach the rules that limit the people's actions."""

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
    """A game's states from `games` random games: all the final ones, and a sample of the others."""

    def __init__(self, game: Game, *, games: int, most: int, seed: int) -> None:
        self.game = game
        self.rng = np.random.default_rng(seed)
        self.reasons: set[int] = set()
        self._games = games
        played = [self._play(number) for number in range(games)]
        self.ends = [cases[-1] for cases in played]
        middle = [case for cases in played for case in cases[:-1]]
        keep = self.rng.permutation(len(middle))[:most]
        self.open = [middle[i] for i in sorted(keep)]

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
        return int(self.game.draws(state, action, dice.raw_bits(self.rng))[0])

    def legal(self, state: Array) -> Array:
        """Every legal action of a state, people's too. Adds the Reasons of refusals to `reasons`."""
        every = np.arange(self.game.actions.count)
        reasons = self.game.why_not(np.repeat(state, every.size), every)
        self.reasons.update(int(reason) for reason in reasons)
        return np.flatnonzero(reasons == OK)

    def meet(self, reasons: set[int]) -> None:
        """Play on until each of these Reasons has been given, at most PATIENCE times as many games; keeps no state."""
        last = self._games * (1 + PATIENCE)
        while not reasons <= self.reasons and self._games < last:
            self._play(self._games)
            self._games += 1

    def _play(self, number: int) -> list[Case]:
        state = self.game.new(variant=number % len(self.game.configs))
        cases = [Case(state, ())]
        often = EAGER if number % 3 == 2 else PEOPLE
        while not cases[-1].over and len(cases) <= self.game.max_plies + 1:
            legal = self.legal(state)
            people = legal[legal >= self.game.actions.policy]
            policy = legal[legal < self.game.actions.policy]
            pool = people if people.size and self.rng.random() < often else policy
            if not pool.size:
                break
            action = int(self.rng.choice(pool))
            draw = self.draw(state, action)
            state = state.copy()
            self.game.step(state, [action], [draw])
            cases.append(Case(state, (*cases[-1].history, Step(action, draw))))
        return cases
