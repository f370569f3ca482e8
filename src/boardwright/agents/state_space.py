"""Enumerates the states below a position, ply by ply, in batches, for games small enough."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from boardwright.core.compiled.loops import raw_bytes
from boardwright.core.errors import AgentError
from boardwright.core.game import Game
from boardwright.core.record import Array

_AT_ONCE = 256
"""States expanded at once; small, so that a game that is far too large is refused early."""


def identities(game: Game, states: Array) -> list[bytes]:
    """The identity of each state, as bytes: its ply, mover, phase and position."""
    header, start = game.state.mover_end, game.state.position_start
    return [bytes(row[:header]) + bytes(row[start:]) for row in raw_bytes(states)]


def children(game: Game, states: Array) -> tuple[Array, Array, Array]:
    """Return every child state, with the row of its parent and the action that leads to it."""
    rows, actions = np.nonzero(game.legal_mask(states))
    after = states[rows]
    game.step(after, actions)
    return after, rows, actions


def layers(game: Game, root: Array, *, limit: int, agent: str) -> Iterator[Array]:
    """Yield the distinct states below a position, one ply at a time. Raises AgentError beyond `limit` states."""
    layer, left = root, limit
    while layer.size:
        left -= len(layer)
        if left < 0:
            raise AgentError("position_too_large", agent=agent, game=game.name, states=limit)
        yield layer
        layer = _next_layer(game, layer, left)


def _next_layer(game: Game, layer: Array, enough: int) -> Array:
    """The distinct children of a layer, in order; with more than `enough` of them, some may be missing."""
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
