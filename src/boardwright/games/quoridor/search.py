"""Candidate actions and static evaluation (evaluation.py) for search."""

from __future__ import annotations

from boardwright.core.record import OK, Array, Record
from boardwright.games.quoridor.bitboard import WIDE, columns, has, high_bit, low_bit, passages, south_of
from boardwright.games.quoridor.evaluation import evaluate
from boardwright.games.quoridor.features import features
from boardwright.games.quoridor.paths import route
from boardwright.games.quoridor.rules import CELLS, HORIZONTAL, SLOTS, SLOTS_WIDE, VERTICAL, check_wall, pawn_moves

__all__ = ("candidates", "evaluate", "features")


def candidates(p: Record, w: Record, s: Record, out: Array) -> int:
    """Write the specification's candidates: pawn moves, then walls on the opponent's shortest path and around its pawn.

    With the weight `own_walls`, also walls around one's own pawn: some prevent a worse one. Walls are ordered by
    column, then row, horizontal before vertical.
    """
    count = 0
    player = int(s.to_move)
    if s.stock[player] > 0:
        n0, n1, e0, e1 = passages(p, int(s.h[0]), int(s.h[1]), int(s.v[0]), int(s.v[1]))
        goal0, goal1 = int(p.goal[1 - player, 0]), int(p.goal[1 - player, 1])
        _, pn0, pn1, pe0, pe1 = route(int(s.pawns[1 - player]), goal0, goal1, n0, n1, e0, e1, out)
    else:
        pn0, pn1, pe0, pe1 = 0, 0, 0, 0
    low, high = pawn_moves(p, s)
    for cell in range(CELLS):
        if has(low, high, cell):
            out[count] = cell
            count += 1
    if s.stock[player] == 0:
        return count
    around0, around1 = walls_around(int(s.pawns[1 - player]))
    if w.own_walls != 0:
        mine0, mine1 = walls_around(int(s.pawns[player]))
        around0, around1 = around0 | mine0, around1 | mine1
    down0, down1 = south_of(pe0, pe1)
    h0, h1 = pn0 | (pn0 >> 1) | around0, pn1 | (pn1 >> 1) | around1
    v0, v1 = pe0 | down0 | around0, pe1 | down1 | around1
    for col in range(columns(p) - 1):
        for row in range(int(p.rows) - 1):
            cell = WIDE * row + col
            if has(h0, h1, cell) and check_wall(p, s, col, row, HORIZONTAL) == OK:
                out[count] = CELLS + SLOTS_WIDE * row + col
                count += 1
            if has(v0, v1, cell) and check_wall(p, s, col, row, VERTICAL) == OK:
                out[count] = CELLS + SLOTS + SLOTS_WIDE * row + col
                count += 1
    return count


def walls_around(cell: int) -> tuple[int, int]:
    """Return the slots at the corners of a cell, up to four."""
    low, high = 0, 0
    for down in range(2):
        for left in range(2):
            if cell // WIDE >= down and cell % WIDE >= left:
                slot = cell - WIDE * down - left
                low, high = low | low_bit(slot), high | high_bit(slot)
    return low, high
