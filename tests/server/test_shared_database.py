"""Servers on PostgreSQL, by HTTP: the same promises as on SQLite, also with two of them and after a restart."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from .cluster import Cluster
from .harness import Player, Server, refusal, sit


@pytest.fixture(scope="module")
def servers(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    folder, url = tmp_path_factory.mktemp("shared"), cluster.database()
    both = Server(folder / "one", "--database", url), Server(folder / "two", "--database", url)
    yield both
    assert [server.stop() for server in both] == [0, 0]


@pytest.fixture
def clients(servers: tuple[Server, Server]) -> Iterator[list[httpx.Client]]:
    made = [server.client() for server in servers]
    yield made
    for client in made:
        client.close()


def test_a_retry_gets_the_same_answer_and_a_rival_a_conflict(clients: list[httpx.Client]) -> None:
    first, second = sit(clients[0], "tic_tac_toe", "person", "friend")
    assert first.move(4, seq=1, key="mine").status_code == 201
    assert first.move(4, seq=1, key="mine").status_code == 200
    assert refusal(first.move(4, seq=1, key="another")) == (409, "seq_taken")
    # Also where the other server reads the match for the first time.
    first.client = second.client = clients[1]
    assert first.move(4, seq=1, key="mine").status_code == 200
    assert refusal(second.move(0, seq=1, key="mine")) == (409, "seq_taken")
    assert second.move(0, seq=2, key="mine").status_code == 201
    assert first.read()["seq"] == 2


def test_a_seat_is_taken_once_between_two_servers(clients: list[httpx.Client]) -> None:
    body = {"game": "tic_tac_toe", "preset": "standard", "seats": ["person", "friend"]}
    made = clients[0].post("/matches", json=body).json()
    joining = {"invitation": made["invitations"][0]["invitation"]}
    answers = [client.post(f"/matches/{made['id']}/join", json=joining).status_code for client in clients]
    assert answers == [200, 409]


@pytest.mark.slow
def test_a_server_that_was_killed_goes_on_where_it_was(cluster: Cluster, tmp_path: Path) -> None:
    server = Server(tmp_path / "data", "--database", cluster.database())
    with server.client() as client:
        first, second = sit(client, "tic_tac_toe", "person", "friend")
        first.plays(4)
        before = first.read()
    server.kill()
    server.start()
    with server.client() as client:
        first.client = second.client = client
        assert first.read() == before
        second.plays(0)
    assert server.stop() == 0
    assert not (tmp_path / "data").exists()
    assert "digest" not in server.errors


def test_characters_that_postgresql_cannot_store_are_refused(clients: list[httpx.Client]) -> None:
    first, _ = sit(clients[0], "tic_tac_toe", "person", "friend")
    assert refusal(clients[0].get("/matches/%00")) == (404, "no_such_match")
    assert refusal(first.move(4, seq=1, key="a\x00b")) == (400, "request_invalid")
    assert first.move(4, seq=1, key="\u00e9\u2028\U0001f600").status_code == 201


def test_each_server_knows_what_the_other_has_written(clients: list[httpx.Client]) -> None:
    first, second = sit(clients[0], "tic_tac_toe", "person", "friend")
    second.client = clients[1]
    for seq, cell in enumerate((0, 3, 1, 4, 2), start=1):
        mover, reader = (first, second) if seq % 2 else (second, first)
        assert mover.move(cell, seq=seq).status_code == 201
        assert reader.read()["seq"] == seq
    assert second.read()["rematch"] is None
    again = clients[0].post(f"/matches/{first.match}/rematch", headers=first.headers()).json()
    assert clients[1].post(f"/matches/{first.match}/rematch", headers=second.headers()).json()["id"] == again["id"]


def test_a_stream_tells_of_moves_at_the_other_server(clients: list[httpx.Client]) -> None:
    first, _ = sit(clients[0], "tic_tac_toe", "person", "friend")
    with clients[1].stream("GET", f"/matches/{first.match}/stream") as news:
        lines = news.iter_lines()
        ids = (line.partition(":")[2].strip() for line in lines if line.startswith("id:"))
        assert next(ids) == "0"
        first.plays(4)
        assert next(ids) == "1"


@pytest.mark.slow
def test_an_agent_that_two_servers_watch_answers_once(clients: list[httpx.Client]) -> None:
    (player,) = sit(clients[0], "tic_tac_toe", "person", "random")
    player.plays(4)
    other = type(player)(clients[1], player.match, player.token)
    other.read()
    assert player.wait(2)["seq"] == other.wait(2)["seq"] == 2


def test_a_clock_is_the_same_at_both_servers(clients: list[httpx.Client]) -> None:
    def begun(seconds: int) -> tuple[Player, Player]:
        clock = {"seconds": seconds, "increment": 0}
        body = {"game": "tic_tac_toe", "preset": "standard", "seats": ["person", "person"], "clock": clock}
        made = clients[0].post("/matches", json=body).json()
        here, there = (Player(client, made["id"], made["token"]) for client in clients)
        here.plays(4)
        there.plays(0)
        return here, there

    here, there = begun(300)
    assert here.read()["clock"]["running"] == there.read()["clock"]["running"] == 0
    here, there = begun(1)
    with clients[1].stream("GET", f"/matches/{here.match}/follow") as lines:
        seen = [json.loads(line) for line in lines.iter_lines() if line.strip()]
    assert seen[-1]["result"]["timeout"] == here.read()["result"]["timeout"] == 0
    assert here.read()["seq"] == 3
