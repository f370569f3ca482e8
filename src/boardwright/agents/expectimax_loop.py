"""The compiled part of expectimax: one recursive loop over any game's records, averaging at chance nodes.

Between chance nodes it is alpha-beta; below a chance node the window is open. The sign of a value follows the player to
move, so a player may move twice. All memory is allocated by the caller.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from boardwright.core import dice
from boardwright.core.compiled.compiler import loop
from boardwright.core.compiled.contract import candidates, chance, evaluate, order
from boardwright.core.compiled.loops import perform
from boardwright.core.record import TERMINAL, Array

SOONER: Final = 1.0e-6
"""The fraction of a terminal value that each ply takes off: an early win beats a late one."""

MEMORY: Final = np.dtype(
    [
        (name, "i8")
        for name in ("nodes", "budget", "stopped", "seed", "samples", "most_enumerated", "only_action", "sampled")
    ]
)
"""The memory of a search. `only_action` is the single action that the root tries, -1 for all."""


@loop
def average(  # noqa: PLR0912 - one node from top to bottom; arrays handed to helpers cost atomic counts
    p: Array,
    w: Array,
    stack: Array,
    rows: Array,
    memory: Array,
    won: float,
    ply: int,
    depth: int,
    path: int,
    alpha: float,
    beta: float,
) -> float:
    """The value of `stack[ply]` to the player to move there; to player 0 once the game is over.

    `path` is a hash of the actions and draws that led here; sampled draws are a hash of it and of the seed. A row of
    `rows` is the line's length, the line, moves and their hints.
    """
    m = memory[0]
    m.nodes += 1
    rows[ply, 0] = 0
    s = stack[ply]
    if s.to_move == TERMINAL:
        return float(s.returns[0]) * won * (1.0 - SOONER * ply)
    row = p[s.variant]
    player = int(s.to_move)
    if depth <= 0:
        return evaluate(row, w[0], s, player)
    if m.nodes >= m.budget:
        m.stopped = 1
        return 0.0
    moves = stack.shape[0] + 1
    hints = moves + (rows.shape[1] - moves) // 2
    count = candidates(row, w[0], s, rows[ply, moves:hints])
    if ply == 0 and m.only_action >= 0:
        rows[ply, moves] = m.only_action
        count = 1
    for i in range(count):
        rows[ply, hints + i] = order(row, s, int(rows[ply, moves + i]))
    best = -np.inf
    for i in range(count):
        # Selection sort, one move at a time; equal hints keep the order of `candidates`.
        pick = i
        for j in range(i + 1, count):
            if rows[ply, hints + j] > rows[ply, hints + pick]:
                pick = j
        move, hint = int(rows[ply, moves + pick]), rows[ply, hints + pick]
        for j in range(pick, i, -1):
            rows[ply, moves + j], rows[ply, hints + j] = rows[ply, moves + j - 1], rows[ply, hints + j - 1]
        rows[ply, moves + i], rows[ply, hints + i] = move, hint
        here = dice.mix(path ^ move)
        needed = chance(row, s, move)
        sampled = needed == 0 or needed > m.most_enumerated
        draws = m.samples if sampled else needed
        low, high = alpha, beta
        if draws > 1:
            low, high = -np.inf, np.inf
        total = 0.0
        for k in range(draws):
            draw = k
            if sampled:
                m.sampled = 1
                draw = dice.draw_for(needed, dice.keyed(m.seed, here, k))
            stack[ply + 1] = stack[ply]
            perform(row, stack[ply + 1], move, draw)
            below = dice.mix(here ^ (k + 1))
            if max(int(stack[ply + 1].to_move), 0) == player:
                total += average(p, w, stack, rows, memory, won, ply + 1, depth - 1, below, low, high)
            else:
                total -= average(p, w, stack, rows, memory, won, ply + 1, depth - 1, below, -high, -low)
            if m.stopped != 0:
                return 0.0
        value = total / draws
        if value > best:
            best = value
            rows[ply, 1] = move
            rows[ply, 0] = 1
            if needed == 1:  # the line stops at a chance node: the rest depends on the draw
                length = min(rows[ply + 1, 0], moves - 2)
                for j in range(length):
                    rows[ply, 2 + j] = rows[ply + 1, 1 + j]
                rows[ply, 0] = length + 1
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    return best
