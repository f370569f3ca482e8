"""Many games for one side by side, for an agent that decides for all of them at once.

The games are those that `match.play` plays one by one: the same draws, by seed, number and ply. Each number below the
total is played to its end, however long that takes: the first ones to finish would be the ones lost early.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from boardwright.core import dice
from boardwright.core.agent import RESIGN, Agent, RowsAgent, ask, require_legal
from boardwright.core.batch import Batch
from boardwright.core.game import Game, Integers, Mask
from boardwright.core.record import Array

_FIRST = 0xF1257
"""Keeps the first actions of a seed apart from its draws."""


class Ended(NamedTuple):
    """A game that is over: its number, its return, its plies, whether a limit ended it, and a hash of how it stood.

    `tally` is what the game counted, in the order of its layout.
    """

    number: int
    returned: float
    plies: int
    truncated: bool
    key: int
    tally: tuple[int, ...]

    @property
    def points(self) -> float:
        """1 for a win, which is a return above nothing, a half for nothing, 0 for a loss."""
        return 1.0 if self.returned > 0 else 0.5 if self.returned == 0 else 0.0


def first_action(game: Game, seed: int, number: int, choices: Integers) -> int:
    """Any of the first actions worth playing, the same one for every agent that plays this game of the seed."""
    bits = dice.plain_keyed(dice.mix(seed ^ _FIRST), number, 0)
    return int(choices[dice.plain_draw_for(len(choices), bits)])


def play_all(
    game: Game, agent: Agent, name: str, games: int, seed: int, *, rows: int, any_first: bool
) -> Iterator[Ended]:
    """Play games 0, 1 ... of a seed to their ends, and tell of each as it ends."""
    batch = Batch(game, min(rows, games), seed=seed)
    rng = np.random.default_rng(seed)
    choices = game.candidates(game.new())[0]
    least = game.definition.returns[0]
    firsts = np.array([first_action(game, seed, number, choices) for number in range(games)] if any_first else [])
    while True:
        playing = batch.games < games
        if not playing.any():
            return
        actions = np.argmax(batch.mask, axis=1)
        waiting = playing.copy()
        while waiting.any():
            actions[waiting] = _answers(agent, name, batch, waiting, rng)
            if any_first:
                begins = waiting & (batch.states["ply"] == 0)
                actions[begins] = firsts[batch.games[begins]]
            resigned = waiting & (actions == RESIGN)
            for row in np.flatnonzero(resigned):
                state = batch.states[row]
                told = (least, int(state["ply"]), False, hash(state.tobytes()), _tally(game, state))
                yield Ended(int(batch.games[row]), *told)
            if resigned.any():
                batch.restart(resigned)
                actions[resigned] = np.argmax(batch.mask[resigned], axis=1)
            waiting = resigned & (batch.games < games)
        numbers = batch.games.copy()
        batch.step(actions)
        for row in np.flatnonzero(batch.ended & playing & (numbers < games)):
            final = batch.final[row]
            plies, truncated = int(final["ply"]), bool(final["truncated"])
            told = (float(final["returns"][0]), plies, truncated, hash(final.tobytes()), _tally(game, final))
            yield Ended(int(numbers[row]), *told)


def _tally(game: Game, state: Any) -> tuple[int, ...]:
    return tuple(state["tally"][0].tolist()) if game.layout.tally else ()


def _answers(agent: Agent, name: str, batch: Batch, rows: Mask, rng: np.random.Generator) -> Integers:
    """What the agent does in some rows, if it is legal there."""
    states, mask = batch.states[rows], batch.mask[rows]
    found = ask(agent, name, batch.game, states, _Shared(rng), (batch.observations[rows], mask))
    require_legal(found, name, states, mask)
    return found


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
