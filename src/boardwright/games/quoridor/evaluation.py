"""Static evaluation: the five factors of the specification and those added by tuning, each with its weight."""

from __future__ import annotations

from boardwright.core.record import Record
from boardwright.games.quoridor.bitboard import WIDE, has, high_bit, low_bit, passages
from boardwright.games.quoridor.certificate import plies_to_win
from boardwright.games.quoridor.paths import flood, spread

WEIGHTS = (
    "distance",
    "finish",
    "finish_within",
    "walls",
    "walls_until",
    "mobility",
    "detour",
    "openness",
    "race",
    "proof",
    "own_walls",
)
"""configs/quoridor/weights/seed.yaml documents each. The last selects walls to search, and adds no value."""

FACTORS = {
    "distance": ("distance",),
    "finish": ("finish", "finish_within"),
    "walls": ("walls", "walls_until"),
    "mobility": ("mobility",),
    "detour": ("detour",),
    "openness": ("openness",),
    "race": ("race",),
    "proof": ("proof",),
}
"""The factors of the evaluation, each with its weights: the five of the specification, and those added by tuning."""

NEAR = 2
"""Openness counts paths up to so many steps longer than the shortest."""


def evaluate(p: Record, w: Record, s: Record, player: int) -> float:
    """Return the weighted sum of all factors from a player's side; it is antisymmetric in the players."""
    n0, n1, e0, e1 = passages(p, int(s.h[0]), int(s.h[1]), int(s.v[0]), int(s.v[1]))
    me, other = int(s.pawns[player]), int(s.pawns[1 - player])
    my_goal0, my_goal1 = int(p.goal[player, 0]), int(p.goal[player, 1])
    goal0, goal1 = int(p.goal[1 - player, 0]), int(p.goal[1 - player, 1])
    mine, my0, my1 = flood(low_bit(me), high_bit(me), my_goal0, my_goal1, n0, n1, e0, e1)
    theirs, their0, their1 = flood(low_bit(other), high_bit(other), goal0, goal1, n0, n1, e0, e1)
    total = float(w.distance) * (theirs - mine)
    total += w.finish * (nearness(mine, w.finish_within) - nearness(theirs, w.finish_within))
    total += w.walls * (in_hand(s, player, theirs, w.walls_until) - in_hand(s, 1 - player, mine, w.walls_until))
    if w.mobility != 0:
        total += w.mobility * (mobility(me, other, n0, n1, e0, e1) - mobility(other, me, n0, n1, e0, e1))
    total += w.detour * ((theirs - rows_left(p, other, 1 - player)) - (mine - rows_left(p, me, player)))
    if w.openness != 0:
        ways = openness(my0, my1, my_goal0, my_goal1, n0, n1, e0, e1)
        total += w.openness * (ways - openness(their0, their1, goal0, goal1, n0, n1, e0, e1))
    if w.race != 0 and s.stock[0] == 0 and s.stock[1] == 0:
        # A pure race: the player to move is half a step ahead.
        lead = 2 * (theirs - mine) + (1 if int(s.to_move) == player else -1)
        total += w.race if lead > 0 else -w.race
    if w.proof != 0:
        mine_won = plies_to_win(p, s, player, theirs, n0, n1, e0, e1)
        theirs_won = plies_to_win(p, s, 1 - player, mine, n0, n1, e0, e1)
        if mine_won != 0:
            total += w.proof - mine_won
        elif theirs_won != 0:
            total -= w.proof - theirs_won
    return float(total)


def nearness(steps: int, within: float) -> float:
    """Return a quadratic bonus near the goal: (4 - d)^2 for d up to 3."""
    return (within + 1.0 - steps) ** 2 if steps <= within else 0.0


def in_hand(s: Record, player: int, steps: int, until: float) -> float:
    """Return a player's walls, worth less once the opponent is within `until` steps of the goal."""
    return int(s.stock[player]) * min(1.0, steps / until)


def mobility(cell: int, other: int, n0: int, n1: int, e0: int, e1: int) -> int:
    """Return the number of neighbours a pawn can step to. The cell of the other pawn does not count."""
    ways = int(has(n0, n1, cell) and cell + WIDE != other)
    ways += int(has(e0, e1, cell) and cell + 1 != other)
    ways += int(has(n0, n1, cell - WIDE) and cell - WIDE != other)
    ways += int(has(e0, e1, cell - 1) and cell - 1 != other)
    return ways


def openness(f0: int, f1: int, goal0: int, goal1: int, n0: int, n1: int, e0: int, e1: int) -> int:
    """Return the number of cells of the goal row that a nearly shortest path reaches.

    The bitboard is that of cells within the length of the shortest path.
    """
    for _ in range(NEAR):
        f0, f1 = spread(f0, f1, n0, n1, e0, e1)
    word = (f0 & goal0) | (f1 & goal1)  # a goal row lies within one word
    count = 0
    while word != 0:
        word &= word - 1
        count += 1
    return count


def rows_left(p: Record, cell: int, player: int) -> int:
    """Return the rows still to cross, ignoring walls."""
    row = cell // WIDE
    return int(p.rows) - 1 - row if player == 0 else row
