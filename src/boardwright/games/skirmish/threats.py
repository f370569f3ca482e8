"""The threat map: the damage to expect from the enemy on each hex that the active unit can reach."""

from __future__ import annotations

import numpy as np

from boardwright.core.analysis import Overlay
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.words import Word
from boardwright.games.skirmish.action_values import NOT_LEGAL, weigh
from boardwright.games.skirmish.enums import Phase
from boardwright.games.skirmish.names import first_setup, title


def overlays(game: Game, state: Array) -> tuple[Overlay, ...]:
    """Return the threat map while a unit moves; nothing in other phases.

    It is the difference that danger makes to the values of moves, with damage counted in HP.
    """
    s = game.record(state)
    if s.phase != Phase.MOVE:
        return ()
    calm, afraid = (_values(game, state, danger) for danger in (0.0, 1.0))
    moves = np.flatnonzero(calm != NOT_LEGAL)
    cells = {choice.action: choice.cells for choice in game.view(state, int(s.to_move)).choices}
    found = {
        cells[action][0]: max(float(calm[action] - afraid[action]), 0.0)
        for action in moves.tolist()
        if len(cells.get(action, ())) == 1
    }
    if not found:
        return ()
    unit = title(first_setup(game), int(s.active))
    return (Overlay(Word("skirmish.overlay_threat", {"unit": unit}), found, share=False),)


def _values(game: Game, state: Array, danger: float) -> Array:
    weights = np.zeros_like(game.weights("greedy"))
    weights["damage"], weights["danger"] = 1.0, danger
    values = np.empty(game.actions.policy)
    weigh(game.params_of(state), weights.view(np.recarray)[0], game.record(state.copy()), values)
    return values
