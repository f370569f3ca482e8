"""The standings of agents by their pairings: one rating for each, on a common scale."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from boardwright.arena.distinct import DistinctGames, game_key
from boardwright.arena.match_records import Record
from boardwright.arena.ratings import Rating, bradley_terry, defaults
from boardwright.arena.tally import Tally, points


@dataclass
class Pairing:
    """Two agents by index; the tally is the first agent's.

    `pairs` counts pair scores of 0, 1/4, ... 1; a pair of games that were both played before is not counted.
    """

    first: int
    second: int
    tally: Tally = field(default_factory=Tally)
    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    verdict: str | None = None
    games_seen: DistinctGames = field(default_factory=DistinctGames)

    def add(self, record: Record, seat: int) -> tuple[float, bool]:
        """Count a game with the first agent in a seat. Return its points, and whether the game is a new one."""
        taken = points(record, seat)
        self.tally.add(taken)
        return taken, self.games_seen.add(game_key(record, seat))

    @property
    def evidence(self) -> float:
        """The share of distinct games: copies are no evidence."""
        return len(self.games_seen) / max(self.tally.games, 1)


@dataclass
class Standing:
    """An agent's row in the table."""

    agent: str
    rating: Rating
    tally: Tally


def points_table(agents: int, pairings: Iterable[Pairing]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The points of each agent against each other, scaled to the distinct games of the pairing, [P, P]."""
    table = np.zeros((agents, agents))
    for pairing in pairings:
        table[pairing.first, pairing.second] = pairing.evidence * pairing.tally.points
        table[pairing.second, pairing.first] = pairing.evidence * pairing.tally.mirrored().points
    return table


def standings(agents: Sequence[str], pairings: Collection[Pairing]) -> list[Standing]:
    """Every agent's standing by its pairings, the strongest first; equals in their order."""
    fixed = defaults()
    ratings = bradley_terry(points_table(len(agents), pairings), prior=fixed.prior, confidence=fixed.confidence)
    rows = [Standing(agent, rating, Tally()) for agent, rating in zip(agents, ratings)]
    for pairing in pairings:
        rows[pairing.first].tally += pairing.tally
        rows[pairing.second].tally += pairing.tally.mirrored()
    return sorted(rows, key=lambda row: -round(row.rating.elo, 6))
