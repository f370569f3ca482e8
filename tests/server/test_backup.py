"""The commands of docs/server.md for backup and restore, executed while a server would write."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from boardwright.server import data_folder
from boardwright.server.log import Log

from .cluster import Cluster, binary
from .test_log import event, heading

DOCS = Path(__file__).parents[2] / "docs" / "server.md"


def run_block(title: str, **variables: object) -> None:
    """Execute the block of this title."""
    text = DOCS.read_text(encoding="utf-8")
    (block,) = re.findall(rf'```bash title="{title}"\n(.*?)```', text, flags=re.DOTALL)
    path = os.pathsep.join([str(Path(sys.executable).parent), str(Path(binary("pg_dump")).parent), os.environ["PATH"]])
    environment = {"PATH": path, **{name: str(value) for name, value in variables.items()}}
    subprocess.run(["bash", "-euo", "pipefail", "-c", block], env=environment, check=True)


async def write_meanwhile(log: Log, backup: Callable[[], None]) -> int:
    """Append events before, during and after a backup, and return the number of those from before."""
    await log.create(heading())
    count = 0

    async def append() -> None:
        nonlocal count
        assert await log.append("m", [event(count + 1)])
        count += 1

    for _ in range(100):
        await append()
    before, running = count, asyncio.create_task(asyncio.to_thread(backup))
    while not running.done():
        await append()
    await running
    await append()
    return before


def check(log: Log, before: int) -> None:
    logged = asyncio.run(log.read("m"))
    assert logged is not None
    assert logged[0] == heading()
    assert [found.seq for found in logged[1]] == [*range(1, len(logged[1]) + 1)]
    assert len(logged[1]) >= before
    # It goes on from there.
    assert asyncio.run(log.append("m", [event(len(logged[1]) + 1)]))


def test_a_folder_is_saved_while_it_is_used_and_restored(tmp_path: Path) -> None:
    data, backup, restored = (tmp_path / name for name in ("the data", "backup", "restored"))
    with data_folder.opened(data) as (url, key):
        log = Log(url, group=8)
        saving = lambda: run_block("backup of a folder", DATA=data, BACKUP=backup)  # noqa: E731
        before = asyncio.run(write_meanwhile(log, saving))
        log.close()
    run_block("restore of a folder", BACKUP=backup, RESTORED=restored)
    with data_folder.opened(restored) as (url, again):
        assert again == key
        log = Log(url, group=8)
        check(log, before)
        log.close()


def test_postgresql_is_saved_while_it_is_used_and_restored(cluster: Cluster, tmp_path: Path) -> None:
    text, backup, restored = cluster.database(), tmp_path / "backup", cluster.database()
    with data_folder.opened(tmp_path, text) as (url, key):
        log = Log(url, group=8)
        saving = lambda: run_block("backup of PostgreSQL", DATABASE=text, BACKUP=backup)  # noqa: E731
        before = asyncio.run(write_meanwhile(log, saving))
        log.close()
    run_block("restore of PostgreSQL", BACKUP=backup, RESTORED=restored)
    with data_folder.opened(tmp_path, restored) as (url, again):
        assert again == key
        log = Log(url, group=8)
        check(log, before)
        log.close()


def test_a_copy_of_the_file_alone_is_caught(tmp_path: Path) -> None:
    """The planted fault: `cp` of a database that is in use."""
    data, restored = tmp_path / "data", tmp_path / "restored"
    restored.mkdir()
    with data_folder.opened(data) as (url, _):
        log = Log(url, group=8)
        copied = lambda: (restored / "matches.sqlite").write_bytes((data / "matches.sqlite").read_bytes())  # noqa: E731
        before = asyncio.run(write_meanwhile(log, copied))
        log.close()
    (restored / "digest.key").write_bytes((data / "digest.key").read_bytes())
    with data_folder.opened(restored) as (url, _):
        log = Log(url, group=8)
        with pytest.raises(AssertionError):
            check(log, before)
        log.close()
