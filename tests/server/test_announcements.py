"""Wake-ups across processes on PostgreSQL: heard by the others, together, and after a lost connection."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from boardwright.server import announcements
from boardwright.server.log import Log
from boardwright.server.wakeups import Wakeups

from .cluster import Cluster

PATIENCE = 120.0
END = "end"


@pytest.fixture
def pair(cluster: Cluster) -> Iterator[tuple[Log, Log]]:
    url = cluster.database()
    logs = Log(url, group=1), Log(url, group=1)
    yield logs
    for log in logs:
        log.close()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


def test_an_announcement_is_heard_by_the_other_process_alone(pair: tuple[Log, Log]) -> None:
    async def talk() -> tuple[list[str | None], list[str | None]]:
        heard: tuple[list[str | None], list[str | None]] = ([], [])
        for log, ear in zip(pair, heard):
            await log.listen(ear.append)
        for number in range(3):
            await pair[0].announce(f"m{number}", number)
        await pair[1].announce(END, 1)
        await until(lambda: len(heard[1]) >= 3 and END in heard[0])
        return heard

    assert asyncio.run(talk()) == ([END], ["m0", "m1", "m2"])


def test_announcements_that_wait_are_sent_together(pair: tuple[Log, Log], monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []
    go = threading.Event()
    plain = announcements.json.dumps

    def dumps(message: tuple[str, dict[str, int]]) -> str:
        sent.append(len(message[1]))
        go.wait()
        return plain(message)

    monkeypatch.setattr(announcements.json, "dumps", dumps)

    async def talk() -> list[str | None]:
        heard: list[str | None] = []
        await pair[1].listen(heard.append)
        await pair[0].announce("first", 1)
        await until(lambda: sent == [1])
        for seq in range(1, 4):
            for number in range(announcements.BATCH + 1):
                await pair[0].announce(f"m{number}", seq)
        go.set()
        await until(lambda: f"m{announcements.BATCH}" in heard)
        return heard

    heard = asyncio.run(talk())
    assert sent == [1, announcements.BATCH, 1]
    assert len(heard) == len(set(heard)) == announcements.BATCH + 2


def test_after_a_lost_connection_all_listeners_are_woken(pair: tuple[Log, Log], cluster: Cluster) -> None:
    async def talk() -> list[str]:
        wakeups, woken = Wakeups(), []
        await pair[1].listen(wakeups.hear)

        async def listen(match: str) -> None:
            async def reached() -> int:
                return 0

            async for _ in wakeups.listen(match, reached, 0):
                woken.append(match)

        tasks = [asyncio.create_task(listen(match)) for match in ("m", "n")]
        await asyncio.sleep(0)
        database = pair[1]._engine.url.database
        ended = f"select pg_terminate_backend(pid) from pg_stat_activity where datname = '{database}'"
        await asyncio.to_thread(cluster.execute, ended)
        await until(lambda: sorted(woken) == ["m", "n"])
        # Both connections were lost; what is announced now is sent and heard by new ones.
        await pair[0].announce("n", 1)
        await until(lambda: len(woken) == 3)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return woken

    assert asyncio.run(talk())[2] == "n"


def test_sqlite_has_nothing_to_announce(tmp_path: Path) -> None:
    log = Log(sa.URL.create("sqlite", database=str(tmp_path / "log.sqlite")), group=1)
    heard: list[str | None] = []

    async def talk() -> None:
        await log.listen(heard.append)
        await log.announce("m", 1)

    asyncio.run(talk())
    log.close()
    assert (log.shared, heard) == (False, [])
