"""Migrations from the first schema, kept in `first_schema/` as dumps with matches in them, to the current one."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa

import boardwright
from boardwright.server.log import Log
from boardwright.server.matches import LiveMatch

from .test_log import event

FIRST = Path(__file__).with_name("first_schema")
KEY = b"the key of the first schema"


@pytest.fixture
def old(url: sa.URL) -> sa.URL:
    """A database as the first version left it."""
    backend = url.get_backend_name()
    script = (FIRST / f"{backend}.sql").read_text(encoding="utf-8")
    if backend == "sqlite":
        with sqlite3.connect(str(url.database)) as connection:
            connection.executescript(script)
        connection.close()
    else:
        with psycopg.connect(url.render_as_string()) as connection:
            connection.execute(script)  # type: ignore[call-overload]
    return url


def test_matches_of_the_first_schema_go_on(old: sa.URL) -> None:
    game = boardwright.load("tic_tac_toe")
    log = Log(old, group=8)

    async def go_on() -> None:
        assert log.every() == ["running", "won", "untouched"]
        assert log.unfinished() == ["running", "untouched"]
        for name, moves in {"running": [4, 0, 8], "won": [0, 3, 1, 4, 2], "untouched": []}.items():
            logged = await log.read(name)
            assert logged is not None
            match = LiveMatch(logged[0], game, KEY)
            match.refold(logged[1])
            assert [found.action for found in logged[1]] == moves
        # The last event of `running` is of 1700000001003, and `untouched` is of 1700000000002.
        assert await log.idle(1_700_000_001_003, 9) == ["untouched"]
        assert await log.idle(1_700_000_001_004, 9) == ["untouched", "running"]
        assert not await log.append("running", [event(3)])
        assert await log.append("running", [event(4)])
        assert await log.head("running") is not None

    asyncio.run(go_on())
    log.close()
