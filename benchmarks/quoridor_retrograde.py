"""The compiled part of quoridor_enumeration.py: layouts of walls, and the exact values of all states of a layout.

A layout is a number: bit `slot` for a horizontal wall and bit `slots + slot` for a vertical one, slots counted row by
row from a1. A pair of pawns is `cells * first + second`, cells counted row by row on the board itself; a state of a
layout is `pairs * mover + pair`. The rules are the game's own `check`, `legal` and `advance`.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from boardwright.core.compiled.compiler import kernel, loop
from boardwright.core.compiled.contract import check, legal
from boardwright.core.compiled.loops import perform
from boardwright.core.record import OK, TERMINAL, Array, Record
from boardwright.games.quoridor.bitboard import WIDE
from boardwright.games.quoridor.rules import CELLS, SLOTS, SLOTS_WIDE

DRAW: Final = 0
"""The value of a state is the plies to its end: odd in a win of the player to move, even in a loss."""

NO_STATE: Final = 255
"""The value of pawns that cannot be there: on one square, on a goal, or without a path."""

LONGEST: Final = 253
FAR: Final = 1000
MOST_MOVES: Final = 8
"""More than the moves of a pawn: it has four sides, and jumps aside at one of them."""

FINE, BAD_LAYOUT, BAD_STATE, NO_MOVE, BAD_END, TOO_LONG = range(6)
"""The answer of `solve`: all is well, or a successor that was not enumerated, or an end that is no win, and so on."""


@kernel
def wide(cell: int, side: int) -> int:
    """A cell of the board in the numbers of the rules."""
    return WIDE * (cell // side) + cell % side


@kernel
def narrow(cell: int, side: int) -> int:
    """The opposite of `wide`."""
    return side * (cell // WIDE) + cell % WIDE


@kernel
def wall_action(wall: int, side: int) -> int:
    """The action that sets a bit of a layout."""
    slots = (side - 1) * (side - 1)
    slot = wall % slots
    return CELLS + SLOTS * (wall // slots) + SLOTS_WIDE * (slot // (side - 1)) + slot % (side - 1)


@kernel
def write_walls(s: Record, layout: int, side: int) -> None:
    """Write a layout into a state. Boards up to seven by seven have their slots in the low word."""
    slots = (side - 1) * (side - 1)
    h, v = 0, 0
    for slot in range(slots):
        cell = WIDE * (slot // (side - 1)) + slot % (side - 1)
        h |= ((layout >> slot) & 1) << cell
        v |= ((layout >> (slots + slot)) & 1) << cell
    s.h[0], s.v[0] = h, v


@kernel
def read_walls(s: Record, side: int) -> int:
    """The layout of a state."""
    slots = (side - 1) * (side - 1)
    h, v = int(s.h[0]), int(s.v[0])
    layout = 0
    for slot in range(slots):
        cell = WIDE * (slot // (side - 1)) + slot % (side - 1)
        layout |= ((h >> cell) & 1) << slot
        layout |= ((v >> cell) & 1) << (slots + slot)
    return layout


@kernel
def write_pawns(s: Record, pair: int, mover: int, stock: int, side: int) -> None:
    """Write both pawns, the player to move, and the same stock for both."""
    cells = side * side
    s.pawns[0], s.pawns[1] = wide(pair // cells, side), wide(pair % cells, side)
    s.to_move = mover
    s.stock[0], s.stock[1] = stock, stock


@loop
def extend(p: Array, work: Array, layouts: Array, alive: Array, found: Array, parents: Array, added: Array) -> int:
    """Write the layouts with one more wall, several times each, with their parent and the wall; return their number.

    A wall belongs to a layout if the rules allow it with some pair of pawns.
    """
    row, s, side = p[0], work[0], int(p[0].rows)
    count = 0
    for i in range(layouts.shape[0]):
        write_walls(s, int(layouts[i]), side)
        for wall in range(2 * (side - 1) * (side - 1)):
            for pair in range(alive.shape[1]):
                if not alive[i, pair]:
                    continue
                write_pawns(s, pair, 0, 1, side)
                if check(row, s, wall_action(wall, side)) == OK:
                    work[1] = work[0]
                    perform(row, work[1], wall_action(wall, side), 0)
                    found[count], parents[count], added[count] = read_walls(work[1], side), i, wall
                    count += 1
                    break
    return count


@loop
def survive(p: Array, work: Array, layouts: Array, alive: Array, parents: Array, added: Array, out: Array) -> None:
    """Write the pairs of pawns of new layouts: those with which the rules allowed the added wall, [layouts, pairs]."""
    row, s, side = p[0], work[0], int(p[0].rows)
    for j in range(parents.shape[0]):
        write_walls(s, int(layouts[parents[j]]), side)
        for pair in range(alive.shape[1]):
            write_pawns(s, pair, 0, 1, side)
            out[j, pair] = alive[parents[j], pair] and check(row, s, wall_action(int(added[j]), side)) == OK


@kernel
def find(layouts: Array, layout: int) -> int:
    """The index of a layout in a sorted array, -1 if it is absent."""
    low, high = 0, layouts.shape[0]
    while low < high:
        middle = (low + high) // 2
        if layouts[middle] < layout:
            low = middle + 1
        else:
            high = middle
    return low if low < layouts.shape[0] and layouts[low] == layout else -1


@loop
def solve(  # noqa: PLR0912, PLR0915 - one pass; arrays handed to helpers cost atomic counts
    p: Array,
    work: Array,
    walls: int,
    laid: int,
    layouts: Array,
    alive: Array,
    deeper: Array,
    following: Array,
    table: Array,
    mask: Array,
) -> int:
    """Write the values of all states of some layouts with `laid` walls of `walls` each, [layouts, splits, states].

    A split is the number of walls that the first player has laid, counted from the least possible. `deeper` and
    `following` are the layouts with one more wall and their values.
    """
    row, s, side = p[0], work[0], int(p[0].rows)
    cells = side * side
    pairs = cells * cells
    every = 2 * (side - 1) * (side - 1)
    least, most, next_least = max(0, laid - walls), min(laid, walls), max(0, laid + 1 - walls)
    in_hand = 1 if laid < 2 * walls else 0
    moves = np.empty((2 * pairs, MOST_MOVES), np.int64)
    counts = np.zeros(2 * pairs, np.int64)
    ends = np.zeros(2 * pairs, np.bool_)
    placed = np.zeros(2 * pairs, np.int64)
    after = np.empty(every, np.int64)
    values = np.empty(2 * pairs, np.int64)
    soonest = np.empty(2 * pairs, np.int64)
    latest = np.empty(2 * pairs, np.int64)
    drawn = np.empty(2 * pairs, np.bool_)
    waiting = np.empty(2 * pairs, np.int64)
    for i in range(layouts.shape[0]):
        write_walls(s, int(layouts[i]), side)
        after[:] = -1
        # The successors of each state, by the rules. Those of a pawn are the same for every split.
        for state in range(2 * pairs):
            pair, mover = state % pairs, state // pairs
            counts[state], placed[state], ends[state] = 0, 0, False
            if not alive[i, pair]:
                continue
            write_pawns(s, pair, mover, in_hand, side)
            legal(row, s, mask)
            for cell in range(cells):
                if mask[wide(cell, side)]:
                    work[1] = work[0]
                    perform(row, work[1], wide(cell, side), 0)
                    if work[1].to_move == TERMINAL:
                        if work[1].returns[mover] <= 0:
                            return BAD_END
                        ends[state] = True
                    else:
                        pawns = cells * narrow(int(work[1].pawns[0]), side) + narrow(int(work[1].pawns[1]), side)
                        if not alive[i, pawns]:
                            return BAD_STATE
                        moves[state, counts[state]] = pairs * int(work[1].to_move) + pawns
                        counts[state] += 1
            for wall in range(every):
                if mask[wall_action(wall, side)]:
                    placed[state] |= 1 << wall
                    if after[wall] < 0:
                        work[1] = work[0]
                        perform(row, work[1], wall_action(wall, side), 0)
                        after[wall] = find(deeper, read_walls(work[1], side))
                        if after[wall] < 0:
                            return BAD_LAYOUT
        for first in range(least, most + 1):
            # The best and the worst that walls lead to: those layouts are solved.
            left, horizon = 0, 1
            for state in range(2 * pairs):
                pair, mover = state % pairs, state // pairs
                values[state] = NO_STATE
                if not alive[i, pair]:
                    continue
                values[state] = DRAW
                soonest[state], latest[state], drawn[state] = 1 if ends[state] else FAR, 0, False
                stock = walls - (first if mover == 0 else laid - first)
                if stock > 0:
                    split = first + (1 - mover) - next_least
                    other = pairs * (1 - mover) + pair
                    bits = placed[state]
                    for wall in range(every):
                        if (bits >> wall) & 1:
                            value = int(following[after[wall], split, other])
                            if value == NO_STATE:
                                return BAD_STATE
                            if value == DRAW:
                                drawn[state] = True
                            elif value % 2 == 0:
                                soonest[state] = min(soonest[state], value + 1)
                            else:
                                latest[state] = max(latest[state], value)
                if counts[state] == 0 and not ends[state] and (stock == 0 or placed[state] == 0):
                    return NO_MOVE
                if soonest[state] < FAR:
                    horizon = max(horizon, soonest[state])
                horizon = max(horizon, latest[state] + 1)
                waiting[left] = state
                left += 1
            # Retrograde, by plies to the end. What stays is a draw: both can avoid a loss for ever.
            plies, quiet = 0, 0
            while left > 0 and (quiet < 2 or plies <= horizon):
                plies += 1
                if plies > LONGEST:
                    return TOO_LONG
                kept = 0
                for j in range(left):
                    state = waiting[j]
                    if plies % 2 == 1:
                        known = soonest[state] == plies
                        for move in range(counts[state]):
                            known = known or (plies > 1 and values[moves[state, move]] == plies - 1)
                    else:
                        known = soonest[state] == FAR and not drawn[state] and latest[state] < plies
                        for move in range(counts[state]):
                            known = known and values[moves[state, move]] % 2 == 1
                    if known:
                        values[state] = plies
                    else:
                        waiting[kept] = state
                        kept += 1
                quiet = quiet + 1 if kept == left else 0
                left = kept
            for state in range(2 * pairs):
                table[i, first - least, state] = values[state]
    return FINE
