"""`boardwright bench service`: the cost of a move beside the bare parts, moves a second, streams, and fair shares.

Real servers in processes of their own, on loopback. CPU time is the server's alone. The limits by address are lifted,
because all clients have one address; only the floods are measured with them.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from boardwright.bench import bare_service
from boardwright.bench.http_client import Connection
from boardwright.core.progress import Progress

API = "/api/v1"
CLIENTS = 64
GAMES = ("tic_tac_toe", "quoridor")
MOVES = 5
"""Moves of a match in the measurement of their cost."""

LIFTED = {
    "REQUESTS_BY_ADDRESS": "1000000/second",
    "REQUESTS_BY_TOKEN": "1000000/second",
    "MATCHES_BY_ADDRESS": "1000000/second",
    "CONNECTIONS_BY_ADDRESS": "4000",
    "STREAMS_BY_ADDRESS": "2000",
}
FLOODS = ("/games", "/matches/{match}", "/matches/{large}", "/matches/{match}/why?cell=0", "/matches", "/matches/none")
"""The endpoints that are flooded; `/matches` by POST."""


class Process:
    """A server in a process of its own."""

    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self._process = process
        self.address = address

    def cpu(self) -> float:
        """The CPU seconds that the server has used, without its workers."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """The bytes of memory that the server holds."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        return int(found[1]) * 1024 if found else 0


@contextmanager
def started(*command: str, **changes: str) -> Iterator[Process]:
    """Start a server by a command, and end it afterwards."""
    environment = {**os.environ, **{f"BOARDWRIGHT_SERVE_{name}": value for name, value in changes.items()}}
    process = subprocess.Popen([sys.executable, "-m", *command], stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stdout is not None
        found = re.search(r"http://[^\s/]+", process.stdout.readline())
        assert found is not None
        yield Process(process, found[0])
    finally:
        process.terminate()
        process.wait()


@contextmanager
def served(folder: Path, database: str | None, **changes: str) -> Iterator[Process]:
    """Start our server on a folder or a database."""
    place = ["--data", str(folder)] if database is None else ["--database", database]
    with started("boardwright", "serve", "--port", "0", *place, **changes) as process:
        yield process


class Player:
    """A client that plays both sides of one match after the other, by random legal moves."""

    def __init__(self, connection: Connection, game: str, seed: int) -> None:
        self._connection = connection
        self._game = game
        self._rng = random.Random(seed)
        self._choices: list[int] = []
        self._match, self._token, self._seq = "", "", 0
        self._prepared: list[tuple[str, str, list[int]]] = []

    async def prepare(self, matches: int) -> None:
        """Create matches to be played later, one after the other."""
        for _ in range(matches):
            await self._begin()
            self._prepared.append((self._match, self._token, self._choices))
        self._choices = []

    async def move(self, most: int | None = None) -> float:
        """Make a move, in another match if the last one is over or has so many. Return the seconds of the move."""
        if (not self._choices or self._seq == most) and self._prepared:
            self._match, self._token, self._choices = self._prepared.pop()
            self._seq = 0
        elif not self._choices:
            await self._begin()
        self._seq += 1
        action = self._rng.choice(self._choices)
        body = {"kind": "move", "seq": self._seq, "key": f"{self._seq}", "action": action}
        path = f"{API}/matches/{self._match}/events"
        status, answer = await self._connection.request("POST", path, body, self._token)
        assert status == 201, answer
        seconds = self._connection.seconds
        self._take(json.loads(answer))
        return seconds

    async def _begin(self) -> None:
        body = {"game": self._game, "preset": "standard", "seats": ["person", "person"]}
        status, answer = await self._connection.request("POST", f"{API}/matches", body)
        assert status == 201, answer
        created = json.loads(answer)
        self._match, self._token, self._seq = created["id"], created["token"], 0
        _, answer = await self._connection.request("GET", f"{API}/matches/{self._match}", None, self._token)
        self._take(json.loads(answer))

    def _take(self, match: dict[str, Any]) -> None:
        self._choices = [choice["action"] for choice in match["view"]["choices"]]


async def with_players(
    address: str, game: str, clients: int, work: Callable[[list[Player]], Any], seed: int = 0
) -> Any:
    """Call `work` with clients that are connected."""
    async with AsyncExitStack() as stack:
        connections = [await stack.enter_async_context(Connection(address)) for _ in range(clients)]
        return await work([Player(connection, game, seed + n) for n, connection in enumerate(connections)])


async def _echoes(address: str, clients: int, requests: int) -> None:
    async def one(connection: Connection) -> None:
        body = {"kind": "move", "seq": 1, "key": "0123456789", "action": 4}
        for _ in range(requests // clients):
            await connection.request("POST", "/echo", body)

    async with AsyncExitStack() as stack:
        connections = [await stack.enter_async_context(Connection(address)) for _ in range(clients)]
        await asyncio.gather(*(one(connection) for connection in connections))


async def moves(players: Sequence[Player], seconds: float, pause: float = 0.0) -> list[float]:
    """Play for some seconds, and return the seconds of each move. With a pause, each client moves that often."""
    took: list[float] = []

    async def one(number: int, player: Player) -> None:
        end = time.monotonic() + seconds
        following = time.monotonic() + pause * number / len(players)
        while time.monotonic() < end:
            if pause:
                await asyncio.sleep(max(0.0, following - time.monotonic()))
                following = max(following + pause, time.monotonic())
            took.append(await player.move())

    await asyncio.gather(*(one(number, player) for number, player in enumerate(players)))
    return took


def over_bare(game: str, rounds: int, requests: int, progress: Progress) -> dict[str, Any]:
    """The CPU time of a move, over that of an echo and an append, in alternation."""
    rows = []
    with (
        tempfile.TemporaryDirectory() as folder,
        started("boardwright.bench.bare_service") as bare,
        served(Path(folder) / "data", None, **LIFTED) as ours,
    ):

        async def play(players: list[Player]) -> tuple[float, int]:
            # No match is over after five moves; creating them is not part of a move.
            await asyncio.gather(*(player.prepare(requests // CLIENTS // MOVES) for player in players))
            before, made = ours.cpu(), 0
            for _ in range(requests // CLIENTS // MOVES * MOVES):
                made += len(await asyncio.gather(*(player.move(MOVES) for player in players)))
            return ours.cpu() - before, made

        asyncio.run(with_players(ours.address, game, CLIENTS, play))
        asyncio.run(_echoes(bare.address, CLIENTS, requests))
        for number in range(rounds):
            before = bare.cpu()
            asyncio.run(_echoes(bare.address, CLIENTS, requests))
            echo = (bare.cpu() - before) / requests
            append = bare_service.append_seconds(Path(folder), requests)
            used, made = asyncio.run(with_players(ours.address, game, CLIENTS, play, number * CLIENTS))
            move = used / made
            rows.append({"move": move, "echo": echo, "append": append, "ratio": move / (echo + append)})
            progress(number + 1, rounds, {})
    microseconds = {name: round(1e6 * median(row[name] for row in rows)) for name in ("move", "echo", "append")}
    ratios = [row["ratio"] for row in rows]
    spread = [round(min(ratios), 2), round(max(ratios), 2)]
    return {"game": game, "over_bare": round(median(ratios), 2), "spread": spread, "cpu_us": microseconds}


def sustained(database: str | None, seconds: float, progress: Progress) -> dict[str, Any]:
    """Moves a second by 64 clients without a pause, and the seconds of a move at half that rate."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder) / "data", database, **LIFTED) as ours:

        async def play(players: list[Player]) -> dict[str, Any]:
            await moves(players, min(3.0, seconds))
            before = ours.cpu()
            full = await moves(players, seconds)
            busy = (ours.cpu() - before) / seconds
            progress(1, 2, {})
            half = await moves(players, seconds, pause=2 * len(players) * seconds / len(full))
            progress(2, 2, {})
            return {
                "moves_per_s": round(len(full) / seconds),
                "cores": round(busy, 2),
                "full": percentiles(full),
                "half": {"moves_per_s": round(len(half) / seconds), **percentiles(half)},
            }

        found: dict[str, Any] = asyncio.run(with_players(ours.address, "tic_tac_toe", CLIENTS, play))
    return {"database": "sqlite" if database is None else "postgresql", "clients": CLIENTS, "seconds": seconds, **found}


def streams(count: int, seconds: float, progress: Progress) -> dict[str, Any]:
    """Open many streams of one match and more, play, and count the news that each hears."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder) / "data", None, **LIFTED) as ours:

        async def watch(players: list[Player]) -> dict[str, Any]:
            heard = [0] * count
            await asyncio.gather(*(player.move() for player in players))

            async def listen(number: int, connection: Connection) -> None:
                match = players[number % len(players)]._match
                reader = await connection.lines(f"{API}/matches/{match}/stream")
                while line := await reader.readline():
                    heard[number] += line.startswith(b"data:")

            async with AsyncExitStack() as stack:
                opened = [await stack.enter_async_context(Connection(ours.address)) for _ in range(count)]
                listening = [asyncio.create_task(listen(n, connection)) for n, connection in enumerate(opened)]
                while min(heard) < 1 and not any(task.done() for task in listening):
                    await asyncio.sleep(0.05)
                took = await moves(players, seconds, pause=1.0)
                await asyncio.sleep(1.0)
                alive = sum(not task.done() for task in listening)
                for task in listening:
                    task.cancel()
                await asyncio.gather(*listening, return_exceptions=True)
            progress(1, 1, {})
            return {
                "streams": count,
                "alive": alive,
                "least_heard": min(heard),
                "moves": len(took),
                **percentiles(took),
            }

        found: dict[str, Any] = asyncio.run(with_players(ours.address, "tic_tac_toe", CLIENTS, watch))
    return found


def floods(seconds: float, progress: Progress) -> dict[str, Any]:
    """The seconds of an honest client's moves, quiet and while another address floods each endpoint."""
    found: dict[str, Any] = {}
    # The honest client begins four matches for each flood, which would be too many in a quick run.
    changes = {"MATCHES_BY_ADDRESS": "40/minute"}
    with tempfile.TemporaryDirectory() as folder, served(Path(folder) / "data", None, **changes) as ours:
        asyncio.run(_honest(ours.address, 2.0))  # machine code is read from disk
        found["quiet"] = asyncio.run(_honest(ours.address, seconds))
        for number, path in enumerate(FLOODS):
            found[path] = _flooded(ours.address, path, seconds)
            progress(number + 1, len(FLOODS), {})
    worst = max(found[path]["p99_ms"] for path in FLOODS)
    return {**found, "worst_over_quiet": round(worst / found["quiet"]["p99_ms"], 2)}


async def _honest(address: str, seconds: float) -> dict[str, float]:
    async def play(players: list[Player]) -> list[float]:
        return await moves(players, seconds, pause=0.25)

    return percentiles(await with_players(address, "quoridor", 4, play, seed=1))


def _flooded(address: str, path: str, seconds: float) -> dict[str, float]:
    command = [sys.executable, "-m", "boardwright.bench.flood", address, path, str(seconds + 2)]
    flood = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert flood.stdout is not None
        flood.stdout.readline()
        return asyncio.run(_honest(address, seconds))
    finally:
        flood.kill()
        flood.wait()


def percentiles(took: Sequence[float]) -> dict[str, float]:
    """The median and the 99th percentile of some seconds, in milliseconds."""
    ordered = sorted(took)
    return {
        f"p{percent}_ms": round(1e3 * ordered[min(len(ordered) - 1, len(ordered) * percent // 100)], 2)
        for percent in (50, 99)
    }


def run(quick: bool, database: str | None, results: dict[str, Any], stage: Callable[[str], Progress]) -> None:
    """Measure everything. `database` is the URL of a PostgreSQL database to measure as well."""
    rounds, requests, seconds = (3, 1280, 4.0) if quick else (7, 6400, 60.0)
    progress = stage("machine code")
    for game in GAMES:  # or the first moves would be plain Python
        subprocess.run([sys.executable, "-m", "boardwright", "warmup", game], check=True, capture_output=True)
    progress(1, 1, {})
    for game in GAMES:
        results[f"cost_{game}"] = over_bare(game, rounds, requests, stage(f"cost of a move, {game}"))
    results["over_bare"] = results["cost_tic_tac_toe"]["over_bare"]
    results["sustained"] = [sustained(None, seconds, stage("moves a second, SQLite"))]
    if database is not None:
        results["sustained"].append(sustained(database, seconds, stage("moves a second, PostgreSQL")))
    results["streams"] = streams(200 if quick else 1000, min(seconds, 20.0), stage("streams"))
    results["floods"] = floods(min(seconds, 15.0), stage("floods"))
