"""The compiled part of a proof: can a player force a result within some plies, whatever the others do?

Unlike alpha-beta it tries every legal action, not the `candidates` of a game, and asks no evaluation: a position at the
horizon counts against the player. So yes is a proof; no says only that these plies do not suffice.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from boardwright.core import dice
from boardwright.core.compiled.compiler import kernel, loop
from boardwright.core.compiled.contract import legal, order
from boardwright.core.compiled.loops import perform
from boardwright.core.record import TERMINAL, Array

WIN, HOLD = 1, 0
"""The aims: a return above 0, and one of at least 0."""

ENTRY: Final = np.dtype([("key", "i8"), ("generation", "i4"), ("move", "i2"), ("depth", "u1"), ("yes", "u1")])
"""A transposition-table entry, 16 bytes."""

MEMORY: Final = np.dtype([(name, "i8") for name in ("nodes", "budget", "stopped", "generation")])

_LOW: Final = (1 << 63) - 1
_TABLE_FIRST: Final = 1 << 60
_KILLER_FIRST: Final = 1 << 58
_GAME_SAYS: Final = 1 << 24


@kernel
def _key(words: Array, ply: int, start: int, to_move: int, phase: int, variant: int) -> int:
    key = (variant << 16) ^ (phase << 8) ^ (to_move + 1)
    for at in range(start, words.shape[1]):
        word = int(words[ply, at])
        key = dice.mix((key ^ word) & _LOW) ^ int(word < 0)
    return key


@loop
def forced(
    p: Array,
    stack: Array,
    words: Array,
    masks: Array,
    moves: Array,
    memory: Array,
    table: Array,
    start: int,
    ply: int,
    depth: int,
    player: int,
    aim: int,
) -> int:
    """1 if the player can force the aim from `stack[ply]` within `depth` plies, else 0; 0 once the budget is spent.

    `moves` [plies, 1 + 2 * actions] has a killer move, then the moves and their hints.
    """
    m = memory[0]
    m.nodes += 1
    s = stack[ply]
    if s.to_move == TERMINAL:
        # A game that was cut short has no result: neither player has forced anything.
        if s.truncated != 0 or s.fault != 0:
            return 0
        return int(s.returns[player] > 0) if aim == WIN else int(s.returns[player] >= 0)
    if depth <= 0:
        return 0
    if m.nodes >= m.budget:
        m.stopped = 1
        return 0
    row = p[s.variant]
    mover = int(s.to_move)
    key = _key(words, ply, start, mover, int(s.phase), int(s.variant))
    slot = key & (table.shape[0] - 1)
    table_move = -1
    if table[slot].key == key and table[slot].generation == m.generation:
        # Of the same depth only: the ply is then the same, too, and games may end by the ply.
        if table[slot].depth == depth and ply > 0:
            return int(table[slot].yes)
        table_move = int(table[slot].move)
    policy = masks.shape[1]
    legal(row, s, masks[ply])
    count = 0
    for action in range(policy):
        if masks[ply, action]:
            hint = order(row, s, action) * _GAME_SAYS
            if action == table_move:
                hint += _TABLE_FIRST
            if action == moves[ply, 0]:
                hint += _KILLER_FIRST
            moves[ply, 1 + count] = action
            moves[ply, 1 + policy + count] = hint
            count += 1
    yes = 0 if mover == player else 1
    chosen = -1
    for i in range(count):
        pick = i
        for j in range(i + 1, count):
            if moves[ply, 1 + policy + j] > moves[ply, 1 + policy + pick]:
                pick = j
        move, hint = moves[ply, 1 + pick], moves[ply, 1 + policy + pick]
        for j in range(pick, i, -1):
            moves[ply, 1 + j] = moves[ply, j]
            moves[ply, 1 + policy + j] = moves[ply, policy + j]
        moves[ply, 1 + i], moves[ply, 1 + policy + i] = move, hint
        stack[ply + 1] = stack[ply]
        perform(row, stack[ply + 1], move, 0)
        below = forced(p, stack, words, masks, moves, memory, table, start, ply + 1, depth - 1, player, aim)
        if m.stopped != 0:
            return 0
        if below != yes:
            yes = below
            chosen = move
            moves[ply, 0] = move
            break
    table[slot].key = key
    table[slot].generation = m.generation
    table[slot].move = chosen
    table[slot].depth = depth
    table[slot].yes = yes
    return yes
