"""Describes a mark in words: the line that it completes, the line that it blocks, the threats that it makes."""

from __future__ import annotations

import numpy as np

from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.words import Word
from boardwright.games.tic_tac_toe.rules import EMPTY, mark_of


def describe(game: Game, state: Array, action: int) -> tuple[Word, ...]:
    """Return the effects of a mark, the most important alone if it wins."""
    player, cells = int(state["to_move"][0]), state["cells"][0]
    own, other = mark_of(player), mark_of(1 - player)
    # A cell with few lines repeats its last one.
    lines = np.unique(game.params["lines"][0][action], axis=0)
    marks = cells[lines[(lines != action)].reshape(len(lines), -1)]
    length = marks.shape[1]
    mine, empty = (marks == own).sum(axis=1), (marks == EMPTY).sum(axis=1)
    if (mine == length).any():
        return (Word("tic_tac_toe.completes_line"),)
    words = [Word("tic_tac_toe.blocks_line")] if ((marks == other).sum(axis=1) == length).any() else []
    threats = int(((mine == length - 1) & (empty == 1)).sum())
    if threats:
        words.append(Word("tic_tac_toe.threatens_lines", {"lines": threats}))
    return tuple(words)
