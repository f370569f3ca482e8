"""Who wins every state of a layout of walls, by sets of squares: the compiled part of solved_boards.py that solves.

The outcome of a layout (solved_moves.py) is four tables of a word for each square of player 1: the squares of player 2
with which player 1 wins (`FIRST`), or player 2 (`SECOND`), for either player to move. What is in neither is a draw.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from solved_moves import NO_LAYOUT, beside, find, goal_of, write_jumps, write_steps, write_walls

from boardwright.core.compiled.compiler import kernel, loop
from boardwright.core.record import Array

FIRST: Final = 0
SECOND: Final = 2
"""The tables of the winner, with player 1 to move; the one after is with player 2 to move."""

TABLES: Final = 4
MOST_MOVES: Final = 8
"""More than the moves of a pawn: it has four sides, and jumps aside at one of them."""


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
