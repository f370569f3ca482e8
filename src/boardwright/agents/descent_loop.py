"""The compiled part of unbounded best-first minimax: many trees in lockstep, whose new leaves are one batch.

For two opposed players without chance and secrets. A value is that of player 0, from -1 to 1, so that whoever moves
takes the highest or the lowest: values never flip by ply. A node is solved if its value is proved. All memory is
allocated by the caller (see descent_trees.py).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from boardwright.core.compiled.compiler import kernel, loop
from boardwright.core.compiled.contract import legal
from boardwright.core.compiled.loops import perform, write_observation
from boardwright.core.record import TERMINAL, Array

NODE: Final = np.dtype(
    [("value", "f8")]
    + [(name, "i4") for name in ("parent", "first_child", "children", "action", "mover", "solved", "visits", "_pad")]
)
"""A node; `first_child` is UNSEEN until it is expanded. The children of a node are neighbours.

A value is NaN where nobody asked: beside a winning move.
"""

TREE: Final = np.dtype(
    [(name, "i8") for name in ("root", "nodes", "expanded", "evaluations", "at", "waiting", "begun", "rests", "full")]
)
"""One tree. `at`: the node where its descent stands, or UNSEEN. `waiting`: its children await the network.

`evaluations` and `begun`, its expansions, are those since the root was set. It `rests` while others search.
"""

SETTINGS: Final = np.dtype(
    [(name, "i8") for name in ("wanted", "room", "most_expanded", "to_the_end")]
    + [(name, "f8") for name in ("least", "most")]
)
"""The settings of all trees: evaluations of a search, nodes and expansions of a tree, bounds of returns.

`to_the_end`: an iteration goes on until its line is solved (Descent), not just to the first new node.
"""

UNSEEN: Final = -1
WON: Final = 1.0

ESTIMATE: Final = 0.999
"""The highest value that a network may give: a proof is worth more than any estimate."""


@kernel
def update(node: int, nodes: Array) -> None:
    """Give a node the best value of its children for its mover, and mark it solved if that is proved.

    It is proved by a child with the highest value there is, or if all children are solved.
    """
    sign = 1.0 if nodes[node].mover == 0 else -1.0
    best, solved = -np.inf, 1
    for child in range(nodes[node].first_child, nodes[node].first_child + nodes[node].children):
        if sign * nodes[child].value > best:  # noqa: PLR1730 - NaN is never higher
            best = sign * nodes[child].value
        if nodes[child].solved == 0:
            solved = 0
    nodes[node].value = sign * best
    nodes[node].solved = 1 if best >= WON else solved


@kernel
def back_up(node: int, nodes: Array) -> None:
    """Update a node and all above it, up to the beginning of the game."""
    while node != UNSEEN:
        update(node, nodes)
        node = int(nodes[node].parent)


@kernel
def best_unsolved(node: int, nodes: Array) -> int:
    """The child with the best value for the mover that is not solved; of equals the least visited, then the first."""
    sign = 1.0 if nodes[node].mover == 0 else -1.0
    chosen, best = UNSEEN, -np.inf
    for child in range(nodes[node].first_child, nodes[node].first_child + nodes[node].children):
        if nodes[child].solved == 0:
            value = sign * nodes[child].value
            if chosen == UNSEEN or value > best or (value == best and nodes[child].visits < nodes[chosen].visits):
                chosen, best = child, value
    return chosen


@loop
def tick(  # noqa: PLR0915 - one expansion of every tree; arrays handed to helpers cost atomic counts
    p: Array,
    roots: Array,
    work: Array,
    child_work: Array,
    trees: Array,
    nodes: Array,
    settings: Array,
    expanded: Array,
    seen: Array,
    mask: Array,
    blank: Array,
    observations: Array,
    rows: Array,
    values: Array,
    answered: int,
) -> int:
    """Take the values of the first rows, then expand a node in every tree. Return the number of new rows.

    `rows` has the node of each row of `observations`, which is the view of its mover. `seen` and `expanded` have the
    observation and the number of every expanded node.
    """
    g = settings[0]
    for row in range(answered):
        node = int(rows[row])
        value = min(max(float(values[row]), -ESTIMATE), ESTIMATE)
        nodes[node].value = value if nodes[node].mover == 0 else -value
    asked = 0
    for tree in range(trees.shape[0]):
        if trees[tree].waiting != 0:
            trees[tree].waiting = 0
            back_up(int(trees[tree].at), nodes)
            if g.to_the_end == 0 or nodes[trees[tree].at].solved != 0:
                trees[tree].at = UNSEEN
        parameters = p[roots[tree].variant]
        root = int(trees[tree].root)
        while (
            trees[tree].waiting == 0
            and trees[tree].rests == 0
            and (trees[tree].evaluations < g.wanted or trees[tree].begun == 0)
            and nodes[root].solved == 0
        ):
            if (
                trees[tree].nodes + mask.shape[1] > (tree + 1) * g.room
                or trees[tree].expanded >= (tree + 1) * g.most_expanded
            ):
                trees[tree].full = 1
                break
            node = int(trees[tree].at)
            if node == UNSEEN:
                node = root
                work[tree] = roots[tree]
            while nodes[node].first_child != UNSEEN:
                # A node that is not solved has a child that is not.
                node = best_unsolved(node, nodes)
                nodes[node].visits += 1
                perform(parameters, work[tree], int(nodes[node].action), 0)
            trees[tree].at = node
            trees[tree].begun += 1
            write_observation(parameters, work[tree], int(nodes[node].mover), blank[0], seen, int(trees[tree].expanded))
            expanded[trees[tree].expanded] = node
            trees[tree].expanded += 1
            mask[0, :] = False
            legal(parameters, work[tree], mask[0])
            first, before, wins = int(trees[tree].nodes), asked, False
            sign = 1.0 if nodes[node].mover == 0 else -1.0
            child = first
            for action in range(mask.shape[1]):
                if not mask[0, action]:
                    continue
                child_work[0] = work[tree]
                perform(parameters, child_work[0], action, 0)
                nodes[child].parent = node
                nodes[child].first_child = UNSEEN
                nodes[child].children = 0
                nodes[child].action = action
                nodes[child].mover = child_work[0].to_move
                nodes[child].visits = 0
                nodes[child].solved = 0
                nodes[child].value = np.nan
                if child_work[0].to_move == TERMINAL:
                    nodes[child].solved = 1
                    nodes[child].value = 2.0 * (float(child_work[0].returns[0]) - g.least) / (g.most - g.least) - 1.0
                    wins = wins or sign * nodes[child].value >= WON
                else:
                    write_observation(
                        parameters, child_work[0], int(child_work[0].to_move), blank[0], observations, asked
                    )
                    rows[asked] = child
                    asked += 1
                child += 1
            nodes[node].first_child = first
            nodes[node].children = child - first
            trees[tree].nodes = child
            if wins:
                asked = before  # a move that wins is proof enough: the others are not asked about
            trees[tree].evaluations += asked - before
            if asked > before:
                trees[tree].waiting = 1
            else:
                back_up(node, nodes)
                if g.to_the_end == 0 or nodes[node].solved != 0:
                    trees[tree].at = UNSEEN
    return asked
