"""Measurements of a training run: complete, or discarded."""

from __future__ import annotations

from typing import Protocol, TypeVar


class Measured(Protocol):
    """A result of several games, which Ctrl-C may have ended early."""

    @property
    def complete(self) -> bool:
        """Whether all games were played."""
        ...


M = TypeVar("M", bound=Measured)


def whole(result: M) -> M:
    """Return a complete measurement. One that Ctrl-C ended early ends the run: no curve holds half a measurement."""
    if not result.complete:
        raise KeyboardInterrupt
    return result
