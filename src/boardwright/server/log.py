"""The log of matches: their events in order, and nothing else. Every position is folded from it by the rules.

SQLite in a file, or PostgreSQL by its URL. Appends are optimistic: an append states the number of its event, and the
primary key (match, seq) accepts exactly one. No lock is ever held.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

import sqlalchemy as sa

from boardwright.server import metrics, statements, tables
from boardwright.server.clocks import Clock
from boardwright.server.database import READERS, open_migrated
from boardwright.server.failures import Complaints, StorageError, insist, patience
from boardwright.server.statements import Work
from boardwright.server.writer import Writer

if TYPE_CHECKING:
    from boardwright.server.announcements import Announcements

__all__ = ["Event", "Heading", "Log", "Seat", "StorageError"]

T = TypeVar("T")

NUL: Final = "\0"
"""PostgreSQL refuses it in a text, so no id has one; a request may."""

SWEEP: Final = 1000
"""Matches that `idle` brings up to date at a time."""


@dataclass(frozen=True)
class Event:
    """A line of the log.

    `action` is the index of a move, or 1 and 0 for an answer; `draw` is the draw of a move; `agent` and `seed`
    are set where an agent moved.
    """

    seq: int
    kind: str
    actor: int
    action: int | None
    draw: int | None
    key: str
    at: int
    state_digest: bytes
    agent: str | None = None
    seed: int | None = None


@dataclass(frozen=True)
class Seat:
    """A seat of a person or an agent. Only hashes of a token and of an invitation are stored; an agent has neither.

    `expires` is the time in ms until which the token is valid.
    """

    kind: str
    agent: str | None = None
    token: str | None = None
    invitation: str | None = None
    expires: int | None = None

    @property
    def joined(self) -> bool:
        """Whether the seat is taken."""
        return self.kind == "agent" or self.token is not None


@dataclass(frozen=True)
class Heading:
    """The data of a match apart from its events.

    `spectators_token` is the hash of the token that spectators need, None if anyone with the match's id may watch.
    `clock` is None if nobody's time is limited. With `help` people may ask agents also where they play against people.
    `chain` is the first of the matches that this one follows as a rematch, None if it follows none.
    """

    id: str
    game: str
    rules_version: int
    preset: str
    config: dict[str, Any]
    seats: tuple[Seat, ...]
    created: int
    spectators_token: str | None = None
    clock: Clock | None = None
    help: bool = False
    chain: str | None = None


Reseated = tuple[str, tuple[Seat, ...], tuple[Seat, ...]]
"""A match, its seats, and those that replace them."""


class Log:
    """A database, its single writer in this process, and its readers. Any thread may call it.

    Every method that talks to the database raises `StorageError` when that fails.
    """

    def __init__(self, url: str | sa.URL, *, group: int, writer: type[Writer] = Writer) -> None:
        self._engine = open_migrated(url)
        self.shared = self._engine.dialect.name != "sqlite"
        """Whether other processes may write to the database."""
        self._complaints = Complaints()
        self._readers = ThreadPoolExecutor(READERS, "log reader")
        self._writer = writer(self._engine, group, self._complaints)
        self._writer.start()
        self._announcements = _announcements(self._engine, self._complaints) if self.shared else None

    def close(self) -> None:
        """Write the waiting appends and close the database."""
        self._writer.close()
        if self._announcements is not None:
            self._announcements.close()
        self._readers.shutdown()
        self._engine.dispose()

    # -- writing

    async def create(self, heading: Heading, after: tuple[str, tuple[Seat, ...]] | None = None) -> bool:
        """Insert a new match. False if it is there already: it is left as it is.

        `after` is the match that it follows, with its seats; False also if these were replaced.
        """
        stored = {**asdict(heading), "config": _text(heading.config), "seats": _seats_text(heading.seats)}
        stored["active"] = heading.created
        stored["clock"] = None if heading.clock is None else _text(asdict(heading.clock))
        stored["help"] = int(heading.help)
        row = tuple(stored.get(column.name) for column in tables.match.columns)
        before = None if after is None else (after[0], _seats_text(after[1]))
        return bool(await self._write(statements.Create(row, before)))

    async def append(self, match: str, events: list[Event], result: dict[str, Any] | None = None) -> bool:
        """Append consecutive events, all or none. False if another event already has that number."""
        rows: list[statements.Row] = [(match, *_values(event)) for event in events]
        finish = None if result is None else (events[-1].at, _text(result), match)
        appended = bool(await self._write(statements.Append(rows, finish)))
        metrics.APPENDS.inc(len(rows) if appended else 0)
        return appended

    async def reseat(self, changes: Sequence[Reseated]) -> bool:
        """Replace the seats of matches. False if some were replaced meanwhile: then none is."""
        texts = [(match, _seats_text(before), _seats_text(after)) for match, before, after in changes]
        return bool(await self._write(statements.Reseat(texts)))

    async def beat(self, process: str, started: int, seen: int) -> None:
        """Note that a process has been alive from its start, a time in ms, until it was last seen."""
        await self._write(statements.Beat((process, started, seen)))

    async def ping(self) -> None:
        """Raise an error unless the database and its writer answer."""
        await self._write(lambda cursor, _: cursor.one("SELECT 1", ()))

    async def _write(self, work: Work) -> Any:
        return await self._writer.submit(work)

    # -- reading

    async def read(self, match: str, after: int = 0) -> tuple[Heading, list[Event]] | None:
        """Return a match and its events with numbers beyond `after`, or None."""
        return None if NUL in match else await self._read(self._match, match, after)

    async def head(self, match: str) -> tuple[int, tuple[Seat, ...]] | None:
        """Return the number of the last event of a match and its seats, or None: whether a cached match is current."""
        rows = [] if NUL in match else await self._read(self._rows, statements.HEAD, (match,))
        return (rows[0][0] or 0, _seats(rows[0][1])) if rows else None

    async def chain(self, first: str) -> list[tuple[str, tuple[Seat, ...]]]:
        """The matches that follow each other as rematches, from the first on, with their seats."""
        rows = await self._read(self._rows, statements.CHAIN, (first, first))
        return [(match, _seats(text)) for match, text in rows]

    async def uptimes(self, since: int) -> Sequence[tuple[str, int, int]]:
        """The processes that were alive at a time in ms or later, each with its start and when it was last seen."""
        return await self._read(self._rows, statements.UPTIMES, (since,))

    async def idle(self, before: int, limit: int) -> list[str]:
        """The ids of unfinished matches without an event (or a creation) since a time in ms, longest idle first."""
        while True:
            # The stored time is the true one or earlier. So the first of the index, once up to date, is truly first.
            rows = await self._read(self._rows, statements.OLDEST, (before, max(limit, SWEEP)))
            if all(active >= last for _, active, last in rows[:limit]):
                return [match for match, _, _ in rows[:limit]]
            behind = [(last, match) for match, active, last in rows if active < last]
            await self._write(statements.BringUpToDate(behind))

    def unfinished(self) -> list[str]:
        """The ids of unfinished matches, oldest first."""
        return [match for (match,) in self._rows(statements.UNFINISHED)]

    def every(self) -> list[str]:
        """The ids of all matches, oldest first."""
        return [match for (match,) in self._rows(statements.EVERY)]

    async def _read(self, reading: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, reading, *args)

    def _match(self, match: str, after: int) -> tuple[Heading, list[Event]] | None:
        stored = self._rows(statements.MATCH, (match,))
        if not stored:
            return None
        fields = dict(zip(tables.match.columns.keys(), stored[0]))
        fields = {name: fields[name] for name in Heading.__dataclass_fields__}
        clock = None if fields["clock"] is None else Clock(**json.loads(fields["clock"]))
        read = {
            "config": json.loads(fields["config"]),
            "seats": _seats(fields["seats"]),
            "clock": clock,
            "help": bool(fields["help"]),
        }
        heading = Heading(**{**fields, **read})
        return heading, [Event(*row[1:]) for row in self._rows(statements.EVENTS, (match, after))]

    def _rows(self, text: str, parameters: statements.Row = ()) -> Sequence[Any]:
        text = statements.in_style(text, self._engine.dialect.paramstyle)

        def attempt(again: bool) -> Sequence[Any]:
            with self._engine.connect() as connection:
                return connection.exec_driver_sql(text, parameters).all()

        return insist(attempt, patience(), self._complaints)

    # -- wake-ups across processes

    async def announce(self, match: str, seq: int) -> None:
        """Tell the other processes that a match has reached an event. Call it after the commit; it never fails."""
        if self._announcements is not None:
            self._announcements.announce(match, seq)

    async def listen(self, hear: Callable[[str | None], None]) -> None:
        """From now on call `hear`, on this event loop, with each match that another process announces.

        With None if announcements may have been missed, because the connection was lost and made anew. Does nothing
        on SQLite, which one process alone writes.
        """
        if self._announcements is not None:
            loop = asyncio.get_running_loop()
            await asyncio.wrap_future(self._announcements.listen(lambda match: _call(loop, hear, match)))


def _announcements(engine: sa.Engine, complaints: Complaints) -> Announcements:
    # It needs psycopg, which a server on SQLite does not.
    from boardwright.server.announcements import Announcements

    return Announcements(engine, complaints)


def _call(loop: asyncio.AbstractEventLoop, hear: Callable[[str | None], None], match: str | None) -> None:
    # A loop that was closed has no listeners any more.
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(hear, match)


def _values(event: Event) -> tuple[Any, ...]:
    return tuple(getattr(event, name) for name in _EVENT_FIELDS)


_EVENT_FIELDS: Final = [column.name for column in tables.event.columns if column.name != "match_id"]


def _text(data: Any) -> str:
    return json.dumps(data, sort_keys=True)


def _seats(text: str) -> tuple[Seat, ...]:
    return tuple(Seat(**seat) for seat in json.loads(text))


def _seats_text(seats: tuple[Seat, ...]) -> str:
    # As it was written before tokens expired: `reseat` compares the text.
    lasting = [
        {name: value for name, value in asdict(seat).items() if (name, value) != ("expires", None)} for seat in seats
    ]
    return _text(lasting)
