"""Work that waits, by payer: payers have their turns one after the other, whoever of them has how much."""

from __future__ import annotations

from collections import Counter, deque
from itertools import count
from typing import Generic, TypeVar

T = TypeVar("T")

MOST_KNOWN = 10_000
"""Payers whose last turn is remembered while others wait."""


class Rounds(Generic[T]):
    """Pieces of work in the order in which they are begun: first of whoever was served longest ago, or not at all.

    Of a payer at most so many are under way.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: dict[str, deque[T]] = {}
        self._under_way: Counter[str] = Counter()
        self._served: dict[str, int] = {}
        self._turns = count(1)

    def put(self, payer: str, piece: T) -> None:
        """Add a piece."""
        self._waiting.setdefault(payer, deque()).append(piece)

    def take(self) -> tuple[str, T] | None:
        """The next piece and its payer; None if nobody's may begin. Say when it is done."""
        able = [payer for payer in self._waiting if self._under_way[payer] < self._most]
        if not able:
            return None
        payer = min(able, key=lambda one: self._served.get(one, 0))
        pieces = self._waiting[payer]
        piece = pieces.popleft()
        if not pieces:
            del self._waiting[payer]
        self._under_way[payer] += 1
        self._served[payer] = next(self._turns)
        return payer, piece

    def done(self, payer: str) -> None:
        """Say that a piece is no longer under way."""
        self._under_way[payer] -= 1
        if not self._under_way[payer]:
            del self._under_way[payer]
        if not self._waiting:
            self._served.clear()
        elif len(self._served) > MOST_KNOWN:
            self._served = {one: turn for one, turn in self._served.items() if one in self._waiting}

    def __len__(self) -> int:
        """The number of pieces that wait."""
        return sum(len(pieces) for pieces in self._waiting.values())
