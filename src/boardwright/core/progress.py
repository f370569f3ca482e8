"""How far a long piece of work is: one callback for matches, proofs, training and measurements."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol


class Progress(Protocol):
    """Is called as work goes on. It may raise KeyboardInterrupt, which ends the work as Ctrl-C does."""

    def __call__(self, done: float, total: float | None, values: Mapping[str, float]) -> None:
        """`done` of `total`, None where that is not known, and figures on the way."""
        ...


Tracker = Callable[[str], Progress]
"""Is given the name of a stage as it begins, and returns the callback of that stage."""


def silent(done: float, total: float | None, values: Mapping[str, float]) -> None:
    """Progress that nobody watches."""
