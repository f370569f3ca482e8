"""The log alone: order, rivals, groups, restarts and tables."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
import threading
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from boardwright.core.errors import ConfigError
from boardwright.server import data_folder, tables
from boardwright.server.failures import Complaints
from boardwright.server.log import Event, Heading, Log, Seat
from boardwright.server.statements import Cursor
from boardwright.server.writer import Writer


def heading(name: str = "m") -> Heading:
    return Heading(name, "tic_tac_toe", 1, "standard", {"size": 3}, (Seat("person", token="t"), Seat("agent", "x")), 1)


def event(seq: int, actor: int = 0, key: str = "k", action: int = 4) -> Event:
    return Event(seq, "move", actor, action, 0, key, 5, b"digest")


def read(log: Log, match: str, after: int = 0) -> tuple[Heading, list[Event]] | None:
    return asyncio.run(log.read(match, after))


@pytest.fixture
def log(tmp_path: Path):
    made = Log(f"sqlite:///{tmp_path / 'log.sqlite'}", group=64)
    yield made
    made.close()


def test_what_is_written_is_read_back(log: Log) -> None:
    async def write() -> None:
        await log.create(heading())
        assert await log.append("m", [event(1), event(2)])

    asyncio.run(write())
    assert read(log, "m") == (heading(), [event(1), event(2)])
    assert read(log, "other") is None
    assert log.unfinished() == log.every() == ["m"]


def test_reading_goes_on_after_an_event(log: Log) -> None:
    async def write() -> None:
        await log.create(heading())
        assert await log.head("m") == (0, heading().seats)
        await log.append("m", [event(1), event(2), event(3)])
        assert await log.head("m") == (3, heading().seats)
        assert await log.head("other") is None

    asyncio.run(write())
    assert read(log, "m", 2) == (heading(), [event(3)])
    assert read(log, "m", 3) == (heading(), [])


def test_idle_matches_are_found_oldest_first(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardwright.server.log.SWEEP", 2)

    async def write() -> list[list[str]]:
        for number in range(6):
            await log.create(replace(heading(f"m{number}"), created=number))
        # m0 was active last, m1 is finished, m2 was active twice; the others have no events.
        await log.append("m0", [replace(event(1), at=100)])
        await log.append("m1", [event(1)], {"returns": [0.0]})
        await log.append("m2", [replace(event(1), at=3), replace(event(2), at=50)])
        asked = [(6, 9), (51, 9), (101, 9), (101, 1), (3, 9), (0, 9)]
        return [await log.idle(before, limit) for before, limit in asked]

    assert asyncio.run(write()) == [
        ["m3", "m4", "m5"],
        ["m3", "m4", "m5", "m2"],
        ["m3", "m4", "m5", "m2", "m0"],
        ["m3"],
        [],
        [],
    ]


def test_one_of_many_rivals_gets_through_and_the_others_in_its_group_are_not_hurt(log: Log) -> None:
    async def write() -> list[bool]:
        await asyncio.gather(*(log.create(heading(f"m{number}")) for number in range(4)))
        rivals = [log.append(f"m{n % 4}", [event(1, actor=n // 4, key=str(n))]) for n in range(64)]
        return await asyncio.gather(*rivals)

    won = asyncio.run(write())
    assert sum(won) == 4
    for number in range(4):
        logged = read(log, f"m{number}")
        assert logged is not None
        assert len(logged[1]) == 1
        assert won[int(logged[1][0].key)]


def test_events_that_belong_together_are_appended_together_or_not_at_all(log: Log) -> None:
    async def write() -> tuple[bool, bool]:
        await log.create(heading())
        return await log.append("m", [event(1)]), await log.append("m", [event(1, 1), event(2, 1)])

    assert asyncio.run(write()) == (True, False)
    assert read(log, "m") == (heading(), [event(1)])


def test_an_end_is_written_with_the_event_that_brings_it(log: Log) -> None:
    async def write() -> None:
        await log.create(heading())
        await log.append("m", [event(1)], {"returns": [1.0, -1.0]})

    asyncio.run(write())
    assert log.unfinished() == []
    assert log.every() == ["m"]


def test_a_seat_is_taken_by_the_first_who_saw_it_empty(log: Log) -> None:
    before = heading().seats
    after = (before[0], Seat("person", token="u"))

    async def write() -> list[bool]:
        await log.create(heading())
        return [await log.reseat("m", before, after), await log.reseat("m", before, after)]

    assert asyncio.run(write()) == [True, False]


def test_waiting_appends_share_a_commit_and_are_acknowledged_after_it(tmp_path: Path) -> None:
    order: list[str] = []
    go = threading.Event()

    class Watched(Writer):
        def run(self) -> None:
            go.wait()
            super().run()

        def commit(self, group, again=False):
            answers = super().commit(group, again)
            with sqlite3.connect(tmp_path / "log.sqlite") as other:
                seen = other.execute("select count(*) from event").fetchone()[0]
            order.append(f"commit of {len(group)}, {seen} on disk")
            return answers

    log = Log(f"sqlite:///{tmp_path / 'log.sqlite'}", group=64, writer=Watched)

    async def write() -> None:
        first = asyncio.create_task(log.create(heading()))
        rest = [asyncio.create_task(log.append("m", [event(number)])) for number in range(1, 5)]
        await asyncio.sleep(0.05)
        go.set()
        await asyncio.gather(first, *rest)
        order.append("acknowledged")

    asyncio.run(write())
    log.close()
    assert order == ["commit of 5, 4 on disk", "acknowledged"]


def test_work_that_fails_fails_alone(tmp_path: Path) -> None:
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'log.sqlite'}")
    tables.metadata.create_all(engine)
    writer = Writer(engine, 64, Complaints())

    def bad(cursor: Cursor, again: bool) -> None:
        raise ZeroDivisionError

    def good(cursor: Cursor, again: bool) -> int:
        return 7

    answers = [writer.submit(work) for work in (good, bad, good)]
    writer.start()
    assert [answers[0].result(5), answers[2].result(5)] == [7, 7]
    with pytest.raises(ZeroDivisionError):
        answers[1].result(5)
    writer.close()
    engine.dispose()


def test_the_database_is_made_to_last(log: Log) -> None:
    with log._engine.connect() as connection:
        pragmas = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in PRAGMAS}
    assert pragmas == PRAGMAS


PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_the_migrations_make_the_tables_that_the_code_uses(log: Log) -> None:
    reflected = sa.MetaData()
    reflected.reflect(log._engine)
    for name, table in tables.metadata.tables.items():
        shape = {(c.name, str(c.type), c.nullable, c.primary_key) for c in table.columns}
        assert {(c.name, str(c.type), c.nullable, c.primary_key) for c in reflected.tables[name].columns} == shape


def test_a_second_start_finds_everything(tmp_path: Path) -> None:
    for _ in range(2):
        Log(f"sqlite:///{tmp_path / 'log.sqlite'}", group=1).close()


def test_the_key_is_made_once_for_the_owner_alone(tmp_path: Path) -> None:
    first = data_folder.server_key(tmp_path)
    assert len(first) == 32
    assert data_folder.server_key(tmp_path) == first
    assert stat.S_IMODE((tmp_path / data_folder.KEY).stat().st_mode) == 0o600


def test_matches_without_their_key_are_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / data_folder.DATABASE).touch()
    with pytest.raises(ConfigError, match="put the key back") as caught:
        data_folder.server_key(tmp_path)
    assert caught.value.code == "key_missing"


def test_a_folder_has_one_server_at_a_time(tmp_path: Path) -> None:
    with (
        data_folder.opened(tmp_path),
        pytest.raises(ConfigError, match="Another server keeps its matches") as caught,
        data_folder.opened(tmp_path),
    ):
        pass
    assert caught.value.code == "data_in_use"
    with data_folder.opened(tmp_path) as (url, _):
        assert url == f"sqlite:///{tmp_path}/matches.sqlite"


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    file = tmp_path / "a file"
    file.write_text("in the way")
    with pytest.raises(ConfigError) as caught, data_folder.opened(file / "data"):
        pass
    assert caught.value.code == "data_unwritable"
    assert "choose another with --data" in str(caught.value)
