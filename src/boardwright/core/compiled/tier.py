"""Tiered execution: plain Python until there is machine code, call by call, with the same results.

A person's move is one row; plain Python takes milliseconds for it, the compiler seconds. A search needs the compiler:
it is refused with NotCompiled until the machine code is on disk, where another process puts it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from boardwright.core.compiled.compiler import INTERPRETED, Loop
from boardwright.core.errors import NotCompiled

MOST_ROWS = 1024
"""Plain Python does for this many rows of a light loop."""


class Tier:
    """The choice for one game. Once a loop has machine code, it is used for good."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._compiled: set[Loop[..., Any]] = set()
        self._files: dict[Loop[..., Any], list[Path]] = {}
        self.plain_calls = 0
        """The number of calls that have run as plain Python."""

        self.in_place = False
        """Whether to compile a search in this process rather than refuse it: nobody else will."""

    @property
    def interpreted(self) -> bool:
        """Whether a call has run as plain Python, so that there is something to compile."""
        return self.plain_calls > 0

    def interprets(self, loop: Loop[..., Any], args: tuple[Any, ...]) -> bool:
        """Whether a call runs as plain Python. Raises NotCompiled where it can only run as machine code."""
        if INTERPRETED:
            return True
        if loop in self._compiled:
            return False
        if loop.in_memory(*args) or self._on_disk(loop, args):
            self._compiled.add(loop)
            return False
        if loop.light and _rows(args) <= MOST_ROWS:
            self.plain_calls += 1
            return True
        if self.in_place:
            return False
        raise NotCompiled("not_compiled", game=self._game, loop=loop.__name__)

    def _on_disk(self, loop: Loop[..., Any], args: tuple[Any, ...]) -> bool:
        if loop not in self._files:
            self._files[loop] = loop.files(*args)
        return any(path.exists() for path in self._files[loop])


def _rows(args: tuple[Any, ...]) -> int:
    return max((len(arg) for arg in args if getattr(getattr(arg, "dtype", None), "names", None)), default=0)
