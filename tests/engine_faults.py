"""Faults of the engine, for laws that no fault of a game can break. Each is a context in which the fault is there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from boardwright.core import words
from boardwright.core.batch import Batch
from boardwright.core.compiled import loops
from boardwright.core.compiled.compiler import Loop
from boardwright.core.game import Game
from boardwright.core.position import Position
from boardwright.core.record import OK


@contextmanager
def start_without_clearing() -> Iterator[None]:
    """Start without clearing the record first."""

    def start(p, blank, s):
        for i in range(s.shape[0]):
            loops.reset(p[i], s[i])
            s[i].variant = i

    with patch.object(loops, "start", Loop(start)):
        yield


@contextmanager
def step_before_all_are_checked() -> Iterator[None]:
    """Advance rows before all are checked."""

    def step(p, s, actions, draws, count, reasons):
        for i in range(s.shape[0]):
            reasons[i] = loops.refusal(p[s[i].variant], s[i], actions[i], count)
            if reasons[i] != OK:
                return i
            loops.perform(p[s[i].variant], s[i], actions[i], draws[i])
        return -1

    step.__globals__.update(OK=OK)
    with patch.object(loops, "step", Loop(step)):
        yield


@contextmanager
def threads_with_another_seed() -> Iterator[None]:
    """Draw from another seed on several threads."""

    def cycle(p, s, actions, count, first, seed, *rest):
        return loops.cycle(p, s, actions, count, first, seed + 1, *rest)

    with patch.object(loops, "cycle_parallel", cycle):
        yield


@contextmanager
def games_numbered_by_the_batch() -> Iterator[None]:
    """Number games by the size of the batch."""
    begin = Batch.__init__

    def numbered(self, game, n, **options):
        begin(self, game, n, **options)
        self.games *= n

    with patch.object(Batch, "__init__", numbered):
        yield


@contextmanager
def pop_that_keeps_the_state() -> Iterator[None]:
    """Take a step back from the history and keep the state."""
    with patch.object(Position, "pop", lambda self: self.history.pop()):
        yield


@contextmanager
def reader_that_loses_the_ply() -> Iterator[None]:
    """Lose the ply of a stored state."""
    read = Game.from_dict

    def forgetful(self, data):
        state = read(self, data)
        state["ply"] = 0
        return state

    with patch.object(Game, "from_dict", forgetful):
        yield


@contextmanager
def players_counted_from_zero() -> Iterator[None]:
    """Count players from 0 in sentences."""
    read = words.codes

    def plain(owner):
        return {
            code: {language: sentence.replace(":seat", "") for language, sentence in said.items()}
            for code, said in read(owner).items()
        }

    with patch.object(words, "codes", plain):
        yield


@contextmanager
def label_of_another_field() -> Iterator[None]:
    """Name a field in the label of an action that the action does not have."""
    read = words.codes

    def labelled(owner):
        return {**read(owner), f"{owner}.action.put": {"en": "Put a stone on {square}"}}

    with patch.object(words, "codes", labelled):
        yield
