"""Matches side by side, between agents that decide for many games at once. The records are those of `match.play`.

An agent is asked once for all matches in which it is to move. Everything that could tell a match in company from the
same match alone is kept apart: each match has its own generator a seat, and its draws are by seed, number and ply.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from boardwright.agents.spec import Named
from boardwright.arena.match import play, written
from boardwright.arena.match_records import Record
from boardwright.core import dice
from boardwright.core.agent import RESIGN, RowsAgent, ask, is_steady
from boardwright.core.errors import AgentError, BoardwrightError
from boardwright.core.game import Game, Integers
from boardwright.core.record import OK, TERMINAL, Array


def play_many(game: Game, seated: Sequence[Named], *, seed: int, numbers: Iterable[int], rows: int) -> Iterator[Record]:
    """The matches `numbers` of a seed, in that order: at most `rows` side by side, or one by one where an agent cannot.

    They are played as they are asked for. The first is played alone, then four times as many each time: whoever stops
    asking early has wasted few, and a slow agent shows early that it is at work.
    """
    if not side_by_side(game, seated):
        for number in numbers:
            yield play(game, seated, seed=seed, number=number)
        return
    dice.usable_seed(seed)
    waiting, size = iter(numbers), 1
    while chunk := list(islice(waiting, size)):
        for found in _Chunk(game, seated, seed, chunk).play():
            if isinstance(found, BoardwrightError):
                raise found
            yield found
        size = min(4 * size, rows)


def side_by_side(game: Game, seated: Sequence[Named]) -> bool:
    """Whether every agent decides for many games as it does for one."""
    whole = game.definition.perfect_information
    able = [(whole and isinstance(each.agent, RowsAgent)) or is_steady(each.agent) for each in seated]
    return len(able) == game.players and all(able)


class _Chunk:
    """Matches that are played together to their ends. One that goes wrong keeps its error until its turn to be told."""

    def __init__(self, game: Game, seated: Sequence[Named], seed: int, numbers: list[int]) -> None:
        self._game, self._seated, self._seed = game, seated, seed
        self._numbers = np.array(numbers, np.int64)
        self._states = game.new(len(numbers))
        self._histories: list[list[list[int]]] = [[] for _ in numbers]
        self._ended: dict[int, Record | BoardwrightError] = {}
        self._generators = [
            [np.random.default_rng([seed, number, player]) for player in range(game.players)] for number in numbers
        ]

    def play(self) -> list[Record | BoardwrightError]:
        """How each ended, in order."""
        going = np.arange(len(self._numbers))
        while going.size:
            movers = self._states["to_move"][going]
            for player in range(self._game.players):
                if (rows := going[movers == player]).size:
                    self._move(player, rows)
            going = np.array([row for row in going if row not in self._ended], np.int64)
        return [self._ended[row] for row in range(len(self._numbers))]

    def _move(self, player: int, rows: Integers) -> None:
        """One move of a player in each of its matches."""
        game, name = self._game, self._seated[player].text
        here = self._states[rows]
        actions = self._answers(player, rows, here)
        # The mask is what `check` allows of a policy's actions; to check one action is cheaper than to make a mask.
        inside = (actions >= 0) & (actions < game.actions.policy)
        legal = inside & (game.why_not(here, np.where(inside, actions, 0)) == OK)
        for place in np.flatnonzero(~legal):
            row, action, ply = int(rows[place]), int(actions[place]), int(here["ply"][place])
            if action == RESIGN:
                self._end(row, resigned=player)
            else:
                self._ended[row] = AgentError("agent_illegal", agent=name, action=str(action), ply=ply)
        rows, before, actions = rows[legal], here[legal], actions[legal]
        if rows.size:
            self._step(rows, before, actions)

    def _step(self, rows: Integers, before: Array, actions: Integers) -> None:
        game, after = self._game, before.copy()
        draws = game.keyed_draws(before, actions, self._seed, self._numbers[rows])
        faults = game.step(after, actions, draws)
        self._states[rows] = after
        for row, action, draw in zip(rows.tolist(), actions.tolist(), draws.tolist()):
            self._histories[row].append([action, draw])
        for place in np.flatnonzero(faults):
            self._ended[int(rows[place])] = game.fault(before[place : place + 1], int(faults[place]))
        for row in rows[after["to_move"] == TERMINAL].tolist():
            if row not in self._ended:
                self._end(row)

    def _answers(self, player: int, rows: Integers, here: Array) -> Integers:
        """What the agent of a seat does in its matches, each with the draw that it would have taken there alone."""
        text, agent = self._seated[player]
        chance = _Generators([self._generators[row][player] for row in rows])
        found = ask(agent, text, self._game, here, chance)
        if chance.drawn:
            raise AgentError("agent_draws", agent=text)
        return found

    def _end(self, row: int, resigned: int | None = None) -> None:
        number, history, state = int(self._numbers[row]), self._histories[row], self._states[row : row + 1]
        self._ended[row] = written(self._game, self._seated, self._seed, number, history, state, resigned)


class _Generators:
    """Chance from the generator that each match has for the seat."""

    def __init__(self, generators: list[np.random.Generator]) -> None:
        self._generators = generators
        self._kept: Any = None

    def draws(self, agent: RowsAgent, states: Array) -> Integers:
        found = np.zeros(len(states), np.int64)
        for row in np.flatnonzero(agent.takes_draw(states)):
            found[row] = dice.raw(self._generators[row])
        return found

    def alone(self, row: int) -> np.random.Generator:
        return self._generators[row]

    def together(self) -> np.random.Generator:
        self._kept = self._generators[0].bit_generator.state
        return self._generators[0]

    @property
    def drawn(self) -> bool:
        """Whether an agent that was asked for all rows at once used the generator, though it says that it does not."""
        return self._kept is not None and self._kept != self._generators[0].bit_generator.state
