"""The actions of a mole. A flag has a row, which an error must not confuse with the row of a batch."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Roll:
    """Run as far as a die says."""


@dataclass(frozen=True)
class Hide:
    """Dig in at a place hidden from the other."""


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
