"""Wake-ups by server-sent events: resumable, several missed ones merged, and nothing secret in them."""

from __future__ import annotations

import json
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from boardwright.server import settings

from .harness import Server, refusal, sit

SHUTDOWN = settings.read().shutdown_seconds
SLACK = 5
"""Seconds that a busy machine may need on top."""


def messages(lines: Iterator[str]) -> Iterator[dict[str, str]]:
    fields: dict[str, str] = {}
    for line in lines:
        if not line:
            if "event" in fields:
                yield fields
            fields = {}
        elif not line.startswith(":"):
            name, _, value = line.partition(": ")
            fields[name] = value


def test_a_stream_tells_what_was_reached_and_resumes(client: httpx.Client, server: Server) -> None:
    first, second = sit(client, "tic_tac_toe", "person", "friend")
    first.plays(4)
    with server.client() as listener:
        stream = f"/matches/{first.match}/stream"
        with listener.stream("GET", stream) as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            heard = messages(answer.iter_lines())
            assert next(heard) == {"id": "1", "event": "reached", "data": '{"seq":1}'}
            second.plays(0)
            assert next(heard)["id"] == "2"
        first.plays(8)
        second.plays(7)
        with listener.stream("GET", stream, headers={"Last-Event-ID": "2"}) as answer:
            # Two were missed, and are merged into one.
            assert json.loads(next(messages(answer.iter_lines()))["data"]) == {"seq": 4}
        with listener.stream("GET", stream, params={"after": 4}) as answer:
            heard = messages(answer.iter_lines())
            later = threading.Timer(0.2, lambda: first.move(1, seq=5))
            later.start()
            assert next(heard)["id"] == "5"
            later.join()


def test_a_friend_who_joins_wakes_the_one_who_waits(client: httpx.Client, server: Server) -> None:
    body = {"game": "tic_tac_toe", "preset": "standard", "seats": ["person", "friend"]}
    made = client.post("/matches", json=body).json()
    with server.client() as listener, listener.stream("GET", f"/matches/{made['id']}/stream?after=0") as answer:
        heard = messages(answer.iter_lines())
        client.post(f"/matches/{made['id']}/join", json={"invitation": made["invitations"][0]["invitation"]})
        assert next(heard)["data"] == '{"seq":0}'


def test_there_is_no_stream_of_a_match_that_does_not_exist(client: httpx.Client) -> None:
    assert refusal(client.get("/matches/nowhere/stream")) == (404, "no_such_match")


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_open_streams_end_in_order_when_the_server_does(tmp_path: Path, sign: signal.Signals) -> None:
    server = Server(tmp_path / "data")
    with server.client() as client, ExitStack() as opened:
        first = sit(client, "tic_tac_toe", "person", "friend")[0]
        streams = [opened.enter_context(client.stream("GET", f"/matches/{first.match}/stream")) for _ in range(5)]
        heard = [messages(answer.iter_lines()) for answer in streams]
        assert [next(heard)["id"] for heard in heard] == ["0"] * 5
        start = time.monotonic()
        assert server.stop(sign) == 0
        assert time.monotonic() - start < SHUTDOWN + SLACK
        # An answer that is cut off would raise.
        assert [list(heard) for heard in heard] == [[]] * 5
    assert server.errors == ""


def test_a_request_that_does_not_end_is_given_up(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    host, port = server.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as client:
        client.sendall(b"POST /api/v1/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        time.sleep(0.5)
        start = time.monotonic()
        assert server.stop(signal.SIGTERM) == 0
        assert time.monotonic() - start < SHUTDOWN + SLACK
