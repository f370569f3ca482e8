"""Wake-ups: "match m has reached event n". They may be lost or merged; a listener reads the events it lacks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping


class Wakeups:
    """The listeners of each match in this process."""

    def __init__(self) -> None:
        self._listening: dict[str, set[asyncio.Event]] = {}

    def wake(self, match: str) -> None:
        """Wake the listeners of a match. Called after its event is on disk, never before."""
        for news in self._listening.get(match, ()):
            news.set()

    def hear(self, match: str | None) -> None:
        """Wake the listeners of a match that another process announced; None: some may have been missed, wake all."""
        for number in (match,) if match is not None else tuple(self._listening):
            self.wake(number)

    def has(self, match: str) -> bool:
        """Whether somebody listens to a match."""
        return match in self._listening

    async def listen(self, match: str, reached: Callable[[], Awaitable[int]], after: int) -> AsyncIterator[int]:
        """Yield the number of the newest event after each wake-up; at once if it is beyond `after`."""
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

    async def listen_to_many(
        self, reached: Callable[[str], Awaitable[int]], after: Mapping[str, int]
    ) -> AsyncIterator[tuple[str, int]]:
        """Yield a match and its newest event, as `listen` does for each match of `after`, as they come."""
        heard: asyncio.Queue[tuple[str, int] | BaseException] = asyncio.Queue()

        async def hear(match: str) -> None:
            try:
                async for seq in self.listen(match, lambda: reached(match), after[match]):
                    heard.put_nowait((match, seq))
            except Exception as error:
                heard.put_nowait(error)  # the stream ends: its reader asks again

        hearing = [asyncio.create_task(hear(match)) for match in after]
        try:
            while True:
                news = await heard.get()
                if isinstance(news, BaseException):
                    raise news
                yield news
        finally:
            for task in hearing:
                task.cancel()
            await asyncio.gather(*hearing, return_exceptions=True)
