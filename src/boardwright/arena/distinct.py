"""Distinct games. Deterministic agents play the same game again and again, and a copy is no further evidence."""

from __future__ import annotations

from dataclasses import dataclass, field

from boardwright.arena.match_records import Record

Key = tuple[int, int]
"""The seat of the agent, and a hash of the game."""


def game_key(record: Record, seat: int) -> Key:
    """The key of a match that an agent played in a seat: equal for games with the same actions and draws."""
    return seat, hash((record.resigned, *(number for step in record.history for number in step)))


@dataclass
class DistinctGames:
    """The distinct games among those that were played."""

    keys: set[Key] = field(default_factory=set)

    def __len__(self) -> int:
        return len(self.keys)

    def add(self, key: Key) -> bool:
        """Count a game; return whether it is a new one."""
        new = key not in self.keys
        self.keys.add(key)
        return new

    def mirrored(self) -> DistinctGames:
        """The same games of two agents from the other side."""
        return DistinctGames({(1 - seat, game) for seat, game in self.keys})
