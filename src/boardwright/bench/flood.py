"""A client without manners, of another address than the honest one.

`python -m boardwright.bench.flood URL PATH SECONDS` prints a line once it has begun.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time

from boardwright.bench.http_client import Connection

API = "/api/v1"
CONNECTIONS = 32
OWN = f"127.0.{os.getpid() // 250 % 250}.{os.getpid() % 250 + 2}"
"""An address of loopback for each flood: the one before has used up its share."""


class Elsewhere(Connection):
    """A connection from another loopback address."""

    async def __aenter__(self) -> Elsewhere:
        opened = asyncio.open_connection(self._host, self._port, local_addr=(OWN, 0))
        self._reader, self._writer = await opened
        return self


async def _match(address: str, game: str, preset: str) -> str:
    import json

    async with Elsewhere(address) as connection:
        body = {"game": game, "preset": preset, "seats": ["person", "friend"]}
        return str(json.loads((await connection.request("POST", f"{API}/matches", body))[1])["id"])


async def _flood(address: str, path: str, until: float) -> None:
    body = {"game": "tic_tac_toe", "preset": "standard", "seats": ["person", "random"]} if path == "/matches" else None
    while time.monotonic() < until:
        try:
            async with Elsewhere(address) as connection:
                while time.monotonic() < until:
                    await connection.request("GET" if body is None else "POST", API + path, body)
        except (OSError, asyncio.IncompleteReadError):
            await asyncio.sleep(0.01)


async def main(address: str, path: str, seconds: float) -> None:
    """Flood a path from 32 connections."""
    if "{large}" in path:
        path = path.format(large=await _match(address, "skirmish", "large"))
    elif "{match}" in path:
        path = path.format(match=await _match(address, "tic_tac_toe", "standard"))
    sys.stdout.write("begun\n")
    sys.stdout.flush()
    await asyncio.gather(*(_flood(address, path, time.monotonic() + seconds) for _ in range(CONNECTIONS)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], float(sys.argv[3])))
