"""Moves as people type them: in capitals or not, with commas, without the kind where there is only one."""

from __future__ import annotations

import numpy as np

from boardwright.core.errors import MalformedAction
from boardwright.core.game import Game
from boardwright.core.record import Array


def index_of(game: Game, state: Array, line: str) -> int:
    """The index of a typed action. Raises MalformedAction for a line that is none in small letters, either.

    The line is read as it is, then with its first word in small letters (names of units may have capitals), then all of
    it in small letters, then with spaces for commas. Where every legal action is of one kind, its name may be left out.
    The codec itself reads the beginning of a kind.
    """
    kind, space, fields = line.partition(" ")
    problem: MalformedAction | None = None
    spaced = line.lower().replace(",", " ")
    texts = [line, kind.lower() + space + fields, line.lower(), spaced]
    if state is not None and line and (only := _only_kind(game, state)):
        texts += [f"{only} {line}", f"{only} {spaced}"]
    for text in dict.fromkeys(texts):
        try:
            return game.index(state, game.actions.from_text(text))
        except MalformedAction as error:
            problem = problem or error
    assert problem is not None
    raise problem


def _only_kind(game: Game, state: Array) -> str | None:
    """The kind of all legal actions, None if there are several kinds."""
    kinds = {game.actions.group_of(action).name for action in np.flatnonzero(game.legal_mask(state)[0]).tolist()}
    return kinds.pop() if len(kinds) == 1 else None
