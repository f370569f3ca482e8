"""Failures of the database: one error with its status, one line in the log, and no parameter of a statement."""

from __future__ import annotations

import asyncio
import logging
import os
import resource
import sqlite3
import traceback
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa

from boardwright.server import failures
from boardwright.server.failures import Complaints, RefusedWork
from boardwright.server.log import Log, StorageError
from boardwright.server.problems import status_of
from saying import told

from .cluster import Cluster
from .test_log import event, heading, read

SECRET = 4_815_162_342


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses between attempts, which take no time."""
    pauses: list[float] = []
    clock = SimpleNamespace(monotonic=lambda: sum(pauses), sleep=pauses.append)
    monkeypatch.setattr(failures, "time", clock)
    return pauses


@contextmanager
def locked(log: Log) -> Iterator[None]:
    """Another process holds a lock on the table of events."""
    other = sa.create_engine(log._engine.url)
    with other.connect() as connection:
        connection.exec_driver_sql("lock table event in exclusive mode" if log.shared else "begin immediate")
        yield
        connection.rollback()
    other.dispose()


@contextmanager
def on_connections(log: Log, statement: str) -> Iterator[None]:
    """A statement is executed on all new connections of the log, and it has no others."""

    def execute(connection: Any, _: Any) -> None:
        connection.execute(statement)
        if log.shared:
            connection.commit()

    def reconnect() -> None:
        log._engine.dispose()
        log._writer._disconnect()

    sa.event.listen(log._engine, "connect", execute)
    reconnect()
    yield
    sa.event.remove(log._engine, "connect", execute)
    reconnect()


@contextmanager
def full(log: Log) -> Iterator[None]:
    """The disk is full, or says so: a trigger raises the state of a full disk."""
    if not log.shared:
        with on_connections(log, "pragma max_page_count = 1"):
            yield
        return
    with log._engine.begin() as connection:
        raising = "begin raise exception 'could not extend file' using errcode = '53100'; end"
        connection.exec_driver_sql(f"create function full_disk() returns trigger language plpgsql as $${raising}$$")
        connection.exec_driver_sql("create trigger full_disk before insert on event execute function full_disk()")
    yield
    with log._engine.begin() as connection:
        connection.exec_driver_sql("drop trigger full_disk on event")


def read_only(log: Log) -> AbstractContextManager[None]:
    forbid = "set default_transaction_read_only = on" if log.shared else "pragma query_only = on"
    return on_connections(log, forbid)


def appends(log: Log, many: int) -> list[object]:
    """The answers to events that come together: all of them wait while the first is written."""

    async def write() -> list[object]:
        events = [replace(event(seq), draw=SECRET, key="x" * 5000) for seq in range(1, many + 1)]
        tasks = [log.append("m", [appended]) for appended in events]
        return await asyncio.gather(*tasks, return_exceptions=True)

    return asyncio.run(write())


@pytest.mark.parametrize(
    ("plant", "complaint", "retried"),
    [
        (locked, ("database is locked", "canceling statement due to lock timeout"), True),
        (full, ("database or disk is full", "DiskFull: could not extend file"), False),
        (read_only, ("attempt to write a readonly database", "cannot execute INSERT in a read-only"), None),
    ],
    ids=["locked", "full", "read-only"],
)
def test_a_database_that_fails_answers_everybody_within_a_bound(
    log: Log,
    plant: Callable[[Log], AbstractContextManager[None]],
    complaint: tuple[str, str],
    retried: bool | None,
    slept: list[float],
    caplog: pytest.LogCaptureFixture,
) -> None:
    text = complaint[log.shared]
    asyncio.run(log.create(heading()))
    with plant(log), caplog.at_level(logging.ERROR):
        answers = appends(log, 256)
    assert {type(answer) for answer in answers} == {StorageError}
    # At most two groups: the one that met the failure, and those who waited behind it.
    assert sum(slept) <= 2 * failures.PATIENCE
    assert bool(slept) is (log.shared if retried is None else retried)
    error = answers[0]
    assert isinstance(error, StorageError)
    assert (status_of(error), error.retry_after) == (503, 5)
    told(error.word, "storage_failed")
    (line,) = [record.getMessage() for record in caplog.records]
    assert text in line
    assert "\n" not in line
    assert str(SECRET) not in line
    assert read(log, "m") == (heading(), [])
    assert appends(log, 256) == [True] * 256


def test_reading_at_the_limit_of_open_files_is_a_failure(url: sa.URL, slept: list[float]) -> None:
    log = Log(url, group=1)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    log._engine.dispose()
    free = os.dup(0)
    os.close(free)
    resource.setrlimit(resource.RLIMIT_NOFILE, (free, hard))
    try:
        with pytest.raises(StorageError):
            log.every()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert log.every() == []
    log.close()


def test_lost_connections_are_made_again_and_nothing_is_lost(cluster: Cluster) -> None:
    log = Log(cluster.database(), group=8)
    database = log._engine.url.database
    ended = f"select pg_terminate_backend(pid) from pg_stat_activity where datname = '{database}'"

    async def write() -> list[bool]:
        await log.create(heading())
        answers = []
        for seq in range(1, 201):
            if seq % 20 == 0:
                await asyncio.to_thread(cluster.execute, ended)
            answers.append(await log.append("m", [event(seq)]))
            assert await log.head("m") == (seq, heading().seats)
        return answers

    assert asyncio.run(write()) == [True] * 200
    logged = read(log, "m")
    assert logged is not None
    assert [found.seq for found in logged[1]] == [*range(1, 201)]
    log.close()


def test_a_cluster_that_stops_is_a_failure_until_it_starts_again() -> None:
    cluster = Cluster(fsync=False)
    log = Log(cluster.database(), group=64)
    asyncio.run(log.create(heading()))
    cluster.stop()
    assert {type(answer) for answer in appends(log, 100)} == {StorageError}
    with pytest.raises(StorageError):
        read(log, "m")
    cluster.start()
    assert appends(log, 100) == [True] * 100
    log.close()
    cluster.remove()


def test_a_fault_of_the_work_is_no_failure_of_the_database(log: Log) -> None:
    with pytest.raises(Exception, match=r"(?i)foreign key") as caught:
        asyncio.run(log.append("nobody's", [replace(event(1), draw=SECRET)]))
    assert not isinstance(caught.value, StorageError)
    assert str(SECRET) not in "".join(traceback.format_exception(caught.value))


def test_an_error_of_the_database_does_not_repeat_the_row(log: Log) -> None:
    asyncio.run(log.create(heading()))
    keyless = replace(event(1), draw=SECRET, key=None)  # type: ignore[arg-type]
    with pytest.raises(RefusedWork, match=r"(?i)not.null") as caught:
        asyncio.run(log.append("m", [keyless]))
    assert str(SECRET) not in "".join(traceback.format_exception(caught.value))


def test_a_flood_of_a_failure_is_one_line_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    complaints = Complaints(lambda: now)
    with caplog.at_level(logging.ERROR):
        for number in range(1000):
            now = number / 10
            complaints.log(sqlite3.OperationalError("disk is full\nDETAIL: a secret"))
    first = "the database failed: OperationalError: disk is full"
    assert [record.getMessage() for record in caplog.records] == [first, f"{first} (599 times more since)"]
