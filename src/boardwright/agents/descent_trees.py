"""Unbounded best-first minimax in any number of trees at once, with a network that gives values alone.

A search goes down from the root by the best value, expands the node at the end, asks the network about all children at
once, and backs values and proofs up (Cohen-Solal and Cazenave, arXiv 2012.10700). The compiled loop is in
`descent_loop.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from boardwright.agents import descent_loop
from boardwright.core.game import Game
from boardwright.core.record import Array

Evaluator = Callable[[Array], npt.NDArray[np.float32]]
"""Observations [N] to values [N], from -1 to 1 for the observing player."""


@dataclass(frozen=True)
class Options:
    """The options of a search.

    `evaluations`: positions that the network is asked about in a search; one expansion is made in any case. `nodes`:
    room of a tree, over all searches of a game. `to_the_end`: an iteration goes on to the end of its line (Descent).
    `multiple`: the network is asked about a multiple of so many rows, old ones among them.
    """

    evaluations: int
    nodes: int
    to_the_end: bool = False
    multiple: int = 1


class Trees:
    """Searches of one game in lockstep. The memory is allocated once."""

    def __init__(self, game: Game, count: int, options: Options, evaluator: Evaluator) -> None:
        self.game, self.count, self.options, self.evaluator = game, count, options, evaluator
        actions = game.actions.policy
        # The root needs room for its children whatever the option says. Few expansions have less than three children.
        room = options.nodes + actions + 1
        self._room, self._most = room, room // 3 + 2
        self.settings = np.zeros(1, descent_loop.SETTINGS)
        for name, value in {
            "wanted": options.evaluations,
            "room": room,
            "most_expanded": self._most,
            "to_the_end": options.to_the_end,
            "least": game.definition.returns[0],
            "most": game.definition.returns[1],
        }.items():
            self.settings[name] = value
        self.trees = np.zeros(count, descent_loop.TREE)
        self.nodes = np.zeros(count * room, descent_loop.NODE)
        self.evaluations = 0
        self._expanded = np.zeros(count * self._most, np.int32)
        self._seen = np.zeros(count * self._most, game.observation_dtype)
        self._work, self._child_work = np.concatenate([game.new() for _ in range(count)]), game.new()
        self._mask, self._blank = np.zeros((1, actions), np.bool_), np.zeros(1, game.observation_dtype)
        self._observations = np.zeros((count + 1) * actions + options.multiple, game.observation_dtype)
        self._rows = np.zeros((count + 1) * actions, np.int32)
        self._values = np.zeros((count + 1) * actions, np.float32)

    def begin(self, roots: Array) -> None:
        """Forget the trees, and plant new ones. A tree whose root is over rests."""
        trees, first = self.trees, np.arange(self.count) * self._room
        trees["root"], trees["nodes"], trees["expanded"] = first, first + 1, np.arange(self.count) * self._most
        trees["full"] = 0
        for name, value in {"parent": -1, "first_child": descent_loop.UNSEEN, "children": 0, "action": -1}.items():
            self.nodes[name][first] = value
        self.nodes["solved"][first] = self.nodes["visits"][first] = 0
        self.nodes["value"][first], self.nodes["mover"][first] = np.nan, roots["to_move"]
        self._rest(roots["to_move"] < 0)

    def move(self, chosen: npt.NDArray[np.int64], resting: npt.NDArray[np.bool_]) -> None:
        """Go on from other roots: a child of each root, or the root itself. The trees stay; some may rest."""
        self.trees["root"] = chosen
        self._rest(resting)

    def extend(self, roots: Array) -> None:
        """Search every tree that does not rest. `roots` are the states of the roots."""
        game, answered = self.game, 0
        while True:
            answered = int(
                game.run(
                    descent_loop.tick,
                    game.params,
                    roots,
                    self._work,
                    self._child_work,
                    self.trees,
                    self.nodes,
                    self.settings,
                    self._expanded,
                    self._seen,
                    self._mask,
                    self._blank,
                    self._observations,
                    self._rows,
                    self._values,
                    answered,
                )
            )
            if answered == 0:
                return
            padded = -(-answered // self.options.multiple) * self.options.multiple
            self._values[:answered] = self.evaluator(self._observations[:padded])[:answered]
            self.evaluations += answered

    def children(self, tree: int) -> tuple[Array, Array]:
        """The children of a root, the best for its mover first, and their values for that player.

        Of equals the most visited comes first, then that of the lowest action. NaN, where nobody asked, comes last.
        """
        root = self.nodes[int(self.trees["root"][tree])]
        first = max(int(root["first_child"]), 0)
        numbers = np.arange(first, first + int(root["children"]))
        values = self.nodes["value"][numbers] * (1.0 if root["mover"] == 0 else -1.0)
        ranked = np.lexsort((numbers, -self.nodes["visits"][numbers], -np.nan_to_num(values, nan=-2.0)))
        return numbers[ranked], values[ranked]

    def lessons(self) -> tuple[Array, Array]:
        """The observations of all expanded nodes of all trees, and their values for the observing player."""
        rows = np.concatenate(
            [np.arange(tree * self._most, int(end)) for tree, end in enumerate(self.trees["expanded"])]
        )
        nodes = self.nodes[self._expanded[rows]]
        values = np.where(nodes["mover"] == 0, nodes["value"], -nodes["value"])
        return self._seen[rows], values

    def _rest(self, resting: npt.NDArray[np.bool_]) -> None:
        for name in ("evaluations", "waiting", "begun"):
            self.trees[name] = 0
        self.trees["at"], self.trees["rests"] = descent_loop.UNSEEN, resting
