"""Wins, draws and losses, and the points of a match."""

from __future__ import annotations

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
