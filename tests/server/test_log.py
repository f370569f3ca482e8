"""The log on both databases: order, rivals, seats, idle matches and tables."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
import sqlalchemy as sa

from boardwright.server import statements, tables
from boardwright.server.log import Event, Heading, Log, Seat
from boardwright.server.statements import IdTaken

from .cluster import Cluster


def heading(name: str = "m") -> Heading:
    return Heading(name, "tic_tac_toe", 1, "standard", {"size": 3}, (Seat("person", token="t"), Seat("agent", "x")), 1)


def event(seq: int, actor: int = 0, key: str = "k", action: int = 4) -> Event:
    return Event(seq, "move", actor, action, 0, key, 5, b"digest")


def read(log: Log, match: str, after: int = 0) -> tuple[Heading, list[Event]] | None:
    return asyncio.run(log.read(match, after))


def test_what_is_written_is_read_back(log: Log) -> None:
    async def write() -> None:
        await log.create(heading())
        assert await log.append("m", [event(1), event(2)])

    asyncio.run(write())
    assert read(log, "m") == (heading(), [event(1), event(2)])
    assert read(log, "other") is None
    assert log.unfinished() == log.every() == ["m"]


def test_a_match_is_created_once(log: Log) -> None:
    """Both players of a match may create the next one, of the same id."""
    other = replace(heading(), seats=(Seat("person", token="u"),), created=2)

    async def write() -> None:
        await asyncio.gather(log.create(heading()), log.create(other))
        await log.create(other)
        with pytest.raises(IdTaken):
            await log.create(replace(heading(), game="quoridor"))

    asyncio.run(write())
    assert read(log, "m") == (heading(), [])


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


def test_an_id_that_no_database_can_hold_is_unknown(log: Log) -> None:
    assert read(log, "a\x00b") is None
    assert asyncio.run(log.head("a\x00b")) is None


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


def test_seats_of_a_chain_are_replaced_all_or_none(log: Log) -> None:
    """And no match follows one with seats that were replaced."""
    before = heading().seats
    fresh, other = ((before[0], Seat("person", token=token)) for token in ("fresh", "other"))
    second, third = (replace(heading(f"m{number}"), created=number, chain="m") for number in (2, 3))

    async def write() -> list[object]:
        await log.create(heading())
        return [
            await log.create(second, ("m", fresh)),
            await log.create(second, ("m", before)),
            await log.reseat([("m", before, fresh), ("m2", fresh, other)]),
            await log.chain("m"),
            await log.reseat([("m", before, fresh), ("m2", before, fresh)]),
            await log.create(third, ("m2", before)),
            await log.create(third, ("m2", fresh)),
            await log.chain("m"),
        ]

    old, new = [("m", before), ("m2", before)], [("m", fresh), ("m2", fresh), ("m3", before)]
    assert asyncio.run(write()) == [False, True, False, old, True, False, True, new]


def test_a_seat_is_taken_by_the_first_who_saw_it_empty(log: Log) -> None:
    before = heading().seats
    after = (before[0], Seat("person", token="u"))

    async def write() -> list[bool]:
        await log.create(heading())
        return [await log.reseat([("m", before, after)]), await log.reseat([("m", before, after)])]

    assert asyncio.run(write()) == [True, False]


def test_rivals_in_other_processes_get_one_event_between_them(cluster: Cluster) -> None:
    logs = [Log(cluster.database(), group=64)]
    logs += [Log(logs[0]._engine.url, group=64) for _ in range(3)]
    matches = [f"m{number}" for number in range(16)]

    async def write() -> list[list[bool]]:
        await asyncio.gather(*(logs[0].create(heading(match)) for match in matches))
        won = []
        for seq in range(1, 9):
            # Each process in another order: groups that wait for each other in a ring would be a deadlock.
            order = matches if seq % 2 else matches[::-1]
            rivals = [
                log.append(match, [event(seq, actor), event(seq + 100, actor)])
                for match in order
                for actor, log in enumerate(logs)
            ]
            answers = await asyncio.gather(*rivals)
            won += [answers[first : first + len(logs)] for first in range(0, len(answers), len(logs))]
        return won

    won = asyncio.run(write())
    assert [sum(rivals) for rivals in won] == [1] * 128
    for log in logs:
        log.close()


def test_the_database_is_made_to_last(log: Log) -> None:
    with log._engine.connect() as connection:
        if log.shared:
            assert connection.exec_driver_sql("show synchronous_commit").scalar() == "on"
        else:
            pragmas = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in PRAGMAS}
            assert pragmas == PRAGMAS


PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


@pytest.mark.parametrize(("configured", "used"), [("off", "on"), ("remote_apply", "remote_apply")])
def test_a_cluster_that_would_not_wait_for_the_disk_is_told_to(cluster: Cluster, configured: str, used: str) -> None:
    url = sa.make_url(cluster.database())
    cluster.execute(f"alter database {url.database} set synchronous_commit = {configured}")
    log = Log(url, group=1)
    with log._engine.connect() as connection:
        assert connection.exec_driver_sql("show synchronous_commit").scalar() == used
    log.close()


def test_the_migrations_make_the_tables_that_the_code_uses(log: Log) -> None:
    reflected = sa.MetaData()
    reflected.reflect(log._engine)

    def shape(table: sa.Table) -> set[tuple[object, ...]]:
        types = {column.name: column.type.compile(log._engine.dialect) for column in table.columns}
        return {(column.name, types[column.name], column.nullable, column.primary_key) for column in table.columns}

    for name, table in tables.metadata.tables.items():
        assert shape(reflected.tables[name]) == shape(table)
        indexes = {(index.name, tuple(index.columns.keys())) for index in table.indexes}
        assert {(index.name, tuple(index.columns.keys())) for index in reflected.tables[name].indexes} == indexes


def test_idle_matches_are_found_by_an_index(log: Log) -> None:
    query = statements.OLDEST.replace("?", "5")
    with log._engine.connect() as connection:
        if log.shared:
            # A table without rows is read whole unless that is forbidden.
            connection.exec_driver_sql("set enable_seqscan = off")
        explain = "explain " if log.shared else "explain query plan "
        plan = str(connection.exec_driver_sql(explain + query).all())
    assert "match_unfinished" in plan
    assert "sort" not in plan.lower()
    assert "temp b-tree" not in plan.lower()


def test_a_second_start_finds_everything(url: sa.URL) -> None:
    for _ in range(2):
        Log(url, group=1).close()


def test_processes_that_start_together_migrate_once(cluster: Cluster) -> None:
    url = cluster.database()
    with ThreadPoolExecutor(4) as together:
        for log in together.map(lambda _: Log(url, group=1), range(4)):
            log.close()
