"""How good a position is: the five factors of the seed, each with its weight."""

from __future__ import annotations

from boardwright.core.record import Record
from boardwright.games.quoridor.bits import WIDE, has, passages
from boardwright.games.quoridor.paths import distance, spread

WEIGHTS = ("distance", "finish", "finish_within", "walls", "mobility", "detour", "tempo", "race", "openness", "second_path", "own_path", "own_walls", "touching", "concave")


def value(p: Record, w: Record, s: Record, player: int) -> float:
    """Distance, the finish, walls in hand, mobility, and how far walls send each player around."""
    n0, n1, e0, e1 = passages(p, int(s.h[0]), int(s.h[1]), int(s.v[0]), int(s.v[1]))
    me, other = int(s.pawns[player]), int(s.pawns[1 - player])
    mine = distance(me, int(p.goal[player, 0]), int(p.goal[player, 1]), n0, n1, e0, e1)
    theirs = distance(other, int(p.goal[1 - player, 0]), int(p.goal[1 - player, 1]), n0, n1, e0, e1)
    moves = mobility(me, other, n0, n1, e0, e1) - mobility(other, me, n0, n1, e0, e1)
    detours = (theirs - rows_left(p, other, 1 - player)) - (mine - rows_left(p, me, player))
    ahead = theirs - mine
    to_move = 1 if int(s.to_move) == player else -1
    if w.race != 0 and s.stock[0] == 0 and s.stock[1] == 0:
        extra = w.race if 2 * ahead + to_move > 0 else -w.race
    else:
        extra = 0.0
    if w.openness != 0:
        extra += w.openness * (
            openness(me, mine, int(p.goal[player, 0]), int(p.goal[player, 1]), n0, n1, e0, e1)
            - openness(other, theirs, int(p.goal[1 - player, 0]), int(p.goal[1 - player, 1]), n0, n1, e0, e1)
        )
    return float(
        extra
        + w.tempo * to_move
        + w.distance * (theirs - mine)
        + w.finish * (nearness(mine, w.finish_within) - nearness(theirs, w.finish_within))
        + w.walls * (int(s.stock[player]) - int(s.stock[1 - player]))
        - w.concave * (int(s.stock[player]) ** 2 - int(s.stock[1 - player]) ** 2)
        + w.mobility * moves
        + w.detour * detours
    )


def nearness(steps: int, within: float) -> float:
    """How near the goal is, squared, once it is near: (4 - d)^2 for d up to 3."""
    return (within + 1.0 - steps) ** 2 if steps <= within else 0.0


def mobility(cell: int, other: int, n0: int, n1: int, e0: int, e1: int) -> int:
    """How many of the four neighbours a pawn can step to. A cell held by the other pawn does not count."""
    ways = int(has(n0, n1, cell) and cell + WIDE != other)
    ways += int(has(e0, e1, cell) and cell + 1 != other)
    ways += int(has(n0, n1, cell - WIDE) and cell - WIDE != other)
    ways += int(has(e0, e1, cell - 1) and cell - 1 != other)
    return ways


def rows_left(p: Record, cell: int, player: int) -> int:
    """The rows still to cross, as if there were no walls."""
    row = cell // WIDE
    return int(p.side) - 1 - row if player == 0 else row


def openness(cell: int, steps: int, goal0: int, goal1: int, n0: int, n1: int, e0: int, e1: int) -> int:
    """How many cells of the goal row can be reached in two steps more than the nearest."""
    f0, f1 = spread(cell, steps + 2, n0, n1, e0, e1)
    word = (f0 & goal0) | (f1 & goal1)
    count = 0
    while word != 0:
        word &= word - 1
        count += 1
    return count
