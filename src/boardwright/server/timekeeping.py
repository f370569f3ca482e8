"""The timekeeper of a process: it notes that a server is alive, reads clocks, and ends matches whose time is over."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from boardwright.server import clocks
from boardwright.server.clocks import Reading, Span
from boardwright.server.commands import SERVER
from boardwright.server.failures import StorageError
from boardwright.server.log import Event, Log
from boardwright.server.match_cache import MatchCache
from boardwright.server.matches import TIMEOUT, Folded, LiveMatch
from boardwright.server.problems import Refusal
from boardwright.server.seating import now
from boardwright.server.wakeups import Wakeups

BEAT_SECONDS: Final = 5.0
"""Interval of the heartbeat."""

LOST: Final = 15_000
"""After so many ms without a heartbeat a process counts as dead since the last: asleep, or without its database."""

OVERLAP: Final = 60_000
"""Spans of others that ended so many ms before the last look are read again: clocks of machines differ."""

SLACK: Final = 0.01
"""Seconds that a timer waits longer than the time that is left, as timers may be early."""

Append = Callable[[LiveMatch, Sequence[Folded]], Awaitable[bool]]


class Timekeeper:
    """Clocks run while a process writes its heartbeat; a timer wakes those who watch when a player's time is over."""

    def __init__(self, log: Log, matches: MatchCache, append: Append, wakeups: Wakeups) -> None:
        self._log = log
        self._matches = matches
        self._append = append
        self._wakeups = wakeups
        # All of the past: the clocks of finished matches are read by it, too.
        self._alive: list[Span] = []
        self._own: Span | None = None
        self._process = ""
        self._looked: int | None = None
        self._timers: dict[str, tuple[int, asyncio.TimerHandle]] = {}
        self._beating: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin the heartbeat."""
        await self._beat()
        self._beating = asyncio.create_task(self._run())

    async def close(self) -> None:
        """End the heartbeat with a last one."""
        for _, timer in self._timers.values():
            timer.cancel()
        if self._beating is not None:
            self._beating.cancel()
            await self._beat()

    def read(self, match: LiveMatch, at: int | None = None) -> Reading | None:
        """Read the clocks of a match, None if it has none."""
        clock = match.heading.clock
        if clock is None:
            return None
        people = [seat.agent is None for seat in match.seats]
        time = now() if at is None else at
        return clocks.read(clock, people, match.ticks, match.now.to_move, time, self._union(time))

    async def judge(self, match: LiveMatch) -> LiveMatch:
        """Return the match as it is now: if a player's time is over, so is the match, by an event in the log."""
        while (reading := self.read(match)) is not None and reading.over:
            assert reading.running is not None
            event = Event(match.seq + 1, TIMEOUT, reading.running, None, None, SERVER, reading.at, b"")
            copied = match.copy()
            # A reader who leaves does not tear the event from the match in memory.
            await asyncio.shield(self._append(copied, copied.fold([event])))
            match = await self._matches.get(match.heading.id)
        if reading is not None:
            self._set_timer(match, reading)
        return match

    async def require_time(self, match: LiveMatch, at: int) -> None:
        """Refuse an event that comes too late, at a time in ms."""
        reading = self.read(match, at)
        # Another process may have appended meanwhile: the log decides.
        if reading is not None and reading.over and (await self.judge(match)).now.timeout is not None:
            raise Refusal(409, "time_over", seat=reading.running)

    def _set_timer(self, match: LiveMatch, reading: Reading) -> None:
        """Wake those who watch when the running time is over. They read the match, and that ends it."""
        number = match.heading.id
        if number in self._timers and self._timers[number][0] != match.seq:
            self._timers.pop(number)[1].cancel()
        if reading.running is None or number in self._timers or not self._wakeups.has(number):
            return
        left = reading.left[reading.running]
        assert left is not None
        timer = asyncio.get_running_loop().call_later(left / 1000 + SLACK, self._wake, number)
        self._timers[number] = (match.seq, timer)

    def _wake(self, number: str) -> None:
        del self._timers[number]
        self._wakeups.wake(number)

    def _union(self, time: int) -> list[Span]:
        own = self._own
        running = own is not None and own.seen < time <= own.seen + LOST
        return clocks.with_spans(self._alive, [Span(own.started, time)] if running and own is not None else [])

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            await self._beat()

    async def _beat(self) -> None:
        """Note that this process is alive, and read how long the others have been. If the log fails, it is not."""
        time, own = now(), self._own
        if own is None or time - own.seen > LOST:
            self._process, own = secrets.token_hex(8), Span(time, time)
        with contextlib.suppress(StorageError):  # the log has said so
            await self._log.beat(self._process, own.started, time)
            self._own = Span(own.started, time)
            self._alive = clocks.with_spans(self._alive, [self._own])
            if self._looked is None or self._log.shared:
                since = 0 if self._looked is None else self._looked - OVERLAP
                seen = [Span(*span) for _, *span in await self._log.uptimes(since)]
                self._alive = clocks.with_spans(self._alive, seen)
                self._looked = time
