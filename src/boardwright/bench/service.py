"""`boardwright bench service`: the cost of a move beside the bare parts, moves a second, streams, and fair shares.

Real servers in processes of their own, on loopback. CPU time is the server's alone. The limits by address are lifted,
because all clients have one address; only the floods are measured with them.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from typing import Any

from boardwright.bench import bare_service, request_costs
from boardwright.bench.http_client import Connection
from boardwright.bench.service_clients import (
    API,
    LIFTED,
    Echo,
    Opposed,
    Player,
    moves,
    percentiles,
    served,
    started,
    with_players,
)
from boardwright.core.progress import Progress

CLIENTS = 64
GAMES = ("tic_tac_toe", "quoridor")
MOVES = 5
"""Moves of a match in the measurement of their cost."""

ANSWERED = ("an agent's answer, quiet", "an agent's answer, agents")
TURNS = 3
HONEST, PACE = 4, 0.25
"""The honest clients of a flood, and the seconds between two moves of each."""

FLOODS = (
    "/games", "/matches/{match}", "/matches/{large}", "/matches/{long}?at=600&since={n}", "/matches/{match}/why?cell=0",
    "/matches", "/matches/none", "puzzles", "follow", "agents",
)  # fmt: skip
"""The endpoints that are flooded; `/matches` by POST. `puzzles` answers them, `follow` has 95 followers of a match with
a clock, `agents` nineteen matches of agents among themselves that are watched."""


async def _echoes(address: str, clients: int, requests: int) -> None:
    async def one(connection: Connection) -> None:
        echo = Echo(connection)
        for _ in range(requests // clients):
            await echo.move()

    async with AsyncExitStack() as stack:
        connections = [await stack.enter_async_context(Connection(address)) for _ in range(clients)]
        await asyncio.gather(*(one(connection) for connection in connections))


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
    """The seconds of an honest client's moves, quiet and while another address floods each endpoint, in turns.

    `machine` is a bare echo at the same pace: its tail is the machine's, not the server's.
    """
    took: dict[str, list[float]] = {name: [] for name in ("machine", "quiet", *FLOODS, *ANSWERED)}
    # The honest client begins four matches in each turn. The flood of creations is a harder one for it.
    changes = {"MATCHES_BY_ADDRESS": "1000/minute"}
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder) / "data", None, **changes) as ours,
        started("boardwright.bench.bare_service") as bare,
    ):
        asyncio.run(_honest(ours.address, 2.0))  # machine code is read from disk
        for turn in range(TURNS):
            for number, path in enumerate(FLOODS):
                took["machine"] += asyncio.run(_paced_echoes(bare.address, seconds / TURNS / 2))
                took["quiet"] += asyncio.run(_honest(ours.address, seconds / TURNS / 2))
                took[path] += _flooded(ours.address, path, lambda: _honest(ours.address, seconds / TURNS), seconds)
                progress(turn * len(FLOODS) + number + 1, TURNS * len(FLOODS), {})
            quiet, flooded = ANSWERED
            took[quiet] += asyncio.run(_answered(ours.address, seconds / TURNS))
            took[flooded] += _flooded(ours.address, "agents", lambda: _answered(ours.address, seconds / TURNS), seconds)
    found = {name: percentiles(moved) for name, moved in took.items()}
    worst = max(found[path]["p99_ms"] for path in FLOODS)
    return {**found, "worst_over_quiet": round(worst / found["quiet"]["p99_ms"], 2)}


async def _honest(address: str, seconds: float) -> list[float]:
    async def play(players: list[Player]) -> list[float]:
        return await moves(players, seconds, pause=PACE)

    found: list[float] = await with_players(address, "quoridor", HONEST, play, seed=1)
    return found


async def _answered(address: str, seconds: float) -> list[float]:
    """The seconds from a person's move to the answer of an easy agent, of one person after another."""
    took: list[float] = []
    async with Connection(address) as connection:
        player = Opposed(connection, "quoridor", 1, "easy")
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            took.append(await player.answered())
    return took


async def _paced_echoes(address: str, seconds: float) -> list[float]:
    async with AsyncExitStack() as stack:
        opened = [await stack.enter_async_context(Connection(address)) for _ in range(HONEST)]
        return await moves([Echo(connection) for connection in opened], seconds, pause=PACE)


def _flooded(
    address: str, path: str, honest: Callable[[], Coroutine[Any, Any, list[float]]], seconds: float
) -> list[float]:
    command = [sys.executable, "-m", "boardwright.bench.flood", address, path, str(seconds + 2)]
    flood = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert flood.stdout is not None
        flood.stdout.readline()
        return asyncio.run(honest())
    finally:
        flood.kill()
        flood.wait()


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
    results["costs"] = request_costs.measured(100 if quick else 400, stage("costs"))
    results["floods"] = floods(min(seconds, 15.0), stage("floods"))
