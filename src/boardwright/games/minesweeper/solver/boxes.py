"""Groups the undecided cells beside numbers.

Cells that touch the same numbers form a box, boxes that share a number a component. Components depend on each other
only through the total mine count.
"""

from __future__ import annotations

import numpy as np

from boardwright.core.compiled.compiler import part
from boardwright.core.record import Array
from boardwright.games.minesweeper.cells import HIDDEN
from boardwright.games.minesweeper.solver.deduction import MINE, UNKNOWN, need_of

MOST = 8
"""The most numbers beside a cell, or cells beside a number."""


@part
def gather(near: Array, shown: Array, known: Array) -> tuple[Array, Array, Array, Array, Array, Array, int, int]:
    """Group cells into boxes, with the numbers (witnesses) that they touch.

    Returns the box of each cell (-1 for none), the size of each box, its witnesses [boxes, 8] and their number, the
    mines that each witness needs and its undecided cells, the number of boxes, and the number of witnesses.
    """
    cells = shown.shape[0]
    box_of = np.full(cells, -1, np.int64)
    witness_of = np.full(cells, -1, np.int64)
    need, room = np.empty(cells, np.int64), np.empty(cells, np.int64)
    witnesses = 0
    for cell in range(cells):
        if shown[cell] < HIDDEN:
            left, open_cells = need_of(near, shown, known, cell)
            if open_cells > 0:
                witness_of[cell] = witnesses
                need[witnesses], room[witnesses] = left, open_cells
                witnesses += 1
    size = np.zeros(cells, np.int64)
    beside = np.empty((cells, MOST), np.int64)
    count = np.zeros(cells, np.int64)
    mine = np.empty(MOST, np.int64)
    boxes = 0
    for cell in range(cells):
        if shown[cell] < HIDDEN or known[cell] != UNKNOWN:
            continue
        touched, first = 0, -1
        for k in range(MOST):
            other = int(near[cell, k])
            if other >= 0 and witness_of[other] >= 0:
                mine[touched] = witness_of[other]
                touched += 1
                first = other
        if touched == 0:
            continue
        # Another cell of the same box touches the same number, so it is one of that number's neighbours.
        joined = -1
        for k in range(MOST):
            other = int(near[first, k])
            if other >= 0 and other < cell and box_of[other] >= 0 and joined < 0:
                box = box_of[other]
                same = count[box] == touched
                for i in range(touched):
                    same = same and beside[box, i] == mine[i]
                if same:
                    joined = box
        if joined < 0:
            joined = boxes
            boxes += 1
            count[joined] = touched
            for i in range(touched):
                beside[joined, i] = mine[i]
        box_of[cell] = joined
        size[joined] += 1
    return box_of, size[:boxes], beside[:boxes], count[:boxes], need[:witnesses], room[:witnesses], boxes, witnesses


@part
def arrange(size: Array, beside: Array, count: Array, room: Array) -> tuple[Array, Array]:
    """Return the order of boxes for counting, component by component, and the start of each component (and the end).

    The next box is the one that leaves the fewest numbers half done: the counting state holds what those still need.
    """
    boxes, witnesses = size.shape[0], room.shape[0]
    order = np.empty(boxes, np.int64)
    starts = np.empty(boxes + 1, np.int64)
    placed = np.zeros(boxes, np.bool_)
    left = room.copy()
    begun = np.zeros(witnesses, np.bool_)
    done, components = 0, 0
    while done < boxes:
        # A component begins at the box with the fewest numbers: the end of a chain, if there is one.
        best = -1
        for box in range(boxes):
            if not placed[box] and (best < 0 or count[box] < count[best]):
                best = box
        starts[components] = done
        components += 1
        while best >= 0:
            order[done] = best
            placed[best] = True
            done += 1
            for i in range(count[best]):
                begun[beside[best, i]] = True
                left[beside[best, i]] -= size[best]
            best, best_cost = -1, 0
            for box in range(boxes):
                if placed[box]:
                    continue
                touches, cost = False, 0
                for i in range(count[box]):
                    witness = beside[box, i]
                    if begun[witness]:
                        touches = True
                        cost -= 4 * int(left[witness] == size[box]) + 1
                    else:
                        cost += 4 - 4 * int(left[witness] == size[box])
                if touches and (best < 0 or cost < best_cost):
                    best, best_cost = box, cost
    starts[components] = done
    return order, starts[: components + 1]


@part
def sea(shown: Array, known: Array, box_of: Array) -> tuple[int, int]:
    """Return the number of undecided cells that touch no number, and the number of proved mines."""
    away, mines = 0, 0
    for cell in range(shown.shape[0]):
        if shown[cell] >= HIDDEN:
            away += int(known[cell] == UNKNOWN and box_of[cell] < 0)
            mines += int(known[cell] == MINE)
    return away, mines
