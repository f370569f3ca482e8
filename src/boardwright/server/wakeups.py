"""Wake-ups: "match m has reached event n". They may be lost or come together; whoever wakes reads what it lacks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable


class Wakeups:
    """Who listens to which match."""

    def __init__(self) -> None:
        self._listening: dict[str, set[asyncio.Event]] = {}

    def wake(self, match: str) -> None:
        """Something happened in a match. Called after it is on disk, never before."""
        for each in self._listening.get(match, ()):
            each.set()

    async def listen(self, match: str, reached: Callable[[], Awaitable[int]], after: int) -> AsyncIterator[int]:
        """The newest event each time there is news; at once if there is one beyond `after`."""
        news = asyncio.Event()
        self._listening.setdefault(match, set()).add(news)
        try:
            now = await reached()
            if now > after:
                yield now
            while True:
                await news.wait()
                news.clear()
                yield await reached()
        finally:
            listeners = self._listening[match]
            listeners.discard(news)
            if not listeners:
                del self._listening[match]
