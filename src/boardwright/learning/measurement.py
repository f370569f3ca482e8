"""Measurements that a run of training makes of itself: whole, or not at all."""

from __future__ import annotations

from typing import Protocol, TypeVar


class Measured(Protocol):
    """Games that were asked for; Ctrl-C may have ended them early."""

    @property
    def complete(self) -> bool:
        """Whether all of them were played."""
        ...


M = TypeVar("M", bound=Measured)


def whole(found: M) -> M:
    """What was measured. Where Ctrl-C ended it, Ctrl-C ends the run: half a measurement is in no curve."""
    if not found.complete:
        raise KeyboardInterrupt
    return found
