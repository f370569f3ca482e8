"""Positions for imitation: games of the teacher, a random player and the learner itself, labelled by the teacher."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable

import numpy as np
from pydantic import Field

from boardwright.agents.spec import from_text
from boardwright.core import dice
from boardwright.core.agent import RESIGN, Agent, RowsAgent, ask, require_legal
from boardwright.core.batch import Batch
from boardwright.core.config import Settings, Share
from boardwright.core.game import Game, Integers, Mask
from boardwright.core.record import Array
from boardwright.learning.imitation.dataset import Labelled

Own = Callable[[Array, Mask], Array]
"""The learner's policy: observations and masks to an action per row."""


@runtime_checkable
class Teacher(Protocol):
    """An agent that labels positions with every good action and with probabilities for hidden cells."""

    def teach_batch(self, observations: Array, masks: Mask) -> tuple[Mask, Array]:
        """Return good actions [N, A], none in a row without a label, and probabilities [N, H, W], NaN where unknown."""
        ...


@runtime_checkable
class StatesTeacher(Protocol):
    """A teacher that labels whole states, in games of perfect information."""

    def teach_states(self, states: Array, masks: Mask) -> tuple[Mask, Array]:
        """Return the labels of `Teacher.teach_batch`."""
        ...


class Sources(Settings):
    """The players of the games that positions come from, as shares of the games.

    `wander` is the share of all moves that are replaced by a random legal action, for boards that no player's own order
    of play leads to.
    """

    teacher: Share = Field(description="Share of the games that the teacher plays.")
    random: Share = Field(description="Share of the games that a random player plays.")
    own: Share = Field(description="Share of the games that the network plays.")
    wander: Share = Field(description="Share of all moves that are replaced by a random legal action.")


def collect(
    game: Game,
    teacher: Agent | StatesTeacher,
    sources: Sources,
    positions: int,
    *,
    rows: int,
    seed: int,
    truth: str,
    own: Own | None,
    opening: int = 0,
) -> Labelled:
    """Collect labelled positions from `rows` games side by side, which start from this seed.

    `truth` is a field of the state, a byte a cell, that is stored as the true content; empty for none. Without a
    learner yet, its share of the games is the teacher's. The first `opening` plies of a game are random, and have no
    labels.
    """
    batch = Batch(game, rows, seed=seed)
    rng = np.random.default_rng((seed, dice.TEACHER))
    players = _players(sources, rows, rng, own is not None)
    kept: list[Labelled] = []
    count = 0
    while count < positions:
        opened = batch.states["ply"] < opening
        taught, best = np.flatnonzero(~opened), np.zeros(batch.mask.shape, np.bool_)
        if taught.size:
            part = _labelled(game, teacher, batch, taught, truth, seed)
            best[taught] = part.best
            useful = part.best.any(axis=1)
            kept.append(part if useful.all() else part.take(np.flatnonzero(useful)))
            count += int(useful.sum())
        batch.step(_moves(batch, best, sources, np.where(opened, _RANDOM, players), rng, own))
        ended = batch.ended
        players[ended] = _players(sources, int(ended.sum()), rng, own is not None)
    return Labelled.joined(kept).take(np.arange(positions))


def _labelled(
    game: Game, teacher: Agent | StatesTeacher, batch: Batch, rows: Integers, truth: str, seed: int
) -> Labelled:
    best, chances = labels(game, teacher, batch, rows, seed=seed)
    hidden = np.zeros(chances.shape, np.uint8)
    if truth:
        hidden[:] = batch.states[truth][rows].reshape(chances.shape)
    return Labelled(batch.observations[rows], batch.mask[rows], best, chances, hidden)


def labels(
    game: Game, teacher: Agent | StatesTeacher, batch: Batch, rows: Integers | None = None, *, seed: int
) -> tuple[Mask, Array]:
    """The teacher's labels of some rows, or all. An agent that only plays labels its own move, and no probabilities.

    Its random numbers are keyed by the seed, and each row's game and ply.
    """
    chosen = np.arange(len(batch.games)) if rows is None else rows
    states, observations, masks = batch.states[chosen], batch.observations[chosen], batch.mask[chosen]
    if isinstance(teacher, StatesTeacher):
        return teacher.teach_states(states, masks)
    if isinstance(teacher, Teacher):
        return teacher.teach_batch(observations, masks)
    best = np.zeros(masks.shape, np.bool_)
    unknown = np.full((len(best), 1, 1), np.nan, np.float32)
    name, chance = type(teacher).__name__, _Keyed(seed, batch.games[chosen], states["ply"])
    actions = ask(teacher, name, game, states, chance, (observations, masks))
    require_legal(actions, name, states, masks)
    taught = np.flatnonzero(actions != RESIGN)
    best[taught, actions[taught]] = True
    return best, unknown


class _Keyed:
    """The teacher's random numbers, keyed by the seed, and each row's game and ply."""

    def __init__(self, seed: int, games: Array, plies: Array) -> None:
        self._seed, self._games, self._plies = seed, games, plies

    def draws(self, agent: RowsAgent, states: Array) -> Integers:
        return dice.keyed_rows(dice.streams(self._seed, dice.TEACHER), self._games, self._plies)

    def alone(self, row: int) -> np.random.Generator:
        return np.random.default_rng((self._seed, int(self._games[row]), int(self._plies[row])))

    def together(self) -> np.random.Generator:
        return np.random.default_rng([self._seed, *np.stack([self._games, self._plies], axis=1).ravel()])


def teacher_of(text: str, game: Game) -> Agent:
    """A teacher by name, in the text form of agents."""
    return from_text(text, game)


_TEACHER, _RANDOM, _OWN = 0, 1, 2


def _players(sources: Sources, count: int, rng: np.random.Generator, learns: bool) -> Array:
    shares = np.array([sources.teacher, sources.random, sources.own])
    if not learns:
        shares = np.array([sources.teacher + sources.own, sources.random, 0.0])
    players: Array = rng.choice(3, size=count, p=shares / shares.sum())
    return players


def _moves(
    batch: Batch, best: Mask, sources: Sources, players: Array, rng: np.random.Generator, own: Own | None
) -> Array:
    """An action per row: a good one, a random legal one, or the learner's."""
    noise = rng.random(batch.mask.shape)
    anything = np.argmax(noise * batch.mask, axis=1)
    taught = np.argmax(noise * np.where(best.any(axis=1, keepdims=True), best, batch.mask), axis=1)
    actions = np.where(players == _TEACHER, taught, anything)
    if own is not None and (mine := players == _OWN).any():
        actions[mine] = own(batch.observations[mine], batch.mask[mine])
    moves: Array = np.where(rng.random(len(players)) < sources.wander, anything, actions)
    return moves
