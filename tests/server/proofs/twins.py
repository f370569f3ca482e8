"""Twins of a match: other histories, with other hidden cells, that one reader cannot tell from the first.

A particle filter finds them. Many worlds play the actions that the reader sees and random ones in place of the others,
with draws of their own; after every event those go on that the reader observes the same.
"""

from __future__ import annotations

import numpy as np

from boardwright.core import visibility
from boardwright.core.errors import BoardwrightError
from boardwright.core.game import Game
from boardwright.core.record import OK, TERMINAL, Array

from .scribe import Draft


def play(game: Game, rng: np.random.Generator, plies: int) -> list[Draft]:
    """Random moves with their draws. A move that ends the match, or leads to a dead end, is not made."""
    state, drafts = game.new(), list[Draft]()
    for _ in range(4 * plies):
        if len(drafts) == plies:
            break
        action = int(rng.choice(np.flatnonzero(game.legal_mask(state)[0])))
        inspection = game.inspect(state, [action])
        bits = rng.integers(1 << 62, size=1)
        draw = None if int(inspection.chances[0]) == 1 else int(inspection.draws(bits)[0])
        try:
            after = game.apply(state, action, draw or 0)
        except BoardwrightError:
            continue
        if int(after["to_move"][0]) != TERMINAL:
            drafts.append(Draft(int(inspection.actors[0]), action, draw))
            state = after
    return drafts


def twin(game: Game, drafts: list[Draft], reader: int, rng: np.random.Generator, worlds: int) -> list[Draft] | None:
    """Another history that the reader observes the same, with other hidden cells at its end; None if there is none."""
    true, states = game.new(), game.new(worlds)
    actions, draws = np.zeros((2, len(drafts), worlds), np.int64)
    for number, draft in enumerate(drafts):
        assert draft.action is not None
        if visibility.sees_action(game, draft.action, draft.actor, reader):
            actions[number] = draft.action
        else:
            # The greatest of random numbers is at a random legal action.
            actions[number] = np.argmax(rng.random((worlds, game.actions.policy)) * game.legal_mask(states), axis=1)
        alive = game.why_not(states, actions[number]) == OK
        states, actions, draws = states[alive], actions[:, alive], draws[:, alive]
        if not len(states):
            return None
        draws[number] = game.draws(states, actions[number], rng.integers(1 << 62, size=len(states)))
        faults = game.step(states, actions[number], draws[number])
        true = game.apply(true, draft.action, draft.draw or 0)
        same = (faults == 0) & (states["to_move"] == true["to_move"]) & _alike(game, states, true, reader)
        if not same.any():
            return None
        going = rng.choice(np.flatnonzero(same), worlds)
        states, actions, draws = states[going], actions[:, going], draws[:, going]
    others = np.flatnonzero(_bytes(_hidden(game, states)) != _bytes(_hidden(game, true)))
    if not others.size:
        return None
    chosen = int(rng.choice(others))
    return [
        Draft(draft.actor, int(action), None if draft.draw is None else int(draw))
        for draft, action, draw in zip(drafts, actions[:, chosen], draws[:, chosen])
    ]


def _alike(game: Game, states: Array, true: Array, reader: int) -> Array:
    seen = game.observe(states, np.full(len(states), reader))
    alike: Array = _bytes(seen) == _bytes(game.observe(true, [reader]))
    return alike


def _hidden(game: Game, states: Array) -> Array:
    """The fields of the position: the others, such as the ply, are of no reader's."""
    return states[[*game.layout.position]]


def _bytes(rows: Array) -> Array:
    packed = np.ascontiguousarray(rows).copy()
    # Without the gaps of a selection of fields.
    return np.array([b"".join(row[name].tobytes() for name in rows.dtype.names or ()) for row in packed], object)
