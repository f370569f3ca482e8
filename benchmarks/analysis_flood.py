"""Whether analyses starve matches: the time of a move, quiet and during a flood of analyses, in turns.

`python benchmarks/analysis_flood.py [--rounds 5] [--moves 60] [--clients 20] [--json]` starts a server of its own. One
player moves against himself in Quoridor, and against an agent; meanwhile, in every other round, clients from as many
addresses (127.0.1.1 and so on, as Linux has them) keep as many analyses under way as the server lets them. Printed are
the median and the 99th percentile of a move's answer, and of the agent's reply. The flood's clients are a process of
their own at the lowest priority, so that their own work is not counted as the server's.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any

import httpx
import numpy as np

API = "/api/v1"
OPPONENT = "alphabeta:depth=2"
ANALYST = "alphabeta:depth=4"
QUESTION = {"game": "quoridor", "preset": "standard", "moves": [], "agent": ANALYST}


def served(folder: str) -> tuple[subprocess.Popen[str], str]:
    """A server on a free port, and its address."""
    command = [sys.executable, "-m", "boardwright", "serve", "--data", f"{folder}/data", "--port", "0"]
    # Neither the time of agents nor new matches are what is measured here.
    unlimited = {"AGENT_SECONDS_BY_ADDRESS": "1000000/hour", "MATCHES_BY_ADDRESS": "1000/minute"}
    environment = {**os.environ, **{f"BOARDWRIGHT_SERVE_{name}": rate for name, rate in unlimited.items()}}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    while not (found := re.search(r"http://\S+", process.stdout.readline())):
        pass
    return process, found[0].rstrip("/")


def client(address: str, source: str = "127.0.0.1") -> httpx.AsyncClient:
    """A client from an address of this machine."""
    transport = httpx.AsyncHTTPTransport(local_address=source)
    return httpx.AsyncClient(base_url=address + API, timeout=120, trust_env=False, transport=transport)


async def flood(address: str, number: int, counts: Counter[str]) -> None:
    """Ask for analyses, two at a time, until cancelled."""
    async with client(address, f"127.0.1.{number + 1}") as asking:

        async def ask() -> None:
            while True:
                answer = await asking.post("/analysis", json=QUESTION)
                counts[str(answer.status_code)] += 1
                if answer.status_code != 200:
                    await asyncio.sleep(float(answer.headers.get("Retry-After", 1)))

        await asyncio.gather(ask(), ask())


async def _flood_until_told(address: str, clients: int, pipe: Connection) -> None:
    counts = Counter[str]()
    tasks = [asyncio.create_task(flood(address, number, counts)) for number in range(clients)]
    await asyncio.to_thread(pipe.recv)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    pipe.send(counts)


def _flooder(address: str, clients: int, pipe: Connection) -> None:
    os.nice(19)
    asyncio.run(_flood_until_told(address, clients, pipe))


@contextmanager
def flooding(address: str, clients: int, counts: Counter[str]) -> Iterator[None]:
    """Analyses under way from all clients."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_flooder, args=(address, clients, theirs))
    process.start()
    time.sleep(5)  # until it has imported what it needs, and asks
    try:
        yield
    finally:
        ours.send("stop")
        counts.update(ours.recv())
        process.join()


async def play(player: httpx.AsyncClient, moves: int, rng: np.random.Generator) -> tuple[list[float], list[float]]:
    """Seconds of moves in a match against oneself, and of the replies in one against an agent."""
    own = await _created(player, ["person", "person"])
    times: list[float] = []
    while len(times) < moves:
        own = await _going(player, own, ["person", "person"])
        times.append(await _move(player, own, rng))
        await asyncio.sleep(0.1)  # the server allows 50 requests a second, and a move is three
    other = await _created(player, ["person", OPPONENT])
    replies: list[float] = []
    while len(replies) < moves // 4:
        other = await _going(player, other, ["person", OPPONENT])
        before = time.perf_counter()
        await _move(player, other, rng)
        while (await _read(player, other))["thinking"]:
            await asyncio.sleep(0.03)
        replies.append(time.perf_counter() - before)
        await asyncio.sleep(0.1)
    return times, replies


async def _created(player: httpx.AsyncClient, seats: list[str]) -> dict[str, Any]:
    answer = await player.post("/matches", json={"game": "quoridor", "preset": "standard", "seats": seats})
    answer.raise_for_status()
    found: dict[str, Any] = answer.json()
    return found


async def _going(player: httpx.AsyncClient, match: dict[str, Any], seats: list[str]) -> dict[str, Any]:
    """The match, or a new one if it is over."""
    return await _created(player, seats) if (await _read(player, match)).get("finished") else match


async def _read(player: httpx.AsyncClient, match: dict[str, Any]) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {match['token']}"}
    answer = await player.get(f"/matches/{match['id']}?since=1000000", headers=headers)
    answer.raise_for_status()
    found: dict[str, Any] = {"thinking": False, **answer.json()}
    return found


async def _move(player: httpx.AsyncClient, match: dict[str, Any], rng: np.random.Generator) -> float:
    """A random step of a pawn; the seconds until it is on disk and answered."""
    now = await _read(player, match)
    steps = [action for group in now["view"]["choices"] if not group.get("sides") for action in group["actions"]]
    body = {"kind": "move", "action": int(rng.choice(steps)), "seq": now["seq"] + 1, "key": str(rng.integers(1 << 40))}
    before = time.perf_counter()
    answer = await player.post(
        f"/matches/{match['id']}/events", json=body, headers={"Authorization": f"Bearer {match['token']}"}
    )
    seconds = time.perf_counter() - before
    answer.raise_for_status()
    return seconds


async def measure(address: str, rounds: int, moves: int, clients: int) -> dict[str, Any]:
    """Quiet and flooded rounds in turns."""
    rng, counts = np.random.default_rng(1), Counter[str]()
    taken: dict[str, tuple[list[float], list[float]]] = {"quiet": ([], []), "flood": ([], [])}
    async with client(address) as player:
        while (await player.post("/analysis", json=QUESTION)).json()["preparing"] is not None:
            await asyncio.sleep(1)
        await play(player, 8, rng)  # everything is compiled and started
        for number in range(2 * rounds):
            name = "flood" if number % 2 else "quiet"
            if name == "flood":
                with flooding(address, clients, counts):
                    times, replies = await play(player, moves, rng)
            else:
                times, replies = await play(player, moves, rng)
            taken[name][0].extend(times)
            taken[name][1].extend(replies)
            print(f"{name} {number // 2 + 1} of {rounds}", file=sys.stderr, flush=True)
    report: dict[str, Any] = {"analyses": dict(counts), "load": os.getloadavg()}
    for at, what in enumerate(("move", "reply")):
        report[what] = {name: _milliseconds(values[at]) for name, values in taken.items()}
        report[what]["p99_ratio"] = round(report[what]["flood"]["p99"] / report[what]["quiet"]["p99"], 2)
    return report


def _milliseconds(seconds: list[float]) -> dict[str, float]:
    return {
        "number": len(seconds),
        "median": round(1000 * float(np.median(seconds)), 2),
        "p99": round(1000 * float(np.percentile(seconds, 99)), 2),
    }


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--moves", type=int, default=60)
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        process, address = served(folder)
        try:
            report = asyncio.run(measure(address, asked.rounds, asked.moves, asked.clients))
        finally:
            process.terminate()
            process.wait()
    if asked.json:
        print(json.dumps(report, indent=2))
        return
    for what in ("move", "reply"):
        quiet, flooded = report[what]["quiet"], report[what]["flood"]
        print(
            f"{what}: median {quiet['median']} ms quiet, {flooded['median']} in a flood; p99 {quiet['p99']} and "
            f"{flooded['p99']} ms, ratio {report[what]['p99_ratio']} ({quiet['number']} each)"
        )
    print(f"answers to analyses by status: {report['analyses']}; load {report['load']}")


if __name__ == "__main__":
    main()
