"""The peers of `boardwright bench service`: an echo by FastAPI alone, and an append by the driver alone."""

from __future__ import annotations

import sqlite3
import sys
import time
from pathlib import Path

ROWS = 16
"""Rows of one commit: about what 64 clients give a writer."""


def append_seconds(folder: Path, rows: int) -> float:
    """The CPU seconds of an appended row: the log's own table and settings of SQLite, groups of 16 rows a commit."""
    path = folder / f"bare {time.monotonic_ns()}.sqlite"
    with sqlite3.connect(path) as bare:
        bare.execute("pragma journal_mode=wal")
        bare.execute("pragma synchronous=full")
        columns = "match_id text, seq integer, kind text, actor integer, action integer, draw integer, key text"
        bare.execute(f"create table event ({columns}, at integer, digest blob, primary key (match_id, seq))")
        began = time.process_time()
        for first in range(0, rows, ROWS):
            numbers = range(first, first + ROWS)
            values = [(f"match {n % 7}", n, "move", 0, 4, None, f"key {n}", n, b"d" * 32) for n in numbers]
            bare.executemany("insert into event values (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
            bare.commit()
        seconds = time.process_time() - began
    bare.close()
    return seconds / rows


def main() -> None:
    """Serve an echo at a free port, and print its address."""
    import uvicorn
    from fastapi import FastAPI
    from pydantic import BaseModel, ConfigDict

    from boardwright.server.main import bound

    class Echo(BaseModel):
        model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

        kind: str
        seq: int
        key: str
        action: int

    app = FastAPI(openapi_url=None)

    @app.post("/echo", status_code=201)
    async def echo(body: Echo) -> Echo:
        return body

    echo.__annotations__ = {"body": Echo, "return": Echo}
    with bound("127.0.0.1", 0) as listening:
        sys.stdout.write(f"http://127.0.0.1:{listening.getsockname()[1]}/\n")
        sys.stdout.flush()
        config = uvicorn.Config(app, log_level="error", access_log=False, ws="none")
        uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
