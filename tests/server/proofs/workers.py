"""Proof: the death of an agent's process neither loses nor doubles a move.

Eight matches are played by agents, each watched by a stream, while the processes of the agents are killed (SIGKILL)
again and again. Every match must come to its end, its events must be numbered without a gap, every position must replay
by the rules, and none may have been resigned. The planted defect: no lease. Jobs are given out twice, and answers are
appended under the next free number, whatever event they were for.
"""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from pathlib import Path
from typing import Any

import httpx

from ..harness import Server
from ..places import SQLITE, Place, place
from .report import main
from .scribe import Scribe, load

KILLS = 500
MATCHES = 8
AGENTS = ("random", "mcts:iterations=5000")
GAME = "tic_tac_toe"


def workers(server: Server) -> list[int]:
    """The processes of agents: children of the server that were started by `spawn`, apart from its tracker."""
    assert server.process is not None
    children = Path(f"/proc/{server.process.pid}/task").glob("*/children")
    found = []
    for number in {int(text) for listed in children for text in listed.read_text().split()}:
        try:
            command = Path(f"/proc/{number}/cmdline").read_bytes()
        except OSError:
            continue
        if b"multiprocessing.spawn" in command or b"spawn_main" in command:
            found.append(number)
    return found


class Match(threading.Thread):
    """Watches one match after the other, as agents play only while somebody watches."""

    def __init__(self, server: Server, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.server, self.over = server, over
        self.made: list[str] = []
        self.unfinished = 0
        self.changes = 0

    def run(self) -> None:
        with self.server.client() as client:
            while not self.over.is_set():
                body = {"game": GAME, "preset": "standard", "seats": list(AGENTS)}
                answer = client.post("/matches", json=body)
                if answer.status_code == 503:
                    time.sleep(0.2)
                    continue
                self.made.append(answer.json()["id"])
                self.unfinished += not self._follow(client, self.made[-1])

    def _follow(self, client: httpx.Client, match: str) -> bool:
        """Follow a match to its end."""
        # Blank lines keep a stream open, one in fifteen seconds: a minute of them is a move that was lost.
        with client.stream("GET", f"/matches/{match}/follow", timeout=60) as stream:
            last, blank = "", 0
            for line in stream.iter_lines():
                blank = 0 if line else blank + 1
                last = line or last
                self.changes += bool(line)
                if blank > 4:
                    return False
        return '"finished":true' in last


def torment(home: Place, kills: int, *options: str, seed: int = 0) -> dict[str, int]:
    """Kill agents' processes while matches are played, then look at the log."""
    server = home.server("--set", "attempts=1000", *options)
    rng, over = random.Random(seed), threading.Event()
    watched = [Match(server, over) for _ in range(MATCHES)]
    for match in watched:
        match.start()
    killed = 0
    while killed < kills and any(match.is_alive() for match in watched):
        # A process needs seconds to start on a busy machine. A kill in five does not wait for a move, the others do:
        # else no agent would ever come to think.
        changes = sum(match.changes for match in watched)
        while killed % 5 and sum(match.changes for match in watched) == changes:
            time.sleep(0.05)
        time.sleep(rng.uniform(0.0, 0.5))
        for number in rng.sample(found, 1) if (found := workers(server)) else []:
            try:
                os.kill(number, signal.SIGKILL)
            except ProcessLookupError:
                continue
            killed += 1
    over.set()
    for match in watched:
        match.join()
    server.stop()
    counts = {"kills": killed, "matches": 0, "moves": 0, "broken": 0, "resigned": 0, "doubled": 0}
    counts["unfinished"] = sum(match.unfinished for match in watched)
    with Scribe(home.url, home.key) as scribe:
        for number in (number for match in watched for number in match.made):
            _count(scribe, number, counts)
    return counts


def _count(scribe: Scribe, number: str, counts: dict[str, int]) -> None:
    heading, events = scribe.read(number)
    counts["matches"] += 1
    counts["moves"] += len(events)
    # The first player moves at odd numbers; an agent that moved twice, or for the other, is seen by the rules, too.
    state = (game := load(GAME)).new()
    for seq, event in enumerate(events, start=1):
        if event.kind == "resign":
            counts["resigned"] += 1
            break
        agent = heading.seats[(seq - 1) % 2].agent
        if event.seq != seq or event.agent != agent or event.action is None:
            counts["doubled"] += 1
            break
        if int(game.why_not(state, [event.action])[0]):
            counts["broken"] += 1
            break
        state = game.apply(state, event.action)


def failures(counts: dict[str, int]) -> int:
    """The number of faults."""
    return sum(counts[name] for name in ("broken", "resigned", "doubled", "unfinished"))


def measure(folder: Path, share: float) -> dict[str, Any]:
    """Kills of agents' processes."""
    with place(SQLITE, folder / "honest") as home:
        counts = torment(home, max(3, round(KILLS * share)))
    with place(SQLITE, folder / "planted") as home:
        planted = torment(home, 1, "--defect", "leases")
    return {**counts, "failures": failures(counts), "planted": planted, "caught": {"leases": failures(planted) > 0}}


if __name__ == "__main__":
    main("workers", measure)
