"""The checker of histories: each match is a register whose versions are its events.

An operation has the times of its begin and its end. What must hold is linearisability, which is simple here because
versions only grow: an event never changes, and who begins after another has ended sees at least as much.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

UNKNOWN = float("inf")
"""The end of an operation without an answer: it may take place at any time after its begin."""


@dataclass(frozen=True, slots=True)
class Post:
    """A post of a value as a version. `done`: acknowledged; False: refused; None: not answered."""

    match: str
    version: int
    value: str
    key: str
    begin: float
    end: float
    done: bool | None


@dataclass(frozen=True, slots=True)
class Read:
    """A read of the version that a match has reached, and of its values from version 1 on, or some of the last.

    A message of a stream is a read without values, which began when the stream did.
    """

    match: str
    version: int
    values: tuple[str, ...]
    begin: float
    end: float
    kind: Literal["read", "stream", "final"] = "read"


@dataclass
class Faults:
    """The faults by kind, with the first of each as an example."""

    counts: dict[str, int] = field(default_factory=dict)
    examples: dict[str, str] = field(default_factory=dict)

    def add(self, kind: str, example: object) -> None:
        self.counts[kind] = self.counts.get(kind, 0) + 1
        self.examples.setdefault(kind, repr(example)[:400])

    @property
    def total(self) -> int:
        return sum(self.counts.values())


def check(operations: Iterable[Post | Read], faults: Faults) -> None:
    """Check the history of every match."""
    by_match: dict[str, tuple[list[Post], list[Read]]] = {}
    for operation in operations:
        posts, reads = by_match.setdefault(operation.match, ([], []))
        if isinstance(operation, Post):
            posts.append(operation)
        else:
            reads.append(operation)
    for posts, reads in by_match.values():
        _check_versions(posts, faults)
        _check_values(posts, reads, faults)
        _check_order(posts, reads, faults)


def _check_versions(posts: list[Post], faults: Faults) -> None:
    """Every version has one owner: no two posts with different keys are acknowledged as the same."""
    owners: dict[int, str] = {}
    for post in posts:
        if post.done and owners.setdefault(post.version, post.key) != post.key:
            faults.add("two_owners", post)


def _check_values(posts: list[Post], reads: list[Read], faults: Faults) -> None:
    """Reads show acknowledged values, and else what somebody had begun to post; all reads show the same."""
    acknowledged = {post.version: post.value for post in posts if post.done}
    begun: dict[tuple[int, str], float] = {}
    for post in posts:
        begin = begun.setdefault((post.version, post.value), post.begin)
        begun[post.version, post.value] = min(begin, post.begin)
    first: dict[int, str] = {}
    for read in reads:
        for version, value in enumerate(read.values, start=read.version - len(read.values) + 1):
            if begun.get((version, value), UNKNOWN) > read.end:
                faults.add("not_posted", (version, value, read))
            elif acknowledged.get(version, value) != value:
                faults.add("not_as_acknowledged", (version, value, acknowledged[version], read))
            elif first.setdefault(version, value) != value:
                faults.add("changed", (version, value, first[version], read))
        if read.version and not read.values and min(_begins(posts, read.version), default=UNKNOWN) > read.end:
            faults.add("not_posted", read)


def _begins(posts: list[Post], version: int) -> list[float]:
    return [post.begin for post in posts if post.version == version]


def _check_order(posts: list[Post], reads: list[Read], faults: Faults) -> None:
    """A read shows all that was acknowledged, or read by anybody, before it began."""
    known = [(post.end, post.version, "lost") for post in posts if post.done]
    known = sorted([*known, *((read.end, read.version, "went_back") for read in reads)])
    latest = {"lost": 0, "went_back": 0}
    place = 0
    for read in sorted(reads, key=lambda read: read.begin):
        while place < len(known) and known[place][0] < read.begin:
            latest[known[place][2]] = max(latest[known[place][2]], known[place][1])
            place += 1
        for kind, version in latest.items():
            if read.version < version:
                faults.add(kind, (version, read))
