"""The compiled part of tree search with a network: many trees in lockstep, whose leaves are one batch of observations.

A node is what the player to move there can see: in games without chance and secrets the actions that led to it, else
also a hash of the observation and the legal actions. So draws of one action lead to several nodes, and what a player
cannot see leads to none. Every simulation begins with a determinisation and draws of its own. A value belongs to the
player who moves, never to a ply. All memory is allocated by the caller (see puct.py).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from boardwright.core import dice
from boardwright.core.compiled.compiler import kernel, loop
from boardwright.core.compiled.contract import chance, legal, resample
from boardwright.core.compiled.loops import hashed, perform, write_observation
from boardwright.core.record import TERMINAL, Array

NODE: Final = np.dtype(
    [
        ("key", "i8"),
        ("total_value", "f8"),
        ("value", "f8"),
        ("first_edge", "i4"),
        ("edges", "i4"),
        ("visits", "i4"),
        ("mover", "i4"),
        ("next_sibling", "i4"),
        ("_pad", "i4"),
    ]
)
"""A node; `edges` is UNSEEN until the network has answered. `value` is its answer, from -1 to 1 for the mover."""

EDGE: Final = np.dtype(
    [
        ("total_value", "f8"),
        ("prior", "f4"),
        ("logit", "f4"),
        ("action", "i4"),
        ("visits", "i4"),
        ("waiting", "i4"),
        ("first_child", "i4"),
    ]
)
"""An action of a node. `waiting` simulations have passed and await the network: each counts as a loss meanwhile."""

TREE: Final = np.dtype(
    [(name, "i8") for name in ("wanted", "done", "waiting", "nodes", "edges", "seed", "player", "stop")]
)
"""The memory of one tree. A tree with `wanted` 0 rests."""

SLOT: Final = np.dtype([(name, "i4") for name in ("tree", "node", "length", "mover")])
"""A leaf that awaits the network."""

_SWITCHES: Final = ("hidden", "fixed", "gumbel", "players", "views", "leaves", "room", "branches", "cache_size")
_NUMBERS: Final = ("exploration", "noise", "least", "most", "visit_scale", "value_scale")

SETTINGS: Final = np.dtype([(name, "i8") for name in _SWITCHES] + [(name, "f8") for name in _NUMBERS])
"""The settings of all trees.

`fixed`: neither chance nor secrets. `views`: the observations of a leaf, one for each player unless the mover's value
says it all. `leaves`: of one tree in a batch. `room` and `branches`: the nodes and edges of a tree. `cache_size`: the
entries of the cache of the network's answers. `noise`: its share in the root's priors. The two scales are those of
Gumbel search.
"""

UNSEEN: Final = -1

BLIND: Final = -1
"""The answer of `tick` where a root cannot be redrawn."""


@kernel
def mixed_value(node: int, nodes: Array, edges: Array) -> float:
    """The value of a node for actions that were not tried: the network's, mixed with that of tried actions."""
    first, count = int(nodes[node].first_edge), int(nodes[node].edges)
    visits, prior, value = 0, 0.0, 0.0
    for edge in range(first, first + count):
        if edges[edge].visits > 0:
            visits += int(edges[edge].visits)
            prior += edges[edge].prior
            value += edges[edge].prior * edges[edge].total_value / edges[edge].visits
    if visits == 0 or prior <= 0.0:
        return float(nodes[node].value)
    return float((nodes[node].value + visits * value / prior) / (1 + visits))


@kernel
def completed(edge: int, other: float, most: int, edges: Array, settings: Array) -> float:
    """The logit of an action plus its value, which counts the more the more the root was visited."""
    value = other
    if edges[edge].visits > 0:
        value = edges[edge].total_value / edges[edge].visits
    scale = (settings[0].visit_scale + most) * settings[0].value_scale
    return float(edges[edge].logit + scale * 0.5 * (value + 1.0))


@kernel
def most_visits(node: int, nodes: Array, edges: Array) -> int:
    """The visits of the action that has most."""
    most = 0
    for edge in range(nodes[node].first_edge, nodes[node].first_edge + nodes[node].edges):
        most = max(most, int(edges[edge].visits))
    return most


@kernel
def select_by_halving(
    tree: int, root: int, nodes: Array, edges: Array, noise: Array, visits: int, settings: Array
) -> int:
    """Sequential halving at the root: the best action of those with this many visits."""
    most = most_visits(root, nodes, edges)
    other = mixed_value(root, nodes, edges)
    chosen, best = -1, -np.inf
    for fitting in (True, False):
        if chosen < 0:
            for edge in range(nodes[root].first_edge, nodes[root].first_edge + nodes[root].edges):
                passed = int(edges[edge].visits) + int(edges[edge].waiting)
                if passed == visits or not fitting:
                    score = noise[tree, edges[edge].action] + completed(edge, other, most, edges, settings)
                    if score > best:
                        chosen, best = edge, score
    return chosen


@kernel
def select_by_puct(
    node: int, share: float, tree: int, nodes: Array, edges: Array, noise: Array, exploration: float
) -> int:
    """The action with the highest PUCT. `share` of its prior is noise."""
    first = int(nodes[node].first_edge)
    unseen = nodes[node].total_value / nodes[node].visits
    passed = 0
    for edge in range(first, first + nodes[node].edges):
        passed += int(edges[edge].visits) + int(edges[edge].waiting)
    spread = exploration * np.sqrt(float(1 + passed))
    chosen, best = first, -np.inf
    for edge in range(first, first + nodes[node].edges):
        visits = int(edges[edge].visits) + int(edges[edge].waiting)
        value = unseen
        if visits > 0:
            value = (edges[edge].total_value - edges[edge].waiting) / visits
        prior = float(edges[edge].prior)
        if share > 0.0:
            prior = (1.0 - share) * prior + share * noise[tree, edges[edge].action]
        score = value + spread * prior / (1 + visits)
        if score > best:
            chosen, best = edge, score
    return chosen


@kernel
def expand(
    tree: int, node: int, row: int, mask: Array, logits: Array, trees: Array, nodes: Array, edges: Array
) -> None:
    """Give a node an edge for each legal action, with the softmax of the logits as priors."""
    first = int(trees[tree].edges)
    count, top = 0, -np.inf
    for action in range(mask.shape[1]):
        if mask[row, action]:
            edge = first + count
            logit = float(logits[row, action])
            edges[edge].action = action
            edges[edge].logit = logit
            edges[edge].total_value = 0.0
            edges[edge].visits = 0
            edges[edge].waiting = 0
            edges[edge].first_child = -1
            top = max(top, logit)
            count += 1
    total = 0.0
    for edge in range(first, first + count):
        total += np.exp(edges[edge].logit - top)
    for edge in range(first, first + count):
        edges[edge].prior = np.exp(edges[edge].logit - top) / total
    nodes[node].first_edge = first
    nodes[node].edges = count
    trees[tree].edges = first + count


@loop
def tick(  # noqa: PLR0912, PLR0915 - one simulation; arrays handed to helpers cost atomic counts
    p: Array,
    roots: Array,
    work: Array,
    trees: Array,
    nodes: Array,
    edges: Array,
    slots: Array,
    path_nodes: Array,
    path_edges: Array,
    settings: Array,
    sequence: Array,
    noise: Array,
    mask: Array,
    blank: Array,
    observations: Array,
    raw: Array,
    logits: Array,
    values: Array,
    answered: int,
    cache_keys: Array,
    cache_logits: Array,
    cache_values: Array,
) -> int:
    """Take the network's answers to the first slots, then descend in every tree. Return the number of new slots.

    Return BLIND where a root cannot be redrawn.

    Slot i has the rows from i * views on in `observations`, `logits` and `values`: first the mover's view, then those
    of the players after it. Its legal actions are row i of `mask`.
    """
    g = settings[0]
    s = work[0]
    views = int(g.views)
    for slot in range(answered):
        tree, leaf = int(slots[slot].tree), int(slots[slot].node)
        row = slot * views
        if g.cache_size > 0:
            at = int(nodes[leaf].key) % int(g.cache_size)
            cache_keys[at] = nodes[leaf].key
            cache_values[at] = values[row]
            for action in range(logits.shape[1]):
                cache_logits[at, action] = logits[row, action]
        if views > 1:
            for action in range(logits.shape[1]):
                logits[slot, action] = logits[row, action]
        expand(tree, leaf, slot, mask, logits, trees, nodes, edges)
        judge = int(slots[slot].mover)
        nodes[leaf].value = values[row]
        nodes[leaf].visits = 1
        nodes[leaf].total_value = values[row]
        trees[tree].waiting -= 1
        if slots[slot].length > 0:
            trees[tree].done += 1
        for i in range(slots[slot].length):
            node, edge = int(path_nodes[slot, i]), int(path_edges[slot, i])
            mover = int(nodes[node].mover)
            if views > 1:
                value = float(values[row + (mover - judge + g.players) % g.players])
            else:
                value = float(values[row]) if mover == judge else -float(values[row])
            nodes[node].visits += 1
            nodes[node].total_value += value
            edges[edge].visits += 1
            edges[edge].waiting -= 1
            edges[edge].total_value += value
    asked = 0
    for tree in range(trees.shape[0]):
        parameters = p[roots[tree].variant]
        root = tree * int(g.room)
        leaves = 0
        while (
            leaves < g.leaves
            and trees[tree].done + trees[tree].waiting < trees[tree].wanted
            and (trees[tree].stop == 0 or trees[tree].done == 0)
        ):
            number = int(trees[tree].done) + int(trees[tree].waiting)
            base = dice.keyed(int(trees[tree].seed), number, 0)
            used = 1
            work[0] = roots[tree]
            if g.hidden != 0 and not resample(parameters, s, int(trees[tree].player), dice.mix(base ^ used)):
                return BLIND
            node, length = root, 0
            while s.to_move != TERMINAL and nodes[node].edges != UNSEEN:
                if node == root and g.gumbel != 0:
                    considered = min(int(nodes[root].edges), sequence.shape[0] - 1)
                    edge = select_by_halving(
                        tree, root, nodes, edges, noise, int(sequence[considered, number]), settings
                    )
                else:
                    share = g.noise if node == root else 0.0
                    edge = select_by_puct(node, share, tree, nodes, edges, noise, g.exploration)
                edges[edge].waiting += 1
                path_nodes[asked, length] = node
                path_edges[asked, length] = edge
                length += 1
                action = int(edges[edge].action)
                used += 1
                perform(parameters, s, action, dice.draw_for(chance(parameters, s, action), dice.mix(base ^ used)))
                if s.to_move != TERMINAL:
                    key = 0
                    if g.fixed == 0 or edges[edge].first_child < 0:
                        # A new node needs its observation and mask in any case.
                        legal(parameters, s, mask[asked])
                        write_observation(parameters, s, int(s.to_move), blank[0], observations, asked * views)
                        key = hashed(raw[asked * views], 0, int(s.to_move), int(s.phase), int(s.variant))
                        for other in range(mask.shape[1]):
                            if mask[asked, other]:
                                key = dice.mix(key ^ other)
                    child = int(edges[edge].first_child)
                    if g.fixed == 0:
                        while child >= 0 and nodes[child].key != key:
                            child = int(nodes[child].next_sibling)
                    if child < 0:
                        child = root + int(trees[tree].nodes)
                        trees[tree].nodes += 1
                        nodes[child].key = key
                        nodes[child].mover = s.to_move
                        nodes[child].edges = UNSEEN
                        nodes[child].visits = 0
                        nodes[child].next_sibling = edges[edge].first_child
                        edges[edge].first_child = child
                    node = child
            over = s.to_move == TERMINAL
            if not over and nodes[node].visits == UNSEEN:
                # Another simulation of this batch waits here: this one is taken back.
                for i in range(length):
                    edges[path_edges[asked, i]].waiting -= 1
                break
            judge, judged, known = 0, 0.0, over
            if not over and g.cache_size > 0 and nodes[node].key != 0:  # one view: Trees gives others no cache
                at = int(nodes[node].key) % int(g.cache_size)
                if cache_keys[at] == nodes[node].key:
                    known = True
                    judge = int(s.to_move)
                    judged = float(cache_values[at])
                    for action in range(logits.shape[1]):
                        logits[asked, action] = cache_logits[at, action]
                    expand(tree, node, asked, mask, logits, trees, nodes, edges)
                    nodes[node].value = judged
                    nodes[node].visits = 1
                    nodes[node].total_value = judged
            if known:
                trees[tree].done += int(length > 0)
                for i in range(length):
                    before, edge = int(path_nodes[asked, i]), int(path_edges[asked, i])
                    mover = int(nodes[before].mover)
                    if over:
                        value = 2.0 * (float(s.returns[mover]) - g.least) / (g.most - g.least) - 1.0
                    else:
                        value = judged if mover == judge else -judged
                    nodes[before].visits += 1
                    nodes[before].total_value += value
                    edges[edge].visits += 1
                    edges[edge].waiting -= 1
                    edges[edge].total_value += value
                continue
            if length == 0:
                legal(parameters, s, mask[asked])
                write_observation(parameters, s, int(s.to_move), blank[0], observations, asked * views)
            for view in range(1, views):
                player = (int(s.to_move) + view) % int(g.players)
                write_observation(parameters, s, player, blank[0], observations, asked * views + view)
            nodes[node].visits = UNSEEN
            slots[asked].tree = tree
            slots[asked].node = node
            slots[asked].length = length
            slots[asked].mover = s.to_move
            trees[tree].waiting += 1
            asked += 1
            leaves += 1
            if length == 0:
                break
    return asked


@loop
def conclude(
    trees: Array,
    nodes: Array,
    edges: Array,
    settings: Array,
    noise: Array,
    policies: Array,
    actions: Array,
    values: Array,
) -> None:
    """Write what each search found: the improved policy [T, A], the action to play and the root's value [T].

    By PUCT these are the shares of the visits, the most visited action and the mean of all simulations. By Gumbel the
    policy is the softmax of logits and values, the action is the best by noise, logit and value among the most visited,
    and the value is the policy's: halving tries bad actions as often as good ones at first, so the mean is too low.
    """
    g = settings[0]
    for tree in range(trees.shape[0]):
        root = tree * int(g.room)
        if trees[tree].done == 0:
            continue
        first = int(nodes[root].first_edge)
        last = first + int(nodes[root].edges)
        most = most_visits(root, nodes, edges)
        other = mixed_value(root, nodes, edges)
        top = -np.inf
        for edge in range(first, last):
            top = max(top, completed(edge, other, most, edges, settings))
        total, best = 0.0, -np.inf
        for edge in range(first, last):
            action = int(edges[edge].action)
            score = completed(edge, other, most, edges, settings)
            share = np.exp(score - top) if g.gumbel != 0 else float(edges[edge].visits)
            policies[tree, action] = share
            total += share
            score = noise[tree, action] + score if g.gumbel != 0 else float(edges[edge].total_value)
            if edges[edge].visits == most and score > best:
                actions[tree], best = action, score
        value = 0.0
        for edge in range(first, last):
            policies[tree, edges[edge].action] /= total
            mean = other
            if edges[edge].visits > 0:
                mean = edges[edge].total_value / edges[edge].visits
            value += policies[tree, edges[edge].action] * mean
        values[tree] = value if g.gumbel != 0 else nodes[root].total_value / nodes[root].visits
