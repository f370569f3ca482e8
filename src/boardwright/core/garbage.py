"""The garbage collector of a process that answers requests for a long time."""

from __future__ import annotations

import gc

YOUNG = 20_000
"""Allocations between two collections of young garbage. By Python's own 700 there were 28 a second under load."""


def collect_rarely() -> None:
    """Let the garbage collector pass over what was loaded so far, and run less often.

    The modules are a quarter of a million objects, which live as long as the process: each full collection would look
    at all of them, for 150 ms in which nobody is answered.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, 20, 20)
