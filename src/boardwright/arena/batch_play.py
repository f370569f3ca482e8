"""Matches in batches, for agents that decide for many games at once.

`play_many` yields the records of `match.play`, in order: each match has its own generator for each seat, and draws are
a hash of seed, number and ply, as there. `solo_play` is quicker for games for one player, and keeps no history.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from boardwright.agents.random import RandomAgent
from boardwright.agents.spec import Named
from boardwright.arena.match import match_record, play
from boardwright.arena.match_records import Record
from boardwright.core import dice
from boardwright.core.agent import RESIGN, RowsAgent, ask, is_steady
from boardwright.core.errors import AgentError, BoardwrightError
from boardwright.core.game import Game, Integers
from boardwright.core.record import OK, TERMINAL, Array


def play_many(game: Game, seated: Sequence[Named], *, seed: int, numbers: Iterable[int], rows: int) -> Iterator[Record]:
    """Yield the matches `numbers` of a seed, in order: at most `rows` at once, or one by one where an agent cannot.

    They are played lazily. The first chunk is one match, and each next chunk is four times as large: a caller that
    stops early has wasted few matches, and a slow agent gives its first result early.
    """
    if not side_by_side(game, seated):
        for number in numbers:
            yield play(game, seated, seed=seed, number=number)
        return
    waiting, size = iter(numbers), 1
    while chunk := list(islice(waiting, size)):
        yield from play_together(game, seated, seed=seed, numbers=chunk)
        size = min(4 * size, rows)


def play_together(game: Game, seated: Sequence[Named], *, seed: int, numbers: Sequence[int]) -> Iterator[Record]:
    """Play the matches `numbers` of a seed side by side, all at once; yield them in order."""
    dice.usable_seed(seed)
    for outcome in _Chunk(game, seated, seed, list(numbers)).play():
        if isinstance(outcome, BoardwrightError):
            raise outcome
        yield outcome


def side_by_side(game: Game, seated: Sequence[Named]) -> bool:
    """Whether every agent gives the same actions in a batch as in single games."""
    return len(seated) == game.players and all(_plays_in_rows(game, player.agent) for player in seated)


def _plays_in_rows(game: Game, agent: object) -> bool:
    whole = game.definition.perfect_information
    return (whole and isinstance(agent, RowsAgent)) or is_steady(agent) or type(agent) is RandomAgent


class _Chunk:
    """Matches that are played together to their ends. The error of a match is raised when its turn comes."""

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
        """Return the record or the error of each match, in order."""
        going = np.arange(len(self._numbers))
        while going.size:
            movers = self._states["to_move"][going]
            for player in range(self._game.players):
                if (rows := going[movers == player]).size:
                    self._move(player, rows)
            going = np.array([row for row in going if row not in self._ended], np.int64)
        return [self._ended[row] for row in range(len(self._numbers))]

    def _move(self, player: int, rows: Integers) -> None:
        """Make one move of a player in each of its matches."""
        game, name = self._game, self._seated[player].text
        here = self._states[rows]
        actions = self._answers(player, rows, here)
        # The mask is `check == OK` for the policy's actions; checking one action is cheaper than building the mask.
        inside = (actions >= 0) & (actions < game.actions.policy)
        inspected = game.inspect(here, np.where(inside, actions, 0))
        legal = inside & (inspected.reasons == OK)
        for place in np.flatnonzero(~legal):
            row, action, ply = int(rows[place]), int(actions[place]), int(here["ply"][place])
            if action == RESIGN:
                self._end(row, resigned=player)
            else:
                self._ended[row] = AgentError("agent_illegal", agent=name, action=str(action), ply=ply)
        if legal.any():
            draws = np.zeros(len(rows), np.int64)
            if game.has_chance:
                draws = inspected.draws(dice.keyed_rows(self._seed, self._numbers[rows], here["ply"]))
            self._step(rows[legal], here[legal], actions[legal], draws[legal])

    def _step(self, rows: Integers, before: Array, actions: Integers, draws: Integers) -> None:
        game, after = self._game, before.copy()
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
        """The actions of a seat's agent, [N], each with the draw that it would take in a match of its own."""
        text, agent = self._seated[player]
        if type(agent) is RandomAgent:
            return self._random_answers(player, rows, here)
        chance = _Generators([self._generators[row][player] for row in rows])
        actions = ask(agent, text, self._game, here, chance)
        if chance.drawn:
            raise AgentError("agent_draws", agent=text)
        return actions

    def _random_answers(self, player: int, rows: Integers, here: Array) -> Integers:
        """Random actions, [N], with the draws of `RandomAgent.act`, but without a `Turn` for each."""
        masks, actions = self._game.legal_mask(here), np.empty(len(rows), np.int64)
        for place, row in enumerate(rows.tolist()):
            rng = self._generators[row][player]
            if not self._game.definition.perfect_information:
                dice.raw_bits(rng)  # a Turn redraws with it what is hidden, and random play does not look at that
            legal = np.flatnonzero(masks[place])
            actions[place] = legal[rng.integers(len(legal))]
        return actions

    def _end(self, row: int, resigned: int | None = None) -> None:
        number, history, state = int(self._numbers[row]), self._histories[row], self._states[row : row + 1]
        self._ended[row] = match_record(self._game, self._seated, self._seed, number, history, state, resigned)


class _Generators:
    """Chance from each match's own generator for the seat."""

    def __init__(self, generators: list[np.random.Generator]) -> None:
        self._generators = generators
        self._kept: Any = None

    def draws(self, agent: RowsAgent, states: Array) -> Integers:
        draws = np.zeros(len(states), np.int64)
        for row in np.flatnonzero(agent.takes_draw(states)):
            draws[row] = dice.raw_bits(self._generators[row])
        return draws

    def alone(self, row: int) -> np.random.Generator:
        return self._generators[row]

    def together(self) -> np.random.Generator:
        self._kept = self._generators[0].bit_generator.state
        return self._generators[0]

    @property
    def drawn(self) -> bool:
        """Whether an agent used the generator in a batch, though it declares `draws_nothing`."""
        return self._kept is not None and self._kept != self._generators[0].bit_generator.state
