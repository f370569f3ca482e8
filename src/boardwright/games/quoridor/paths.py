"""Paths to the goal: distances by flood fill on bitboards, and one shortest path. Pawns do not block paths."""

from __future__ import annotations

from boardwright.core.record import Array
from boardwright.games.quoridor.bitboard import LOW_CELLS, ROW, SIX_ROWS, WIDE, has, high_bit, low_bit

LAYERS = 2 * 82
"""The size of scratch that `route` needs: two words for each step of the longest path."""

NO_PATH = -1


def distance(cell: int, goal0: int, goal1: int, north0: int, north1: int, east0: int, east1: int) -> int:
    """Return the steps from a cell to the nearest goal cell, NO_PATH if walls close every path."""
    return flood(low_bit(cell), high_bit(cell), goal0, goal1, north0, north1, east0, east1)[0]


def flood(
    f0: int, f1: int, goal0: int, goal1: int, north0: int, north1: int, east0: int, east1: int
) -> tuple[int, int, int]:
    """Spread from some cells until a goal cell is reached.

    Return the steps, NO_PATH if walls close every path, and the cells reached.
    """
    steps = 0
    while (f0 & goal0) | (f1 & goal1) == 0:
        new0, new1 = spread(f0, f1, north0, north1, east0, east1)
        if new0 == f0 and new1 == f1:
            return NO_PATH, f0, f1
        f0, f1 = new0, new1
        steps += 1
    return steps, f0, f1


def spread(f0: int, f1: int, north0: int, north1: int, east0: int, east1: int) -> tuple[int, int]:
    """Return the cells within a step of some cells."""
    up = f0 & north0
    new0 = f0 | ((up & SIX_ROWS) << WIDE) | (((f0 >> WIDE) | ((f1 & ROW) << 54)) & north0)
    new1 = f1 | ((f1 & north1) << WIDE) | (up >> 54) | ((f1 >> WIDE) & north1)
    new0 |= ((f0 & east0) << 1) | ((f0 >> 1) & east0)
    new1 |= ((f1 & east1) << 1) | ((f1 >> 1) & east1)
    return new0, new1


def route(
    cell: int, goal0: int, goal1: int, north0: int, north1: int, east0: int, east1: int, layers: Array
) -> tuple[int, int, int, int, int]:
    """Return the length of a shortest path and its passages: those north of cells, then those east of cells.

    The choice among several is fixed: the path ends on the westernmost goal cell, and traced back from there a step
    northwards is preferred, then one southwards, eastwards, westwards. `layers`, of size LAYERS, is given the cells
    reached after each step.
    """
    f0, f1 = low_bit(cell), high_bit(cell)
    steps = 0
    layers[0], layers[1] = f0, f1
    while (f0 & goal0) | (f1 & goal1) == 0:
        new0, new1 = spread(f0, f1, north0, north1, east0, east1)
        if new0 == f0 and new1 == f1:
            return NO_PATH, 0, 0, 0, 0
        f0, f1 = new0, new1
        steps += 1
        layers[2 * steps], layers[2 * steps + 1] = f0, f1
    at = first_cell(f0 & goal0, f1 & goal1)
    n0, n1, e0, e1 = 0, 0, 0, 0
    for step in range(steps - 1, -1, -1):
        back0, back1 = int(layers[2 * step]), int(layers[2 * step + 1])
        if has(back0, back1, at - WIDE) and has(north0, north1, at - WIDE):
            at -= WIDE
            n0, n1 = n0 | low_bit(at), n1 | high_bit(at)
        elif has(back0, back1, at + WIDE) and has(north0, north1, at):
            n0, n1 = n0 | low_bit(at), n1 | high_bit(at)
            at += WIDE
        elif has(back0, back1, at - 1) and has(east0, east1, at - 1):
            at -= 1
            e0, e1 = e0 | low_bit(at), e1 | high_bit(at)
        else:
            e0, e1 = e0 | low_bit(at), e1 | high_bit(at)
            at += 1
    return steps, n0, n1, e0, e1


def first_cell(low: int, high: int) -> int:
    """Return the lowest cell of a non-empty bitboard."""
    cell = 0 if low != 0 else LOW_CELLS
    word = low if low != 0 else high
    while word & 1 == 0:
        word >>= 1
        cell += 1
    return cell
