"""Servers in processes of their own and clients of them, for `boardwright bench service`."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any

from boardwright.bench.http_client import Connection

API = "/api/v1"

LIFTED = {
    "WORK_BY_ADDRESS": "1000000/second",
    "WORK_BY_TOKEN": "1000000/second",
    "MATCHES_BY_ADDRESS": "1000000/second",
    "CONNECTIONS_BY_ADDRESS": "4000",
    "STREAMS_BY_ADDRESS": "2000",
}
"""Settings of a server whose clients all have one address."""


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
        self._seats = ["person", "person"]
        self._choices: list[int] = []
        self._over = False
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
        body = {"game": self._game, "preset": "standard", "seats": self._seats}
        status, answer = await self._connection.request("POST", f"{API}/matches", body)
        assert status == 201, answer
        created = json.loads(answer)
        self._match, self._token, self._seq = created["id"], created["token"], 0
        _, answer = await self._connection.request("GET", f"{API}/matches/{self._match}", None, self._token)
        self._take(json.loads(answer))

    def _take(self, match: dict[str, Any]) -> None:
        self._over, self._seq = match["finished"], match["seq"]
        self._choices = [action for group in match["view"]["choices"] for action in group["actions"]]


class Opposed(Player):
    """A client that plays the first side against an agent."""

    def __init__(self, connection: Connection, game: str, seed: int, agent: str) -> None:
        super().__init__(connection, game, seed)
        self._seats = ["person", agent]

    async def answered(self) -> float:
        """Make a move. Return the seconds until the agent has answered it, or the match is over."""
        began = time.perf_counter()
        await self.move()
        path = f"{API}/matches/{self._match}"
        while not self._choices and not self._over:
            await asyncio.sleep(0.01)
            _, answer = await self._connection.request("GET", path, None, self._token)
            self._take(json.loads(answer))
        return time.perf_counter() - began


async def with_players(
    address: str, game: str, clients: int, work: Callable[[list[Player]], Any], seed: int = 0
) -> Any:
    """Call `work` with clients that are connected."""
    async with AsyncExitStack() as stack:
        connections = [await stack.enter_async_context(Connection(address)) for _ in range(clients)]
        return await work([Player(connection, game, seed + n) for n, connection in enumerate(connections)])


class Echo:
    """A client of the bare server."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def move(self) -> float:
        """Send what would be a move. Return the seconds of its answer."""
        body = {"kind": "move", "seq": 1, "key": "0123456789", "action": 4}
        await self._connection.request("POST", "/echo", body)
        return self._connection.seconds


async def moves(players: Sequence[Player | Echo], seconds: float, pause: float = 0.0) -> list[float]:
    """Play for some seconds, and return the seconds of each move. With a pause, each client moves that often."""
    took: list[float] = []

    async def one(number: int, player: Player | Echo) -> None:
        end = time.monotonic() + seconds
        following = time.monotonic() + pause * number / len(players)
        while time.monotonic() < end:
            if pause:
                await asyncio.sleep(max(0.0, following - time.monotonic()))
                following = max(following + pause, time.monotonic())
            took.append(await player.move())

    await asyncio.gather(*(one(number, player) for number, player in enumerate(players)))
    return took


def percentiles(took: Sequence[float]) -> dict[str, float]:
    """The median and the 99th percentile of some seconds, in milliseconds."""
    ordered = sorted(took)
    return {
        f"p{percent}_ms": round(1e3 * ordered[min(len(ordered) - 1, len(ordered) * percent // 100)], 2)
        for percent in (50, 99)
    }
