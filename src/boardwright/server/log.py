"""The log of matches: their events in order, and nothing else. Every position is folded from it by the rules.

SQLite in a file; another database is another URL. Appends are optimistic: an append states the number of its event,
and the primary key (match, seq) accepts exactly one. No lock is ever held.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from boardwright.server import metrics, migrations, tables
from boardwright.server.writer import Work, Writer

_INSERTS: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


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
    """A seat of a person or an agent. Only hashes of a token and of an invitation are stored; an agent has neither."""

    kind: str
    agent: str | None = None
    token: str | None = None
    invitation: str | None = None

    @property
    def joined(self) -> bool:
        """Whether the seat is taken."""
        return self.kind == "agent" or self.token is not None


@dataclass(frozen=True)
class Heading:
    """The data of a match apart from its events."""

    id: str
    game: str
    rules_version: int
    preset: str
    config: dict[str, Any]
    seats: tuple[Seat, ...]
    created: int


class Log:
    """A database and its single writer. Any thread may read."""

    def __init__(self, url: str, *, group: int, writer: type[Writer] = Writer) -> None:
        self._engine = sa.create_engine(url)
        self._insert = _INSERTS[self._engine.dialect.name]
        if self._engine.dialect.name == "sqlite":
            sa.event.listen(self._engine, "connect", _durable)
        _migrate(self._engine)
        self._writer = writer(self._engine, group)
        self._writer.start()

    def close(self) -> None:
        """Write the waiting appends and close the database."""
        self._writer.close()
        self._engine.dispose()

    # -- writing

    async def create(self, heading: Heading) -> None:
        """Insert a new match."""
        row = {**asdict(heading), "config": _text(heading.config), "seats": _seats_text(heading.seats)}

        def work(connection: sa.Connection) -> None:
            connection.execute(sa.insert(tables.match), row)

        await self._write(work)

    async def append(self, match: str, events: list[Event], result: dict[str, Any] | None = None) -> bool:
        """Append consecutive events, all or none. False if another event already has that number."""
        rows = [{"match_id": match, **asdict(event)} for event in events]
        key = [tables.event.c.match_id, tables.event.c.seq]
        insert = self._insert(tables.event).on_conflict_do_nothing(index_elements=key)

        def work(connection: sa.Connection) -> bool:
            # If the first number is free the later ones are: the log has no gaps.
            for row in rows:
                if connection.execute(insert, row).rowcount == 0:
                    return False
            if result is not None:
                values = {"finished": rows[-1]["at"], "result": _text(result)}
                connection.execute(sa.update(tables.match).where(tables.match.c.id == match).values(values))
            return True

        appended = bool(await self._write(work))
        metrics.APPENDS.inc(len(rows) if appended else 0)
        return appended

    async def reseat(self, match: str, before: tuple[Seat, ...], after: tuple[Seat, ...]) -> bool:
        """Replace the seats. False if they were replaced meanwhile."""
        c = tables.match.c
        update = sa.update(tables.match).where(c.id == match, c.seats == _seats_text(before))

        def work(connection: sa.Connection) -> bool:
            return connection.execute(update.values(seats=_seats_text(after))).rowcount == 1

        return bool(await self._write(work))

    async def ping(self) -> None:
        """Raise an error unless the database and its writer answer."""
        await self._write(lambda connection: connection.execute(sa.select(tables.match.c.id).limit(1)).first())

    async def _write(self, work: Work) -> Any:
        return await asyncio.wrap_future(self._writer.submit(work))

    # -- reading

    def read(self, match: str) -> tuple[Heading, list[Event]] | None:
        """Return a match and all its events, or None."""
        c = tables.event.c
        with self._engine.connect() as connection:
            stored = connection.execute(sa.select(tables.match).where(tables.match.c.id == match)).mappings().first()
            if stored is None:
                return None
            rows = connection.execute(sa.select(tables.event).where(c.match_id == match).order_by(c.seq)).mappings()
            events = [Event(**{name: row[name] for name in Event.__dataclass_fields__}) for row in rows]
        fields = {name: stored[name] for name in Heading.__dataclass_fields__}
        seats = tuple(Seat(**seat) for seat in json.loads(stored["seats"]))
        return Heading(**{**fields, "config": json.loads(stored["config"]), "seats": seats}), events

    def unfinished(self) -> list[str]:
        """The ids of unfinished matches, oldest first."""
        c = tables.match.c
        with self._engine.connect() as connection:
            return list(connection.scalars(sa.select(c.id).where(c.finished.is_(None)).order_by(c.created)))

    def every(self) -> list[str]:
        """The ids of all matches, oldest first."""
        with self._engine.connect() as connection:
            return list(connection.scalars(sa.select(tables.match.c.id).order_by(tables.match.c.created)))


def _durable(connection: Any, _: Any) -> None:
    # WAL lets readers read while the writer writes; FULL waits for the disk at every commit.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _migrate(engine: sa.Engine) -> None:
    from alembic import command
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", str(Path(migrations.__file__).parent).replace("%", "%%"))
    with engine.begin() as connection:
        settings.attributes["connection"] = connection
        command.upgrade(settings, "head")


def _text(data: Any) -> str:
    return json.dumps(data, sort_keys=True)


def _seats_text(seats: tuple[Seat, ...]) -> str:
    return _text([asdict(seat) for seat in seats])
