"""Wins, draws and losses, and the points of a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from boardwright.arena.match_records import Record

RESULTS = ("losses", "draws", "wins")


@dataclass
class Tally:
    """The losses, draws and wins of an agent in one seat."""

    losses: int = 0
    draws: int = 0
    wins: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.losses + self.draws + self.wins

    @property
    def points(self) -> float:
        """One point for a win, a half for a draw."""
        return self.wins + self.draws / 2

    def add(self, points: float) -> None:
        """Count a game of 0, a half or 1."""
        name = RESULTS[round(2 * points)]
        setattr(self, name, getattr(self, name) + 1)

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, name) + getattr(other, name) for name in RESULTS))

    def mirrored(self) -> Tally:
        """The same games from the other side."""
        return Tally(self.wins, self.draws, self.losses)

    def to_dict(self) -> dict[str, int]:
        """For `--json`."""
        return {name: getattr(self, name) for name in reversed(RESULTS)}


def points(record: Record, seat: int) -> float:
    """The points of a seat: 1 for a return above all others (alone: above zero), a half for a tie, else 0."""
    best = max((value for other, value in enumerate(record.returns) if other != seat), default=0.0)
    return 1.0 if record.returns[seat] > best else 0.5 if record.returns[seat] == best else 0.0


def rank(returns: Sequence[float], seat: int) -> int:
    """The rank of a seat in a finished game: 1 and the number of seats with a higher return. Ties share a rank."""
    return 1 + sum(value > returns[seat] for value in returns)


def first_share(returns: Sequence[float], seat: int) -> float:
    """The share of the first rank that a seat has: 1 alone, equal shares in a tie or in a team, else 0."""
    best = max(returns)
    return 1 / list(returns).count(best) if returns[seat] == best else 0.0
