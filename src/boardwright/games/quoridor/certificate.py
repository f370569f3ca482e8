"""A certificate of a won race: a player outruns an opponent who has no walls left and cannot come into the way."""

from __future__ import annotations

from boardwright.core.record import Record
from boardwright.games.quoridor.bitboard import high_bit, low_bit
from boardwright.games.quoridor.paths import spread


def plies_to_win(p: Record, s: Record, player: int, theirs: int, n0: int, n1: int, e0: int, e1: int) -> int:
    """Return the plies after which a player has won by running, whatever the other does; 0 if that is not certain.

    `theirs` is the other pawn's distance. The runner keeps off every cell beside one that the other pawn can be on, so
    nobody is blocked and nobody jumps. The runner's own walls do not matter.
    """
    other = 1 - player
    if s.stock[other] != 0:
        return 0
    goal0, goal1 = int(p.goal[player, 0]), int(p.goal[player, 1])
    f0, f1 = low_bit(int(s.pawns[player])), high_bit(int(s.pawns[player]))
    # The cells on which the other pawn can be when the runner moves next.
    reach0, reach1 = low_bit(int(s.pawns[other])), high_bit(int(s.pawns[other]))
    waits = int(int(s.to_move) != player)
    if waits != 0:
        reach0, reach1 = spread(reach0, reach1, n0, n1, e0, e1)
        if (f0 & reach0) | (f1 & reach1) != 0:
            return 0
    for steps in range(1, theirs - waits + 1):
        f0, f1 = spread(f0, f1, n0, n1, e0, e1)
        f0, f1 = f0 & ~reach0, f1 & ~reach1
        if (f0 & goal0) | (f1 & goal1) != 0:
            plies = 2 * steps - 1 + waits
            return plies if int(s.ply) + plies < int(p.max_plies) else 0
        reach0, reach1 = spread(reach0, reach1, n0, n1, e0, e1)
        f0, f1 = f0 & ~reach0, f1 & ~reach1
    return 0
