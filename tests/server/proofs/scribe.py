"""A scribe writes matches straight into the log of a running server, with tokens and moves that a proof wants."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from boardwright.core import registry
from boardwright.core.game import Game
from boardwright.server import credentials, seating
from boardwright.server.log import Event, Heading, Log, Seat
from boardwright.server.matches import MOVE, LiveMatch

DAY = 24 * 3600 * 1000


@dataclass(frozen=True)
class Draft:
    """An event to write: a move with its draw, or another kind."""

    actor: int
    action: int | None = None
    draw: int | None = None
    kind: str = MOVE


@dataclass(frozen=True)
class Written:
    """A match in the log, and the tokens of its seats."""

    id: str
    tokens: tuple[str, ...]
    match: LiveMatch


class Scribe:
    """Writes to the log of a server. The server reads a match when somebody asks for it, so it finds these, too."""

    def __init__(self, url: sa.URL, key: bytes) -> None:
        self._log = Log(url, group=64)
        self._key = key
        self._loop = asyncio.new_event_loop()

    def __enter__(self) -> Scribe:
        return self

    def __exit__(self, *_: Any) -> None:
        self._log.close()
        self._loop.close()

    def write(
        self,
        game: Game,
        preset: str,
        drafts: Sequence[Draft],
        *,
        spectators: str | None = None,
        expires: int = DAY,
        invitation: str | None = None,
    ) -> Written:
        """Write a match of people. `expires` is the time in ms for which the tokens are still valid.

        With an `invitation` the last seat is free for whoever has it.
        """
        tokens = tuple(credentials.new_token() for _ in range(game.players))
        seats = [Seat("person", token=credentials.hashed(token), expires=seating.now() + expires) for token in tokens]
        if invitation is not None:
            seats[-1] = Seat("person", invitation=credentials.hashed(invitation))
        watching = None if spectators is None else credentials.hashed(spectators)
        number, at = secrets.token_urlsafe(12), seating.now()
        heading = Heading(number, game.name, game.version, preset, game.config, tuple(seats), at, watching)
        match, events = LiveMatch(heading, game, self._key), []
        for draft in drafts:
            event = Event(match.seq + 1, draft.kind, draft.actor, draft.action, draft.draw, "proof", at, b"")
            folded = match.fold([event])
            match.take(folded)
            events.append(folded[0].event)

        async def write() -> None:
            await self._log.create(heading)
            if events:
                assert await self._log.append(number, events, match.result(match.now))

        self._loop.run_until_complete(write())
        return Written(number, tokens, match)

    def read(self, match: str) -> tuple[Heading, list[Event]]:
        """A match as it is in the log."""
        logged = self._loop.run_until_complete(self._log.read(match))
        assert logged is not None
        return logged

    def digest(self, match: str) -> str:
        """A digest of all that the log has of a match."""
        return hashlib.sha256(repr(self.read(match)).encode()).hexdigest()


def load(game: str, preset: str = "standard") -> Game:
    """A game as the server has it: what is not compiled is played as plain Python."""
    return registry.load(game, preset, tiered=True)
