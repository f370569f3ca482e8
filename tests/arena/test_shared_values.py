"""Values that pieces share travel to a process once, also to one that replaces a killed one."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import NamedTuple

from boardwright.arena.executors import IN_PROCESS, Executor, Shared


class Piece(NamedTuple):
    number: int
    shared: Shared[list[int]]
    fatal: Path | None = None


def place(piece: Piece) -> tuple[int, int, int]:
    """Return the piece's number, the shared sum, and an identity of the shared object in its process."""
    if piece.fatal is not None and not piece.fatal.exists():
        piece.fatal.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    value = piece.shared.get()
    return piece.number, sum(value), id(value)


def test_a_shared_value_is_read_once_in_a_process_and_ends_with_its_handle(two_workers: Executor) -> None:
    shared = two_workers.share([1, 2, 3])
    found = list(two_workers.begin(place, [Piece(number, shared) for number in range(8)]))
    assert [(number, total) for number, total, _ in found] == [(number, 6) for number in range(8)]
    assert len({identity for *_, identity in found}) <= 2  # one object a process
    path = shared._path  # type: ignore[attr-defined]
    assert path.is_file()
    del shared
    assert not path.exists()
    assert [entry[:2] for entry in IN_PROCESS.begin(place, [Piece(4, IN_PROCESS.share([5]))])] == [(4, 5)]


def test_pieces_under_way_survive_a_killed_process(two_workers: Executor, tmp_path: Path) -> None:
    shared = two_workers.share([7])
    fatal = {3: tmp_path / "three"}
    pieces = [Piece(number, shared, fatal.get(number)) for number in range(8)]
    assert [entry[:2] for entry in two_workers.begin(place, pieces)] == [(number, 7) for number in range(8)]
    assert all(path.exists() for path in fatal.values())
