"""The compiled part of alpha-beta: one recursive loop over any game's records, each technique behind a switch.

The sign of a value follows the player to move, not the ply, so a player may move twice. All memory is allocated by the
caller.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from boardwright.agents.accumulators import Net, correction, hint, update
from boardwright.core import dice
from boardwright.core.compiled.compiler import kernel, loop
from boardwright.core.compiled.contract import candidates, evaluate, order
from boardwright.core.compiled.loops import perform
from boardwright.core.record import TERMINAL, Array, Record

WON: Final = 1.0e6
"""The value of a return of 1, less a point for each ply until the game is over."""

NEAR_WON: Final = 0.9 * WON
"""Values beyond this are certain wins or losses and count plies."""

NARROW: Final = 1.0e-6
"""The width of a null window: no evaluation falls into it."""

UNLIMITED: Final = -1
"""A budget that neither the node count nor `stop` ends."""

# Columns of `rows`, one row a ply: two killer moves, the length of the principal variation, its moves, moves, hints.
KILLER: Final = 0
LINE: Final = 2

EXACT, AT_LEAST, AT_MOST = 1, 2, 3
ENTRY: Final = np.dtype(
    [("key", "i8"), ("value", "f8"), ("generation", "i4"), ("move", "i2"), ("depth", "u1"), ("bound", "u1")]
)
"""A transposition-table entry, 24 bytes."""

_COUNTERS: Final = ("nodes", "budget", "stop", "stopped", "noise", "seed", "generation")
_SWITCHES: Final = ("pvs", "killers", "history", "reduce_after", "mate_distance")


def memory_dtype(players: int, actions: int) -> np.dtype[Any]:
    """The dtype of a search's memory: counters, switches, and the cut-offs of the history heuristic."""
    numbers = [(name, "i8") for name in (*_COUNTERS, *_SWITCHES)]
    return np.dtype([*numbers, ("cutoffs", "i8", (players, actions))])


_TABLE_FIRST: Final = 1 << 60
_KILLER_FIRST: Final = 1 << 58
_GAME_SAYS: Final = 1 << 24
_HISTORY_FULL: Final = 1 << 22
_LOW: Final = (1 << 63) - 1


@kernel
def _worth(s: Record, player: int, plies: int) -> float:
    # The value of a terminal state to a player: an early win beats a late one, a late loss beats an early one.
    return float(s.returns[player]) * (WON - plies)


@kernel
def _key(words: Array, ply: int, start: int, to_move: int, phase: int, variant: int) -> int:
    # As `core.compiled.loops.hashed`, over words of eight bytes. It must be quick: every node computes it.
    key = (variant << 16) ^ (phase << 8) ^ (to_move + 1)
    for at in range(start, words.shape[1]):
        word = int(words[ply, at])
        key = dice.mix((key ^ word) & _LOW) ^ int(word < 0)
    return key


@kernel
def _noise(key: int, seed: int, most: int, player: int) -> float:
    # An integer hashed from the position, zero-sum between the players, so that pruning stays exact.
    value = dice.below(dice.mix(key ^ seed), 2 * most + 1) - most
    return float(value if player == 0 else -value)


@loop
def search(  # noqa: PLR0912, PLR0915 - one node from top to bottom; arrays handed to helpers cost atomic counts
    p: Array,
    w: Array,
    net: Net,
    stack: Array,
    words: Array,
    rows: Array,
    memory: Array,
    table: Array,
    start: int,
    ply: int,
    depth: int,
    alpha: float,
    beta: float,
) -> float:
    """The value of `stack[ply]` to the player to move there; to player 0 once the game is over."""
    m = memory[0]
    m.nodes += 1
    rows[ply, LINE] = 0
    s = stack[ply]
    if s.to_move == TERMINAL:
        return _worth(s, 0, ply)
    row = p[s.variant]
    player = int(s.to_move)
    if depth <= 0:
        update(net, row, s, ply)
        value = evaluate(row, w[0], s, player) + correction(net, ply, player)
        if m.noise != 0:
            key = _key(words, ply, start, player, int(s.phase), int(s.variant))
            value += _noise(key, m.seed, m.noise, player)
        return value
    if m.budget != UNLIMITED and (m.nodes >= m.budget or m.stop != 0):
        m.stopped = 1
        return 0.0
    if m.mate_distance != 0 and ply > 0:
        # Mate distance pruning: no value here is above a win at the next ply, or below a loss at this one.
        alpha, beta = max(alpha, ply - WON), min(beta, WON - ply - 1)
        if alpha >= beta:
            return alpha
    first_alpha = alpha
    wide = beta - alpha > 2 * NARROW
    table_move = -1
    slot = 0
    if table.shape[0] > 0:
        key = _key(words, ply, start, player, int(s.phase), int(s.variant))
        slot = (key & (table.shape[0] // 2 - 1)) * 2
        for side in range(2):
            entry = table[slot + side]
            if entry.key == key and entry.generation == m.generation:
                table_move = int(entry.move)
                # Only entries of the same depth are used, so that values are the same as without a table.
                if entry.depth == depth and (not wide or m.pvs == 0) and ply > 0:
                    value = float(entry.value)
                    if value > NEAR_WON:
                        value -= ply
                    elif value < -NEAR_WON:
                        value += ply
                    if (
                        entry.bound == EXACT
                        or (entry.bound == AT_LEAST and value >= beta)
                        or (entry.bound == AT_MOST and value <= alpha)
                    ):
                        rows[ply, LINE] = 1
                        rows[ply, LINE + 1] = table_move
                        return value
                break
    else:
        key = 0
    longest = stack.shape[0] + 1
    moves = LINE + 1 + longest
    hints = moves + (rows.shape[1] - moves) // 2
    policy = hints - moves
    update(net, row, s, ply)
    count = candidates(row, w[0], s, rows[ply, moves:hints])
    unequal = 0
    for i in range(count):
        move = int(rows[ply, moves + i])
        rank = (order(row, s, move) + hint(net, ply, player, move)) * _GAME_SAYS
        if m.history != 0:
            rank += m.cutoffs[player, move]
        if m.killers != 0 and (move == rows[ply, KILLER] or move == rows[ply, KILLER + 1]):
            rank += _KILLER_FIRST
        if move == table_move:
            rank += _TABLE_FIRST
        rows[ply, hints + i] = rank
        unequal |= int(rank != rows[ply, hints])
    best = -np.inf
    chosen = -1
    for i in range(count):
        if unequal != 0:
            # Selection sort, one move at a time; equal hints keep the order of `candidates`.
            pick = i
            for j in range(i + 1, count):
                if rows[ply, hints + j] > rows[ply, hints + pick]:
                    pick = j
            move, rank = rows[ply, moves + pick], rows[ply, hints + pick]
            for j in range(pick, i, -1):
                rows[ply, moves + j], rows[ply, hints + j] = rows[ply, moves + j - 1], rows[ply, hints + j - 1]
            rows[ply, moves + i], rows[ply, hints + i] = move, rank
        move = int(rows[ply, moves + i])
        stack[ply + 1] = stack[ply]
        perform(row, stack[ply + 1], move, 0)
        same = max(int(stack[ply + 1].to_move), 0) == player
        low, high = alpha, beta
        narrow = m.pvs != 0 and i > 0
        if narrow:
            high = alpha + NARROW
        less = 0
        if m.reduce_after != 0 and narrow and depth >= 3 and i >= m.reduce_after:
            less = 2 if i >= 4 * m.reduce_after and depth >= 4 else 1
        while True:
            if same:
                value = search(
                    p, w, net, stack, words, rows, memory, table, start, ply + 1, depth - 1 - less, low, high
                )
            else:
                value = -search(
                    p, w, net, stack, words, rows, memory, table, start, ply + 1, depth - 1 - less, -high, -low
                )
            if m.stopped != 0:
                return 0.0
            if less > 0 and value > alpha:
                less = 0
            elif narrow and alpha < value < beta:
                narrow = False
                high = beta
            else:
                break
        if value > best:
            best = value
            chosen = move
            if best > alpha or ply == 0:
                rows[ply, LINE + 1] = move
                below = min(rows[ply + 1, LINE], longest - 2)
                for j in range(below):
                    rows[ply, LINE + 2 + j] = rows[ply + 1, LINE + 1 + j]
                rows[ply, LINE] = below + 1
            alpha = max(alpha, best)
            if alpha >= beta:
                if m.killers != 0 and rows[ply, KILLER] != move:
                    rows[ply, KILLER + 1] = rows[ply, KILLER]
                    rows[ply, KILLER] = move
                if m.history != 0:
                    m.cutoffs[player, move] += depth * depth
                    if m.cutoffs[player, move] > _HISTORY_FULL:
                        for side in range(m.cutoffs.shape[0]):
                            for j in range(policy):
                                m.cutoffs[side, j] //= 2
                break
    if table.shape[0] > 0:
        # Two entries a bucket: the first keeps the deepest of this search, the second the latest.
        entry = table[slot]
        if entry.generation == m.generation and entry.key != key and entry.depth > depth:
            slot += 1
        value = best
        if value > NEAR_WON:
            value += ply
        elif value < -NEAR_WON:
            value -= ply
        table[slot].key = key
        table[slot].value = value
        table[slot].generation = m.generation
        table[slot].move = chosen
        table[slot].depth = min(depth, 255)
        table[slot].bound = AT_LEAST if best >= beta else EXACT if best > first_alpha else AT_MOST
    return best
