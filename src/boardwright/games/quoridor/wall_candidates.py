"""Which walls are worth a thought."""

from __future__ import annotations

from boardwright.games.quoridor.bitboard import WIDE, high_bit, low_bit


def walls_around(cell: int) -> tuple[int, int]:
    """The up to four slots at the corners of a cell."""
    low, high = 0, 0
    for down in range(2):
        for left in range(2):
            if cell // WIDE >= down and cell % WIDE >= left:
                slot = cell - WIDE * down - left
                low, high = low | low_bit(slot), high | high_bit(slot)
    return low, high
