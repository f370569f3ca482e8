"""The writer of the log: groups, acknowledgements, faults that stay alone, and commits that nobody knows of."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest
import sqlalchemy as sa

from boardwright.server.log import Log, Seat
from boardwright.server.statements import Cursor
from boardwright.server.writer import Writer

from .test_log import event, heading, read

MANY = 256


class Held(Writer):
    """A writer that begins when it is told to, so that all that was submitted is one group."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type]
        self.go = threading.Event()
        self.commits: list[int] = []

    def run(self) -> None:
        self.go.wait()
        super().run()

    def commit(self, group, again=False):
        answers = super().commit(group, again)
        self.commits.append(len(group))
        return answers


@pytest.fixture
def log(url: sa.URL) -> Iterator[Log]:
    made = Log(url, group=MANY, writer=Held)
    yield made
    made._writer.go.set()
    made.close()


def test_waiting_appends_share_a_commit_and_are_acknowledged_after_it(url: sa.URL) -> None:
    order: list[str] = []
    other = sa.create_engine(url.set(drivername=url.drivername.replace("postgresql", "postgresql+psycopg")))

    class Watched(Held):
        def commit(self, group, again=False):
            answers = super().commit(group, again)
            with other.connect() as connection:
                seen = connection.exec_driver_sql("select count(*) from event").scalar()
            order.append(f"commit of {len(group)}, {seen} on disk")
            return answers

    log = Log(url, group=64, writer=Watched)

    async def write() -> None:
        first = asyncio.create_task(log.create(heading()))
        rest = [asyncio.create_task(log.append("m", [event(number)])) for number in range(1, 5)]
        await asyncio.sleep(0.05)
        log._writer.go.set()
        await asyncio.gather(first, *rest)
        order.append("acknowledged")

    asyncio.run(write())
    log.close()
    other.dispose()
    assert order == ["commit of 5, 4 on disk", "acknowledged"]


def test_work_that_fails_fails_alone_after_a_few_commits(log: Log) -> None:
    def bad(cursor: Cursor, again: bool) -> None:
        raise ZeroDivisionError

    async def write() -> list[object]:
        work = [log.create(heading()), *(log.append("m", [event(seq)]) for seq in range(1, MANY - 1))]
        work.insert(100, log._write(bad))
        tasks = [asyncio.create_task(piece) for piece in work]
        await asyncio.sleep(0.05)
        log._writer.go.set()
        return await asyncio.gather(*tasks, return_exceptions=True)

    answers = asyncio.run(write())
    assert isinstance(answers.pop(100), ZeroDivisionError)
    assert answers == [True] * (MANY - 1)
    # Of the half with the fault, again the half without it: as many commits as 256 can be halved.
    assert sorted(log._writer.commits) == [1, 2, 4, 8, 16, 32, 64, 128]
    logged = read(log, "m")
    assert logged is not None
    assert len(logged[1]) == MANY - 2


class Doubtful(Writer):
    """The first attempt of each group is committed, and the answer to the commit is lost."""

    def commit(self, group, again=False):
        answers = super().commit(group, again)
        if not again:
            raise sa.exc.OperationalError("commit", None, ConnectionResetError())
        return answers


def test_work_whose_commit_got_no_answer_is_recognised(url: sa.URL) -> None:
    log = Log(url, group=MANY, writer=Doubtful)
    before = heading().seats
    mine, theirs = [(before[0], Seat("person", token=token)) for token in ("mine", "theirs")]

    async def write() -> list[object]:
        return [
            await log.create(heading()),
            await log.append("m", [event(1, key="mine"), event(2)], {"returns": []}),
            await log.append("m", [event(1, key="theirs")]),
            await log.reseat([("m", before, mine)]),
            await log.reseat([("m", before, theirs)]),
        ]

    assert asyncio.run(write()) == [True, True, False, True, False]
    assert read(log, "m") == (replace(heading(), seats=mine), [event(1, key="mine"), event(2)])
    log.close()
