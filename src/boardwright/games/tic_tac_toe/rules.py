"""The rules of tic-tac-toe: plain functions on a record. Compiled when a game is loaded, ordinary Python otherwise."""

from __future__ import annotations

from enum import IntEnum

from boardwright.core.grids import completes_line
from boardwright.core.record import OK, TERMINAL, Record

# In this order, so that positions sort as their keys do when written with E, O and X.
EMPTY, NOUGHT, CROSS = 0, 1, 2


class Reason(IntEnum):
    """Reasons for refusing a mark."""

    OFF_BOARD = 1
    TAKEN = 2


def reset(p: Record, s: Record) -> None:
    """An empty board, crosses to move."""


def check(p: Record, s: Record, action: int) -> int:
    """Check an action, whose index is the cell to mark."""
    return check_mark(p, s, action)


def check_mark(p: Record, s: Record, cell: int) -> int:
    """OK if the cell is on the board and empty."""
    if cell < 0 or cell >= s.cells.shape[0]:
        return Reason.OFF_BOARD
    if s.cells[cell] != EMPTY:
        return Reason.TAKEN
    return OK


def advance(p: Record, s: Record, action: int, draw: int) -> None:
    """Mark the cell. A full line wins, a full board is a draw."""
    player = int(s.to_move)
    s.cells[action] = mark_of(player)
    if completes_line(p.lines, s.cells, action):
        s.returns[player] = 1.0
        s.returns[1 - player] = -1.0
        s.to_move = TERMINAL
    elif s.ply == s.cells.shape[0]:
        s.to_move = TERMINAL
    else:
        s.to_move = 1 - player


def observe(p: Record, s: Record, player: int, o: Record) -> None:
    """Write two planes: this player's marks, and the opponent's."""
    own, other = mark_of(player), mark_of(1 - player)
    for cell in range(s.cells.shape[0]):
        o.planes[0, cell] = s.cells[cell] == own
        o.planes[1, cell] = s.cells[cell] == other


def mark_of(player: int) -> int:
    """The first player has crosses, the second noughts."""
    return CROSS if player == 0 else NOUGHT
