"""Budgets of a search that runs in compiled code: nodes, and time, which another thread keeps."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

NO_BUDGET: Final = 1 << 62
"""More nodes than any search visits: another budget ends it."""


@contextmanager
def clock(seconds: float, stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` after so many seconds, unless what is inside has ended; never for 0."""
    if not seconds:
        yield
        return
    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
