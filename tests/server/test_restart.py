"""Everything is in the log: a server that was killed resumes its matches and clocks, and detects a changed log."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from boardwright.core.errors import HistoryError
from boardwright.server.log import Heading, Seat
from boardwright.server.matches import LiveMatch
from saying import refused

from .harness import Player, Server, refusal, sit, timed


@pytest.mark.slow
def test_a_killed_server_goes_on_where_it_was(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", "--set", "matches=1")
    with server.client() as client:
        first, second = sit(client, "tic_tac_toe", "person", "friend")
        roller, _ = sit(client, "pig", "person", "friend")
        first.plays(4)
        second.plays(0)
        first.post("undo_request")
        second.post("undo_answer", agree=True)
        first.plays(3)
        second.post("undo_request")
        roller.plays(0)
        before = [player.read() for player in (first, second, roller)]
        # Only one match is kept in memory: each of these was folded from the log again.
        assert [player.read() for player in (first, second, roller)] == before
    server.kill()
    server.start()
    with server.client() as client:
        for player in (first, second, roller):
            player.client = client
        assert [player.read() for player in (first, second, roller)] == before
        first.post("resign")
        assert first.get("/replay").json()["history"] == [[3, 0]]
    assert server.stop() == 0


CHANGES = (
    "update event set action = 5 where match_id = ? and seq = 1",
    "update event set draw = 1 where match_id = ? and seq = 1",
    "update event set actor = 1 where match_id = ? and seq = 1",
    "update event set state_digest = x'00' where match_id = ? and seq = 2",
    "delete from event where match_id = ? and seq = 1",
)


DOWN = 3_600_000
"""Milliseconds. They do not pass: all that was written is dated back by so much while the server is down."""


class Restarted(NamedTuple):
    """A server that was killed, changes of its log meanwhile, and players of its matches."""

    server: Server
    changed: list[Player]
    late: tuple[Player, Player]
    """The token of the second one has expired."""
    timed: tuple[Player, Player]
    """The time of the first one ran, who had less of it than the server was down."""


@pytest.fixture(scope="module")
def restarted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Restarted]:
    server = Server(tmp_path_factory.mktemp("restarted") / "data")
    with server.client() as client:
        changed = [sit(client, "tic_tac_toe", "person", "friend") for _ in CHANGES]
        clocked = timed(client, "person", "friend", seconds=300)
        for first, second in [*changed, clocked]:
            first.plays(4)
            second.plays(0)
        late = sit(client, "tic_tac_toe", "person", "friend")
        assert clocked[0].read()["clock"]["running"] == 0
    server.kill()
    with sqlite3.connect(server.data / "matches.sqlite") as log:
        for statement, (player, _) in zip(CHANGES, changed):
            log.execute(statement, (player.match,))
        (text,) = log.execute("select seats from match where id = ?", (late[1].match,)).fetchone()
        seats = json.loads(text)
        seats[1]["expires"] = 1
        log.execute("update match set seats = ? where id = ?", (json.dumps(seats, sort_keys=True), late[1].match))
        log.execute("update event set at = at - ?", (DOWN,))
        log.execute("update uptime set started = started - ?, seen = seen - ?", (DOWN, DOWN))
    log.close()
    server.start()
    with server.client() as client:
        for player in (*(first for first, _ in changed), *late, *clocked):
            player.client = client
        yield Restarted(server, [first for first, _ in changed], (late[0], late[1]), (clocked[0], clocked[1]))
    assert server.stop() == 0


def test_a_changed_log_is_noticed_and_the_other_matches_go_on(restarted: Restarted) -> None:
    for player in restarted.changed:
        status, code = refusal(player.get())
        assert status == 500
        assert code in {"digest_broken", "history_broken"}
    restarted.late[0].plays(4)
    assert restarted.late[0].read()["seq"] == 1
    assert restarted.server.errors.count("cannot be taken up") == len(CHANGES)


def test_an_expired_token_opens_nothing(restarted: Restarted) -> None:
    late = restarted.late[1]
    assert refusal(late.get()) == (401, "token_expired")
    assert refusal(late.move(0, seq=2)) == (401, "token_expired")
    renewal = late.client.post(f"/matches/{late.match}/token", headers=late.headers())
    assert refusal(renewal) == (401, "token_expired")


def test_nobody_loses_because_the_server_was_down(restarted: Restarted) -> None:
    first, second = restarted.timed
    clock = first.read()["clock"]
    assert clock["running"] == 0
    # What ran since the last heartbeat before the crash does not count either.
    assert 0 < clock["seconds"][0] <= 300
    first.plays(8)
    assert second.read()["clock"]["running"] == 1


@pytest.mark.slow
def test_a_clock_that_runs_while_the_server_is_down_is_noticed(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", "--sleepless")
    with server.client() as client:
        first, second = timed(client, "person", "friend", seconds=5)
        first.plays(4)
        second.plays(0)
    server.kill()
    time.sleep(6)
    server.start()
    with server.client() as client:
        first.client = client
        assert first.read()["result"]["timeout"] == 0
    assert server.stop() == 0


def test_other_rules_are_noticed_before_anything_is_folded() -> None:
    import boardwright

    game = boardwright.load("tic_tac_toe")
    old = Heading("m", game.name, game.version + 1, "standard", game.config, (Seat("person"),) * 2, 0)
    with refused(HistoryError, "history_version"):
        LiveMatch(old, game, b"key")


def test_tokens_are_not_in_the_database(client: httpx.Client, server: Server) -> None:
    first, second = sit(client, "tic_tac_toe", "person", "friend")
    kept = b"".join(path.read_bytes() for path in server.data.glob("matches.sqlite*"))
    assert first.match.encode() in kept
    assert first.token is not None
    assert second.token is not None
    assert first.token.encode() not in kept
    assert second.token.encode() not in kept
