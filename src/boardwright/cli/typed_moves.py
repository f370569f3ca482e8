"""Moves as people type them, in capitals or not."""

from __future__ import annotations

from boardwright.core.errors import MalformedAction
from boardwright.core.game import Game
from boardwright.core.record import Array


def index_of(game: Game, state: Array, line: str) -> int:
    """The index of a typed action. Raises MalformedAction for a line that is none in small letters, either.

    The line is read as it is, then with its first word in small letters (names of units may have capitals), then all of
    it in small letters.
    """
    kind, space, fields = line.partition(" ")
    problem: MalformedAction | None = None
    for text in dict.fromkeys((line, kind.lower() + space + fields, line.lower())):
        try:
            return game.index(state, game.actions.from_text(text))
        except MalformedAction as error:
            problem = problem or error
    assert problem is not None
    raise problem
