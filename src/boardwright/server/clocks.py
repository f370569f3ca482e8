"""The arithmetic of clocks. Only time in which a server was alive counts; times are in ms since the epoch.

A player's time counts while the player is to move, from the first move of the player's own on. Agents have no time.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple


@dataclass(frozen=True)
class Clock:
    """The time that each person has for a match, and what each move of a running clock adds, in seconds."""

    seconds: int
    increment: int


class Span(NamedTuple):
    """A time in which a server was alive."""

    started: int
    seen: int


class Tick(NamedTuple):
    """An event of a match: its time, the seat that was to move before it, and the seat of a move."""

    at: int
    mover: int
    moved: int | None


class Reading(NamedTuple):
    """The clocks of a match at a time: what is left of each seat, None for an agent, and the seat whose time runs."""

    left: tuple[int | None, ...]
    running: int | None
    at: int

    @property
    def over(self) -> bool:
        """Whether the time of the player to move is over."""
        return self.running is not None and self.left[self.running] == 0


def merged(spans: Iterable[Span]) -> list[Span]:
    """The union of spans, which may overlap where several servers share a database, in order and disjoint."""
    union: list[Span] = []
    for span in sorted(spans):
        if union and span.started <= union[-1].seen:
            union[-1] = Span(union[-1].started, max(union[-1].seen, span.seen))
        else:
            union.append(span)
    return union


def with_spans(union: list[Span], spans: Sequence[Span]) -> list[Span]:
    """A union with more spans. Only what they can touch is merged anew: usually the last one."""
    if not spans:
        return union
    first = bisect_left(union, min(span.started for span in spans), key=lambda span: span.seen)
    return [*union[:first], *merged([*union[first:], *spans])]


def alive(union: Sequence[Span], start: int, end: int) -> int:
    """The time between two times in which a server was alive. `union` is in order and disjoint."""
    first = max(0, bisect_right(union, start, key=lambda span: span.started) - 1)
    total = 0
    for span in union[first:]:
        if span.started >= end:
            break
        total += max(0, min(end, span.seen) - max(start, span.started))
    return total


def read(
    clock: Clock, people: Sequence[bool], ticks: Sequence[Tick], to_move: int | None, now: int, union: Sequence[Span]
) -> Reading:
    """Read the clocks of a match. `people` says which seats are a person's, `to_move` is None once the match is over.

    An undo gives no time back: its events are ticks like any other.
    """
    left = [1000 * clock.seconds if person else 0 for person in people]
    begun: set[int] = set()
    last = None if to_move is None else Tick(now, to_move, None)
    for before, tick in pairwise([Tick(0, 0, None), *ticks, *(() if last is None else (last,))]):
        if tick.mover in begun and people[tick.mover]:
            left[tick.mover] = max(0, left[tick.mover] - alive(union, before.at, tick.at))
            if tick.moved == tick.mover:
                left[tick.mover] += 1000 * clock.increment
        if tick.moved is not None:
            begun.add(tick.moved)
    running = to_move if to_move is not None and to_move in begun and people[to_move] else None
    return Reading(tuple(time if person else None for time, person in zip(left, people)), running, now)
