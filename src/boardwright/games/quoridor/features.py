"""The features of a position for a network that alpha-beta updates move by move.

Walls and pawns are the bitboards themselves. Shortest distances, the lead, walls in hand, open goal cells, what one
more wall can cost a player, repetition and the plies left are groups of which one bit is on. Player 1's side is not
turned upside down here: the weights are (see `symmetries`).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from boardwright.core.facets import FEATURE_BITS as BITS
from boardwright.core.facets import Features
from boardwright.core.record import Array, Record
from boardwright.games.quoridor.bitboard import LOW_CELLS, WIDE, high_bit, low_bit, north_of, passages, south_of
from boardwright.games.quoridor.config import Configuration
from boardwright.games.quoridor.evaluation import openness
from boardwright.games.quoridor.paths import LAYERS, NO_PATH, flood, route
from boardwright.games.quoridor.rules import CELLS, free_slots, times_seen

H, V, PAWNS, DISTANCES, LEAD, STOCKS, MORE, COSTS = 0, 2, 4, 8, 10, 11, 12, 13
"""The first word of each group."""

WORDS = 14
LONGEST = 40
"""Longer distances share a bit with this one."""
EVEN = 20
"""The bit of the lead where both distances are equal; leads beyond it share a bit."""
MOST_STOCK = 15
OPEN = WIDE + 1
SEEN = 2 * OPEN
SOON = (SEEN + 1, SEEN + 2, SEEN + 3)
PLIES_LEFT = (10, 30, 90)
"""The bits for a draw by the limit of plies within so many."""
MOST_COST, MOST_WALLS = 15, 7
"""The steps that one wall can cost a player, and the walls that cost two or more; higher numbers share a bit."""


def features(p: Record, s: Record, words: Array) -> None:
    """Turn on the bits of a position's features."""
    h0, h1, v0, v1 = int(s.h[0]), int(s.h[1]), int(s.v[0]), int(s.v[1])
    words[H], words[H + 1], words[V], words[V + 1] = h0, h1, v0, v1
    n0, n1, e0, e1 = passages(p, h0, h1, v0, v1)
    layers = np.empty(LAYERS, np.int64)
    more, stocks, costs, lead = 0, 0, 0, EVEN
    for player in range(2):
        cell = int(s.pawns[player])
        words[PAWNS + 2 * player] = low_bit(cell)
        words[PAWNS + 2 * player + 1] = high_bit(cell)
        goal0, goal1 = int(p.goal[player, 0]), int(p.goal[player, 1])
        steps, pn0, pn1, pe0, pe1 = route(cell, goal0, goal1, n0, n1, e0, e1, layers)
        f0, f1 = int(layers[2 * steps]), int(layers[2 * steps + 1])
        words[DISTANCES + player] = 1 << min(steps, LONGEST)
        lead += steps if player == 1 else -steps
        stocks |= 1 << (min(int(s.stock[player]), MOST_STOCK) + (MOST_STOCK + 1) * player)
        more |= 1 << (OPEN * player + openness(f0, f1, goal0, goal1, n0, n1, e0, e1))
        worst, many = 0, 0
        if s.stock[1 - player] > 0:
            worst, many = wall_costs(p, s, player, steps, pn0, pn1, pe0, pe1, n0, n1, e0, e1, layers)
        costs |= 1 << ((MOST_COST + 1) * player + min(worst, MOST_COST))
        costs |= 1 << (2 * (MOST_COST + 1) + (MOST_WALLS + 1) * player + min(many, MOST_WALLS))
    words[LEAD] = 1 << min(max(lead, 0), 2 * EVEN)
    words[STOCKS] = stocks
    words[COSTS] = costs
    if s.since >= 4 and times_seen(s) > 1:
        more |= 1 << SEEN
    left = int(p.max_plies) - int(s.ply)
    for i in range(3):
        if left <= PLIES_LEFT[i]:
            more |= 1 << SOON[i]
    words[MORE] = more


def wall_costs(
    p: Record, s: Record, player: int, steps: int, pn0: int, pn1: int, pe0: int, pe1: int, n0: int, n1: int, e0: int,
    e1: int, layers: Array,
) -> tuple[int, int]:  # fmt: skip
    """Return the most steps that one wall on a player's shortest path costs, and the walls that cost two or more.

    Walls that would leave the player no path are not legal, and do not count. `layers` holds the cells that `route`
    reached after each step.
    """
    across0, across1, along0, along1 = free_slots(p, s)
    cut0, cut1 = south_of(pe0, pe1)
    across0, across1 = across0 & (pn0 | (pn0 >> 1)), across1 & (pn1 | (pn1 >> 1))
    along0, along1 = along0 & (pe0 | cut0), along1 & (pe1 | cut1)
    goal0, goal1 = int(p.goal[player, 0]), int(p.goal[player, 1])
    worst, many = 0, 0
    # The passages that a wall closes are found from its lowest bit alone: no slot is counted.
    while across0 | across1 | along0 | along1 != 0:
        m0, m1, f0, f1 = n0, n1, e0, e1
        if across0 != 0:
            bit = across0 & -across0
            across0 ^= bit
            near0, near1 = around(bit, 0)
            m0 &= ~(bit | (bit << 1))
        elif across1 != 0:
            bit = across1 & -across1
            across1 ^= bit
            near0, near1 = around(0, bit)
            m1 &= ~(bit | (bit << 1))
        elif along0 != 0:
            bit = along0 & -along0
            along0 ^= bit
            near0, near1 = around(bit, 0)
            north0, north1 = north_of(bit, 0)
            f0 &= ~(bit | north0)
            f1 &= ~north1
        else:
            bit = along1 & -along1
            along1 ^= bit
            near0, near1 = around(0, bit)
            f1 &= ~(bit | (bit << WIDE))
        # Nothing changes until the search comes to a cell beside the wall: the two south or west of it, or across it.
        step = 0
        while (int(layers[2 * step]) & near0) | (int(layers[2 * step + 1]) & near1) == 0:
            step += 1
        then, _, _ = flood(int(layers[2 * step]), int(layers[2 * step + 1]), goal0, goal1, m0, m1, f0, f1)
        if then != NO_PATH:
            worst = max(worst, step + then - steps)
            many += int(step + then - steps >= 2)
    return worst, many


def around(low: int, high: int) -> tuple[int, int]:
    """Return the four cells around the middle of a wall, of which a bitboard has the south-western one."""
    low, high = low | (low << 1), high | (high << 1)
    north0, north1 = north_of(low, high)
    return low | north0, high | north1


def symmetries(config: Configuration) -> dict[str, npt.NDArray[np.int64]]:
    """Return the image of each feature in the mirror, and with the players exchanged."""
    return {"Mirror": _image(config, mirror=True, swap=False), "Swap": _image(config, mirror=False, swap=True)}


def _image(config: Configuration, *, mirror: bool, swap: bool) -> npt.NDArray[np.int64]:
    image = np.arange(WORDS * BITS)
    for cell in range(CELLS):
        row, col = divmod(cell, WIDE)
        for first, less, other in ((H, 1, H), (V, 1, V), (PAWNS, 0, PAWNS + 2), (PAWNS + 2, 0, PAWNS)):
            rows, cols = config.tall - less, config.wide - less
            if row < rows and col < cols:
                to = WIDE * (rows - 1 - row if swap else row) + (cols - 1 - col if mirror else col)
                image[_index(first, cell)] = _index(other if swap else first, to)
    if swap:
        costs = COSTS * BITS
        walls = costs + 2 * (MOST_COST + 1)
        groups = (
            (STOCKS * BITS, MOST_STOCK + 1),
            (MORE * BITS, OPEN),
            (costs, MOST_COST + 1),
            (walls, MOST_WALLS + 1),
            (DISTANCES * BITS, BITS),
        )
        for start, group in groups:
            image[start + np.arange(2 * group)] = start + (np.arange(2 * group) + group) % (2 * group)
        leads = LEAD * BITS + np.arange(2 * EVEN + 1)
        image[leads] = leads[::-1]
    return image


def _index(word: int, cell: int) -> int:
    return word * BITS + cell if cell < LOW_CELLS else (word + 1) * BITS + cell - LOW_CELLS


FEATURES = Features(words=WORDS, symmetries=symmetries)
