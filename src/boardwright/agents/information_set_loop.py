"""The compiled part of multiple-observer information-set MCTS (Cowling, Powley and Whitehouse 2012).

Each player has a tree of their own. Its nodes are information sets: what that player did and saw. A player sees their
observation, whose turn it is and the phase, after every step of anybody, and knows their own actions. So the actions of
others are told apart where the player can see the difference, and nowhere else.

An information set in which its player does not move has no statistics and needs no node: only a hash of what the
player did and saw is kept. The sets in which a player moves are found by that hash. A set's children are its actions,
with the statistics of UCB1, as in mcts_loop.py, which has the same selection, expansion, rollout and backup. They are
written twice, so that a search without information sets costs what it did. All memory is allocated by the caller.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from boardwright.agents.mcts_loop import OUTSIDE, RANDOM
from boardwright.core import dice
from boardwright.core.compiled.compiler import kernel, loop
from boardwright.core.compiled.contract import any_legal, candidates, chance, evaluate, order, resample, suggest
from boardwright.core.compiled.loops import hashed, perform, raw_bytes, write_observation
from boardwright.core.record import TERMINAL, Array, Record


class InformationSets(NamedTuple):
    """The memory that a search needs beside that of mcts_loop.py."""

    blank: Array
    """An empty observation, [1]."""

    observation: Array
    """Room for an observation, [1]."""

    raw: Array
    """The bytes of `observation`, [1, itemsize]."""

    known: Array
    """The hash of what each player did and saw in this iteration, [players]."""

    keys: Array
    """The hash of each information set by its node, [nodes]."""

    buckets: Array
    """The newest information set by the lowest bits of its hash, -1 for none. `next_sibling` has an older one."""


def nodes(iterations: int) -> int:
    """The most nodes of a search: the root, and for each iteration an information set and an action."""
    return 2 * iterations + 1


def allocate(observation: np.dtype[np.void], players: int, iterations: int) -> InformationSets:
    """Allocate the memory of a search with this many iterations."""
    room = np.zeros(1, observation)
    buckets = np.full(1 << iterations.bit_length(), -1, np.int32)
    known, keys = np.zeros(players, np.int64), np.zeros(nodes(iterations), np.int64)
    return InformationSets(np.zeros(1, observation), room, raw_bytes(room), known, keys, buckets)


@kernel
def look(p: Record, s: Record, blank: Record, observation: Array, raw: Array, known: Array) -> None:
    """Add what each player sees now to what that player did and saw."""
    for player in range(known.shape[0]):
        write_observation(p, s, player, blank, observation, 0)
        seen = hashed(raw[0], 0, int(s.to_move), int(s.phase), int(s.variant))
        known[player] = dice.mix(int(known[player]) ^ seen)


@kernel
def find(key: int, tree: Array, keys: Array, buckets: Array) -> int:
    """The node of an information set, -1 if it has none."""
    node = int(buckets[key & (buckets.shape[0] - 1)])
    while node >= 0 and keys[node] != key:
        node = int(tree[node].next_sibling)
    return node


@loop
def iterate(  # noqa: PLR0912, PLR0915 - one iteration; arrays handed to helpers cost atomic counts
    p: Array,
    w: Array,
    rollout_weights: Array,
    root: Array,
    work: Array,
    tree: Array,
    path: Array,
    moves: Array,
    stamps: Array,
    mask: Array,
    memory: Array,
    blank: Array,
    observation: Array,
    raw: Array,
    known: Array,
    keys: Array,
    buckets: Array,
) -> None:
    """Run iterations from `root` until there are enough, or until Python has to roll one out from `work`.

    Node 0 is the information set of the player to move in `root`. A node is an information set or an action.
    """
    m = memory[0]
    s = work[0]
    row = p[root[0].variant]
    while m.waiting != 0 or (m.done < m.wanted and (m.stop == 0 or m.done == 0)):
        base = dice.keyed(m.seed, m.done, 0)
        used = 0
        length = m.length
        if m.waiting == 0:
            work[0] = root[0]
            if m.hidden != 0:
                used += 1
                if not resample(row, s, m.player, dice.mix(base ^ used)):
                    m.blind = 1
                    return
            for player in range(known.shape[0]):
                known[player] = player
            look(row, s, blank[0], observation, raw, known)
            node = 0
            length = 0
            expanded = False
            while s.to_move != TERMINAL and not expanded:
                mover = int(s.to_move)
                count = candidates(row, w[0], s, moves)
                m.stamp += 1
                for i in range(count):
                    stamps[moves[i]] = m.stamp
                # Selection: the available action with the highest UCB1.
                chosen, best = -1, -np.inf
                log_available, last = 0.0, 0
                child = int(tree[node].first_child)
                while child >= 0:
                    if stamps[tree[child].action] == m.stamp:
                        stamps[tree[child].action] = 0
                        tree[child].available += 1
                        if tree[child].available != last:
                            last = int(tree[child].available)
                            log_available = np.log(last)
                        visits = float(tree[child].visits)
                        value = tree[child].total_value / visits + m.exploration * np.sqrt(log_available / visits)
                        if value > best:
                            chosen, best = child, value
                    child = int(tree[child].next_sibling)
                # Expansion comes first while an action is untried: the highest `order`, at random among equals.
                equals, hint, action = 0, 0, -1
                for i in range(count):
                    move = int(moves[i])
                    if stamps[move] == m.stamp:
                        early = order(row, s, move)
                        if action < 0 or early > hint:
                            action, hint, equals = move, early, 1
                        elif early == hint:
                            equals += 1
                            used += 1
                            if dice.below(dice.mix(base ^ used), equals) == 0:
                                action = move
                if action >= 0:
                    expanded = True
                    chosen = m.nodes
                    m.nodes += 1
                    tree[chosen].visits = 0
                    tree[chosen].available = 1
                    tree[chosen].first_child = -1
                    tree[chosen].next_sibling = tree[node].first_child
                    tree[chosen].action = action
                    tree[chosen].mover = mover
                    tree[chosen].total_value = 0.0
                    tree[node].first_child = chosen
                action = int(tree[chosen].action)
                used += 1
                perform(row, s, action, dice.draw_for(chance(row, s, action), dice.mix(base ^ used)))
                path[length] = chosen
                length += 1
                if not expanded and s.to_move != TERMINAL:
                    known[mover] = dice.mix(int(known[mover]) ^ action)
                    look(row, s, blank[0], observation, raw, known)
                    key = int(known[s.to_move])
                    node = find(key, tree, keys, buckets)
                    if node < 0:
                        node = m.nodes
                        m.nodes += 1
                        tree[node].first_child = -1
                        tree[node].next_sibling = buckets[key & (buckets.shape[0] - 1)]
                        keys[node] = key
                        buckets[key & (buckets.shape[0] - 1)] = node
            m.plies += length
            if m.rollouts == OUTSIDE and m.rollout_depth != 0 and s.to_move != TERMINAL:
                m.waiting = 1
                m.length = length
                return
        if m.rollouts != OUTSIDE:
            left = m.rollout_depth
            while s.to_move != TERMINAL and left != 0:
                used += 1
                if m.rollouts == RANDOM:
                    action = any_legal(row, rollout_weights[0], s, dice.mix(base ^ used), mask)
                else:
                    action = suggest(row, rollout_weights[0], s, dice.mix(base ^ used), mask)
                used += 1
                perform(row, s, action, dice.draw_for(chance(row, s, action), dice.mix(base ^ used)))
                left -= 1
                m.plies += 1
        m.waiting = 0
        m.done += 1
        tree[0].visits += 1
        over = s.to_move == TERMINAL
        judge = 0 if over else int(s.to_move)
        judged_value = 0.0 if over else np.tanh(evaluate(row, w[0], s, judge) / m.scale)
        for i in range(length):
            node = int(path[i])
            mover = int(tree[node].mover)
            if over:
                value = 2.0 * (float(s.returns[mover]) - m.least) / (m.most - m.least) - 1.0
            elif mover == judge:
                value = judged_value
            elif m.opposed != 0:
                value = -judged_value
            else:
                value = np.tanh(evaluate(row, w[0], s, mover) / m.scale)
            tree[node].visits += 1
            tree[node].total_value += value
