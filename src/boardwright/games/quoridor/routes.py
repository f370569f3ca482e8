"""Shortest paths to both goals on one board: their lengths, squares, and distance maps. Plain Python, for people."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from boardwright.core.record import Record
from boardwright.games.quoridor.bitboard import WIDE, columns, has, passages
from boardwright.games.quoridor.paths import LAYERS, distance, route
from boardwright.games.quoridor.rules import STEPS, is_open

Words = Sequence[int]
"""A bitboard of cells or slots as two words."""


class Survey:
    """Paths and distances on a board with these walls and pawns."""

    def __init__(self, p: Record, h: Words, v: Words, pawns: Sequence[int]) -> None:
        self.pawns = tuple(int(cell) for cell in pawns)
        self.cols = columns(p)
        self._ways = passages(p, int(h[0]), int(h[1]), int(v[0]), int(v[1]))
        self._goals = tuple((int(goal[0]), int(goal[1])) for goal in p.goal)

    @classmethod
    def of(cls, p: Record, s: Record) -> Survey:
        """Return the survey of a state's board."""
        return cls(p, s.h, s.v, s.pawns)

    @property
    def steps(self) -> tuple[int, int]:
        """The distance of each player to the goal; pawns do not block paths."""
        first, second = (distance(cell, *goal, *self._ways) for cell, goal in zip(self.pawns, self._goals, strict=True))
        return first, second

    def path(self, player: int) -> list[int]:
        """Return a shortest path of a player, cell by cell from the pawn's."""
        at = self.pawns[player]
        length, *taken = route(at, *self._goals[player], *self._ways, np.zeros(LAYERS, np.int64))
        previous, cells = -1, [at]
        for _ in range(length):
            way = next(way for way in range(4) if is_open(at, way, *taken) and at + STEPS[way] != previous)
            previous, at = at, at + STEPS[way]
            cells.append(at)
        return cells

    def steps_from(self, player: int) -> dict[int, int]:
        """Return the distance to a player's goal from each cell with a path to it."""
        low, high = self._goals[player]
        edge = [cell for cell in range(WIDE * WIDE) if has(low, high, cell)]
        distances = dict.fromkeys(edge, 0)
        while edge:
            # Passages are open both ways, so the search can start from the goal.
            beside = [(cell, cell + STEPS[way]) for cell in edge for way in range(4) if is_open(cell, way, *self._ways)]
            edge = []
            for cell, other in beside:
                if other not in distances:
                    distances[other] = distances[cell] + 1
                    edge.append(other)
        return distances


def race(mine: int, theirs: int) -> tuple[bool, int]:
    """Return whether the player to move wins the race if both only run, and by how many plies."""
    lead = 2 * theirs - (2 * mine - 1)
    return lead > 0, abs(lead)
