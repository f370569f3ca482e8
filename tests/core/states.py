"""Whole games as arrays: every state that can be reached, ply by ply."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from boardwright.core.compiled.loops import raw_bytes
from boardwright.core.game import Game
from boardwright.core.record import Array


def layers(game: Game) -> Iterator[tuple[Array, Array]]:
    """The distinct states after each ply, and the number of move sequences to each."""
    states, ways = game.new(), np.ones(1, np.int64)
    while len(states):
        yield states, ways
        rows, actions = np.nonzero(game.legal_mask(states))
        after = states[rows]
        game.step(after, actions)
        _, first, same = np.unique(raw_bytes(after), axis=0, return_index=True, return_inverse=True)
        total = np.zeros(len(first), np.int64)
        np.add.at(total, same.reshape(-1), ways[rows])
        states, ways = after[first], total


def played(game: Game, *steps: tuple[int, int]) -> Array:
    """The state after these actions with their draws."""
    states = game.new()
    for action, draw in steps:
        game.step(states, action, draw)
    return states


def keys(states: Array) -> list[str]:
    """Each board of tic-tac-toe written with X, O and E, row by row."""
    return ["".join("EOX"[mark] for mark in cells) for cells in states["cells"]]
