"""The line of play behind a state: immutable nodes, which copies of a state share."""

from __future__ import annotations

from typing import Any

import numpy as np

from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.visibility import sees_action


class Node:
    """A state's row, the action that led there, its player, and the node before; None for each at the start.

    `imagined_by` is the player whose determinisation begins here: what the others saw before it is not theirs.
    """

    __slots__ = ("action", "actor", "imagined_by", "parent", "row")

    def __init__(
        self,
        row: Array,
        parent: Node | None = None,
        action: int | None = None,
        actor: int | None = None,
        imagined_by: int | None = None,
    ) -> None:
        self.row, self.parent, self.action, self.actor = row, parent, action, actor
        self.imagined_by = imagined_by

    def __deepcopy__(self, memo: dict[int, Any]) -> Node:
        # OpenSpiel copies a state by copying its attributes deeply; nothing here ever changes.
        return self


def record(game: Game, last: Node, player: int) -> tuple[list[int | None], Array]:
    """What a player has done and seen: each action that it may know, else None, and each observation, oldest first."""
    nodes = [last]
    while nodes[-1].parent is not None and nodes[-1].imagined_by in {None, player}:
        nodes.append(nodes[-1].parent)
    nodes.reverse()
    actions = [_known(game, node, player) for node in nodes[1:]]
    return actions, game.observe(np.concatenate([node.row for node in nodes]), player)


def _known(game: Game, node: Node, player: int) -> int | None:
    if node.action is None or node.actor is None:
        return None
    return node.action if sees_action(game, node.action, node.actor, player) else None
