"""The cache of matches while the log is being read: another process may write meanwhile, and this one, too."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import boardwright
from boardwright.server import settings
from boardwright.server.aside import Aside
from boardwright.server.catalogue import Catalogue
from boardwright.server.limits import Limits
from boardwright.server.log import Event, Heading, Log, Seat
from boardwright.server.match_cache import MatchCache
from boardwright.server.matches import MOVE, Folded, LiveMatch

KEY = b"key"
GAME = boardwright.load("tic_tac_toe")
HEADING = Heading("m", GAME.name, GAME.version, "standard", GAME.config, (Seat("person"),) * 2, 0)


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    made = Log(f"sqlite:///{tmp_path / 'log.sqlite'}", group=1)
    made.shared = True
    yield made
    made.close()


class Held:
    """A log whose reading waits, before or after it reads, until it is let go."""

    def __init__(self, log: Log, *, before: bool) -> None:
        self._read = log.read
        self._before = before
        self.begun, self.go = asyncio.Event(), asyncio.Event()
        log.read = self.read  # type: ignore[method-assign]

    async def read(self, match: str, after: int = 0) -> Any:
        if self._before:
            await self._wait()
            return await self._read(match, after)
        logged = await self._read(match, after)
        await self._wait()
        return logged

    async def _wait(self) -> None:
        self.begun.set()
        await self.go.wait()


def first_move() -> list[Folded]:
    return LiveMatch(HEADING, GAME, KEY).fold([Event(1, MOVE, 0, 4, None, "k", 0, b"")])


def run(log: Log, scenario: Callable[[MatchCache], Awaitable[LiveMatch]]) -> LiveMatch:
    async def prepared() -> LiveMatch:
        await log.create(HEADING)
        return await scenario(
            MatchCache(log, KEY, Catalogue(settings.read().agents), Aside(Limits(settings.read())), 10, lambda _: None)
        )

    return asyncio.run(prepared())


def test_a_request_is_not_answered_by_a_reading_that_began_before_another_process_wrote(log: Log) -> None:
    async def scenario(cache: MatchCache) -> LiveMatch:
        held = Held(log, before=False)
        earlier = asyncio.create_task(cache.get("m"))
        await held.begun.wait()
        assert await log.append("m", [first_move()[0].event])  # as another process does: the cache is not told
        later = asyncio.create_task(cache.get("m"))
        await asyncio.sleep(0)
        held.go.set()
        await earlier
        return await later

    assert run(log, scenario).seq == 1


def test_a_match_that_goes_on_while_the_log_is_read_does_not_take_its_own_event_twice(log: Log) -> None:
    async def scenario(cache: MatchCache) -> LiveMatch:
        await cache.get("m")

        async def never(match: LiveMatch) -> bool:
            return False

        cache._is_current = never  # type: ignore[method-assign]
        held = Held(log, before=True)
        reading = asyncio.create_task(cache.get("m"))
        await held.begun.wait()
        folded = first_move()
        assert await log.append("m", [folded[0].event])
        cache.take("m", folded)
        held.go.set()
        return await reading

    assert run(log, scenario).seq == 1
