"""Work of the rules beside the event loop: what may take long runs in a thread, so that nobody else waits for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from boardwright.core.game import Game

P = ParamSpec("P")
R = TypeVar("R")

LONG = 0.002
"""Seconds. A thread costs a tenth of a millisecond, so that quick work stays on the event loop."""


class Aside:
    """Decides by what the same function took last time for the same game. What it has not seen yet may take long."""

    def __init__(self) -> None:
        # Weakly: a game with chosen numbers ends with its matches.
        self._quick: WeakKeyDictionary[Game, set[str]] = WeakKeyDictionary()

    async def run(self, game: Game, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Call a function, on the event loop if it is known to be quick."""
        quick, name = self._quick.setdefault(game, set()), function.__name__
        plain = game.tier.plain_calls if game.tier is not None else 0
        # Time of this thread alone: on a busy machine everything takes long by the clock.
        took = 0.0

        def timed() -> R:
            nonlocal took
            began = time.thread_time()
            try:
                return function(*args, **kwargs)
            finally:
                took = time.thread_time() - began

        try:
            return timed() if name in quick else await asyncio.to_thread(timed)
        finally:
            # While a game runs as plain Python, a later call will read its machine code from disk.
            compiled = game.tier is None or game.tier.plain_calls == plain
            if compiled and took < LONG:
                quick.add(name)
            else:
                quick.discard(name)
