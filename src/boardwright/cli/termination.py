"""SIGTERM, which batch systems and containers send before they kill, ends a command as Ctrl-C does, keeping results."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

TERMINATED = 128 + signal.SIGTERM
"""The exit status after SIGTERM, as shells have it."""


@contextmanager
def ending_in_order() -> Iterator[list[int]]:
    """Let the first SIGTERM raise KeyboardInterrupt; a second one ends the process at once. Yield those received."""
    received: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        received.append(number)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield received
    finally:
        signal.signal(signal.SIGTERM, before)
