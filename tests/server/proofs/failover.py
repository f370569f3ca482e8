"""Proof: two servers on one PostgreSQL database, one of them killed every few seconds. Nothing that was acknowledged is
lost, and streams go on at the other within two seconds.

Writers play whole matches of tic-tac-toe, each move sent again with its key, to the other server, until it is answered.
Listeners follow matches, and go to the other server when theirs is gone. The planted defect: acknowledging before the
commit. There a writer stays with its server and waits for the commit: a move that meets an unknown one is refused, and
nothing is told and lost.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from pathlib import Path
from typing import Any

from boardwright.bench.http_client import Connection

from ..harness import API, Server
from ..places import POSTGRESQL, Place, place
from .report import main

SECONDS, WRITERS, LISTENERS = 600, 64, 16
EVERY, AWAY = 4.0, 1.0
"""Seconds from one kill to the next, and of a killed server's absence."""

LIMIT = 2.0
PATIENCE = 3.0
"""Seconds that a client waits for an answer before it asks the other server."""

LOST = (OSError, asyncio.IncompleteReadError, TimeoutError)
SEATS = {"game": "tic_tac_toe", "preset": "standard", "seats": ["person", "person"]}


class Crowd:
    """The clients of two servers, and what they were told."""

    def __init__(self, servers: list[Server], seed: int, *, faithful: bool = False) -> None:
        self.servers = servers
        self.faithful = faithful
        """Whether a writer stays with its server, and waits before each move; else each goes to the other, at once."""
        self.rng = random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.acknowledged: dict[str, dict[int, str]] = {}
        self.gaps: list[float] = []
        self.until = 0.0

    @property
    def going(self) -> bool:
        return time.monotonic() < self.until

    async def run(self, seconds: float) -> None:
        """Play, listen and kill for some seconds."""
        self.until = time.monotonic() + seconds
        clients = [self._write(number) for number in range(WRITERS)]
        clients += [self._listen(number) for number in range(LISTENERS)]
        await asyncio.gather(self._kill(), *clients)

    async def _kill(self) -> None:
        number = 0
        while self.going:
            await asyncio.sleep(EVERY - AWAY)
            server = self.servers[number % 2]
            number += 1
            server.kill()
            self.counts["kills"] += 1
            await asyncio.sleep(AWAY)
            await asyncio.to_thread(server.start)

    async def _ask(self, at: int, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """Ask one server and then the other, until one answers."""
        while True:
            try:
                async with asyncio.timeout(PATIENCE), Connection(self.servers[at % 2].address) as connection:
                    status, answer = await connection.request(method, API + path, body, token)
            except LOST:
                self.counts["asked again"] += 1
                at += 1
                await asyncio.sleep(0.05)
                continue
            if status == 503:
                await asyncio.sleep(0.2)
                continue
            self.counts["server faults"] += status >= 500
            return status, json.loads(answer)

    async def _write(self, number: int) -> None:
        while self.going:
            _, made = await self._ask(number, "POST", "/matches", SEATS)
            match, token, free = made["id"], made["token"], list(range(9))
            told = self.acknowledged.setdefault(match, {})
            self.rng.shuffle(free)
            for seq, action in enumerate(free, start=1):
                if self.faithful:
                    await asyncio.sleep(self.rng.uniform(0.6, 1.2))
                body = {"kind": "move", "seq": seq, "key": f"{number} {seq}", "action": action}
                status, answer = await self._ask(
                    number + (0 if self.faithful else seq), "POST", f"/matches/{match}/events", body, token
                )
                if status not in {200, 201}:
                    self.counts[f"refused {answer['code']}"] += 1
                    break
                told[seq] = str(action)
                self.counts["acknowledged"] += 1
                if answer["finished"] or not self.going:
                    break

    async def _listen(self, number: int) -> None:
        """Follow the newest matches. Note the seconds from the loss of a stream to news from the other server."""
        await asyncio.sleep(1.0)
        at, gone = number, 0.0
        while self.going:
            match = self.rng.choice(list(self.acknowledged)[-WRITERS:])
            try:
                async with Connection(self.servers[at % 2].address) as connection:
                    reader = await connection.lines(f"{API}/matches/{match}/stream")
                    end = time.monotonic() + 5.0
                    while time.monotonic() < end and self.going:
                        line = await asyncio.wait_for(reader.readline(), 5.0)
                        if not line:
                            raise ConnectionError
                        if line.startswith(b"data:"):
                            self.counts["news"] += 1
                            if gone:
                                self.gaps.append(time.monotonic() - gone)
                                gone = 0.0
            except TimeoutError:
                continue  # the match is over: nothing is heard of it any more
            except LOST:
                gone = gone or time.monotonic()
                at += 1
                await asyncio.sleep(0.02)

    async def lost(self) -> int:
        """The number of acknowledged moves that a server does not show."""
        lost = 0
        for at, _ in enumerate(self.servers):
            for match, told in self.acknowledged.items():
                status, seen = await self._ask(at, "GET", f"/matches/{match}")
                shown = {item["seq"]: item["text"] for item in seen["history"]} if status == 200 else {}
                lost += sum(shown.get(seq) != text for seq, text in told.items())
        return lost


def torment(home: Place, seconds: float, *options: str, seed: int = 0) -> dict[str, Any]:
    """Let the crowd play on two servers, then count what was lost."""
    servers = [home.server(*options, number=number) for number in range(2)]
    crowd = Crowd(servers, seed, faithful="--early" in options)

    async def all_of_it() -> int:
        await crowd.run(seconds)
        return await crowd.lost()

    lost = asyncio.run(all_of_it())
    for server in servers:
        if server.process is not None:
            server.stop()
    late = [gap for gap in crowd.gaps if gap > LIMIT]
    figures = {"server faults": 0, "matches": len(crowd.acknowledged), **dict(sorted(crowd.counts.items()))}
    return {
        **figures,
        "lost": lost,
        "streams_that_went_on": len(crowd.gaps),
        "longest_gap_s": round(max(crowd.gaps, default=0.0), 2),
        "late_streams": len(late),
    }


def measure(folder: Path, share: float) -> dict[str, Any]:
    """Kill for a share of ten minutes. With the defect, kill until something is lost, at most eight times."""
    with place(POSTGRESQL, folder / "two") as home:
        figures = torment(home, max(10.0, SECONDS * share))
    seen = 0
    for seed in range(8):
        if not seen:
            with place(POSTGRESQL, folder / f"early {seed}") as home:
                early = torment(home, 5.0, "--early", seed=seed)
            # Whoever was told of a move that is not in the log meets a server that does not know it.
            seen = early["lost"] + early["server faults"]
    failures = figures["lost"] + figures["late_streams"] + figures["server faults"]
    return {**figures, "failures": failures, "caught": {"early": seen > 0}}


if __name__ == "__main__":
    main("failover", measure)
