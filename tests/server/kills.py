"""Proof: no acknowledged event is lost, however often the server or its database is killed.

`python tests/server/kills.py --database postgresql --kills 100 --writers 16`. Writers play matches by HTTP and note all
acknowledged events. The server, the whole PostgreSQL cluster with its postmaster, or both are killed (SIGKILL) at
random moments. After each kill the log is replayed by the rules, with its digests, and compared with the notes. Then
rivals post the same event number, to two servers if the database is shared. Two planted defects must be caught: a
server that acknowledges before the commit, which it delays, so that few kills are enough on a busy machine, too; and a
table of events without its primary key.

SIGKILL does not test the disk in a power failure: `synchronous=OFF` and `fsync=off` would pass this test, too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).parents[1]))

import boardwright
from boardwright.core.errors import BoardwrightError
from boardwright.server.log import Log
from boardwright.server.matches import LiveMatch
from server.harness import PATIENCE, Player, Server, sit
from server.places import POSTGRESQL, SQLITE, Place, place

ROUND = 40
"""Events that are acknowledged, at least, between two kills."""


@dataclass
class Notes:
    """The acknowledged events: for each match the action of each event."""

    events: dict[str, dict[int, int]] = field(default_factory=dict)
    count: int = 0
    conflicts: int = 0
    refused: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def made(self, match: str) -> None:
        with self.lock:
            self.events[match] = {}

    def acknowledged(self, match: str, seq: int, action: int) -> None:
        with self.lock:
            self.events[match][seq] = action
            self.count += 1


class Writer(threading.Thread):
    """Plays one match after the other for both sides. Repeats every request that the server did not answer."""

    def __init__(self, server: Server, notes: Notes, up: threading.Event, over: threading.Event, seed: int) -> None:
        super().__init__(daemon=True)
        self.server, self.notes, self.up, self.over = server, notes, up, over
        self.rng = random.Random(seed)

    def run(self) -> None:
        self.client = self.server.client()
        while not self.over.is_set():
            try:
                players = sit(self.client, "tic_tac_toe", "person", "friend")
                self.notes.made(players[0].match)
                self._play(players)
            except (httpx.TransportError, AssertionError):
                # The server died while the match was being created.
                self._reconnect()
        self.client.close()

    def _play(self, players: list[Player]) -> None:
        free = list(range(9))
        self.rng.shuffle(free)
        for seq, action in enumerate(free, start=1):
            answer = self._insist(players[(seq - 1) % 2], seq, action)
            if answer is None:
                return
            if answer.status_code not in {200, 201}:
                # The match ended early, or (with the defect) differs from the acknowledged one.
                if answer.json()["code"] != "match_over":
                    self.notes.conflicts += 1
                return
            self.notes.acknowledged(players[0].match, seq, action)

    def _insist(self, player: Player, seq: int, action: int) -> httpx.Response | None:
        while not self.over.is_set():
            player.client = self.client
            try:
                answer = player.move(action, seq=seq, key=f"{player.match} {seq}")
            except httpx.TransportError:
                self._reconnect()
                continue
            if answer.status_code != 503:
                return answer
            # The database was killed, and the server says so.
            self.notes.refused += 1
            time.sleep(0.05)
        return None

    def _reconnect(self) -> None:
        self.client.close()
        self._wait()
        self.client = self.server.client()

    def _wait(self) -> None:
        while not self.up.wait(0.1) and not self.over.is_set():
            pass


def check(home: Place, events: dict[str, dict[int, int]]) -> tuple[int, int]:
    """Count the acknowledged events missing from the log, and the matches that do not replay with their digests."""
    log = Log(home.url, group=1)
    key, game = home.key, boardwright.load("tic_tac_toe")

    async def count() -> tuple[int, int]:
        lost = broken = 0
        for number, noted in events.items():
            logged = await log.read(number)
            if logged is None:
                lost += len(noted) + 1
                continue
            try:
                match = LiveMatch(logged[0], game, key)
                match.refold(logged[1])
            except BoardwrightError:
                broken += 1
            kept = {event.seq: event.action for event in logged[1]}
            lost += sum(kept.get(seq) != action for seq, action in noted.items())
        return lost, broken

    counted = asyncio.run(count())
    log.close()
    return counted


def torment(home: Place, kills: int, writers: int, *options: str, seed: int = 0) -> dict[str, Any]:
    """Kill the server and its database again and again while writers write, and count the lost events."""
    server = home.server(*options)
    notes, up, over = Notes(), threading.Event(), threading.Event()
    up.set()
    team = [Writer(server, notes, up, over, seed * 1000 + number) for number in range(writers)]
    for writer in team:
        writer.start()
    rng = random.Random(seed)
    victims = [("server",)] if home.cluster is None else [("database",), ("server", "database"), ("server",)]
    lost = broken = 0
    for number in range(kills):
        start, end = notes.count, time.monotonic() + PATIENCE
        while notes.count < start + ROUND:
            assert time.monotonic() < end, f"{notes.count} events before kill {number}, {notes.refused} refused"
            time.sleep(0.005)
        time.sleep(rng.uniform(0, 0.3))
        killed = victims[number % len(victims)]
        if "server" in killed:
            up.clear()
            server.kill()
        if "database" in killed:
            assert home.cluster is not None
            home.cluster.kill()
        with notes.lock:
            noted = {match: dict(events) for match, events in notes.events.items()}
        if "database" in killed:
            assert home.cluster is not None
            home.cluster.start()
        # A server that goes on writes meanwhile: the check is for what was noted before.
        lost, broken = (sum(pair) for pair in zip((lost, broken), check(home, noted)))
        if "server" in killed:
            server.start()
            up.set()
    over.set()
    for writer in team:
        writer.join()
    server.stop()
    lost, broken = (sum(pair) for pair in zip((lost, broken), check(home, notes.events)))
    return {
        "kills": kills,
        "acknowledged": notes.count,
        "matches": len(notes.events),
        "lost": lost,
        "broken": broken,
        "conflicts": notes.conflicts,
        "refused": notes.refused,
    }


def rivals(home: Place, rounds: int, many: int, *options: str) -> list[int]:
    """Let many clients post the same event number at once, and return the number of successes in each round."""
    servers = [home.server(*options, number=number) for number in range(1 if home.cluster is None else 2)]
    successes = []
    with servers[0].client() as client, ThreadPoolExecutor(many) as crowd:
        clients = [servers[number % len(servers)].client() for number in range(many)]
        for _ in range(rounds):
            players = sit(client, "tic_tac_toe", "person", "friend")
            together = threading.Barrier(many)

            def post(number: int, players: Any = players, together: Any = together) -> int:
                rival = Player(clients[number], players[0].match, players[0].token)
                together.wait()
                return rival.move(number % 9, seq=1, key=f"rival {number}").status_code

            statuses = list(crowd.map(post, range(many)))
            # With a planted defect the log may be broken, and say so.
            assert options or set(statuses) <= {201, 409}, statuses
            successes.append(statuses.count(201))
        for rival_client in clients:
            rival_client.close()
    for server in servers:
        server.stop()
    return successes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", choices=(SQLITE, POSTGRESQL), default=SQLITE)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--writers", type=int, default=16)
    parser.add_argument("--planted-kills", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=50, help="of rivals")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with place(given.database, folder / "honest") as home:
            result = {"database": given.database, **torment(home, given.kills, given.writers)}
        with place(given.database, folder / "early") as home:
            result["early_lost"] = torment(home, given.planted_kills, given.writers, "--early")["lost"]
        with place(given.database, folder / "rivals") as home:
            successes = rivals(home, given.rounds, given.writers)
        with place(given.database, folder / "keyless") as home:
            keyless = rivals(home, given.rounds, given.writers, "--keyless")
    result["rival_rounds"] = given.rounds
    result["rival_rounds_with_one_success"] = successes.count(1)
    result["keyless_rounds_with_more"] = sum(many > 1 for many in keyless)
    print(json.dumps(result))
    sound = not result["lost"] and not result["broken"] and not result["conflicts"]
    caught = result["early_lost"] > 0 and result["keyless_rounds_with_more"] > 0
    sys.exit(0 if sound and caught and successes == [1] * given.rounds else 1)


if __name__ == "__main__":
    main()
