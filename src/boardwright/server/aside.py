"""Work of the rules beside the event loop: what may take long runs in a thread, so that nobody else waits for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from boardwright.core.game import Game

P = ParamSpec("P")
R = TypeVar("R")

LONG = 0.002
"""Seconds. A thread costs a tenth of a millisecond, so that quick work stays on the event loop."""


class Aside:
    """Decides by what the same function took last time for the same game. What it has not seen yet may take long."""

    def __init__(self) -> None:
        self._quick: set[tuple[Game, str]] = set()

    async def run(self, game: Game, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Call a function, on the event loop if it is known to be quick."""
        key = (game, function.__name__)
        plain = game.tier.plain_calls if game.tier is not None else 0
        began = time.perf_counter()
        try:
            if key in self._quick:
                return function(*args, **kwargs)
            return await asyncio.to_thread(function, *args, **kwargs)
        finally:
            # While a game runs as plain Python, a later call will read its machine code from disk.
            compiled = game.tier is None or game.tier.plain_calls == plain
            if compiled and time.perf_counter() - began < LONG:
                self._quick.add(key)
            else:
                self._quick.discard(key)
