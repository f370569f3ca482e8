"""Positions for imitation: games that a teacher, chance and the learner itself play, labelled by a teacher by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Protocol, runtime_checkable

import numpy as np
from pydantic import Field

from boardwright.agents.spec import from_text
from boardwright.core import dice
from boardwright.core.agent import RESIGN, Agent, RowsAgent, ask, require_legal
from boardwright.core.batch import Batch
from boardwright.core.config import Settings
from boardwright.core.game import Game, Integers, Mask
from boardwright.core.record import Array
from boardwright.learning.imitation.dataset import Labelled

Own = Callable[[Array, Mask], Array]
"""The learner's own choice: observations and masks in, an action a row out."""

Share = Annotated[float, Field(ge=0, le=1)]


@runtime_checkable
class Teacher(Protocol):
    """An agent that says more than what it would do: every good action, and chances of what is hidden."""

    def teach_batch(self, observations: Array, masks: Mask) -> tuple[Mask, Array]:
        """Good actions [N, A], none where it has nothing to say; chances [N, H, W], not a number where unknown."""
        ...


class Sources(Settings):
    """Who plays the games that positions come from, as shares of the games, and how.

    `wander` is the share of all moves that are any legal action instead, so that boards are met which no player's own
    order of play leads to.
    """

    teacher: Share
    random: Share
    own: Share
    wander: Share


def collect(
    game: Game, teacher: Agent, sources: Sources, positions: int, *, rows: int, seed: int, truth: str, own: Own | None
) -> Labelled:
    """So many labelled positions, from games side by side that begin anew with this seed.

    `truth` is a field of the state, a byte a cell, that is kept as what was really there; empty for none. Without a
    learner yet, its share of the games is the teacher's.
    """
    batch = Batch(game, rows, seed=seed)
    rng = np.random.default_rng((seed, _LESSON))
    who = _players(sources, rows, rng, own is not None)
    kept: list[Labelled] = []
    count = 0
    while count < positions:
        best, chances = lessons(game, teacher, batch)
        hidden = np.zeros(chances.shape, np.uint8)
        if truth:
            hidden[:] = batch.states[truth].reshape(chances.shape)
        part = Labelled(batch.observations.copy(), batch.mask.copy(), best, chances, hidden)
        useful = best.any(axis=1)
        kept.append(part if useful.all() else part.take(np.flatnonzero(useful)))
        count += int(useful.sum())
        batch.step(_moves(batch, best, sources, who, rng, own))
        ended = batch.ended
        who[ended] = _players(sources, int(ended.sum()), rng, own is not None)
    return Labelled.joined(kept).take(np.arange(positions))


def lessons(game: Game, teacher: Agent, batch: Batch) -> tuple[Mask, Array]:
    """What a teacher says of every row. One that only plays teaches what it would play, and no chances."""
    if isinstance(teacher, Teacher):
        return teacher.teach_batch(batch.observations, batch.mask)
    best = np.zeros(batch.mask.shape, np.bool_)
    unknown = np.full((len(best), 1, 1), np.nan, np.float32)
    name, chance = type(teacher).__name__, _Keyed(batch.games, batch.states["ply"])
    found = ask(teacher, name, game, batch.states, chance, (batch.observations, batch.mask))
    require_legal(found, name, batch.states, batch.mask)
    taught = np.flatnonzero(found != RESIGN)
    best[taught, found[taught]] = True
    return best, unknown


class _Keyed:
    """A teacher's chance by the key of each row's game and ply."""

    def __init__(self, games: Array, plies: Array) -> None:
        self._games, self._plies = games, plies

    def draws(self, agent: RowsAgent, states: Array) -> Integers:
        return dice.raw_rows(self._games, self._plies, _LESSON)

    def alone(self, row: int) -> np.random.Generator:
        return np.random.default_rng((int(self._games[row]), int(self._plies[row])))

    def together(self) -> np.random.Generator:
        return np.random.default_rng(np.stack([self._games, self._plies], axis=1).ravel())


def teacher_of(text: str, game: Game) -> Agent:
    """A solver by name, as people type agents."""
    return from_text(text, game)


_TEACHER, _RANDOM, _OWN = 0, 1, 2
_LESSON = 0x7EAC4
"""Keeps what a teacher draws apart from the dice."""


def _players(sources: Sources, count: int, rng: np.random.Generator, learns: bool) -> Array:
    shares = np.array([sources.teacher, sources.random, sources.own])
    if not learns:
        shares = np.array([sources.teacher + sources.own, sources.random, 0.0])
    found: Array = rng.choice(3, size=count, p=shares / shares.sum())
    return found


def _moves(batch: Batch, best: Mask, sources: Sources, who: Array, rng: np.random.Generator, own: Own | None) -> Array:
    """An action a row: one of the good ones, any legal one, or the learner's."""
    noise = rng.random(batch.mask.shape)
    anything = np.argmax(noise * batch.mask, axis=1)
    taught = np.argmax(noise * np.where(best.any(axis=1, keepdims=True), best, batch.mask), axis=1)
    actions = np.where(who == _TEACHER, taught, anything)
    if own is not None and (mine := who == _OWN).any():
        actions[mine] = own(batch.observations[mine], batch.mask[mine])
    found: Array = np.where(rng.random(len(who)) < sources.wander, anything, actions)
    return found
