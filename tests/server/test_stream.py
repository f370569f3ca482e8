"""Wake-ups by server-sent events: resumable, several missed ones merged, and nothing secret in them."""

from __future__ import annotations

import json
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

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


@pytest.mark.parametrize("sign", [pytest.param(signal.SIGINT, marks=pytest.mark.slow), signal.SIGTERM])
def test_open_streams_end_in_order_when_the_server_does(tmp_path: Path, sign: signal.Signals) -> None:
    server = Server(tmp_path / "data")
    with server.client() as client, ExitStack() as opened:
        first = sit(client, "tic_tac_toe", "person", "friend")[0]
        streams = [opened.enter_context(client.stream("GET", f"/matches/{first.match}/stream")) for _ in range(5)]
        heard = [messages(answer.iter_lines()) for answer in streams]
        assert [next(heard)["id"] for heard in heard] == ["0"] * 5
        assert server.stop(sign) == 0
        # An answer that is cut off would raise.
        assert [list(heard) for heard in heard] == [[]] * 5
    assert server.errors == ""


@pytest.mark.slow
def test_a_request_that_does_not_end_is_given_up(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    host, port = server.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as client:
        client.sendall(b"POST /api/v1/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        with server.client() as other:  # which is answered after the half one was read
            assert other.get("/matches/nowhere").status_code == 404
        assert server.stop(signal.SIGTERM) == 0


def follow(client: httpx.Client, *tickets: tuple[str, str | None, int]) -> Any:
    wanted = [{"id": match, "token": token, "after": after} for match, token, after in tickets]
    return client.stream("POST", "/stream", json={"matches": wanted})


def test_one_stream_follows_several_matches(client: httpx.Client, server: Server) -> None:
    first, second = sit(client, "tic_tac_toe", "person", "friend")
    third, _ = sit(client, "connect_four", "person", "friend")
    first.plays(4)
    tickets = [(first.match, first.token, 0), (third.match, None, 0), ("nowhere", None, 0), (first.match, "none", 0)]
    with server.client() as listener, follow(listener, *tickets[:3]) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert "Content-Encoding" not in answer.headers
        heard = (json.loads(message["data"]) for message in messages(answer.iter_lines()))
        assert next(heard) == {"id": "nowhere", "seq": None}
        assert next(heard) == {"id": first.match, "seq": 1}
        third.plays(2)
        assert next(heard) == {"id": third.match, "seq": 1}
        second.plays(0)
        assert next(heard) == {"id": first.match, "seq": 2}
    with server.client() as listener, follow(listener, (third.match, None, -1), tickets[3]) as answer:
        heard = (json.loads(message["data"]) for message in messages(answer.iter_lines()))
        assert next(heard) == {"id": first.match, "seq": None}
        assert next(heard) == {"id": third.match, "seq": 1}


def test_whoever_may_not_read_a_match_does_not_hear_of_it(client: httpx.Client, server: Server) -> None:
    body = {"game": "tic_tac_toe", "preset": "standard", "seats": ["person", "person"], "spectators": "invited"}
    made = client.post("/matches", json=body).json()
    with server.client() as listener, follow(listener, (made["id"], None, -1)) as answer:
        assert json.loads(next(messages(answer.iter_lines()))["data"])["seq"] is None
    for token in (made["token"], made["spectators_token"]):
        with server.client() as listener, follow(listener, (made["id"], token, -1)) as answer:
            assert json.loads(next(messages(answer.iter_lines()))["data"])["seq"] == 0


def test_agents_go_on_while_one_stream_follows_their_matches(client: httpx.Client, server: Server) -> None:
    body = {"game": "tic_tac_toe", "preset": "standard", "seats": ["random", "random"]}
    made = [client.post("/matches", json=body).json()["id"] for _ in range(2)]
    with server.client() as listener, follow(listener, *[(match, None, 0) for match in made]) as answer:
        over: set[str] = set()
        for message in messages(answer.iter_lines()):
            news = json.loads(message["data"])
            if news["seq"] >= 5:
                over.add(news["id"])
            if over == {*made}:
                break


def test_a_stream_of_several_has_its_limits(client: httpx.Client) -> None:
    many = [{"id": f"m{number}", "token": None, "after": 0} for number in range(51)]
    for wrong in ([], many, [{"id": "m", "token": None}], [{"id": "m", "token": None, "after": -2}]):
        assert refusal(client.post("/stream", json={"matches": wrong})) == (400, "request_invalid")
