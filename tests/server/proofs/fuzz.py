"""Proof: any bytes on any endpoint give 2xx or 4xx, and a refused request changes nothing.

Requests by schemathesis from the description of the API, with real matches and tokens mixed in; valid requests whose
bodies, paths, queries and headers are mutated; mutated bytes on the socket. After each refused request the database
must not have been written to. The server's log must hold no error. Texts are also decoded in this process, which is
quicker. The planted defects: a handler that raises at rare values, and one that writes before it refuses.
"""

from __future__ import annotations

import json
import random
import re
import socket
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx

from boardwright.server.data_folder import DATABASE

from ..harness import API, Player, Server, sit
from ..places import SQLITE, Place, place
from .decodes import decode
from .mutations import bent, bent_text, mutated
from .report import main

REQUESTS, DECODES = 100_000, 1_000_000
RAW = 0.05
"""The share of requests that are bytes on the socket: each takes a connection."""

PLAYED = [("tic_tac_toe", "standard"), ("quoridor", "standard"), ("minesweeper", "small"), ("burrow", "standard")]
FRESH = 50
"""Requests until new matches are made, because the old ones end."""

NARROW = ("--set", "request_seconds=2", "--set", "workers=1")

WARNINGS = re.compile("Invalid HTTP request|upgrade|WebSocket")
"""What uvicorn says of bytes that are not HTTP."""


class Fuzzer:
    """Makes requests about real matches, and counts statuses and faults."""

    def __init__(self, server: Server, client: httpx.Client, log: sqlite3.Connection, seed: int) -> None:
        self.server, self.client, self.log = server, client, log
        self.rng = random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self._fresh = 0
        self._seen, self._written = -1, 0

    def seats(self) -> tuple[str, list[str], int]:
        """The id of a match, its tokens, and the number of its next event."""
        if self._fresh == 0:
            self._matches = []
            for game, preset in PLAYED:
                seats = ["person"] if game == "minesweeper" else ["person", "friend"]
                players = sit(self.client, game, *seats, preset=preset)
                # Read as a spectator does: a request may have renewed a token.
                spectator = Player(self.client, players[0].match)
                self._matches.append((spectator, [player.token or "" for player in players]))
            self._fresh = FRESH
        self._fresh -= 1
        spectator, tokens = self.rng.choice(self._matches)
        return spectator.match, tokens, int(spectator.read()["seq"]) + 1

    def send(self, label: str, method: str, path: str, **given: Any) -> None:
        """Make a request. `path` is below the API, as it goes over the wire."""
        assert path.startswith("/"), path  # no request goes to another host
        before = self._version()
        try:
            request = self.client.build_request(method, self.server.address + path, **given)
        except (httpx.InvalidURL, UnicodeEncodeError, ValueError, TypeError):
            self.counts["unsendable"] += 1  # the client's library refuses it: bytes on the socket are for these
            return
        try:
            answer = self.client.send(request, stream=True)
            if answer.status_code >= 400 or not path.partition("?")[0].endswith(("/stream", "/follow")):
                answer.read()
            answer.close()
        except httpx.LocalProtocolError:
            self.counts["unsendable"] += 1
            return
        except httpx.TransportError:
            self._judge("cut_off", [], before, f"{method} {path[:200]} {given}")
            return
        self._judge(label, [answer.status_code], before, f"{method} {path[:200]} {given}")

    def send_bytes(self, label: str, data: bytes) -> None:
        """Write bytes on a socket of their own."""
        host, port = self.server.address.removeprefix("http://").split(":")
        before, received = self._version(), b""
        with socket.create_connection((host, int(port)), timeout=30) as connection:
            try:
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR)
                while piece := connection.recv(65536):
                    received += piece
            except ConnectionError:
                pass
        statuses = [int(status) for status in re.findall(rb"^HTTP/1\.1 (\d+) ", received, re.M)]
        self._judge(label, statuses, before, repr(data[:200]))

    def _judge(self, label: str, statuses: list[int], before: int, what: str) -> None:
        self.counts[label] += 1
        refused = all(status >= 400 for status in statuses)
        self.counts["refused"] += refused
        if any(status >= 500 for status in statuses):
            self.faults.append(f"{statuses} {what}")
        if refused and self._version() != before:
            self.faults.append(f"written, though refused: {statuses} {what}")

    def _version(self) -> int:
        """A number that changes with what is written, but for the server's own heartbeat."""
        # Changes with every commit of another connection, whatever it writes.
        version = int(self.log.execute("PRAGMA data_version").fetchone()[0])
        if version != self._seen:
            # Events are only added; other rows may change.
            events = self.log.execute("SELECT count(*), max(rowid) FROM event").fetchall()
            others = [self.log.execute(f"SELECT * FROM {name}").fetchall() for name in ("match", "secret")]
            self._seen, self._written = version, hash(repr((events, others)))
        return self._written


def valid(fuzzer: Fuzzer) -> tuple[str, str, dict[str, str], Any]:
    """A request that could be accepted: its method, path, headers and body."""
    rng = fuzzer.rng
    match, tokens, seq = fuzzer.seats()
    headers = {"Authorization": f"Bearer {rng.choice(tokens)}", "Accept-Language": rng.choice(["en", "fr", "de;q=1"])}
    headers["Content-Type"] = "application/json"
    attempt = {"seq": rng.choice([seq, seq, seq, 1, seq + 1]), "key": str(rng.random())}
    bodies: list[tuple[str, Any]] = [
        ("/events", {"kind": "move", "action": rng.randrange(150), **attempt}),
        ("/events", {"kind": "move", "action": {"kind": "place", "row": 1, "col": 2}, **attempt}),
        ("/events", {"kind": "move", "action": {"kind": "reveal", "row": 1, "col": 2}, **attempt}),
        ("/events", {"kind": rng.choice(["undo_request", "resign"]), **attempt}),
        ("/events", {"kind": "undo_answer", "agree": rng.random() < 0.5, **attempt}),
        ("/join", {"invitation": rng.choice(tokens)}),
        ("/rematch", None),
    ]
    if rng.random() < 0.5:
        path, body = rng.choice(bodies)
        return "POST", f"{API}/matches/{match}{path}", headers, body
    number = rng.choice([0, 1, seq, 63, 4096, 2**31])
    paths = ["", f"?at={number}", f"?since={number}", f"/why?cell={number}", f"/why?cell=1&beside={number}"]
    paths += ["/replay", "/record", f"/stream?after={number}", f"/follow?after={number}"]
    if rng.random() < 0.8:
        return "GET", f"{API}/matches/{match}{rng.choice(paths)}", headers, None
    seats = rng.choice([["person", "friend"], ["person"], ["person", "alphabeta:depth=1"], ["random", "random"]])
    created = {"game": rng.choice(PLAYED)[0], "preset": "standard", "seats": seats, "spectators": "invited"}
    record = {"game": "tic_tac_toe", "version": 1, "config": {}, "agents": ["a", "b"], "history": [[0, 0]]}
    place, body = rng.choice([("/matches", created), ("/records", record)])
    return "POST", f"{API}{place}", headers, body


def mutate(fuzzer: Fuzzer, requests: int) -> None:
    """Make mutated requests, and write mutated bytes."""
    rng = fuzzer.rng
    for _ in range(requests):
        method, path, headers, body = valid(fuzzer)
        content = b"" if body is None else json.dumps(body).encode()
        # Some stay as they are: they are refused by the rules, if at all.
        kind = rng.randrange(7)
        if kind == 0:
            content = json.dumps(bent(rng, body)).encode()
        elif kind == 1:
            content = mutated(rng, content)
        elif kind == 2:
            path = "".join("/" + quote(bent_text(rng, part), safe="?=&%") for part in path.split("/")[1:])
        elif kind == 3:
            name = rng.choice([*headers, "Last-Event-ID", "Content-Length", "Host", "X-Odd"])
            headers = {**headers, name: bent_text(rng, headers.get(name, "1")).encode()}
        elif kind == 4:
            method = rng.choice(["PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "POST", "GET", "BREW"])
        fuzzer.send("mutated", method, path, headers=headers, content=content or None)
    for _ in range(max(1, round(requests * RAW))):
        method, path, headers, body = valid(fuzzer)
        content = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(content)}"]
        lines += [f"{name}: {value}" for name, value in headers.items()] + ["Connection: close", "", ""]
        if not path.partition("?")[0].endswith(("/stream", "/follow")):
            fuzzer.send_bytes("bytes", mutated(rng, "\r\n".join(lines).encode() + content))


def by_schema(fuzzer: Fuzzer, requests: int) -> None:
    """Make requests of schemathesis on every operation, right and wrong ones by the description."""
    import schemathesis
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis.errors import Unsatisfiable

    described = schemathesis.openapi.from_dict(fuzzer.client.get("/openapi.json").json())
    operations = [found.ok() for found in described.get_all_operations()]
    each = max(1, requests // (2 * len(operations)))
    for operation in operations:
        for mode in schemathesis.GenerationMode:
            quiet = {"database": None, "deadline": None, "suppress_health_check": [*HealthCheck]}

            @settings(max_examples=each, derandomize=True, phases=[Phase.generate], **quiet)
            @given(operation.as_strategy(generation_mode=mode))
            def make(case: Any) -> None:
                _send_case(fuzzer, case)

            try:
                make()
            except Unsatisfiable:
                fuzzer.counts["without_wrong_requests"] += 1  # an operation without arguments has none


def _send_case(fuzzer: Fuzzer, case: Any) -> None:
    rng = fuzzer.rng
    given = case.as_transport_kwargs(base_url=fuzzer.server.address)
    path = given["url"].removeprefix(fuzzer.server.address)
    headers = {name: value for name, value in given["headers"].items() if name != "X-Schemathesis-TestCaseId"}
    if "match_id" in case.path_parameters and rng.random() < 0.8:
        match, tokens, seq = fuzzer.seats()
        path = re.sub(r"/matches/[^/]*", f"/matches/{match}", path)
        headers["authorization"] = f"Bearer {rng.choice(tokens)}"
        if isinstance(given.get("json"), dict) and "seq" in given["json"] and rng.random() < 0.5:
            given["json"] = {**given["json"], "seq": seq}
    body = {"json": given["json"]} if "json" in given else {"content": given.get("data")}
    fuzzer.send("by_schema", given["method"], path, params=given["params"] or None, headers=headers, **body)


Fuzz = Callable[[Fuzzer, int], None]


def torment(home: Place, fuzz: list[tuple[Fuzz, int]], *options: str, seed: int = 0) -> tuple[Counter[str], list[str]]:
    """Fuzz a server of its own. The faults are statuses, writes, and lines of the server's log."""
    server = home.server(*NARROW, *options)
    counts, faults = assail(home, server, fuzz, seed)
    server.stop()
    return counts, faults + complaints(server)


def assail(home: Place, server: Server, fuzz: list[tuple[Fuzz, int]], seed: int) -> tuple[Counter[str], list[str]]:
    """Fuzz a running server that has no other clients. The faults are statuses and writes."""
    with closing(sqlite3.connect(home.folder / DATABASE)) as log, server.client() as client:
        fuzzer = Fuzzer(server, client, log, seed)
        for function, requests in fuzz:
            function(fuzzer, requests)
    return fuzzer.counts, fuzzer.faults


def complaints(server: Server) -> list[str]:
    """What the log of a stopped server has beside warnings."""
    return [line for line in server.errors.splitlines() if not WARNINGS.search(line)]


def measure(folder: Path, share: float) -> dict[str, Any]:
    """Requests of both kinds, and decodes."""
    requests = max(60, round(REQUESTS * share))
    with place(SQLITE, folder / "honest") as home:
        counts, faults = torment(home, [(by_schema, requests), (mutate, requests)])
    decodes, undecoded = decode(max(500, round(DECODES * share)), seed=0)
    caught = {}
    for defect in ("raise", "write"):
        with place(SQLITE, folder / defect) as home:
            caught[defect] = bool(torment(home, [(mutate, 200)], "--defect", defect, seed=1)[1])
    faults += undecoded
    figures = {**counts, "decodes": decodes, "failures": len(faults), "caught": caught}
    return {**figures, **({"first": [fault[:500] for fault in faults[:5]]} if faults else {})}


if __name__ == "__main__":
    main("fuzz", measure)
