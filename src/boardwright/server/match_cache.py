"""The matches in memory. Each is folded from the log when somebody asks for it; the least recently used leave first."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

from boardwright.core.errors import BoardwrightError
from boardwright.core.game import Game
from boardwright.server import credentials
from boardwright.server.aside import Aside, Kind
from boardwright.server.catalogue import Catalogue
from boardwright.server.log import Heading, Log
from boardwright.server.matches import Folded, LiveMatch
from boardwright.server.problems import Refusal

logger = logging.getLogger(__name__)


class MatchCache:
    """Matches by id. `loaded` is called with each match that comes from the log.

    Where other processes write to the same log, every use of a match is preceded by a look at its last event.
    """

    def __init__(
        self,
        log: Log,
        key: bytes,
        catalogue: Catalogue,
        aside: Aside,
        size: int,
        loaded: Callable[[LiveMatch], None],
    ) -> None:
        self._log = log
        self._key = key
        self._catalogue = catalogue
        self._aside = aside
        self._size = size
        self._loaded = loaded
        self._matches: OrderedDict[str, LiveMatch] = OrderedDict()
        self._loading: dict[str, asyncio.Task[LiveMatch | None]] = {}
        self._changed: set[str] = set()
        self._configs: WeakKeyDictionary[Game, dict[str, Any]] = WeakKeyDictionary()

    def __len__(self) -> int:
        return len(self._matches)

    async def get(self, number: str) -> LiveMatch:
        """Return a match as it is in the log. 404 if there is none."""
        while True:
            match = self._matches.get(number)
            if match is not None and (not self._log.shared or await self._is_current(match)):
                if number in self._matches:
                    self._matches.move_to_end(number)
                return match
            # Requests that come meanwhile wait for the same task; one of them may be cancelled.
            began_before = number in self._loading
            if not began_before:
                task = asyncio.create_task(self._load(number))
                self._loading[number] = task
                task.add_done_callback(lambda _: self._loading.pop(number, None))
            match = await asyncio.shield(self._loading[number])
            if match is None:
                raise Refusal(404, "no_such_match", match=number)
            # A task that began before this request may have read the log before another process wrote to it.
            if not (began_before and self._log.shared):
                return match

    def peek(self, number: str) -> LiveMatch | None:
        """A match if it is in memory, as it was when it was last read."""
        return self._matches.get(number)

    def keep(self, match: LiveMatch) -> None:
        """Keep a match in memory."""
        self._matches[match.heading.id] = match
        self._matches.move_to_end(match.heading.id)
        while len(self._matches) > self._size:
            self._matches.popitem(last=False)

    def take(self, number: str, folded: Sequence[Folded]) -> None:
        """Add events that are in the log now."""
        kept, first = self._matches.get(number), folded[0].event.seq
        if number in self._loading:
            self._changed.add(number)
        if kept is not None and kept.seq == first - 1:
            kept.take(folded)
        elif kept is not None and kept.seq < first:
            del self._matches[number]

    def drop(self, number: str) -> None:
        """Forget a match: the log has something that it lacks."""
        self._matches.pop(number, None)
        if number in self._loading:
            self._changed.add(number)

    async def _is_current(self, match: LiveMatch) -> bool:
        return await self._log.head(match.heading.id) == (match.seq, match.seats)

    async def _load(self, number: str) -> LiveMatch | None:
        """Read a match from the log. Return None if there is none.

        An error would be logged by asyncio if all requests that wait for it were cancelled.
        """
        while True:
            self._changed.discard(number)
            kept = self._matches.get(number)
            # A copy, because the match may go on while the log is read, and would then take its own events again.
            known = None if kept is None else kept.copy()
            logged = await self._log.read(number, after=0 if known is None else known.seq)
            if logged is None:
                return None
            heading, events = logged
            try:
                match = await self._blank(heading) if known is None else known.copy(heading)
                await self._aside.thread(Kind.RULES, match.game, match.refold, events)
            except BoardwrightError as error:
                logger.error("match %s cannot be taken up: %s", number, error)
                raise Refusal(500, error.code, **error.params) from error
            if match.finished:
                following = credentials.following(self._key, number)
                match.rematch = None if await self._log.head(following) is None else following
            # A request that still holds the match, though it has left the memory, may have added to the log meanwhile.
            if number not in self._changed:
                self.keep(match)
                self._loaded(match)
                return match

    async def _blank(self, heading: Heading) -> LiveMatch:
        game = await self._aside.thread(Kind.FILES, None, self._catalogue.game_of, heading.game, heading.config)
        # One configuration for all matches of a game: a scenario is larger than a match.
        shared = self._configs.setdefault(game, heading.config)
        return LiveMatch(replace(heading, config=shared) if shared == heading.config else heading, game, self._key)
