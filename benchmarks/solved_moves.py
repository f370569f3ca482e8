"""Layouts of walls and the moves on them, as sets of squares: the part of solved_boards.py that asks the rules.

A layout is a number: bit `slot` for a horizontal wall and bit `slots + slot` for a vertical one, slots counted row by
row from a1. Squares are counted row by row on the board itself, at most 31 of them, so that a set is one word.

Moves come from the game's own `legal` and `check`: with the other pawn out of the way for steps, next to it for jumps.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from boardwright.core.compiled.compiler import kernel, loop
from boardwright.core.compiled.contract import check, legal
from boardwright.core.record import OK, Array, Record
from boardwright.games.quoridor.bitboard import WIDE
from boardwright.games.quoridor.rules import CELLS, SLOTS, SLOTS_WIDE, Reason

NORTH, SOUTH, EAST, WEST = range(4)
OVERLAPS = int(Reason.OVERLAPS)
NO_LAYOUT: Final = -1


@kernel
def wide(cell: int, cols: int) -> int:
    """A square of the board in the numbers of the rules."""
    return WIDE * (cell // cols) + cell % cols


@kernel
def wall_action(wall: int, rows: int, cols: int) -> int:
    """The action that sets a bit of a layout."""
    slots = (rows - 1) * (cols - 1)
    slot = wall % slots
    return CELLS + SLOTS * (wall // slots) + SLOTS_WIDE * (slot // (cols - 1)) + slot % (cols - 1)


@kernel
def write_walls(s: Record, layout: int, rows: int, cols: int) -> None:
    """Write a layout into a state: the low words hold seven rows, the high ones the last two."""
    slots = (rows - 1) * (cols - 1)
    h0, h1, v0, v1 = 0, 0, 0, 0
    for slot in range(slots):
        cell = wide(slot, cols - 1)
        h, v = (layout >> slot) & 1, (layout >> (slots + slot)) & 1
        if cell < 63:
            h0, v0 = h0 | (h << cell), v0 | (v << cell)
        else:
            h1, v1 = h1 | (h << (cell - 63)), v1 | (v << (cell - 63))
    s.h[0], s.h[1], s.v[0], s.v[1] = h0, h1, v0, v1


@kernel
def pawn_moves(p: Record, s: Record, cell: int, other: int, rows: int, cols: int, mask: Array) -> int:
    """The squares that the pawn of player 1 may go to by the rules, as a set."""
    s.pawns[0], s.pawns[1] = wide(cell, cols), wide(other, cols)
    legal(p, s, mask)
    moves = 0
    for to in range(rows * cols):
        if mask[wide(to, cols)]:
            moves |= 1 << to
    return moves


@kernel
def out_of_the_way(cell: int, rows: int, cols: int) -> int:
    """A square that is not next to another one."""
    row = 0 if cell // cols > 1 else rows - 1
    col = 0 if cell % cols > 1 else cols - 1
    return cols * row + col


@loop
def measure(p: Array, work: Array, rows: int, cols: int, mask: Array, cuts: Array) -> None:
    """Write the steps on the empty board, then those that each wall takes away, by the rules, [1 + walls, cells]."""
    s = work[0]
    s.stock[0], s.stock[1], s.to_move = 0, 0, 0
    for number in range(cuts.shape[0]):
        write_walls(s, (1 << number) >> 1, rows, cols)
        for cell in range(rows * cols):
            steps = pawn_moves(p[0], s, cell, out_of_the_way(cell, rows, cols), rows, cols, mask)
            cuts[number, cell] = steps if number == 0 else cuts[0, cell] & ~steps


@kernel
def write_steps(layout: int, cuts: Array, steps: Array) -> None:
    """Write the steps from each square with the other pawn out of the way, [cells]: those that no wall takes away."""
    for cell in range(steps.shape[0]):
        steps[cell] = cuts[0, cell]
    for wall in range(cuts.shape[0] - 1):
        if (layout >> wall) & 1:
            for cell in range(steps.shape[0]):
                steps[cell] &= ~cuts[1 + wall, cell]


@kernel
def write_jumps(p: Record, s: Record, rows: int, cols: int, steps: Array, jumps: Array, mask: Array) -> None:
    """Write the moves from each square with the other pawn on the next, by the rules, [cells, 4].

    They are by the way to the other pawn; there are none where that way is closed. Steps are those of the same layout.
    """
    s.stock[0], s.stock[1], s.to_move = 0, 0, 0
    for cell in range(rows * cols):
        for way in range(4):
            to = beside(cell, way, cols)
            jumps[cell, way] = 0
            if 0 <= to < rows * cols and (steps[cell] >> to) & 1:
                jumps[cell, way] = pawn_moves(p, s, cell, to, rows, cols, mask)


@kernel
def beside(cell: int, way: int, cols: int) -> int:
    """The square next to a square, also one off the board."""
    if way == NORTH:
        return cell + cols
    if way == SOUTH:
        return cell - cols
    return cell + 1 if way == EAST else cell - 1


@kernel
def connected(goal: int, steps: Array, cells: int) -> int:
    """The squares with a path to a goal row: steps are open both ways."""
    seen, before = goal, 0
    while seen != before:
        before = seen
        for cell in range(cells):
            if (seen >> cell) & 1:
                seen |= int(steps[cell])
    return seen


@kernel
def goal_of(p: Record, player: int, rows: int, cols: int) -> int:
    """A player's goal row as a set, read off the rules' parameters."""
    goal = 0
    for cell in range(rows * cols):
        at = wide(cell, cols)
        bit = int(p.goal[player, 0]) >> at if at < 63 else int(p.goal[player, 1]) >> (at - 63)
        goal |= (bit & 1) << cell
    return goal


@loop
def extend(p: Array, work: Array, rows: int, cols: int, layouts: Array, out: Array) -> int:
    """Write the layouts with one more wall, several times each, and return their number.

    The rules tell first whether a wall would lie over another one, whatever pawns stand there.
    """
    row, s = p[0], work[0]
    s.stock[0], s.to_move = 1, 0
    count = 0
    for i in range(layouts.shape[0]):
        layout = int(layouts[i])
        write_walls(s, layout, rows, cols)
        for wall in range(2 * (rows - 1) * (cols - 1)):
            refused = check(row, s, wall_action(wall, rows, cols))
            if refused == OK or refused > OVERLAPS:
                out[count] = layout | (1 << wall)
                count += 1
    return count


@kernel
def find(layouts: Array, layout: int) -> int:
    """The index of a layout in a sorted array, NO_LAYOUT if it is absent."""
    low, high = 0, layouts.shape[0]
    while low < high:
        middle = (low + high) // 2
        if layouts[middle] < layout:
            low = middle + 1
        else:
            high = middle
    return low if low < layouts.shape[0] and layouts[low] == layout else NO_LAYOUT


@loop
def reachable(p: Array, rows: int, cols: int, layouts: Array, cuts: Array, out: Array) -> None:
    """Write the squares of each player from which there is a path to the goal, without the goal, [layouts, 2]."""
    steps = np.empty(rows * cols, np.int64)
    goal0, goal1 = goal_of(p[0], 0, rows, cols), goal_of(p[0], 1, rows, cols)
    for i in range(layouts.shape[0]):
        write_steps(int(layouts[i]), cuts, steps)
        out[i, 0] = connected(goal0, steps, rows * cols) & ~goal0
        out[i, 1] = connected(goal1, steps, rows * cols) & ~goal1


@loop
def successors(
    p: Array,
    work: Array,
    rows: int,
    cols: int,
    layouts: Array,
    reach: Array,
    cuts: Array,
    layout: int,
    pawns: Array,
    mask: Array,
    out: Array,
) -> None:
    """Write the legal action mask of player 1 or 2 with a wall in hand as `solve` knows it, to compare with the rules.

    `pawns` holds the squares of both and the mover; `layouts` and `reach` are those with one more wall.
    """
    cells = rows * cols
    steps, jumps = np.empty(cells, np.int64), np.empty((cells, 4), np.int64)
    write_walls(work[0], layout, rows, cols)
    write_steps(layout, cuts, steps)
    write_jumps(p[0], work[0], rows, cols, steps, jumps, mask)
    mover = int(pawns[2])
    cell, other = int(pawns[mover]), int(pawns[1 - mover])
    moves = int(steps[cell])
    for way in range(4):
        if beside(cell, way, cols) == other and (steps[cell] >> other) & 1:
            moves = int(jumps[cell, way])
    out[:] = False
    for to in range(cells):
        out[wide(to, cols)] = (moves >> to) & 1 == 1
    for wall in range(2 * (rows - 1) * (cols - 1)):
        at = NO_LAYOUT if (layout >> wall) & 1 else find(layouts, layout | (1 << wall))
        if at != NO_LAYOUT:
            both = (int(reach[at, 0]) >> int(pawns[0])) & (int(reach[at, 1]) >> int(pawns[1])) & 1
            out[wall_action(wall, rows, cols)] = both == 1
