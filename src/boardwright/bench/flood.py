"""A client without manners, of another address than the honest one.

`python -m boardwright.bench.flood URL KIND SECONDS` prints a line once it has begun. A kind is a path, or one of the
words of `service.FLOODS`.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from boardwright.bench.http_client import Connection

API = "/api/v1"
CONNECTIONS = 32
FOLLOWERS, AGENTS = 95, 19
OWN = f"127.0.{os.getpid() // 250 % 250}.{os.getpid() % 250 + 2}"
"""An address of loopback for each flood: the one before has used up its share."""


class Elsewhere(Connection):
    """A connection from another loopback address."""

    async def __aenter__(self) -> Elsewhere:
        opened = asyncio.open_connection(self._host, self._port, local_addr=(OWN, 0))
        self._reader, self._writer = await opened
        return self


class Hostile:
    """What a flood asks for, with the matches that it needs."""

    def __init__(self, address: str, until: float) -> None:
        self._address = address
        self._until = until
        self._numbers = itertools.count()

    async def begin(self, kind: str) -> list[Coroutine[Any, Any, None]]:
        """Make the matches of a kind of flood. Return what its connections do."""
        if kind == "follow":
            match, token = await self._match("quoridor", "standard", clock={"seconds": 3600, "increment": 0})
            return [self._move(match, token), *(self._follow(match) for _ in range(FOLLOWERS))]
        if kind == "agents":
            seats = ["normal", "normal"]
            matches = [(await self._match("quoridor", "standard", seats))[0] for _ in range(AGENTS)]
            wanted = {"matches": [{"id": match, "token": None, "after": 0} for match in matches]}
            return [self._listen(wanted) for _ in range(2)]
        if kind == "puzzles":
            return [self._ask("POST", f"{API}/games/minesweeper/puzzles/{{n}}/answer") for _ in range(CONNECTIONS)]
        path, method = API + kind, "POST" if kind == "/matches" else "GET"
        for name, game, preset in (("match", "tic_tac_toe", "standard"), ("large", "skirmish", "large")):
            if f"{{{name}}}" in path:
                path = path.replace(f"{{{name}}}", (await self._match(game, preset))[0])
        if "{long}" in path:
            path = path.replace("{long}", await self._long(600))
        return [self._ask(method, path) for _ in range(CONNECTIONS)]

    async def _ask(self, method: str, path: str) -> None:
        await self._again(lambda connection: self._one(connection, method, path))

    async def _one(self, connection: Connection, method: str, path: str) -> None:
        n = next(self._numbers)
        body: dict[str, Any] | None = None
        if path.endswith("/answer"):
            path, body = path.replace("{n}", str(1 + n % 50)), {"action": n % 81}
        elif method == "POST":
            body = {"game": "tic_tac_toe", "preset": "standard", "seats": ["person", "random"]}
        await connection.request(method, path.replace("{n}", str(n % 600)), body)

    async def _move(self, match: str, token: str) -> None:
        async with Elsewhere(self._address) as connection:
            while time.monotonic() < self._until:
                seen = json.loads((await connection.request("GET", f"{API}/matches/{match}", None, token))[1])
                if "seq" in seen and not seen["finished"]:
                    action = seen["view"]["choices"][0]["actions"][0]
                    body = {"kind": "move", "seq": seen["seq"] + 1, "key": str(seen["seq"]), "action": action}
                    await connection.request("POST", f"{API}/matches/{match}/events", body, token)
                await asyncio.sleep(0.5)

    async def _follow(self, match: str) -> None:
        async def lines(connection: Connection) -> None:
            reader = await connection.lines(f"{API}/matches/{match}/follow")
            while time.monotonic() < self._until and await reader.readline():
                pass

        await self._again(lines)

    async def _listen(self, wanted: dict[str, Any]) -> None:
        async def news(connection: Connection) -> None:
            reader = await connection.lines(f"{API}/stream", wanted)
            while time.monotonic() < self._until and await reader.readline():
                pass

        await self._again(news)

    async def _again(self, use: Callable[[Connection], Awaitable[None]]) -> None:
        """Use a connection again and again, and a new one when it is closed."""
        while time.monotonic() < self._until:
            try:
                async with Elsewhere(self._address) as connection:
                    while time.monotonic() < self._until:
                        await use(connection)
            except (OSError, asyncio.IncompleteReadError):
                await asyncio.sleep(0.01)

    async def _match(self, game: str, preset: str, seats: list[str] | None = None, **more: Any) -> tuple[str, str]:
        async with Elsewhere(self._address) as connection:
            body = {"game": game, "preset": preset, "seats": seats or ["person", "person"], **more}
            made = json.loads((await connection.request("POST", f"{API}/matches", body))[1])
            return str(made["id"]), str(made["token"])

    async def _long(self, events: int) -> str:
        """A match of at least so many events: a move and its undo, again and again, as fast as the limits allow."""
        match, token = await self._match("tic_tac_toe", "standard")
        kinds: list[dict[str, Any]] = [{"kind": "move", "action": 4}, {"kind": "undo_request"}]
        async with Elsewhere(self._address) as connection:
            seq, turn = 1, 0
            while seq <= events:
                body = {**kinds[turn % 2], "seq": seq, "key": str(seq)}
                status, answer = await connection.request("POST", f"{API}/matches/{match}/events", body, token)
                if status == 201:
                    # The same person agrees to an undo at once, by an event of its own.
                    seq, turn = json.loads(answer)["seq"] + 1, turn + 1
                elif status == 429:
                    await asyncio.sleep(0.5)
                else:
                    raise ConnectionError(status, answer)
        return match


async def main(address: str, kind: str, seconds: float) -> None:
    """Flood a server."""
    hostile = Hostile(address, float("inf"))
    work = await hostile.begin(kind)
    sys.stdout.write("begun\n")
    sys.stdout.flush()
    hostile._until = time.monotonic() + seconds
    await asyncio.gather(*work)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], float(sys.argv[3])))
