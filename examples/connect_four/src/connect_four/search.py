"""Move ordering and static evaluation for search."""

from boardwright.core.record import Record
from connect_four.features import features

__all__ = ("evaluate", "features", "order")


def order(p: Record, s: Record, action: int) -> int:
    """Search the middle columns first: more lines go through them."""
    return -abs(2 * action + 1 - int(p.cols))


def evaluate(p: Record, w: Record, s: Record, player: int) -> float:
    """Score each stone by the number of lines through its cell."""
    lines = 0
    for cell in range(s.cells.shape[0]):
        if s.cells[cell] != 0:
            lines += p.worth[cell] if s.cells[cell] == player + 1 else -p.worth[cell]
    return w.line * lines
