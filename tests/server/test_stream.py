"""Wake-ups by server-sent events: resumable, several missed ones merged, and nothing secret in them."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator

import httpx

from .harness import Server, refusal, sit


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


def test_an_open_stream_does_not_keep_the_server_from_ending(tmp_path) -> None:
    server = Server(tmp_path / "data")
    with server.client() as client:
        first = sit(client, "tic_tac_toe", "person", "friend")[0]
        with client.stream("GET", f"/matches/{first.match}/stream") as answer:
            assert next(messages(answer.iter_lines()))["id"] == "0"
            assert server.stop() == 0
    assert server.errors == ""
