"""The compiled part of Monte Carlo tree search: one loop that grows a tree over any game's records.

A node stands for the actions that led to it, whatever was drawn on the way and whatever is hidden (an open loop): the
same node may meet other legal actions, and even another player to move, in the next game that comes through. So a child
is known by its action and by who took it, and counts how often it could have been taken. Nothing is allocated inside.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from boardwright.core import dice
from boardwright.core.compiled.compiler import loop
from boardwright.core.compiled.contract import any_legal, candidates, chance, evaluate, order, resample, suggest
from boardwright.core.compiled.loops import perform
from boardwright.core.record import TERMINAL, Array

# Columns of the tree, a row a node, the root first. SEEN is how often it could have been chosen, UNTRIED how many of
# its actions have no child yet, where that is always the same; -1 before it is known.
VISITS, SEEN, FIRST, NEXT, ACTION, MOVER, UNTRIED = 0, 1, 2, 3, 4, 5, 6
TREE: Final = 7

# What is counted and set in `mem`. FIXED: neither chance nor secrets. OPPOSED: one side's gain is the other's loss.
DONE, WANTED, STOP, NODES, PLIES, SEED, PLAYER, HIDDEN, FIXED, OPPOSED = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
ROLLOUTS, LIMIT, WAITING, LENGTH, STAMP = 10, 11, 12, 13, 14
MEM: Final = 15

EXPLORATION, SCALE, LEAST, MOST = 0, 1, 2, 3
KNOBS: Final = 4

RANDOM, SUGGESTED, OUTSIDE = 0, 1, 2
"""Who plays the rest of a game: anybody, the game's own suggestions, or Python, which is waited for."""


@loop
def grow(  # noqa: PLR0912, PLR0915 - one game from the root to its value; arrays handed to helpers cost atomic counts
    p: Array,
    w: Array,
    playing: Array,
    root: Array,
    work: Array,
    tree: Array,
    worth: Array,
    path: Array,
    moves: Array,
    stamps: Array,
    mask: Array,
    mem: Array,
    knobs: Array,
) -> None:
    """Play games from `root` until there are enough, or until Python has to play one on from `work`.

    `worth` is a sum for each node to whoever took its action, from -1 to 1 a game; `playing` are the weights of what is
    suggested in the rest of a game.
    """
    s = work[0]
    row = p[root[0].variant]
    while mem[WAITING] != 0 or (mem[DONE] < mem[WANTED] and (mem[STOP] == 0 or mem[DONE] == 0)):
        base = dice.keyed(mem[SEED], mem[DONE], 0)
        used = 0
        length = mem[LENGTH]
        if mem[WAITING] == 0:
            work[0] = root[0]
            if mem[HIDDEN] != 0:
                used += 1
                resample(row, s, mem[PLAYER], dice.mix(base ^ used))
            node = 0
            length = 0
            grown = False
            while s.to_move != TERMINAL and not grown:
                mover = int(s.to_move)
                full = mem[FIXED] != 0 and tree[node, UNTRIED] == 0
                count = 0
                if not full:
                    count = candidates(row, w[0], s, moves)
                    mem[STAMP] += 1
                    for i in range(count):
                        stamps[moves[i]] = mem[STAMP]
                # Of the children that can be taken here, the one that may do best.
                chosen, best = -1, -np.inf
                logged, last = 0.0, 0
                child = int(tree[node, FIRST])
                while child >= 0:
                    if full or (tree[child, MOVER] == mover and stamps[tree[child, ACTION]] == mem[STAMP]):
                        stamps[tree[child, ACTION]] = 0
                        tree[child, SEEN] += 1
                        if tree[child, SEEN] != last:
                            last = int(tree[child, SEEN])
                            logged = np.log(last)
                        visits = float(tree[child, VISITS])
                        value = worth[child] / visits + knobs[EXPLORATION] * np.sqrt(logged / visits)
                        if value > best:
                            chosen, best = child, value
                    child = int(tree[child, NEXT])
                # But first each action once: those that the game would try first, by lot among equals.
                untried, equals, hint, action = 0, 0, 0, -1
                for i in range(count):
                    move = int(moves[i])
                    if stamps[move] == mem[STAMP]:
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
                    grown = True
                    chosen = mem[NODES]
                    mem[NODES] += 1
                    tree[chosen, VISITS] = 0
                    tree[chosen, SEEN] = 1
                    tree[chosen, FIRST] = -1
                    tree[chosen, NEXT] = tree[node, FIRST]
                    tree[chosen, ACTION] = action
                    tree[chosen, MOVER] = mover
                    tree[chosen, UNTRIED] = -1
                    worth[chosen] = 0.0
                    tree[node, FIRST] = chosen
                    tree[node, UNTRIED] = untried - 1
                action = int(tree[chosen, ACTION])
                used += 1
                perform(row, s, action, dice.draw_for(chance(row, s, action), dice.mix(base ^ used)))
                path[length] = chosen
                length += 1
                node = chosen
            mem[PLIES] += length
            if mem[ROLLOUTS] == OUTSIDE and mem[LIMIT] != 0 and s.to_move != TERMINAL:
                mem[WAITING] = 1
                mem[LENGTH] = length
                return
        if mem[ROLLOUTS] != OUTSIDE:
            left = mem[LIMIT]
            while s.to_move != TERMINAL and left != 0:
                used += 1
                if mem[ROLLOUTS] == RANDOM:
                    action = any_legal(row, playing[0], s, dice.mix(base ^ used), mask)
                else:
                    action = suggest(row, playing[0], s, dice.mix(base ^ used), mask)
                used += 1
                perform(row, s, action, dice.draw_for(chance(row, s, action), dice.mix(base ^ used)))
                left -= 1
                mem[PLIES] += 1
        mem[WAITING] = 0
        mem[DONE] += 1
        tree[0, VISITS] += 1
        over = s.to_move == TERMINAL
        judge = 0 if over else int(s.to_move)
        judged = 0.0 if over else np.tanh(evaluate(row, w[0], s, judge) / knobs[SCALE])
        for i in range(length):
            node = int(path[i])
            mover = int(tree[node, MOVER])
            if over:
                value = 2.0 * (float(s.returns[mover]) - knobs[LEAST]) / (knobs[MOST] - knobs[LEAST]) - 1.0
            elif mover == judge:
                value = judged
            elif mem[OPPOSED] != 0:
                value = -judged
            else:
                value = np.tanh(evaluate(row, w[0], s, mover) / knobs[SCALE])
            tree[node, VISITS] += 1
            worth[node] += value
