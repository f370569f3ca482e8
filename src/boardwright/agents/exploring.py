"""Walks a whole game from a position, ply by ply, in batches. For games small enough to be walked."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from boardwright.core.drivers import raw_bytes
from boardwright.core.errors import AgentError
from boardwright.core.game import Game
from boardwright.core.record import Array


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
    layer, kept = root, 0
    while layer.size:
        kept += len(layer)
        if kept > limit:
            raise AgentError("agent_too_large", agent=agent, game=game.name, states=limit)
        yield layer
        layer = children(game, layer)[0]
        _, first = np.unique(np.array(identities(game, layer), dtype=object), return_index=True)
        layer = layer[first]
