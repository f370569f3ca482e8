"""Progress of long work: one callback for matches, proofs, training and measurements."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol


class Progress(Protocol):
    """A progress callback. It may raise KeyboardInterrupt, which ends the work as Ctrl-C does."""

    def __call__(self, done: float, total: float | None, values: Mapping[str, float]) -> None:
        """Report `done` of `total` (None if unknown) and current figures."""
        ...


Tracker = Callable[[str], Progress]
"""Returns the callback of a stage, given the stage's name as it begins."""


def silent(done: float, total: float | None, values: Mapping[str, float]) -> None:
    """Ignore progress."""
