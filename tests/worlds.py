"""The worlds that a player holds possible, by enumeration, and how far redraws of them are from uniform."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from boardwright.core import dice, visibility
from boardwright.core.game import Game
from boardwright.core.position import Step
from boardwright.core.record import OK, TERMINAL, Array

MANY = 1_000
"""Draws tried of an action that needs raw bits: every layout that chance can make of them is then among the results."""

Worlds = set[bytes]


def worlds(game: Game, history: Sequence[Step], player: int) -> Iterator[tuple[Array, Worlds]]:
    """The state after each step of a game, and every state that it could be for all that the player sees then.

    Everything that the player did not see is exchanged for whatever is legal: other players' actions that are not
    public, and every draw.
    """
    rng = np.random.default_rng(0)
    true, rows = game.new(), game.new()
    for step in history:
        seen = visibility.sees_action(game, step.action, int(game.actor(true, [step.action])[0]), player)
        actions = [step.action] if seen else range(game.actions.policy)
        others, tried = np.repeat(rows, len(actions)), np.tile(actions, len(rows))
        legal = game.why_not(others, tried) == OK
        others, tried = others[legal], tried[legal]
        needed = int(game.chance(true, [step.action])[0])
        assert (game.chance(others, tried) == needed).all()
        draws = [0] if needed == 1 else range(needed) if needed else dice.rows_of_raw_bits(rng, MANY)
        rows, tried = np.repeat(others, len(draws)), np.repeat(tried, len(draws))
        game.step(rows, tried, np.tile(draws, len(others)))
        game.step(true, [step.action], [step.draw])
        distinct = {row.tobytes(): number for number, row in enumerate(_told(game, rows, player))}
        rows = rows[list(distinct.values())]
        known = _known(game, rows, player)
        alike = rows[(known == _known(game, true, player)).all(axis=1)]
        yield true.copy(), {row.tobytes() for row in _told(game, alike, player)}


def random_game(game: Game, seed: int) -> list[Step]:
    """The steps of a random game of policy actions."""
    rng, state, history = np.random.default_rng(seed), game.new(), []
    while state["to_move"][0] != TERMINAL:
        action = int(rng.choice(np.flatnonzero(game.legal_mask(state)[0])))
        step = Step(action, int(game.draws(state, action, dice.raw_bits(rng))[0]))
        game.step(state, [step.action], [step.draw])
        history.append(step)
    return history


def redraws(game: Game, state: Array, player: int, count: int) -> Array:
    """So many redraws of a state."""
    return game.resample(np.repeat(state, count), player, dice.rows_of_raw_bits(np.random.default_rng(5), count))


def deviation(seen: Counter[Any], possible: set[Any]) -> float:
    """The chi-square of what was drawn against uniform, in standard deviations above its mean. All must be possible."""
    assert set(seen) <= possible
    expected, freedom = seen.total() / len(possible), len(possible) - 1
    square = sum((seen[one] - expected) ** 2 / expected for one in possible)
    return float((square - freedom) / (2 * freedom) ** 0.5)


def _told(game: Game, rows: Array, player: int) -> Array:
    """The rows without the events that a player may not know, as a redraw has them."""
    told = rows.copy()
    visibility.strip_events(game, told, np.full(len(told), player))
    return told


def _known(game: Game, rows: Array, player: int) -> Array:
    """What a player knows of each row: the observation, and the header that everybody sees, [N, bytes]."""
    columns = [
        game.observe(rows, player),
        *(rows[name].copy() for name in ("to_move", "phase", "truncated", "returns")),
    ]
    return np.concatenate([column.view(np.uint8).reshape(len(rows), -1) for column in columns], axis=1)
