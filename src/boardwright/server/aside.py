"""Work beside the event loop: what may take long runs in a thread, so that nobody else waits for it.

Each kind of work has threads of its own, and payers have their turns one after the other. What the work took is counted
for its payer. Counted for nobody is what a game takes as plain Python, while its machine code is made, and the first
call of a function, which may read machine code from disk.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import Enum
from functools import partial
from typing import Any, Generic, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from boardwright.core.game import Game
from boardwright.server.limits import PAYER, Limits
from boardwright.server.rounds import Rounds

P = ParamSpec("P")
R = TypeVar("R")

LONG = 0.002
"""Seconds. A thread costs a tenth of a millisecond, so that quick work stays on the event loop."""


class Kind(Enum):
    """What work is about, with the number of its threads. Files are read once, for everybody."""

    RULES = ("rules", 2)
    PUZZLES = ("puzzles", 1)
    FILES = ("files", 2)


class Lane:
    """The threads of a kind of work. Of several nobody has all."""

    def __init__(self, name: str, threads: int) -> None:
        self._threads = ThreadPoolExecutor(threads, name)
        self._free = threads
        self._rounds: Rounds[tuple[Callable[[], Any], asyncio.Future[Any]]] = Rounds(max(1, threads - 1))

    async def run(self, payer: str, call: Callable[[], R]) -> R:
        """Call a function in a thread, when it is the payer's turn."""
        future: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self._rounds.put(payer, (call, future))
        self._begin()
        return await future

    def close(self) -> None:
        """Begin nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _begin(self) -> None:
        while self._free and (taken := self._rounds.take()) is not None:
            payer, (call, future) = taken
            if future.done():  # its client has left
                self._rounds.done(payer)
                continue
            self._free -= 1
            running = asyncio.get_running_loop().run_in_executor(self._threads, call)
            running.add_done_callback(partial(self._ended, payer, future))

    def _ended(self, payer: str, future: asyncio.Future[Any], running: asyncio.Future[Any]) -> None:
        self._free += 1
        self._rounds.done(payer)
        error = None if running.cancelled() else running.exception()
        if running.cancelled():
            future.cancel()
        elif not future.done():
            if error is None:
                future.set_result(running.result())
            else:
                future.set_exception(error)
        self._begin()


class Aside:
    """Runs work on the event loop or beside it."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._lanes = {kind: Lane(*kind.value) for kind in Kind}
        # Weakly: a game with chosen numbers ends with its matches.
        self._quick: WeakKeyDictionary[Game, set[tuple[str, int]]] = WeakKeyDictionary()
        self._called: WeakKeyDictionary[Game, set[str]] = WeakKeyDictionary()

    async def run(self, game: Game, size: int, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Call a function about so many events of a game: on the event loop if it is known to be quick.

        What counts is what the same function took last time for the same game and about as many events. What it has
        not seen yet may take long.
        """
        quick, known = self._quick.setdefault(game, set()), (function.__name__, size.bit_length())
        measured = _Measured(game, function.__name__, partial(function, *args, **kwargs))
        try:
            return measured() if known in quick else await self._lanes[Kind.RULES].run(PAYER.get(), measured)
        finally:
            if measured.seconds is not None:
                if measured.compiled and measured.seconds < LONG:
                    quick.add(known)
                else:
                    quick.discard(known)
            self._count(measured, PAYER.get())

    async def thread(
        self, kind: Kind, game: Game | None, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs
    ) -> R:
        """Call a function in a thread. Where it is about a game that is known already, that says what is counted."""
        measured, payer = _Measured(game, function.__name__, partial(function, *args, **kwargs)), PAYER.get()
        try:
            return await self._lanes[kind].run(payer, measured)
        finally:
            if kind is not Kind.FILES:
                self._count(measured, payer)

    def close(self) -> None:
        """End the threads."""
        for lane in self._lanes.values():
            lane.close()

    def _count(self, measured: _Measured[Any], payer: str) -> None:
        if not measured.compiled or measured.seconds is None:
            return
        if measured.game is not None:
            called = self._called.setdefault(measured.game, set())
            if measured.name not in called:
                called.add(measured.name)
                return
        self._limits.add_work(1000 * measured.seconds, payer)


class _Measured(Generic[R]):
    """A call, with the seconds of the processor that it took. `compiled`: none of it ran as plain Python instead."""

    def __init__(self, game: Game | None, name: str, call: Callable[[], R]) -> None:
        self.game = game
        self.name = name
        self._tier = None if game is None else game.tier
        self._call = call
        self.seconds: float | None = None  # not called yet, or still running
        self.compiled = True

    def __call__(self) -> R:
        plain = 0 if self._tier is None else self._tier.plain_calls
        # Time of this thread alone: on a busy machine everything takes long by the clock.
        began = time.thread_time()
        try:
            return self._call()
        finally:
            self.seconds = time.thread_time() - began
            # While a game runs as plain Python, a later call will read its machine code from disk.
            self.compiled = self._tier is None or self._tier.plain_calls == plain
