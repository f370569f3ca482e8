"""Walks a whole game from a position, ply by ply, in batches. For games small enough to be walked."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from boardwright.core.compiled.loops import raw_bytes
from boardwright.core.errors import AgentError
from boardwright.core.game import Game
from boardwright.core.record import Array

_AT_ONCE = 256
"""States whose children are made together: a game that is far too large is given up early."""


def identities(game: Game, states: Array) -> list[bytes]:
    """What tells one state from another on the way: its position, mover and phase, and the ply it is at."""
    header, start = game.state.mover_end, game.state.position_start
    return [bytes(row[:header]) + bytes(row[start:]) for row in raw_bytes(states)]


def children(game: Game, states: Array) -> tuple[Array, Array, Array]:
    """Every state one action away, with the row that it comes from and the action that leads there."""
    rows, actions = np.nonzero(game.legal_mask(states))
    after = states[rows]
    game.step(after, actions)
    return after, rows, actions


def layers(game: Game, root: Array, *, limit: int, agent: str) -> Iterator[Array]:
    """All states from a position on, a ply at a time, each once; gives up beyond a limit."""
    layer, left = root, limit
    while layer.size:
        left -= len(layer)
        if left < 0:
            raise AgentError("agent_too_large", agent=agent, game=game.name, states=limit)
        yield layer
        layer = _next_layer(game, layer, left)


def _next_layer(game: Game, layer: Array, enough: int) -> Array:
    """The states after a layer's, each once, in order. More than enough is enough: the rest may be missing then."""
    parts, first = [layer[:0]], dict[bytes, int]()
    for start in range(0, len(layer), _AT_ONCE):
        after = children(game, layer[start : start + _AT_ONCE])[0]
        fresh = []
        for row, key in enumerate(identities(game, after)):
            if key not in first:
                first[key] = len(first)
                fresh.append(row)
        parts.append(after[fresh])
        if len(first) > enough:
            break
    return np.concatenate(parts)[[first[key] for key in sorted(first)]]
