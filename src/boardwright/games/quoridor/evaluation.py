"""How good a position is: the five factors of the seed, and what tuning added, each with its weight."""

from __future__ import annotations

from boardwright.core.record import Record
from boardwright.games.quoridor.bitboard import WIDE, has, passages
from boardwright.games.quoridor.paths import distance, spread

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
    "own_walls",
)
"""configs/quoridor/weights/seed.yaml says what each is. The last one chooses walls to search, and is worth nothing."""

NEAR = 2
"""Openness looks so many steps beyond the shortest path."""


def evaluate(p: Record, w: Record, s: Record, player: int) -> float:
    """Every factor from a player's side; what is good for the other counts the same against it."""
    n0, n1, e0, e1 = passages(p, int(s.h[0]), int(s.h[1]), int(s.v[0]), int(s.v[1]))
    me, other = int(s.pawns[player]), int(s.pawns[1 - player])
    my_goal0, my_goal1 = int(p.goal[player, 0]), int(p.goal[player, 1])
    goal0, goal1 = int(p.goal[1 - player, 0]), int(p.goal[1 - player, 1])
    mine = distance(me, my_goal0, my_goal1, n0, n1, e0, e1)
    theirs = distance(other, goal0, goal1, n0, n1, e0, e1)
    total = float(w.distance) * (theirs - mine)
    total += w.finish * (nearness(mine, w.finish_within) - nearness(theirs, w.finish_within))
    total += w.walls * (in_hand(s, player, theirs, w.walls_until) - in_hand(s, 1 - player, mine, w.walls_until))
    if w.mobility != 0:
        total += w.mobility * (mobility(me, other, n0, n1, e0, e1) - mobility(other, me, n0, n1, e0, e1))
    total += w.detour * ((theirs - rows_left(p, other, 1 - player)) - (mine - rows_left(p, me, player)))
    if w.openness != 0:
        ways = openness(me, mine, my_goal0, my_goal1, n0, n1, e0, e1)
        total += w.openness * (ways - openness(other, theirs, goal0, goal1, n0, n1, e0, e1))
    if w.race != 0 and s.stock[0] == 0 and s.stock[1] == 0:
        # Nothing but running is left: who is to move has half a step more.
        lead = 2 * (theirs - mine) + (1 if int(s.to_move) == player else -1)
        total += w.race if lead > 0 else -w.race
    return float(total)


def nearness(steps: int, within: float) -> float:
    """How near the goal is, squared, once it is near: (4 - d)^2 for d up to 3."""
    return (within + 1.0 - steps) ** 2 if steps <= within else 0.0


def in_hand(s: Record, player: int, steps: int, until: float) -> float:
    """A player's walls; each is worth less once the other is within so many steps of the goal."""
    return int(s.stock[player]) * min(1.0, steps / until)


def mobility(cell: int, other: int, n0: int, n1: int, e0: int, e1: int) -> int:
    """How many of the four neighbours a pawn can step to. A cell held by the other pawn does not count."""
    ways = int(has(n0, n1, cell) and cell + WIDE != other)
    ways += int(has(e0, e1, cell) and cell + 1 != other)
    ways += int(has(n0, n1, cell - WIDE) and cell - WIDE != other)
    ways += int(has(e0, e1, cell - 1) and cell - 1 != other)
    return ways


def openness(cell: int, steps: int, goal0: int, goal1: int, n0: int, n1: int, e0: int, e1: int) -> int:
    """How many cells of the goal row can be reached by a nearly shortest path."""
    f0, f1 = spread(cell, steps + NEAR, n0, n1, e0, e1)
    word = (f0 & goal0) | (f1 & goal1)  # a goal row lies within one word
    count = 0
    while word != 0:
        word &= word - 1
        count += 1
    return count


def rows_left(p: Record, cell: int, player: int) -> int:
    """The rows still to cross, as if there were no walls."""
    row = cell // WIDE
    return int(p.side) - 1 - row if player == 0 else row
