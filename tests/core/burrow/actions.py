"""What a mole can do. A flag has a row: an error about it must not mistake it for the row of a batch."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Roll:
    """Run as far as a die says."""


@dataclass(frozen=True)
class Hide:
    """Dig in at a place that the other does not see."""


@dataclass(frozen=True)
class Flag:
    """Put a flag on one of four cells."""

    row: int
    col: int


@dataclass(frozen=True)
class Collapse:
    """Bring the rules to a dead end."""


@dataclass(frozen=True)
class Resign:
    """For people only."""
