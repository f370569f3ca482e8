"""Everything is in the log: a server that was ended or killed resumes its matches, and detects a changed log."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import httpx
import pytest

from boardwright.core.errors import HistoryError
from boardwright.server.log import Heading, Seat
from boardwright.server.matches import LiveMatch

from .harness import Server, refusal, sit


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


def test_a_changed_log_is_noticed_and_the_other_matches_go_on(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    with server.client() as client:
        changed = [sit(client, "tic_tac_toe", "person", "friend") for _ in CHANGES]
        for first, second in changed:
            first.plays(4)
            second.plays(0)
        untouched, _ = sit(client, "tic_tac_toe", "person", "friend")
    assert server.stop() == 0
    with sqlite3.connect(tmp_path / "data" / "matches.sqlite") as log:
        for statement, (player, _) in zip(CHANGES, changed):
            log.execute(statement, (player.match,))
    log.close()
    server.start()
    with server.client() as client:
        for player, _ in changed:
            player.client = client
            status, code = refusal(player.get())
            assert status == 500
            assert code in {"digest_broken", "history_broken"}
        untouched.client = client
        assert untouched.read()["seq"] == 0
    assert server.stop() == 0
    assert server.errors.count("cannot be taken up") == len(CHANGES)


def test_other_rules_are_noticed_before_anything_is_folded() -> None:
    import boardwright

    game = boardwright.load("tic_tac_toe")
    old = Heading("m", game.name, game.version + 1, "standard", game.config, (Seat("person"),) * 2, 0)
    with pytest.raises(HistoryError, match="the rules here are tic_tac_toe 1") as caught:
        LiveMatch(old, game, b"key")
    assert caught.value.code == "history_version"


def test_tokens_are_not_in_the_database(client: httpx.Client, server: Server) -> None:
    first, second = sit(client, "tic_tac_toe", "person", "friend")
    kept = b"".join(path.read_bytes() for path in server.data.glob("matches.sqlite*"))
    assert first.match.encode() in kept
    assert first.token is not None
    assert second.token is not None
    assert first.token.encode() not in kept
    assert second.token.encode() not in kept
