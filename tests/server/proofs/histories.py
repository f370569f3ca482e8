"""Proof: whoever looks after an acknowledgement sees the event, and nobody sees the past again or what was not posted.

Sixteen clients post, retry, read and stream on shared matches, through one server on SQLite or two on PostgreSQL, while
the servers are killed and paused (SIGKILL, SIGSTOP). Every operation is noted with its begin and its end, and checked
(`register.py`). The planted defects: acknowledging before the commit, and a cache that does not look whether another
process has written.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import boardwright

from ..harness import API, Server, sit
from ..places import POSTGRESQL, SQLITE, Place, place
from .register import Faults, Post, Read, check
from .report import main

OPERATIONS = 1_000_000
CLIENTS, MATCHES, EACH = 16, 8, 40
"""Clients, matches of a round, and operations of a client in a round."""

PATIENCE = 1.0
"""Seconds that a client waits for an answer: a paused server gives none."""

PAUSE = (0.1, 1.5)
LOST = (OSError, http.client.HTTPException)
GAME = boardwright.load("tic_tac_toe")
TEXTS = [GAME.actions.to_text(action, 0) for action in range(GAME.actions.count)]


class Client:
    """Makes operations and notes them. Every client has a connection to one of the servers."""

    def __init__(self, number: int, servers: list[Server], seed: int) -> None:
        self.number, self.servers = number, servers
        self.rng = random.Random(f"{seed} {number}")
        self.notes: list[Post | Read] = []
        self.counts: Counter[str] = Counter()
        self._connection: http.client.HTTPConnection | None = None
        self._posted: list[tuple[str, str, int, int, str]] = []
        self._seen: dict[str, int] = {}

    def run(self, matches: list[tuple[str, str]]) -> None:
        """Make the operations of a round."""
        for _ in range(EACH):
            match, token = self.rng.choice(matches)
            kind = self.rng.choices(["post", "retry", "read", "stream"], [45, 10, 42, 3])[0]
            try:
                if kind == "post":
                    action, seq = self.rng.randrange(9), self._seen.get(match, 0) + 1
                    self._post(match, token, seq, action, f"{self.number} {self.rng.random()}")
                elif kind == "retry" and self._posted:
                    self._post(*self.rng.choice(self._posted[-4:]))
                elif kind == "stream":
                    self._stream(match)
                else:
                    self._read(match)
            except LOST:
                self.counts["unanswered"] += 1
                self.close()
                time.sleep(0.05)
        self._posted.clear()
        self._seen.clear()
        self.close()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None, token: str | None = None) -> Any:
        if self._connection is None:
            server = self.servers[self.number % len(self.servers)]
            self._connection = http.client.HTTPConnection(server.address.removeprefix("http://"), timeout=PATIENCE)
        headers = {"Content-Type": "application/json"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body)
        self._connection.request(method, f"{API}{path}", data, headers)
        return self._connection.getresponse()

    def _post(self, match: str, token: str, seq: int, action: int, key: str) -> None:
        self.counts["posts"] += 1
        self._posted.append((match, token, seq, action, key))
        begin = time.monotonic()
        done = None
        try:
            body = {"kind": "move", "seq": seq, "key": key, "action": action}
            answer = self._ask("POST", f"/matches/{match}/events", body, token)
            shown = json.loads(answer.read())
            # Only an answer that may have been made without the log's word is open.
            done = None if answer.status >= 500 else answer.status in {200, 201}
            self.counts[f"status {answer.status}"] += 1
            if done:
                self._note_read(match, shown, begin)
        finally:
            end = time.monotonic() if done is not None else float("inf")
            self.notes.append(Post(match, seq, TEXTS[action], key, begin, end, done))

    def _read(self, match: str) -> None:
        self.counts["reads"] += 1
        begin = time.monotonic()
        answer = self._ask("GET", f"/matches/{match}")
        shown = json.loads(answer.read())
        self.counts[f"status {answer.status}"] += 1
        if answer.status == 200:
            self._note_read(match, shown, begin)

    def _note_read(self, match: str, shown: dict[str, Any], begin: float) -> None:
        values = tuple(item["text"] for item in shown["history"])
        self._seen[match] = shown["seq"]
        self.notes.append(Read(match, shown["seq"], values, begin, time.monotonic()))

    def _stream(self, match: str) -> None:
        """Read a few messages. A message is as new as the stream's begin, at least, and as the message before."""
        self.counts["streams"] += 1
        begin = time.monotonic()
        answer = self._ask("GET", f"/matches/{match}/stream")
        for _ in range(3):
            while not (line := answer.readline()).startswith(b"data"):
                if not line:
                    raise ConnectionError
            now = time.monotonic()
            self.notes.append(Read(match, json.loads(line[5:])["seq"], (), begin, now, "stream"))
            if self.rng.random() < 0.5:
                break
        self.close()


def trouble(servers: list[Server], what: str, rng: random.Random) -> None:
    """Kill or pause one of the servers, after a moment."""
    time.sleep(rng.uniform(0.05, 0.4))
    server = rng.choice(servers)
    assert server.process is not None
    if what == "kill":
        server.kill()
        server.start()
    elif what == "pause":
        os.kill(server.process.pid, signal.SIGSTOP)
        time.sleep(rng.uniform(*PAUSE))
        os.kill(server.process.pid, signal.SIGCONT)


def torment(home: Place, operations: int, kills: int, *options: str, seed: int = 0) -> tuple[Counter[str], Faults]:
    """Run rounds until there are so many operations. A kill in every `kills`th round, a pause in others."""
    servers = [home.server(*options, number=number) for number in range(1 if home.cluster is None else 2)]
    rng, counts, faults = random.Random(seed), Counter[str](), Faults()
    clients = [Client(number, servers, seed) for number in range(CLIENTS)]
    number = 0
    with ThreadPoolExecutor(CLIENTS + 1) as crowd:
        while counts["operations"] < operations:
            number += 1
            with servers[0].client() as client:
                made = [sit(client, "tic_tac_toe", "person", "person")[0] for _ in range(MATCHES)]
            matches = [(player.match, player.token or "") for player in made]
            what = "kill" if number % kills == 0 else rng.choice(["pause", "none"])
            counts[what] += 1
            troubled = crowd.submit(trouble, servers, what, rng)
            for running in [crowd.submit(client.run, matches) for client in clients]:
                running.result()
            troubled.result()
            counts["operations"] += CLIENTS * EACH
            notes = [note for client in clients for note in client.notes]
            for one in clients:
                one.notes = []
            check([*notes, *_final(servers, matches)], faults)
            counts["checked"] += len(notes)
    for one in clients:
        counts += one.counts
    if counts["status 500"]:
        faults.add("server_fault", counts["status 500"])
    for server in servers:
        server.stop()
    return counts, faults


def _final(servers: list[Server], matches: list[tuple[str, str]]) -> list[Read]:
    """A read of every match by every server, after all is over."""
    reads = []
    for server in servers:
        with server.client() as client:
            for match, _ in matches:
                begin = time.monotonic()
                answer = client.get(f"/matches/{match}")
                # A match that is not there has not even its creation.
                shown = answer.json() if answer.status_code == 200 else {"seq": -1, "history": []}
                values = tuple(item["text"] for item in shown["history"])
                reads.append(Read(match, shown["seq"], values, begin, time.monotonic(), "final"))
    return reads


def measure(folder: Path, share: float) -> dict[str, Any]:
    """Half of the operations on each database."""
    figures: dict[str, Any] = {"failures": 0, "caught": {}}
    for backend in (SQLITE, POSTGRESQL):
        with place(backend, folder / backend) as home:
            counts, faults = torment(home, round(OPERATIONS * share / 2), 8)
        figures[backend] = dict(sorted(counts.items()))
        figures["failures"] += faults.total
        if faults.total:
            figures["faults"] = {**faults.counts, **faults.examples}
        with place(backend, folder / f"{backend}-early") as home:
            early = torment(home, 2 * CLIENTS * EACH, 1, "--early")[1]
        figures["caught"][f"{backend} early"] = early.total > 0
    with place(POSTGRESQL, folder / "stale") as home:
        stale = torment(home, CLIENTS * EACH, 100, "--defect", "stale")[1]
    figures["caught"]["stale"] = stale.total > 0
    return figures


if __name__ == "__main__":
    main("histories", measure)
