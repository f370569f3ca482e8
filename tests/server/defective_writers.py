"""Planted defects of the writer of the log: `serve_toys.py --early` and `--keyless`."""

from __future__ import annotations

import contextlib
import time
from typing import Any

import sqlalchemy as sa

from boardwright.server import statements, tables
from boardwright.server.statements import Append
from boardwright.server.writer import Waiting, Writer

DELAY = 0.5


class EarlyWriter(Writer):
    """The planted defect: it acknowledges events a little before it commits them.

    Events alone: where the database is shared, nobody could take a seat in a match that is not there yet, and the
    writers of a proof would note nothing.
    """

    def settle(self, group: list[Waiting]) -> None:
        others = [waiting for waiting in group if not isinstance(waiting.work, Append)]
        if others:
            super().settle(others)
        if events := [waiting for waiting in group if isinstance(waiting.work, Append)]:
            self._settle_early(events)

    def _settle_early(self, group: list[Waiting]) -> None:
        # The answer before a commit is a guess: nearly every append succeeds.
        self.acknowledge(group, [True] * len(group))
        time.sleep(DELAY)
        # A database that is killed at this moment has lost them; the writer goes on.
        try:
            self.commit(group)
        except Exception:
            # An event of a match that was lost would take all others of its group along, for ever.
            for waiting in group:
                with contextlib.suppress(Exception):
                    self.commit([waiting])


class KeylessWriter(Writer):
    """The planted defect: nothing keeps two events of a match from having the same number."""

    def __init__(self, engine: sa.Engine, *args: Any) -> None:
        super().__init__(engine, *args)
        columns = ", ".join(f'"{column.name}"' for column in tables.event.columns)
        with engine.begin() as connection:
            if "event_with_key" not in sa.inspect(connection).get_table_names():
                connection.exec_driver_sql("alter table event rename to event_with_key")
                connection.exec_driver_sql(f"create table event as select {columns} from event_with_key")
        statements.INSERT_EVENT = statements.INSERT_EVENT.partition(" ON CONFLICT")[0]
