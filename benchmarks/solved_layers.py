"""The compiled part of solved_boards.py: who wins every state of a layout of walls, by sets of squares.

A layout is a number: bit `slot` for a horizontal wall and bit `slots + slot` for a vertical one, slots counted row by
row from a1. Squares are counted row by row on the board itself, at most 31 of them, so that a set is one word. The
outcome of a layout is four tables of a word for each square of player 1: the squares of player 2 with which player 1
wins (`FIRST`), or player 2 (`SECOND`), for either player to move. What is in neither is a draw.

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

FIRST: Final = 0
SECOND: Final = 2
"""The tables of the winner, with player 1 to move; the one after is with player 2 to move."""

TABLES: Final = 4
NORTH, SOUTH, EAST, WEST = range(4)
OVERLAPS = int(Reason.OVERLAPS)
NO_LAYOUT: Final = -1
MOST_MOVES: Final = 8
"""More than the moves of a pawn: it has four sides, and jumps aside at one of them."""


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


@kernel
def before_any(to: int, cols: int, north: int, south: int, east: int, west: int) -> int:
    """The squares from which some step leads into a set. The other sets are the squares with an open side."""
    return ((to >> cols) & north) | ((to << cols) & south) | ((to >> 1) & east) | ((to << 1) & west)


@kernel
def turned_cell(cell: int, turn: int, rows: int, cols: int) -> int:
    """Where a square goes in the mirror (bit 0 of a turn) and upside down (bit 1)."""
    row, col = cell // cols, cell % cols
    return cols * (rows - 1 - row if turn & 2 else row) + (cols - 1 - col if turn & 1 else col)


@kernel
def turn_over(source: Array, target: Array, turn: int, rows: int, cols: int) -> None:
    """Write the outcomes of a layout from those of one that is its image, [splits, TABLES, cells].

    Upside down the players change places: their squares, their walls, who is to move and who wins.
    """
    splits, cells = source.shape[0], rows * cols
    for split in range(splits):
        for kind in range(TABLES):
            to_split, to_kind = (splits - 1 - split, TABLES - 1 - kind) if turn & 2 else (split, kind)
            for cell in range(cells):
                target[to_split, to_kind, cell] = 0
            for cell in range(cells):
                word, to = int(source[split, kind, cell]), turned_cell(cell, turn, rows, cols)
                other = 0
                while word:
                    if word & 1:
                        other_to = turned_cell(other, turn, rows, cols)
                        if turn & 2:
                            target[to_split, to_kind, other_to] |= 1 << to
                        else:
                            target[to_split, to_kind, to] |= 1 << other_to
                    word >>= 1
                    other += 1


@loop
def solve(  # noqa: PLR0912, PLR0915 - one pass; arrays handed to helpers cost atomic counts
    p: Array,
    work: Array,
    rows: int,
    cols: int,
    walls: int,
    laid: int,
    layouts: Array,
    reach: Array,
    twins: Array,
    turns: Array,
    deeper: Array,
    deeper_reach: Array,
    deeper_room: Array,
    following: Array,
    first_row: int,
    cuts: Array,
    table: Array,
    room: Array,
    mask: Array,
) -> None:
    """Write the outcomes of some layouts with `laid` walls, [layouts, splits, TABLES, cells].

    `layouts` are the rows of `table` from `first_row` on. A split is the number of walls that player 1 has laid,
    counted from the least possible. `deeper`, `deeper_reach` and `following` are the layouts with one more wall.
    `twins` are the rows of images, and `turns` how they are turned: of all images the first is solved, and the others
    are copied from it. `room` is the most walls that can still be laid: stocks beyond it make no difference.
    """
    row, s = p[0], work[0]
    cells = rows * cols
    board = (1 << cells) - 1
    goal0, goal1 = goal_of(row, 0, rows, cols), goal_of(row, 1, rows, cols)
    every = 2 * (rows - 1) * (cols - 1)
    least, most, next_least = max(0, laid - walls), min(laid, walls), max(0, laid + 1 - walls)
    steps, jumps = np.empty(cells, np.int64), np.empty((cells, 4), np.int64)
    landings, landing = np.empty((cells, 4), np.int64), np.empty((cells, 4, MOST_MOVES), np.int64)
    affects = np.empty(cells, np.int64)
    after = np.empty(every, np.int64)
    any_wall, all_wall = np.empty(cells, np.int64), np.empty(cells, np.int64)
    won = np.empty((2, cells), np.int64)
    for i in range(layouts.shape[0]):
        at_row = first_row + i
        if twins[i] < at_row:
            turn_over(table[twins[i]], table[at_row], int(turns[i]), rows, cols)
            room[at_row] = room[twins[i]]
            continue
        layout = int(layouts[i])
        write_walls(s, layout, rows, cols)
        write_steps(layout, cuts, steps)
        write_jumps(row, s, rows, cols, steps, jumps, mask)
        north, south, east, west = 0, 0, 0, 0
        for cell in range(cells):
            affects[cell] = 0
        for cell in range(cells):
            for way in range(4):
                landings[cell, way] = 0
                for to in range(cells):
                    if (jumps[cell, way] >> to) & 1:
                        landing[cell, way, landings[cell, way]] = to
                        landings[cell, way] += 1
                        affects[to] |= 1 << cell
            for to in range(cells):
                affects[to] |= ((steps[cell] >> to) & 1) << cell
            north |= ((steps[cell] >> (cell + cols)) & 1) << cell
            south |= (((steps[cell] << cols) >> cell) & 1) << cell
            if cell % cols < cols - 1:
                east |= ((steps[cell] >> (cell + 1)) & 1) << cell
            if cell % cols > 0:
                west |= ((steps[cell] >> (cell - 1)) & 1) << cell
        alive0, alive1 = int(reach[at_row, 0]), int(reach[at_row, 1])
        count, most_left = 0, 0
        for wall in range(every):
            at = NO_LAYOUT if (layout >> wall) & 1 else find(deeper, layout | (1 << wall))
            if at != NO_LAYOUT:
                after[count] = at
                most_left = max(most_left, 1 + int(deeper_room[at]))
                count += 1
        room[at_row] = most_left
        last0, last1 = -1, -1
        for first in range(least, most + 1):
            stock0, stock1 = min(walls - first, most_left), min(walls - (laid - first), most_left)
            if stock0 == last0 and stock1 == last1:
                for kind in range(TABLES):
                    for cell in range(cells):
                        table[at_row, first - least, kind, cell] = table[at_row, first - least - 1, kind, cell]
                continue
            last0, last1 = stock0, stock1
            for winner in range(2):
                # What walls lead to: those layouts are solved. The winner needs one wall, the other may choose any.
                kind = FIRST if winner == 0 else SECOND
                for cell in range(cells):
                    any_wall[cell], all_wall[cell] = 0, board
                    won[0, cell], won[1, cell] = 0, 0
                for mover in range(2):
                    if (stock0 if mover == 0 else stock1) == 0:
                        continue
                    split = first + (1 - mover) - next_least
                    for j in range(count):
                        at = after[j]
                        may0, may1 = int(deeper_reach[at, 0]), int(deeper_reach[at, 1])
                        for cell in range(cells):
                            then = int(following[at, split, kind + 1 - mover, cell])
                            if mover == winner:
                                any_wall[cell] |= then
                            elif (may0 >> cell) & 1:
                                all_wall[cell] &= then | ~may1
                # Retrograde: squares are added until nothing changes. What is never added is no win.
                pending, begun = alive0, 0
                while pending:
                    for order in range(cells):
                        cell = cells - 1 - order if winner == 0 else order
                        if not (pending >> cell) & 1:
                            continue
                        pending &= ~(1 << cell)
                        near = int(steps[cell])
                        others = alive1 & ~(1 << cell)
                        # Player 1 to move: the word of each square that the pawn may go to.
                        some, each = 0, board
                        for way in range(4):
                            to = beside(cell, way, cols)
                            if 0 <= to < cells and (near >> to) & 1:
                                there = int(won[1, to])
                                if (goal0 >> to) & 1:
                                    there = board if winner == 0 else 0
                                some |= there
                                each &= there
                        moves = (some if winner == 0 else each) & ~near
                        for way in range(4):
                            to = beside(cell, way, cols)
                            if jumps[cell, way] == 0:
                                continue
                            leads, holds = False, True
                            for number in range(landings[cell, way]):
                                onto = landing[cell, way, number]
                                ends = (goal0 >> onto) & 1 == 1
                                good = winner == 0 if ends else (won[1, onto] >> to) & 1 == 1
                                leads = leads or good
                                holds = holds and good
                            if leads if winner == 0 else holds:
                                moves |= 1 << to
                        new = (moves | any_wall[cell]) if winner == 0 else (moves & all_wall[cell])
                        new &= others
                        if (begun >> cell) & 1 and new | won[0, cell] == won[0, cell]:
                            continue
                        begun |= 1 << cell
                        won[0, cell] |= new
                        # Player 2 to move: squares within one word.
                        if winner == 1:
                            good_squares = int(won[0, cell]) | goal1
                            moves = before_any(good_squares, cols, north, south, east, west) & ~near
                        else:
                            good_squares = int(won[0, cell]) & ~goal1
                            moves = board & ~before_any(board & ~good_squares, cols, north, south, east, west) & ~near
                        for way in range(4):
                            at = beside(cell, way, cols)
                            # The pawn of player 2 is on that square, and this one is the other way from there.
                            if not (0 <= at < cells and (near >> at) & 1):
                                continue
                            landed = int(jumps[at, way ^ 1])
                            if (landed & good_squares) != 0 if winner == 1 else (landed & ~good_squares) == 0:
                                moves |= 1 << at
                        new = (moves | any_wall[cell]) if winner == 1 else (moves & all_wall[cell])
                        new &= others
                        if new | won[1, cell] != won[1, cell]:
                            won[1, cell] |= new
                            pending |= affects[cell] & alive0
                for cell in range(cells):
                    table[at_row, first - least, kind, cell] = won[0, cell]
                    table[at_row, first - least, kind + 1, cell] = won[1, cell]
