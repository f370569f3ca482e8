"""The edge of a real server with narrow limits: bodies, rates, streams, and clients that send half a request."""

from __future__ import annotations

import asyncio
import select
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, cast

import pytest
import uvicorn

from boardwright.server import costs, settings
from boardwright.server.connections import Connection, Gate

from .harness import API, PATIENCE, Server, refusal, said, sit

NARROW = {
    "body_bytes": 2000,
    "header_bytes": 4096,
    "request_seconds": 3,
    "connections_by_address": 150,
    "streams_by_address": 2,
    "matches_by_address": "3/hour",
}


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    changes = [word for name, value in NARROW.items() for word in ("--set", f"{name}={value}")]
    server = Server(tmp_path_factory.mktemp("narrow") / "data", *changes)
    yield server
    assert server.stop() == 0
    assert "ERROR" not in server.errors


def connected(server: Server, sent: bytes = b"") -> socket.socket:
    host, port = server.address.removeprefix("http://").split(":")
    made = socket.create_connection((host, int(port)), timeout=20)
    with suppress(ConnectionError):  # closed at once, where there are too many
        made.sendall(sent)
    return made


def head(path: str, *headers: str) -> bytes:
    return "\r\n".join((f"POST {API}{path} HTTP/1.1", "Host: localhost", *headers, "", "")).encode()


def answered(client: socket.socket) -> bytes:
    """All bytes until the server closes the connection."""
    received = b""
    while data := client.recv(65536):
        received += data
    return received


def test_a_body_that_is_announced_as_too_large_is_not_read(narrow: Server) -> None:
    with connected(narrow, head("/matches", "Content-Length: 300000000")) as client:
        received = answered(client)
    assert received.startswith(b"HTTP/1.1 413 ")
    assert b'"code": "body_too_large", "params": {"most": 2000}' in received


def test_a_body_that_becomes_too_large_is_not_kept(narrow: Server) -> None:
    chunk = b"3e8\r\n" + b" " * 1000 + b"\r\n"
    with connected(narrow, head("/matches", "Transfer-Encoding: chunked")) as client:
        for _ in range(3):
            client.sendall(chunk)
        assert answered(client).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("size", [5000, 100_000])
def test_headers_that_are_too_large_are_refused(narrow: Server, size: int) -> None:
    with connected(narrow, head("/matches", "X-Long: " + "x" * size)) as client:
        received = answered(client)
    # In one piece they are read as a whole, in several the parser gives up.
    whole = received.startswith(b"HTTP/1.1 431 ") and b'"code": "headers_too_large"' in received
    assert whole or b"Invalid HTTP request received." in received


@pytest.mark.parametrize(
    "half",
    [
        pytest.param(b"", id="nothing", marks=pytest.mark.slow),
        pytest.param(b"GET / HTTP/1.1\r\nHost: local", id="half of the headers", marks=pytest.mark.slow),
        pytest.param(head("/matches", "Content-Length: 100") + b"{", id="half of the body"),
    ],
)
def test_200_half_sent_requests_are_not_held_and_others_are_served(narrow: Server, half: bytes) -> None:
    clients = [connected(narrow, half) for _ in range(200)]
    try:
        poll = select.poll()
        for client in clients:
            poll.register(client, select.POLLIN)
        end = time.monotonic() + PATIENCE
        closed: set[int] = set()
        while len(closed) < 50 and time.monotonic() < end:
            closed |= {number for number, _ in poll.poll(50)}
        beyond = {client.fileno() for client in clients[NARROW["connections_by_address"] :]}
        assert beyond <= closed, "those beyond what an address may have are closed at once"
        while len(closed) < 200 and time.monotonic() < end:
            closed |= {number for number, _ in poll.poll(100)}
        assert len(closed) == 200
    finally:
        for client in clients:
            client.close()
    with narrow.client() as honest:
        assert honest.get("/matches/nowhere").status_code == 404


def test_a_kept_alive_connection_has_its_time_again_for_the_next_request(narrow: Server) -> None:
    request = f"GET {API}/matches/nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    with connected(narrow, request) as client:
        time.sleep(3.5)  # idle: longer than a request may take
        client.sendall(request)
        time.sleep(0.5)
        client.sendall(request[:20])
        # Two answers, and none to half of the next request.
        assert answered(client).count(b"HTTP/1.1 404 ") == 2


def test_streams_and_matches_of_an_address_are_counted(narrow: Server) -> None:
    with narrow.client() as client:
        body = {"game": "tic_tac_toe", "preset": "standard", "seats": ["person", "friend"]}
        match = sit(client, "tic_tac_toe", "person", "friend")[0].match
        for _ in range(2):
            client.post("/matches", json=body)
        refused = client.post("/matches", json=body, headers={"Accept-Language": "fr"})
        assert refusal(refused) == (429, "too_many_matches")
        seconds = refused.json()["params"]["seconds"]
        assert 1200 - PATIENCE < seconds <= 1200
        assert refused.headers["Retry-After"] == str(seconds)
        assert refused.json()["message"] == said("too_many_matches", "fr", seconds=seconds)
        stream = f"/matches/{match}/stream"
        with client.stream("GET", stream), client.stream("GET", stream):
            many = client.get(stream)
            assert refusal(many) == (429, "too_many_streams")
            assert many.headers["Retry-After"] == "5"
            several = {"matches": [{"id": match, "token": None, "after": 0}]}
            assert refusal(client.post("/stream", json=several)) == (429, "too_many_streams")
        end = time.monotonic() + PATIENCE
        status = 0
        while status != 200 and time.monotonic() < end:  # the server has yet to notice that both were closed
            with client.stream("GET", stream) as answer:
                status = answer.status_code
        assert status == 200


@pytest.fixture(scope="module")
def throttled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    changes = ("--set", "work_by_address=20/day", "--set", "throttle_seconds=0.2")
    server = Server(tmp_path_factory.mktemp("throttled") / "data", *changes)
    yield server
    assert server.stop() == 0


def test_a_rate_of_requests_counts_lists_by_their_length_and_pauses_before_refusals(throttled: Server) -> None:
    """One connection has one request at a time, and a refusal comes after a pause: a flood is as slow as they are."""
    with throttled.client() as client:
        short, long = ([{"id": f"m{number}", "token": None} for number in range(count)] for count in (9, 50))
        assert client.post("/summaries", json={"matches": long}).status_code == 200
        assert client.post("/summaries", json={"matches": short}).status_code == 200
        listing = 2 * (costs.REQUEST + costs.COSTS["list_summaries"]) + 59 * costs.LISTED
        fit = int((20 - listing) / (costs.REQUEST + costs.COSTS["read_match"]))
        assert fit > 3
        began = time.monotonic()
        statuses = [client.get("/matches/nowhere").status_code for _ in range(fit + 5)]
        assert time.monotonic() - began > 5 * 0.2
        assert statuses == [404] * fit + [429] * 5
        assert refusal(client.post("/summaries", json={"matches": long})) == (429, "too_many_requests")
        refused = client.get("/matches/nowhere")
        assert refusal(refused) == (429, "too_many_requests")
        assert 0 < int(refused.headers["Retry-After"]) <= 86400


class Transport:
    """A transport whose reader takes nothing."""

    def __init__(self) -> None:
        self.aborted = False
        self.waiting = 0

    def get_extra_info(self, name: str) -> Any:
        return ("192.0.2.1", 1) if name in {"peername", "sockname"} else None

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def is_closing(self) -> bool:
        return self.aborted

    def abort(self) -> None:
        self.aborted = True


@pytest.mark.parametrize("paused", [True, False], ids=["a large answer", "a small answer"])
def test_a_reader_who_takes_nothing_is_cut_off(paused: bool) -> None:
    async def run() -> tuple[bool, bool]:
        config = uvicorn.Config(cast(Any, print), interface="asgi3", log_config=None, ws="none")
        state = SimpleNamespace(connections=set(), tasks=set(), total_requests=0)
        gate = Gate(settings.read(answer_seconds=0.05), 10)
        connection, transport = Connection(gate, config=config, server_state=state, app_state={}), Transport()
        connection.connection_made(cast(Any, transport))
        assert gate.open == 1
        if paused:
            transport.waiting = 100000
            connection.pause_writing()
            connection.resume_writing()
            await asyncio.sleep(0.1)
            connection.pause_writing()
        else:
            connection.on_response_complete()
            await asyncio.sleep(0.1)
            transport.waiting = 10
            connection.on_response_complete()
        before = transport.aborted
        await asyncio.sleep(0.2)
        connection.connection_lost(OSError())
        assert gate.open == 0
        return before, transport.aborted

    assert asyncio.run(run()) == (False, True)
