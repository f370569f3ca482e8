"""A time limit for a search that runs in compiled code: another thread stops it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def clock(seconds: float, stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` after `seconds`, unless the block has ended by then. 0 means no limit."""
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
