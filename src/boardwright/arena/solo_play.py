"""Single-player games of agents that decide for many at once, without a history: one compiled step for all.

Games are played in pieces of fixed ranges of numbers, each with its own generator, so that results do not depend on
the executor. Draws are a hash of seed, number and ply, as in `match.play`.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np

from boardwright.agents.spec import Named
from boardwright.arena.executors import IN_PROCESS, Executor
from boardwright.arena.processes import kept_agents
from boardwright.arena.ratings import defaults
from boardwright.core import dice
from boardwright.core.agent import RESIGN, RowsAgent, ask, require_legal
from boardwright.core.batch import Batch
from boardwright.core.game import Game, Integers, Mask
from boardwright.core.record import Array

_FIRST = 0xF1257
"""Separates the first actions of a seed from its draws."""


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


class SoloPiece(NamedTuple):
    """The games of a range of numbers, as an executor takes them."""

    game: Game
    agent: str
    seed: int
    numbers: range
    any_first: bool


def play_solo(
    game: Game, player: Named, games: int, seed: int, *, any_first: bool, executor: Executor = IN_PROCESS
) -> Iterator[SoloResult]:
    """Play games 0, 1 ... of a seed to their ends; yield the results of each piece as its games end.

    Every number below `games` is played: the first games to end would be biased towards early losses.
    """
    dice.usable_seed(seed)
    size = defaults().solo_games
    ranges = [range(first, min(first + size, games)) for first in range(0, games, size)]
    if executor is IN_PROCESS:
        for numbers in ranges:
            yield from play_range(game, player, numbers, seed, rows=defaults().rows, any_first=any_first)
        return
    pieces = (SoloPiece(game, player.text, seed, numbers, any_first) for numbers in ranges)
    for results in executor.map(play_solo_piece, pieces):
        yield from results


def play_solo_piece(piece: SoloPiece) -> list[SoloResult]:
    """Return the results of a piece, in the order in which its games end."""
    (player,) = kept_agents(piece.game, [piece.agent])
    played = play_range(piece.game, player, piece.numbers, piece.seed, rows=defaults().rows, any_first=piece.any_first)
    return list(played)


def play_range(
    game: Game, player: Named, numbers: range, seed: int, *, rows: int, any_first: bool
) -> Iterator[SoloResult]:
    """Play a range of numbers, at most `rows` games at once; yield each result as its game ends."""
    first, end = numbers.start, numbers.stop
    batch = Batch(game, min(rows, len(numbers)), seed=seed, first=first)
    rng = np.random.default_rng([seed, first])
    choices = game.candidates(game.new())[0]
    firsts = np.array([first_action(game, seed, number, choices) for number in numbers] if any_first else [])
    while True:
        playing = batch.games < end
        if not playing.any():
            return
        actions = np.argmax(batch.mask, axis=1)
        waiting = playing.copy()
        while waiting.any():
            actions[waiting] = _solo_answers(player, batch, waiting, rng)
            if any_first:
                begins = waiting & (batch.states["ply"] == 0)
                actions[begins] = firsts[batch.games[begins] - first]
            resigned = waiting & (actions == RESIGN)
            for row in np.flatnonzero(resigned):
                yield _solo_result(game, int(batch.games[row]), batch.states[row], gave_up=True)
            if resigned.any():
                batch.restart(resigned)
                actions[resigned] = np.argmax(batch.mask[resigned], axis=1)
            waiting = resigned & (batch.games < end)
        played = batch.games.copy()
        batch.step(actions)
        for row in np.flatnonzero(batch.ended & playing & (played < end)):
            yield _solo_result(game, int(played[row]), batch.final[row], gave_up=False)


def state_key(state: Any) -> int:
    """A hash of a state's bytes, 64 bits with a sign: the same in every process, which Python's own is not."""
    return int.from_bytes(blake2b(state.tobytes(), digest_size=8).digest(), "little", signed=True)


def _solo_result(game: Game, number: int, state: Any, *, gave_up: bool) -> SoloResult:
    returned = game.definition.returns[0] if gave_up else float(state["returns"][0])
    truncated = not gave_up and bool(state["truncated"])
    tally = tuple(state["tally"][0].tolist()) if game.layout.tally else ()
    return SoloResult(number, returned, int(state["ply"]), truncated, state_key(state), tally)


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
        return dice.rows_of_raw_bits(self._rng, len(states))

    def alone(self, row: int) -> np.random.Generator:
        return self._rng

    def together(self) -> np.random.Generator:
        return self._rng
