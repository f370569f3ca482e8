"""The statements of the log, the same text for both databases, and the pieces of work of its writer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Protocol

import sqlalchemy as sa

from boardwright.server import tables

Row = tuple[Any, ...]


def _names(table: sa.Table) -> list[str]:
    return [f'"{column.name}"' for column in table.columns]


def _insert(table: sa.Table) -> str:
    names = _names(table)
    keys = ", ".join(f'"{column.name}"' for column in table.primary_key)
    places = ", ".join("?" * len(names))
    return f'INSERT INTO "{table.name}" ({", ".join(names)}) VALUES ({places}) ON CONFLICT ({keys}) DO NOTHING'


INSERT_MATCH: Final = _insert(tables.match)
INSERT_EVENT: Final = _insert(tables.event)
FINISH: Final = 'UPDATE "match" SET finished = ?, result = ? WHERE id = ?'
SEATED: Final = 'UPDATE "match" SET seats = seats WHERE id = ? AND seats = ?'
"""Changes nothing. On PostgreSQL it waits for whoever is replacing the seats, which a query would not."""

RESEAT: Final = 'UPDATE "match" SET seats = ? WHERE id = ? AND seats = ?'
ACTIVE: Final = 'UPDATE "match" SET active = ? WHERE id = ? AND active < ?'
BEAT: Final = _insert(tables.uptime).replace("DO NOTHING", "DO UPDATE SET seen = excluded.seen")

MATCH: Final = f'SELECT {", ".join(_names(tables.match))} FROM "match" WHERE id = ?'
EVENTS: Final = f"SELECT {', '.join(_names(tables.event))} FROM event WHERE match_id = ? AND seq > ? ORDER BY seq"
EVENT: Final = f"SELECT {', '.join(_names(tables.event))} FROM event WHERE match_id = ? AND seq = ?"
HEAD: Final = 'SELECT (SELECT max(seq) FROM event WHERE match_id = id), seats FROM "match" WHERE id = ?'
OLDEST: Final = """
SELECT id, active, coalesce((SELECT "at" FROM event WHERE match_id = id ORDER BY seq DESC LIMIT 1), created)
FROM "match" WHERE finished IS NULL AND active < ? ORDER BY active, id LIMIT ?"""
CHAIN: Final = 'SELECT id, seats FROM "match" WHERE id = ? OR chain = ? ORDER BY created, id'
UPTIMES: Final = "SELECT process, started, seen FROM uptime WHERE seen >= ?"
EVERY: Final = 'SELECT id FROM "match" ORDER BY created, id'
UNFINISHED: Final = 'SELECT id FROM "match" WHERE finished IS NULL ORDER BY created, id'


@cache
def in_style(text: str, paramstyle: str) -> str:
    """A statement with the placeholders of a driver."""
    return text if paramstyle == "qmark" else text.replace("?", "%s")


class Cursor:
    """A driver's cursor. It counts rows by itself: SQLAlchemy does not keep the count of an INSERT."""

    def __init__(self, cursor: Any, paramstyle: str) -> None:
        self._cursor = cursor
        self._paramstyle = paramstyle

    def run(self, text: str, row: Row) -> int:
        """Execute a statement and return the number of rows that it changed."""
        self._cursor.execute(in_style(text, self._paramstyle), row)
        return int(self._cursor.rowcount)

    def run_many(self, text: str, rows: Sequence[Row]) -> int:
        """Execute a statement for many rows and return the number of those that it changed."""
        self._cursor.executemany(in_style(text, self._paramstyle), rows)
        return int(self._cursor.rowcount)

    def one(self, text: str, row: Row) -> Row | None:
        """Return the first row of a query."""
        found: Row | None = self._cursor.execute(in_style(text, self._paramstyle), row).fetchone()
        return found


class Work(Protocol):
    """A piece of work inside the writer's transaction; what it returns is its answer.

    `again`: a commit of the same work failed, and nobody knows whether it took place.
    """

    def __call__(self, cursor: Cursor, again: bool) -> Any: ...


class Conflict(Exception):
    """Events that were appended in one statement met others with their numbers: append them one by one."""


class Gap(Exception):
    """The first number of some events was free and a later one was not, which a log without gaps rules out."""


class IdTaken(Exception):
    """Another match has the id of a new one. Ids are random or made of a match before, so that this does not occur."""


_SAME: Final = ("id", "game", "rules_version", "preset", "config")
"""The columns, the first of the table, by which two headings are of the same match."""


@dataclass(frozen=True)
class Create:
    """Inserts a match. `after`: the id and the seats of the match that it follows."""

    row: Row
    after: Row | None = None

    def __call__(self, cursor: Cursor, again: bool) -> bool:
        """False if it is there already, and is left as it is, or if the seats of the match before were replaced.

        Another match of this id is a fault.
        """
        if self.after is not None and cursor.run(SEATED, self.after) == 0:
            return False
        if cursor.run(INSERT_MATCH, self.row) == 1:
            return True
        found = cursor.one(MATCH, self.row[:1])
        if found is None or found[: len(_SAME)] != self.row[: len(_SAME)]:
            raise IdTaken(self.row[0])
        return again and found == self.row


@dataclass(frozen=True)
class Append:
    """Appends consecutive events, all or none. `finish` is the row of `FINISH`."""

    rows: list[Row]
    finish: Row | None

    def __call__(self, cursor: Cursor, again: bool) -> bool:
        """Append alone. False if another event has the first number; later ones are then free, as there are no gaps."""
        first = self.rows[0]
        if cursor.run(INSERT_EVENT, first) == 0:
            return again and cursor.one(EVENT, first[:2]) == first
        if len(self.rows) > 1 and cursor.run_many(INSERT_EVENT, self.rows[1:]) != len(self.rows) - 1:
            raise Gap
        if self.finish is not None:
            cursor.run(FINISH, self.finish)
        return True

    @staticmethod
    def together(cursor: Cursor, appends: Sequence[Append]) -> None:
        """Append the events of many in one statement. Raises `Conflict` if any number is taken."""
        # In the order of keys: two processes that insert the same keys then wait for each other in turn, not in a ring.
        rows = sorted((row for append in appends for row in append.rows), key=lambda row: row[:2])
        if cursor.run_many(INSERT_EVENT, rows) != len(rows):
            raise Conflict
        finishes = [append.finish for append in appends if append.finish is not None]
        if finishes:
            cursor.run_many(FINISH, finishes)


@dataclass(frozen=True)
class Reseat:
    """Replaces the seats of matches, (id, before, after) each, if all are still the ones from before."""

    changes: list[tuple[str, str, str]]

    def __call__(self, cursor: Cursor, again: bool) -> bool:
        """False if some were replaced meanwhile: then none is."""
        for number, (match, before, after) in enumerate(self.changes):
            if cursor.run(RESEAT, (after, match, before)) == 1:
                continue
            # The seats from after hold the hash of a fresh token: nobody else can have written them.
            found = cursor.one('SELECT seats FROM "match" WHERE id = ?', (match,)) if again else None
            if found is None or found[0] != after:
                for done, old, new in self.changes[:number]:
                    cursor.run(RESEAT, (old, done, new))
                return False
        return True


@dataclass(frozen=True)
class BringUpToDate:
    """Sets the times of activity of matches, (time, id) each."""

    active: list[tuple[int, str]]

    def __call__(self, cursor: Cursor, again: bool) -> None:
        """Later times stay."""
        cursor.run_many(ACTIVE, [(time, match, time) for time, match in self.active])


@dataclass(frozen=True)
class Beat:
    """Notes that a process was alive, as a row of `uptime`."""

    row: Row

    def __call__(self, cursor: Cursor, again: bool) -> None:
        """The row of a process is replaced."""
        cursor.run(BEAT, self.row)


def execute(cursor: Cursor, works: Iterable[Work], *, again: bool, alone: bool) -> list[Any]:
    """Execute pieces of work and return their answers. Unless `alone`, appends share a statement."""
    works = list(works)
    together = [] if alone else [work for work in works if isinstance(work, Append)]
    # Other work comes first: a match may be created in the group of its first event.
    answers = [True if isinstance(work, Append) and not alone else work(cursor, again) for work in works]
    if together:
        Append.together(cursor, together)
    return answers
