"""The rules of Quoridor for two: move the pawn a step towards the other side, or put a wall in the way.

Plain functions on a record. An action is a cell to move to (its index is the cell), or a wall: 81 + slot horizontal,
145 + slot vertical, slots eight to a row. The numbers are the same for every size of board.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from boardwright.core.record import OK, TERMINAL, Array, Record
from boardwright.games.quoridor.bitboard import (
    WIDE,
    columns,
    has,
    high_bit,
    low_bit,
    north_of,
    passages,
    south_of,
    touched,
)
from boardwright.games.quoridor.paths import LAYERS, NO_PATH, distance, route

CELLS = 81
SLOTS = 64
SLOTS_WIDE = 8
HORIZONTAL, VERTICAL = 0, 1
THRICE = 3
"""A position that occurs so often with the same player to move is a draw. No official rule covers repetition."""

STEPS = (WIDE, 1, -WIDE, -1)
"""To the north, east, south and west."""


class Reason(IntEnum):
    """Reasons for refusing an action."""

    OFF_BOARD = 1
    OUT_OF_REACH = 2
    NO_WALL_LEFT = 3
    TAKEN = 4
    CROSSES = 5
    OVERLAPS = 6
    CLOSES_OWN_PATH = 7
    CLOSES_OTHER_PATH = 8


def reset(p: Record, s: Record) -> None:
    """Start with pawns in the middle of their own side, all walls in hand, the first player to move.

    They face each other. With an even number of columns theirs is the one to the right of the middle, as the first
    player sees it; by the mirror, the game is the same on the left.
    """
    middle = columns(p) // 2
    s.pawns[0] = middle
    s.pawns[1] = (int(p.rows) - 1) * WIDE + middle
    s.stock[0] = int(p.stock)
    s.stock[1] = int(p.stock)
    remember(s, 0)


def check(p: Record, s: Record, action: int) -> int:
    """Check a pawn's move or a wall. The table lookup comes first, without branches to mispredict."""
    refused = int(p.refused[s.pawns[s.to_move], action])
    refused += int(Reason.NO_WALL_LEFT) * int((action >= CELLS) & (s.stock[s.to_move] == 0))
    if refused != OK:
        return refused
    if action < CELLS:
        return move_refusal(p, s, action)
    slot = (action - CELLS) % SLOTS
    return check_wall(p, s, slot % SLOTS_WIDE, slot // SLOTS_WIDE, (action - CELLS) // SLOTS)


def check_move(p: Record, s: Record, col: int, row: int) -> int:
    """Check a move to a square: one step, or a jump over the other pawn."""
    if col < 0 or col >= columns(p) or row < 0 or row >= p.rows:
        return Reason.OFF_BOARD
    return move_refusal(p, s, WIDE * row + col)


def move_refusal(p: Record, s: Record, cell: int) -> int:
    """Check a move to a cell of the nine by nine. The table refuses most: they are farther than any jump."""
    if p.refused[s.pawns[s.to_move], cell] != OK:
        return int(p.refused[s.pawns[s.to_move], cell])
    low, high = pawn_moves(p, s)
    return OK if has(low, high, cell) else Reason.OUT_OF_REACH


def check_wall(p: Record, s: Record, col: int, row: int, way: int) -> int:
    """Check a wall: it must lie on the board, over no other wall, and leave both players a path to their goal.

    In stages, the quick ones first. A wall can close off a region only if at least two of its three points (its ends
    and its middle) touch a wall or the border; only then is a path search needed.
    """
    player = int(s.to_move)
    if s.stock[player] == 0:
        return Reason.NO_WALL_LEFT
    slot = WIDE * row + col
    on_grid = 0 <= col < SLOTS_WIDE and 0 <= row < SLOTS_WIDE
    if not (on_grid and has(int(p.slots[0]), int(p.slots[1]), slot)):
        return Reason.OFF_BOARD
    h0, h1, v0, v1 = int(s.h[0]), int(s.h[1]), int(s.v[0]), int(s.v[1])
    step = 1 if way == HORIZONTAL else WIDE
    same0, same1, other0, other1 = (h0, h1, v0, v1) if way == HORIZONTAL else (v0, v1, h0, h1)
    if has(same0, same1, slot):
        return Reason.TAKEN
    if has(other0, other1, slot):
        return Reason.CROSSES
    if has(same0, same1, slot - step) or has(same0, same1, slot + step):
        return Reason.OVERLAPS
    t0, t1 = touched(h0, h1, v0, v1)
    along = col if way == HORIZONTAL else row
    far = 1 - way  # the border in the east or in the north
    points = int(has(t0, t1, slot))
    points += int(along == 0 or has(t0, t1, slot - step))
    points += int(has(int(p.border[far, 0]), int(p.border[far, 1]), slot) or has(t0, t1, slot + step))
    if points < 2:
        return OK
    n0, n1, e0, e1 = passages(p, h0, h1, v0, v1)
    if closes(p, s, player, slot, way, n0, n1, e0, e1):
        return Reason.CLOSES_OWN_PATH
    return Reason.CLOSES_OTHER_PATH if closes(p, s, 1 - player, slot, way, n0, n1, e0, e1) else OK


def closes(p: Record, s: Record, player: int, slot: int, way: int, n0: int, n1: int, e0: int, e1: int) -> bool:
    """Whether an additional wall would leave a player without a path."""
    if way == HORIZONTAL:
        n0 &= ~(low_bit(slot) | low_bit(slot + 1))
        n1 &= ~(high_bit(slot) | high_bit(slot + 1))
    else:
        e0 &= ~(low_bit(slot) | low_bit(slot + WIDE))
        e1 &= ~(high_bit(slot) | high_bit(slot + WIDE))
    goal0, goal1 = int(p.goal[player, 0]), int(p.goal[player, 1])
    return distance(int(s.pawns[player]), goal0, goal1, n0, n1, e0, e1) == NO_PATH


def pawn_moves(p: Record, s: Record) -> tuple[int, int]:
    """Return the pawn moves of the player to move. The board's edge behind the other pawn counts as a wall."""
    cell, other = int(s.pawns[s.to_move]), int(s.pawns[1 - s.to_move])
    n0, n1, e0, e1 = passages(p, int(s.h[0]), int(s.h[1]), int(s.v[0]), int(s.v[1]))
    low, high = 0, 0
    for way in range(4):
        if not is_open(cell, way, n0, n1, e0, e1):
            continue
        to = cell + STEPS[way]
        if to != other:
            low, high = low | low_bit(to), high | high_bit(to)
        elif is_open(to, way, n0, n1, e0, e1):
            low, high = low | low_bit(to + STEPS[way]), high | high_bit(to + STEPS[way])
        else:
            for turn in (1, 3):
                side = (way + turn) % 4
                if is_open(to, side, n0, n1, e0, e1):
                    low, high = low | low_bit(to + STEPS[side]), high | high_bit(to + STEPS[side])
    return low, high


def is_open(cell: int, way: int, n0: int, n1: int, e0: int, e1: int) -> bool:
    """Whether the passage from a cell to the north, east, south or west is open."""
    if way == 0:
        return has(n0, n1, cell)
    if way == 1:
        return has(e0, e1, cell)
    if way == 2:
        return has(n0, n1, cell - WIDE)
    return has(e0, e1, cell - 1)


def advance(p: Record, s: Record, action: int, draw: int) -> None:
    """Move the pawn or place a wall. A pawn on its goal row wins; a third occurrence or the last ply is a draw."""
    player = int(s.to_move)
    s.last = action + 1
    s.to_move = 1 - player
    if action >= CELLS:
        slot = (action - CELLS) % SLOTS
        cell = WIDE * (slot // SLOTS_WIDE) + slot % SLOTS_WIDE
        if action < CELLS + SLOTS:
            s.h[0], s.h[1] = int(s.h[0]) | low_bit(cell), int(s.h[1]) | high_bit(cell)
        else:
            s.v[0], s.v[1] = int(s.v[0]) | low_bit(cell), int(s.v[1]) | high_bit(cell)
        s.stock[player] = int(s.stock[player]) - 1
        # Walls are never removed: no earlier position can recur.
        remember(s, 0)
    else:
        s.pawns[player] = action
        if has(int(p.goal[player, 0]), int(p.goal[player, 1]), action):
            s.returns[player] = 1.0
            s.returns[1 - player] = -1.0
            s.to_move = TERMINAL
            return
        remember(s, int(s.since) + 1)
        if times_seen(s) == THRICE:
            s.to_move = TERMINAL
            return
    if s.ply == p.max_plies:
        s.to_move = TERMINAL
        s.truncated = 1


def remember(s: Record, since: int) -> None:
    """Record the pawns' cells, `since` plies after the last wall."""
    s.since = since
    s.seen[0, since] = int(s.pawns[0]) + 1
    s.seen[1, since] = int(s.pawns[1]) + 1


def times_seen(s: Record) -> int:
    """Return the number of occurrences of this position with the same player to move, this one included."""
    since = int(s.since)
    first, second = s.seen[0, since], s.seen[1, since]
    times = 1
    for earlier in range(since - 4, -1, -2):
        times += int(s.seen[0, earlier] == first and s.seen[1, earlier] == second)
    return times


def observe(p: Record, s: Record, player: int, o: Record) -> None:
    """Write pawns and walls as planes, this player's first; the goal row; walls in hand; occurrences."""
    o.pawns[0, s.pawns[player]] = 1
    o.pawns[1, s.pawns[1 - player]] = 1
    for slot in range(SLOTS):
        cell = WIDE * (slot // SLOTS_WIDE) + slot % SLOTS_WIDE
        o.walls[HORIZONTAL, slot] = has(int(s.h[0]), int(s.h[1]), cell)
        o.walls[VERTICAL, slot] = has(int(s.v[0]), int(s.v[1]), cell)
    o.goal[int(p.rows) - 1 if player == 0 else 0] = 1
    o.stock[0] = s.stock[player]
    o.stock[1] = s.stock[1 - player]
    o.times_seen = times_seen(s)


def legal(p: Record, s: Record, out: Array) -> None:
    """Write the legal action mask, all walls at once: paths are searched only where a wall cuts a known path."""
    low, high = pawn_moves(p, s)
    for cell in range(CELLS):
        out[cell] = has(low, high, cell)
    h0, h1, v0, v1 = wall_slots(p, s)
    for slot in range(SLOTS):
        cell = WIDE * (slot // SLOTS_WIDE) + slot % SLOTS_WIDE
        out[CELLS + slot] = has(h0, h1, cell)
        out[CELLS + SLOTS + slot] = has(v0, v1, cell)


def free_slots(p: Record, s: Record) -> tuple[int, int, int, int]:
    """Return the slots that no wall takes, crosses or overlaps: horizontal, and vertical."""
    h0, h1, v0, v1 = int(s.h[0]), int(s.h[1]), int(s.v[0]), int(s.v[1])
    up0, up1 = north_of(v0, v1)
    down0, down1 = south_of(v0, v1)
    free_h0 = int(p.slots[0]) & ~(h0 | (h0 << 1) | (h0 >> 1) | v0)
    free_h1 = int(p.slots[1]) & ~(h1 | (h1 << 1) | (h1 >> 1) | v1)
    free_v0 = int(p.slots[0]) & ~(v0 | up0 | down0 | h0)
    free_v1 = int(p.slots[1]) & ~(v1 | up1 | down1 | h1)
    return free_h0, free_h1, free_v0, free_v1


def wall_slots(p: Record, s: Record) -> tuple[int, int, int, int]:
    """Return the slots where the player to move may place a wall: horizontal, and vertical."""
    player = int(s.to_move)
    if s.stock[player] == 0:
        return 0, 0, 0, 0
    h0, h1, v0, v1 = int(s.h[0]), int(s.h[1]), int(s.v[0]), int(s.v[1])
    free_h0, free_h1, free_v0, free_v1 = free_slots(p, s)
    # Where two of a wall's three points are touched.
    t0, t1 = touched(h0, h1, v0, v1)
    west0, west1 = (t0 << 1) | int(p.border[3, 0]), (t1 << 1) | int(p.border[3, 1])
    east0, east1 = (t0 >> 1) | int(p.border[1, 0]), (t1 >> 1) | int(p.border[1, 1])
    risky_h0 = free_h0 & ((west0 & east0) | (t0 & (west0 | east0)))
    risky_h1 = free_h1 & ((west1 & east1) | (t1 & (west1 | east1)))
    up0, up1 = north_of(t0, t1)
    down0, down1 = south_of(t0, t1)
    up0, up1 = up0 | int(p.border[2, 0]), up1 | int(p.border[2, 1])
    down0, down1 = down0 | int(p.border[0, 0]), down1 | int(p.border[0, 1])
    risky_v0 = free_v0 & ((up0 & down0) | (t0 & (up0 | down0)))
    risky_v1 = free_v1 & ((up1 & down1) | (t1 & (up1 | down1)))
    if risky_h0 | risky_h1 | risky_v0 | risky_v1 == 0:
        return free_h0, free_h1, free_v0, free_v1
    n0, n1, e0, e1 = passages(p, h0, h1, v0, v1)
    layers = np.empty(LAYERS, np.int64)
    for seat in range(2):
        goal0, goal1 = int(p.goal[seat, 0]), int(p.goal[seat, 1])
        _, pn0, pn1, pe0, pe1 = route(int(s.pawns[seat]), goal0, goal1, n0, n1, e0, e1, layers)
        down0, down1 = south_of(pe0, pe1)
        cut_h0, cut_h1 = risky_h0 & (pn0 | (pn0 >> 1)), risky_h1 & (pn1 | (pn1 >> 1))
        cut_v0, cut_v1 = risky_v0 & (pe0 | down0), risky_v1 & (pe1 | down1)
        for cell in range(CELLS - WIDE):
            if has(cut_h0, cut_h1, cell) and closes(p, s, seat, cell, HORIZONTAL, n0, n1, e0, e1):
                free_h0, free_h1 = free_h0 & ~low_bit(cell), free_h1 & ~high_bit(cell)
            if has(cut_v0, cut_v1, cell) and closes(p, s, seat, cell, VERTICAL, n0, n1, e0, e1):
                free_v0, free_v1 = free_v0 & ~low_bit(cell), free_v1 & ~high_bit(cell)
    return free_h0, free_h1, free_v0, free_v1
