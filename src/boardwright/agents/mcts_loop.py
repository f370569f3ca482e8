"""The compiled part of Monte Carlo tree search: selection, expansion, rollout and backup over any game's records.

The search is open-loop: a node is the sequence of actions that led to it, whatever the draws and the hidden state. The
same node may have other legal actions, and even another player to move, in the next iteration. So a child is identified
by its action and its mover, and counts how often it was a candidate. All memory is allocated by the caller.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from boardwright.core import dice
from boardwright.core.compiled.compiler import loop
from boardwright.core.compiled.contract import any_legal, candidates, chance, evaluate, order, resample, suggest
from boardwright.core.compiled.loops import perform
from boardwright.core.record import TERMINAL, Array

NODE: Final = np.dtype(
    [
        ("total_value", "f8"),
        ("visits", "i4"),
        ("available", "i4"),
        ("first_child", "i4"),
        ("next_sibling", "i4"),
        ("action", "i4"),
        ("mover", "i4"),
        ("untried", "i4"),
        ("_pad", "i4"),
    ]
)
"""A node of the tree; the root is the first.

`total_value` sums the values to the mover, from -1 to 1 an iteration. `available` counts how often the action was a
candidate. `untried` counts the actions without a child, where the game is `fixed`; -1 before the first visit.
"""

_COUNTERS: Final = ("done", "wanted", "stop", "nodes", "plies", "seed", "player", "waiting", "length", "stamp", "blind")
_SWITCHES: Final = ("hidden", "fixed", "opposed", "rollouts", "rollout_depth")
_NUMBERS: Final = ("exploration", "scale", "least", "most")

MEMORY: Final = np.dtype([(name, "i8") for name in (*_COUNTERS, *_SWITCHES)] + [(name, "f8") for name in _NUMBERS])
"""The memory of a search. `fixed`: neither chance nor hidden information. `opposed`: two players, zero-sum."""

RANDOM, SUGGESTED, OUTSIDE = 0, 1, 2
"""The rollout policy: uniform, the game's `suggest`, or an agent in Python, which the loop waits for."""


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
) -> None:
    """Run iterations from `root` until there are enough, or until Python has to roll one out from `work`.

    `rollout_weights` holds the weights of `suggest` in rollouts.
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
            node = 0
            length = 0
            expanded = False
            while s.to_move != TERMINAL and not expanded:
                mover = int(s.to_move)
                full = m.fixed != 0 and tree[node].untried == 0
                count = 0
                if not full:
                    count = candidates(row, w[0], s, moves)
                    m.stamp += 1
                    for i in range(count):
                        stamps[moves[i]] = m.stamp
                # Selection: the available child with the highest UCB1.
                chosen, best = -1, -np.inf
                log_available, last = 0.0, 0
                child = int(tree[node].first_child)
                while child >= 0:
                    if full or (tree[child].mover == mover and stamps[tree[child].action] == m.stamp):
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
                untried, equals, hint, action = 0, 0, 0, -1
                for i in range(count):
                    move = int(moves[i])
                    if stamps[move] == m.stamp:
                        early = order(row, s, move)
                        untried += 1
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
                    tree[chosen].untried = -1
                    tree[chosen].total_value = 0.0
                    tree[node].first_child = chosen
                    tree[node].untried = untried - 1
                action = int(tree[chosen].action)
                used += 1
                perform(row, s, action, dice.draw_for(chance(row, s, action), dice.mix(base ^ used)))
                path[length] = chosen
                length += 1
                node = chosen
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
