"""Matches in batches, for agents that decide for many games at once.

`play_many` yields the records of `match.play`, in order: each match has its own generator for each seat. `play_solo`
yields the results of single-player games as they end, without a history: one compiled step and one generator for all.
In both, draws are a hash of seed, number and ply, as in `match.play`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from boardwright.agents.random import RandomAgent
from boardwright.agents.spec import Named
from boardwright.arena.match import match_record, play
from boardwright.arena.match_records import Record
from boardwright.core import dice
from boardwright.core.agent import RESIGN, RowsAgent, ask, is_steady, require_legal
from boardwright.core.batch import Batch
from boardwright.core.errors import AgentError, BoardwrightError
from boardwright.core.game import Game, Integers, Mask
from boardwright.core.record import OK, TERMINAL, Array

_FIRST = 0xF1257
"""Separates the first actions of a seed from its draws."""


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
                dice.raw(rng)  # a Turn redraws with it what is hidden, and random play does not look at that
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
            draws[row] = dice.raw(self._generators[row])
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


class SoloResult(NamedTuple):
    """The result of a single-player game. `key` is a hash of the last state.

    `tally` holds the game's counters, in the order of its layout.
    """

    number: int
    returned: float
    plies: int
    truncated: bool
    key: int
    tally: tuple[int, ...]

    @property
    def points(self) -> float:
        """1 for a return above zero, a half for zero, 0 below."""
        return 1.0 if self.returned > 0 else 0.5 if self.returned == 0 else 0.0


def first_action(game: Game, seed: int, number: int, choices: Integers) -> int:
    """A random candidate for the first action, the same for every agent in this game of the seed."""
    bits = dice.plain_keyed(dice.mix(seed ^ _FIRST), number, 0)
    return int(choices[dice.plain_draw_for(len(choices), bits)])


def play_solo(game: Game, player: Named, games: int, seed: int, *, rows: int, any_first: bool) -> Iterator[SoloResult]:
    """Play games 0, 1 ... of a seed to their ends; yield each result as its game ends.

    Every number below `games` is played: the first games to end would be biased towards early losses.
    """
    batch = Batch(game, min(rows, games), seed=seed)
    rng = np.random.default_rng(seed)
    choices = game.candidates(game.new())[0]
    firsts = np.array([first_action(game, seed, number, choices) for number in range(games)] if any_first else [])
    while True:
        playing = batch.games < games
        if not playing.any():
            return
        actions = np.argmax(batch.mask, axis=1)
        waiting = playing.copy()
        while waiting.any():
            actions[waiting] = _solo_answers(player, batch, waiting, rng)
            if any_first:
                begins = waiting & (batch.states["ply"] == 0)
                actions[begins] = firsts[batch.games[begins]]
            resigned = waiting & (actions == RESIGN)
            for row in np.flatnonzero(resigned):
                yield _solo_result(game, int(batch.games[row]), batch.states[row], gave_up=True)
            if resigned.any():
                batch.restart(resigned)
                actions[resigned] = np.argmax(batch.mask[resigned], axis=1)
            waiting = resigned & (batch.games < games)
        numbers = batch.games.copy()
        batch.step(actions)
        for row in np.flatnonzero(batch.ended & playing & (numbers < games)):
            yield _solo_result(game, int(numbers[row]), batch.final[row], gave_up=False)


def _solo_result(game: Game, number: int, state: Any, *, gave_up: bool) -> SoloResult:
    returned = game.definition.returns[0] if gave_up else float(state["returns"][0])
    truncated = not gave_up and bool(state["truncated"])
    tally = tuple(state["tally"][0].tolist()) if game.layout.tally else ()
    return SoloResult(number, returned, int(state["ply"]), truncated, hash(state.tobytes()), tally)


def _solo_answers(player: Named, batch: Batch, rows: Mask, rng: np.random.Generator) -> Integers:
    """The agent's actions in some rows, [N]. Raises AgentError for an illegal one."""
    states, mask = batch.states[rows], batch.mask[rows]
    actions = ask(player.agent, player.text, batch.game, states, _Shared(rng), (batch.observations[rows], mask))
    require_legal(actions, player.text, states, mask)
    return actions


class _Shared:
    """Chance from one generator for all rows."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng

    def draws(self, agent: RowsAgent, states: Array) -> Integers:
        return self._rng.integers(0, dice.DRAWS, len(states))

    def alone(self, row: int) -> np.random.Generator:
        return self._rng

    def together(self) -> np.random.Generator:
        return self._rng
