"""The rules of connect four: drop a stone into a column; four in a row win."""

from enum import IntEnum

from boardwright.core.grids import completes_line
from boardwright.core.record import OK, TERMINAL, Record


class Reason(IntEnum):
    """Reasons for refusing an action. Each has its sentence in words.yaml."""

    COLUMN_FULL = 1


def reset(p: Record, s: Record) -> None:
    """The record arrives filled with zeros: an empty board, player 0 to move."""


def check(p: Record, s: Record, action: int) -> int:
    """A stone fits while the column is not full."""
    return Reason.COLUMN_FULL if s.height[action] == p.rows else OK


def advance(p: Record, s: Record, action: int, draw: int) -> None:
    """Drop the stone. `s.ply` already counts it."""
    player = int(s.to_move)
    cell = landing(p, s, action)
    s.cells[cell] = player + 1
    s.height[action] = int(s.height[action]) + 1
    if completes_line(p.lines, s.cells, cell):
        s.returns[player] = 1.0
        s.returns[1 - player] = -1.0
        s.to_move = TERMINAL
    else:
        s.to_move = TERMINAL if s.ply == p.rows * p.cols else 1 - player


def observe(p: Record, s: Record, player: int, o: Record) -> None:
    """Both players see every stone."""
    for cell in range(s.cells.shape[0]):
        o.own[cell] = s.cells[cell] == player + 1
        o.other[cell] = s.cells[cell] == 2 - player


def landing(p: Record, s: Record, col: int) -> int:
    """The cell on which a stone dropped into a column comes to rest."""
    return (int(p.rows) - 1 - int(s.height[col])) * int(p.cols) + col
