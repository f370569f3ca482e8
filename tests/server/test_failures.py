"""Failures of the database: one error with its status, one line in the log, and no parameter of a statement."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from pathlib import Path

import pytest

from boardwright.core.words import LANGUAGES, say
from boardwright.server.failures import Complaints
from boardwright.server.log import Log, StorageError
from boardwright.server.problems import status_of

from .test_log import event, heading


def test_a_locked_database_is_a_failure_that_passes(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    log = Log(f"sqlite:///{tmp_path / 'log.sqlite'}", group=64)
    asyncio.run(log.create(heading()))
    other = sqlite3.connect(tmp_path / "log.sqlite", isolation_level=None)
    other.execute("begin immediate")

    async def write() -> list[BaseException | bool]:
        appends = [log.append("m", [event(seq, key="a secret")]) for seq in range(1, 257)]
        return await asyncio.gather(*appends, return_exceptions=True)

    began = time.monotonic()
    with caplog.at_level(logging.ERROR):
        answers = asyncio.run(write())
    assert time.monotonic() - began < 6
    assert {type(answer) for answer in answers} == {StorageError}
    error = answers[0]
    assert isinstance(error, StorageError)
    assert (error.code, status_of(error), error.retry_after) == ("storage_failed", 503, 5)
    assert len({say(error.word, language) for language in LANGUAGES}) == 2
    assert [record.getMessage() for record in caplog.records] == [
        "the database failed: OperationalError: database is locked"
    ]
    other.execute("rollback")
    other.close()
    assert asyncio.run(log.append("m", [event(1)]))
    log.close()


def test_a_flood_of_a_failure_is_one_line_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    complaints = Complaints(lambda: now)
    with caplog.at_level(logging.ERROR):
        for number in range(1000):
            now = number / 10
            complaints.log(sqlite3.OperationalError("disk is full\nDETAIL: a secret"))
    first = "the database failed: OperationalError: disk is full"
    assert [record.getMessage() for record in caplog.records] == [first, f"{first} (599 times more since)"]
