"""The progress of compilation: functions done of those that a loop reaches, and an estimate of the time left."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from numba.core import event

from boardwright.core.compiled.fingerprint import reached, source_of
from boardwright.core.compiled.kernels import in_signature
from boardwright.core.words import Word, say

INTERVAL = 5.0
"""Seconds between two lines about the progress."""

LAST_STEP = 0.5
"""The time that LLVM takes for a whole loop, as a part of the time that its functions took: 0.3 to 0.6 were seen."""


class CompileProgress(NamedTuple):
    """Functions compiled, of all that are needed, and about how many seconds are left."""

    done: int
    total: int
    seconds: float


class ProgressListener(event.Listener):  # type: ignore[misc]  # compiled only; Numba ships no types
    """Calls `tell` whenever a function was compiled. Register it for `numba:compile`."""

    def __init__(self, tell: Callable[[CompileProgress], None]) -> None:
        self._tell = tell
        self._depth = 0
        self._wanted: set[Any] = set()
        self._done: set[Any] = set()
        self._began = 0.0

    def begin(self) -> None:
        """Count from 0: what comes now is for another request."""
        self._wanted -= self._done
        self._done.clear()
        self._began = time.monotonic()

    def on_start(self, event: Any) -> None:
        """Add what a loop reaches to what is wanted."""
        if self._depth == 0:
            dispatcher = event.data["dispatcher"]
            games = in_signature(event.data["args"])
            for home, kernels in [(game.home, game.plain) for game in games] or [("", {})]:
                self._wanted |= {function.__code__ for function in reached([dispatcher], home, kernels)}
        self._depth += 1

    def on_end(self, event: Any) -> None:
        """Count a function."""
        self._depth -= 1
        self._done |= {source_of(event.data["dispatcher"]).__code__} & self._wanted
        self._tell(self.now())

    def now(self) -> CompileProgress:
        """The progress of this moment."""
        done, total = len(self._done), len(self._wanted)
        each = (time.monotonic() - self._began) / max(done, 1)
        return CompileProgress(done, total, each * (total - done + LAST_STEP * total * (self._depth > 0)))


class ProgressPrinter(ProgressListener):  # compiled only
    """Prints a line to stderr from time to time: the functions compiled, of those that are known to be needed."""

    def __init__(self) -> None:
        super().__init__(self._print)
        self._last = time.monotonic()

    def _print(self, progress: CompileProgress) -> None:
        now = time.monotonic()
        if now - self._last >= INTERVAL and not os.environ.get("BOARDWRIGHT_QUIET"):
            self._last = now
            word = Word("compiling_progress", {"done": progress.done, "total": progress.total})
            print(say(word), file=sys.stderr, flush=True)  # noqa: T201 - stderr is where such a line belongs
