"""Who sees what in a game with hidden information: actions, events, and which moves may be taken back.

`observe`, `resample` and `scene` keep the secrets inside a state. This module keeps those around it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from boardwright.core.definition import Private
from boardwright.core.record import Array

if TYPE_CHECKING:
    from boardwright.core.game import Game

ALL = None
"""A reader to whom nothing is hidden: after the end, or in a file of a whole game."""

SPECTATOR = -1
"""A reader without a seat, who may know what is public."""


def sees_action(game: Game, action: int, actor: int, player: int | None) -> bool:
    """Whether a player may know an action of another: always with perfect information, else if its group is public."""
    if player is ALL or player == actor or game.definition.perfect_information:
        return True
    return game.actions.group_of(action).public


def sees_event(game: Game, event: list[int], player: int | None) -> bool:
    """Whether a player may know an event, given as its kind and numbers."""
    return player is ALL or event[0] not in _private_kinds(game) or event[1] == player


def strip_events(game: Game, states: Array, players: Array) -> None:
    """Remove the events that each row's player may not know, in place."""
    if not _private_kinds(game):
        return
    for row, player in enumerate(players.tolist()):
        emitted = states["events"][row][: states["event_count"][row]].tolist()
        kept = [event for event in emitted if sees_event(game, event, player)]
        states["events"][row] = 0
        if kept:
            states["events"][row][: len(kept)] = kept
        states["event_count"][row] = len(kept)


def can_undo(game: Game, moves: Iterable[tuple[Array, int]]) -> bool:
    """Whether moves, each a state and an action, can be taken back without a player having seen more by them."""
    if not is_undoable(game, drawn=False):
        return False
    return not game.has_chance or all(
        is_undoable(game, drawn=int(game.chance(before, [action])[0]) != 1) for before, action in moves
    )


def is_undoable(game: Game, *, drawn: bool) -> bool:
    """Whether a move can be taken back, by whether it was drawn for.

    A draw cannot be unseen, and neither can the answer to an action in a game with hidden information.
    """
    return game.definition.perfect_information and not drawn


def _private_kinds(game: Game) -> set[int]:
    return {int(kind) for kind, names in game.definition.events.items() if isinstance(names, Private)}


def own_actions(game: Game, state: Array, player: int) -> list[int]:
    """The legal actions of a state that belong to a player: none of another's, which may tell a secret."""
    if not game.has_actor and int(state["to_move"][0]) != player:
        return []
    actions = game.open_actions(state)
    if game.has_actor and actions.size:
        actions = actions[game.actor(np.repeat(state, actions.size), actions) == player]
    return [int(action) for action in actions]
