"""The exception of a broken law for environments, with the actions that led there and the facts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class Broken(Exception):
    """A law is broken after these actions."""

    def __init__(self, history: Sequence[int], facts: dict[str, Any]) -> None:
        super().__init__(facts)
        self.history, self.facts = list(history), facts


def require(holds: Any, history: Sequence[int] = (), **facts: Any) -> None:
    """Break the law unless `holds`."""
    if not bool(holds):
        raise Broken(history, facts)
