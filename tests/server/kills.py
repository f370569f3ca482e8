"""Proof: no acknowledged event is lost, however often the server is killed.

`python tests/server/kills.py --kills 100 --writers 16`. Writers play matches by HTTP and note every acknowledged
event; the server is killed (SIGKILL) at random moments; after each kill the log is replayed by the rules, with its
digests, and compared with the notes. Then the same with a planted defect that must be caught: the server acknowledges
before the commit, which it delays by 200 ms, so that few kills are enough on a busy machine, too. At last rivals post
the same event number.

SIGKILL does not test the disk in a power failure: `synchronous=OFF` would pass this test, too.
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
from boardwright.server.data_folder import DATABASE, server_key
from boardwright.server.log import Log
from boardwright.server.matches import LiveMatch
from server.harness import Player, Server, sit

ROUND = 40
"""Events that are acknowledged, at least, between two kills."""


@dataclass
class Notes:
    """The acknowledged events: for each match the action of each event."""

    events: dict[str, dict[int, int]] = field(default_factory=dict)
    count: int = 0
    conflicts: int = 0
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
                return player.move(action, seq=seq, key=f"{player.match} {seq}")
            except httpx.TransportError:
                self._reconnect()
        return None

    def _reconnect(self) -> None:
        self.client.close()
        self._wait()
        self.client = self.server.client()

    def _wait(self) -> None:
        while not self.up.wait(0.1) and not self.over.is_set():
            pass


def check(data: Path, events: dict[str, dict[int, int]]) -> tuple[int, int]:
    """Count the acknowledged events missing from the log, and the matches that do not replay with their digests."""
    log = Log(f"sqlite:///{data / DATABASE}", group=1)
    key, game = server_key(data), boardwright.load("tic_tac_toe")
    lost = broken = 0
    for number, noted in events.items():
        logged = asyncio.run(log.read(number))
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
    log.close()
    return lost, broken


def torment(data: Path, kills: int, writers: int, *options: str, seed: int = 0) -> dict[str, int]:
    """Kill a server again and again while writers write, and count the lost events."""
    server = Server(data, *options)
    notes, up, over = Notes(), threading.Event(), threading.Event()
    up.set()
    team = [Writer(server, notes, up, over, seed * 1000 + number) for number in range(writers)]
    for writer in team:
        writer.start()
    rng = random.Random(seed)
    lost = broken = 0
    for _ in range(kills):
        start = notes.count
        while notes.count < start + ROUND:
            time.sleep(0.005)
        time.sleep(rng.uniform(0, 0.3))
        up.clear()
        server.kill()
        with notes.lock:
            noted = {match: dict(events) for match, events in notes.events.items()}
        lost, broken = check(data, noted)
        server.start()
        up.set()
    over.set()
    for writer in team:
        writer.join()
    server.stop()
    lost, broken = check(data, notes.events)
    return {
        "kills": kills,
        "acknowledged": notes.count,
        "matches": len(notes.events),
        "lost": lost,
        "broken": broken,
        "conflicts": notes.conflicts,
    }


def rivals(data: Path, rounds: int, many: int) -> list[int]:
    """Let many clients post the same event number at once, and return the number of successes in each round."""
    server = Server(data)
    successes = []
    with server.client() as client, ThreadPoolExecutor(many) as crowd:
        clients = [server.client() for _ in range(many)]
        for _ in range(rounds):
            players = sit(client, "tic_tac_toe", "person", "friend")
            together = threading.Barrier(many)

            def post(number: int, players: Any = players, together: Any = together) -> int:
                rival = Player(clients[number], players[0].match, players[0].token)
                together.wait()
                return rival.move(number % 9, seq=1, key=f"rival {number}").status_code

            statuses = list(crowd.map(post, range(many)))
            assert set(statuses) <= {201, 409}, statuses
            successes.append(statuses.count(201))
        for rival_client in clients:
            rival_client.close()
    server.stop()
    return successes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--writers", type=int, default=16)
    parser.add_argument("--planted-kills", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=50, help="of rivals")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        result: dict[str, Any] = torment(Path(folder) / "honest", given.kills, given.writers)
        planted = torment(Path(folder) / "early", given.planted_kills, given.writers, "--early")
        successes = rivals(Path(folder) / "rivals", given.rounds, given.writers)
    result["planted_lost"] = planted["lost"]
    result["planted_caught"] = planted["lost"] > 0
    result["rival_rounds"] = given.rounds
    result["rival_rounds_with_one_success"] = successes.count(1)
    print(json.dumps(result))
    sound = not result["lost"] and not result["broken"] and not result["conflicts"]
    sys.exit(0 if sound and result["planted_caught"] and successes == [1] * given.rounds else 1)


if __name__ == "__main__":
    main()
