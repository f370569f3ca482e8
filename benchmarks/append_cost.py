"""CPU time of an append by the log, beside `executemany` of the driver alone with the same rows and the same commits.

`python benchmarks/append_cost.py [--url postgresql://...] [--events 6400]`. Event loop, futures and the thread of the
writer are part of the log's time: a service cannot do without them. Read the ratio; rates depend on the disk.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa

from boardwright.server import statements
from boardwright.server.log import Event, Heading, Log, Seat


def an_event(seq: int) -> Event:
    """An event of a usual size."""
    return Event(seq, "move", 0, 4, 1 << 40, f"0123456789abcdef {seq}", 1_700_000_000_000, b"d" * 32)


def cpu(run: Callable[[], None], events: int) -> float:
    """Microseconds of CPU time of this process for each event."""
    began = time.process_time()
    run()
    return 1e6 * (time.process_time() - began) / events


def measure(url: sa.URL, group: int, events: int, name: str) -> tuple[float, float]:
    """The CPU time of an append by the log, and by the driver alone."""
    log = Log(url, group=group)
    for match in ("log", "driver"):
        heading = Heading(f"{name} {match}", "g", 1, "standard", {}, (Seat("person"),), 0)
        asyncio.run(log.create(heading))

    async def append() -> None:
        for first in range(1, events + 1, group):
            batch = [log.append(f"{name} log", [an_event(seq)]) for seq in range(first, first + group)]
            assert all(await asyncio.gather(*batch))

    ours = cpu(lambda: asyncio.run(append()), events)
    connection = log._engine.raw_connection()
    text = statements.in_style(statements.INSERT_EVENT, log._engine.dialect.paramstyle)

    def execute() -> None:
        for first in range(1, events + 1, group):
            batch = [an_event(seq) for seq in range(first, first + group)]
            connection.cursor().executemany(text, [(f"{name} driver", *vars(event).values()) for event in batch])
            connection.commit()

    theirs = cpu(execute, events)
    connection.close()
    log.close()
    return ours, theirs


def main() -> None:
    """Print the figures as JSON, a line for each size of the group."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", type=sa.make_url)
    parser.add_argument("--events", type=int, default=6400)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = given.url or sa.URL.create("sqlite", database=str(Path(folder) / "log.sqlite"))
        for group in (1, 64):
            rounds = [measure(url, group, given.events, f"{time.time_ns()} {turn}") for turn in range(5)]
            ours, theirs = (sorted(figures)[2] for figures in zip(*rounds))
            ratio = sorted(log / driver for log, driver in rounds)[2]
            print(json.dumps({"group": group, "log_us": ours, "driver_us": theirs, "ratio": ratio}))


if __name__ == "__main__":
    main()
