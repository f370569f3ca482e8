"""Bitboards of cells, and the passages between cells that walls leave open.

Every board, also a smaller one, is numbered nine to a row from a1: cell = 9 * row + column. A bitboard is two words:
the first seven rows in the low one (63 bits, so that it is never negative), the last two in the high one. The slot of
a wall has the number of the square nearest to a1 that it touches.
"""

from __future__ import annotations

from boardwright.core.record import Record

WIDE = 9
ROW = (1 << WIDE) - 1
LOW_CELLS = 63
LOW = (1 << LOW_CELLS) - 1
SIX_ROWS = (1 << 54) - 1


def has(low: int, high: int, cell: int) -> bool:
    """Whether a cell is in a bitboard. No bitboard holds a negative cell."""
    if cell >= LOW_CELLS:
        return (high >> (cell - LOW_CELLS)) & 1 == 1
    return cell >= 0 and (low >> cell) & 1 == 1


def low_bit(cell: int) -> int:
    """Return a cell's bit in the low word, 0 if it has none there."""
    return 1 << cell if cell < LOW_CELLS else 0


def high_bit(cell: int) -> int:
    """Return a cell's bit in the high word, 0 if it has none there."""
    return 1 << (cell - LOW_CELLS) if cell >= LOW_CELLS else 0


def north_of(low: int, high: int) -> tuple[int, int]:
    """Shift a bitboard one row away from a1; bits beyond the ninth row stay in the high word."""
    return (low & SIX_ROWS) << WIDE, (high << WIDE) | (low >> 54)


def south_of(low: int, high: int) -> tuple[int, int]:
    """Shift a bitboard one row towards a1."""
    return (low >> WIDE) | ((high & ROW) << 54), high >> WIDE


def columns(p: Record) -> int:
    """Return the number of columns: the first row is the second player's goal, and its bits are the low ones."""
    row = int(p.goal[1, 0])
    count = 0
    while row != 0:
        row >>= 1
        count += 1
    return count


def passages(p: Record, h0: int, h1: int, v0: int, v1: int) -> tuple[int, int, int, int]:
    """Return the cells with an open passage north, and those with one east, two words each.

    The parameters hold the same for a board without walls. A horizontal wall closes the passage north of its square and
    of the one to the east, a vertical wall the passage east of its square and of the one to the north.
    """
    up0, up1 = north_of(v0, v1)
    north0 = int(p.north[0]) & ~(h0 | (h0 << 1))
    north1 = int(p.north[1]) & ~(h1 | (h1 << 1))
    east0 = int(p.east[0]) & ~(v0 | up0)
    east1 = int(p.east[1]) & ~(v1 | up1)
    return north0, north1, east0, east1


def touched(h0: int, h1: int, v0: int, v1: int) -> tuple[int, int]:
    """Return the lattice points that walls touch (ends and middles), by the number of the square to the south-west."""
    up0, up1 = north_of(v0, v1)
    down0, down1 = south_of(v0, v1)
    return h0 | (h0 << 1) | (h0 >> 1) | v0 | up0 | down0, h1 | (h1 << 1) | (h1 >> 1) | v1 | up1 | down1
