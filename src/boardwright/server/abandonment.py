"""The end of abandoned matches: nobody has moved for so long that nobody will."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from boardwright.core.errors import BoardwrightError
from boardwright.server.catalogue import Catalogue
from boardwright.server.commands import SERVER
from boardwright.server.failures import StorageError
from boardwright.server.log import Event, Log
from boardwright.server.match_cache import MatchCache
from boardwright.server.matches import ABANDON, SERVER_ACTOR, LiveMatch, chained_digest, start_digest
from boardwright.server.seating import DAY, now

logger = logging.getLogger(__name__)

BATCH: Final = 100
PAUSE: Final = 1.0
"""Seconds between two batches, so that a million abandoned matches do not keep the log busy."""

RESULT: Final = {"returns": None, "truncated": False, "resigned": None, "abandoned": True, "timeout": None}


class Abandonment:
    """Ends matches in which nothing has happened for some days. An abandoned match has no result.

    `judge` ends a match in which a player's time is over.
    """

    def __init__(
        self,
        log: Log,
        key: bytes,
        catalogue: Catalogue,
        matches: MatchCache,
        judge: Callable[[LiveMatch], Awaitable[LiveMatch]],
        days: float,
    ) -> None:
        self._log = log
        self._key = key
        self._catalogue = catalogue
        self._matches = matches
        self._judge = judge
        self._days = days

    async def run(self, every: float) -> None:
        """End what is abandoned, then again every so many seconds, until cancelled."""
        while True:
            try:
                while await self.sweep(now()) == BATCH:
                    await asyncio.sleep(PAUSE)
            except StorageError:
                pass  # the log has said so; the next time may do
            await asyncio.sleep(every)

    async def sweep(self, time: int) -> int:
        """End a batch of matches, and return their number."""
        ended = 0
        for number in await self._log.idle(int(time - self._days * DAY), BATCH):
            try:
                ended += await self._end(number, time)
            except StorageError:
                raise
            except BoardwrightError as error:
                logger.error("match %s is abandoned and cannot be ended: %s", number, error)
        if ended:
            logger.info("%s abandoned matches ended", ended)
        return ended

    async def _end(self, number: str, time: int) -> bool:
        """End a match, unless somebody has moved in this very moment."""
        logged = await self._log.read(number)
        assert logged is not None
        heading, events = logged
        if heading.clock is not None and (await self._judge(await self._matches.get(number))).finished:
            return True  # nobody has looked since a player's time was over
        # The position is not needed: the last digest says what the match was.
        if events:
            seq, previous = events[-1].seq, events[-1].state_digest
        else:
            game = await asyncio.to_thread(self._catalogue.game_of, heading.game, heading.config)
            seq, previous = 0, start_digest(self._key, heading, game.new())
        event = Event(seq + 1, ABANDON, SERVER_ACTOR, None, None, SERVER, time, b"")
        event = replace(event, state_digest=chained_digest(self._key, previous, event, None))
        done = await self._log.append(number, [event], RESULT)
        self._matches.drop(number)
        return done
