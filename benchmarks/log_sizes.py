"""A server on a log of many unfinished matches: `python benchmarks/log_sizes.py [--sizes 10000 100000 1000000]`.

A size is a number of events, eight for each tic-tac-toe match. For each: the start, memory, moves in new matches at a
hundred a second, and the first read and the next move of matches that were in the log.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sqlite3
import tempfile
import time
from pathlib import Path
from typing import Any

from boardwright.bench import service_clients as service
from boardwright.bench.http_client import Connection
from boardwright.core import registry
from boardwright.server import credentials
from boardwright.server.data_folder import DATABASE, opened
from boardwright.server.log import Event, Heading, Log, Seat
from boardwright.server.matches import LiveMatch, chained_digest, start_digest

LINE = (0, 1, 2, 4, 3, 5, 7, 6)
TOKEN = "the token of every match"
WAITED = 15.0


def fill(data: Path, events: int) -> int:
    """Write matches of eight moves each, with true digests, and return their number."""
    game = registry.load("tic_tac_toe")
    seats = (Seat("person", token=credentials.hashed(TOKEN)),) * 2
    heading = Heading("0", game.name, game.version, "standard", game.config, seats, service_time())
    match = LiveMatch(heading, game, b"")
    states = [match.now.state]
    for seq, action in enumerate(LINE, start=1):
        match.take(match.fold([Event(seq, "move", (seq - 1) % 2, action, None, str(seq), 0, b"")]))
        states.append(match.now.state)
    count, at = events // len(LINE), service_time()
    with opened(data) as (url, key):
        log = Log(url, group=1)
        asyncio.run(log.create(heading))
        log.close()
        with sqlite3.connect(data / DATABASE) as database:
            database.execute("pragma synchronous=off")
            (template,) = database.execute("select * from match")
            for number in range(1, count + 1):
                own = Heading(str(number), *list(heading.__dict__.values())[1:])
                digest = start_digest(key, own, states[0])
                rows = []
                for seq, action in enumerate(LINE, start=1):
                    event = Event(seq, "move", (seq - 1) % 2, action, None, str(seq), at, b"")
                    digest = chained_digest(key, digest, event, states[seq])
                    rows.append((own.id, *list(event.__dict__.values())[:7], digest, None, None))
                places = ", ".join("?" * len(template))
                database.execute(f"insert into match values ({places})", (own.id, *template[1:]))
                database.executemany("insert into event values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        database.close()
    return count


def service_time() -> int:
    """The time in milliseconds."""
    return time.time_ns() // 1_000_000


async def old_matches(address: str, count: int) -> dict[str, Any]:
    """The seconds of the first read, and of the next move, of 300 matches of the log."""
    reads, moves = [], []
    async with Connection(address) as connection:
        for number in random.Random(1).sample(range(1, count + 1), min(300, count)):
            path = f"{service.API}/matches/{number}"
            status, body = await connection.request("GET", path, None, TOKEN)
            assert status == 200, body
            reads.append(connection.seconds)
            move = {"kind": "move", "seq": len(LINE) + 1, "key": "k", "action": 8}
            status, body = await connection.request("POST", f"{path}/events", move, TOKEN)
            assert status == 201, body
            moves.append(connection.seconds)
    return {"first_read": service.percentiles(reads), "next_move": service.percentiles(moves)}


def measure(events: int) -> dict[str, Any]:
    """The figures of one size."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        count = fill(data, events)
        began = time.monotonic()
        with service.served(data, None, **service.LIFTED) as ours:
            start, cpu = time.monotonic() - began, ours.cpu()
            time.sleep(5)  # the search for abandoned matches, and the games' loading
            settled, memory = ours.cpu(), ours.memory()
            new = asyncio.run(
                service.with_players(
                    ours.address, "tic_tac_toe", 16, lambda players: service.moves(players, WAITED, pause=0.16)
                )
            )
            old = asyncio.run(old_matches(ours.address, count))
            after = ours.memory()
    return {
        "events": events,
        "matches": count,
        "start_s": round(start, 2),
        "start_cpu_s": round(cpu, 2),
        "cpu_s_after_5_s": round(settled, 2),
        "memory_mb": round(memory / 1e6),
        "memory_after_mb": round(after / 1e6),
        "new": service.percentiles(new),
        **old,
    }


def main() -> None:
    """Print a line for each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    given = parser.parse_args()
    for size in given.sizes:
        print(json.dumps(measure(size)), flush=True)


if __name__ == "__main__":
    main()
