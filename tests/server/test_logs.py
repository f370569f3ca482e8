"""The server's log: one line for each request, no secret whatever happens, and no floods."""

from __future__ import annotations

import json
import logging
import sqlite3
import threading
from pathlib import Path
from typing import Any, cast

import pytest

from boardwright.core.errors import ConfigError
from boardwright.server import logs, settings

from .harness import Server, sit

SECRET = "draw 4611686018427387903"


def record(
    message: str = "%s went wrong", level: int = logging.ERROR, error: Exception | None = None, value: str = "it"
) -> Any:
    about = (type(error), error, error.__traceback__) if error is not None else None
    return logging.LogRecord("boardwright.test", level, "file", 1, message, (value,), about)


def caught(error: Exception, cause: Exception | None = None) -> Exception:
    try:
        raise error from cause
    except Exception as raised:
        return raised


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1000.0]
    monkeypatch.setattr(logs.time, "monotonic", lambda: now[0])
    return now


def test_a_flood_is_a_line_a_minute_with_a_count(clock: list[float]) -> None:
    floods = logs.Floods()
    assert floods.filter(record())
    assert [floods.filter(record()) for _ in range(1000)] == [False] * 1000
    assert floods.filter(record("another message about %s")), "another kind"
    assert floods.filter(record(error=caught(ValueError()))), "another kind"
    assert all(floods.filter(record(level=logging.INFO)) for _ in range(100)), "accesses are not a flood"
    assert floods.due() == []
    clock[0] += 61
    again = record()
    assert floods.filter(again)
    assert logs.Plain().format(again).endswith("ERROR boardwright.test: it went wrong (1000 more of this kind)")
    assert not floods.filter(record())
    clock[0] += 61
    assert [held.repeated for held in floods.due()] == [0], "the last one of a flood that is over"
    assert floods.due() == []
    assert not floods.filter(record())
    assert len(floods.due(all_of_them=True)) == 1


def test_messages_of_a_kind_that_differ_are_logged_up_to_a_number(clock: list[float]) -> None:
    floods = logs.Floods()
    passed = [floods.filter(record(value=f"match {number}")) for number in range(1000)]
    assert passed == [True] * logs.OF_A_KIND + [False] * (1000 - logs.OF_A_KIND)
    clock[0] += 61
    assert [held.repeated for held in floods.due()] == [1000 - logs.OF_A_KIND - 1]


def test_floods_of_many_kinds_are_forgotten(clock: list[float]) -> None:
    floods = logs.Floods()
    for number in range(2 * logs.KEPT):
        assert floods.filter(record(f"{number} %s"))
    assert len(floods._kinds) == logs.KEPT


def test_only_messages_that_are_known_to_be_harmless_are_logged() -> None:
    ours = caught(ConfigError("data_in_use", path="folder"), caught(ValueError(SECRET)))
    assert SECRET in logging.Formatter().format(record(error=ours)), "Python's own formatter would log it"
    text = logs.Plain().format(record(error=ours))
    assert SECRET not in text
    assert "builtins.ValueError" in text
    assert "boardwright.core.errors.ConfigError: " in text
    assert 'test_logs.py", line' in text
    assert "caught" in text
    group = logs.Plain().format(
        record(error=ExceptionGroup(SECRET, [caught(KeyError(SECRET)), caught(OSError(5, "x"))]))
    )
    assert SECRET not in group
    assert "builtins.KeyError\n" in group
    assert "OSError: [Errno 5] x" in group


def test_an_object_a_line() -> None:
    line = logs.Json().format(record("%s\nwent", error=caught(ValueError(SECRET))))
    assert "\n" not in line
    read = json.loads(line)
    assert SECRET not in line
    assert (read["level"], read["logger"], read["message"]) == ("error", "boardwright.test", "it\nwent")
    assert read["error"].endswith("builtins.ValueError")
    assert read["time"].endswith("+00:00")


def test_what_fails_in_the_background_is_logged_without_its_message(caplog: pytest.LogCaptureFixture) -> None:
    caplog.handler.setFormatter(logs.Plain())
    error = caught(ValueError(SECRET))
    logs.of_loop(cast(Any, None), {"message": "Task exception was never retrieved", "exception": error})
    logs._of_thread(threading.ExceptHookArgs((ValueError, error, None, threading.Thread(name="writer"))))
    assert SECRET not in caplog.text
    assert "Task exception was never retrieved" in caplog.text
    assert "a thread ended: writer" in caplog.text


@pytest.mark.parametrize("form", ["json", pytest.param("plain", marks=pytest.mark.slow)])
def test_no_secret_is_in_the_log_of_a_match_also_when_the_database_fails(tmp_path: Path, form: str) -> None:
    server = Server(tmp_path / "data", "--set", f"log_format={form}", "--set", "log_level=debug")
    body = {"game": "pig", "preset": "standard", "seats": ["person", "friend"]}
    with server.client() as client:
        (player,) = sit(client, "minesweeper", "person", preset="small")
        made = client.post("/matches", json=body).json()
        secrets = [player.token, made["token"], made["invitations"][0]["invitation"], "a key of mine"]
        assert player.move(0, key="a key of mine").status_code == 201
        wrong = player.get("/why", cell=0, beside=secrets[0])
        assert wrong.status_code == 400
        with sqlite3.connect(server.data / "matches.sqlite") as log:
            log.execute("create trigger fails before insert on event begin select raise(abort, 'provoked'); end")
        log.close()
        safe = next(choice["action"] for choice in player.read()["view"]["choices"])
        for _ in range(30):
            assert player.move(safe, key="a key of mine").status_code == 500
        with sqlite3.connect(server.data / "matches.sqlite") as log:
            log.execute("drop trigger fails")
            secrets += [str(draw) for (draw,) in log.execute("select draw from event") if draw is not None]
        log.close()
        assert player.get().status_code == 200
    assert server.stop() == 0
    assert len(secrets) == 5
    written = server.errors
    for secret in secrets:
        assert secret not in written
    assert "RefusedWork" in written
    assert written.count("boardwright.server.failures.RefusedWork") == 2, (
        "the first of thirty, and the last with the count"
    )
    if form == "json":
        lines = [json.loads(line) for line in written.splitlines()]
        reads = [line for line in lines if line.get("path") == f"/api/v1/matches/{player.match}/why"]
        assert len(reads) == 1
        assert reads[0]["logger"] == "boardwright.access"
        assert {name: reads[0][name] for name in ("method", "status", "bytes", "address")} == {
            "method": "GET",
            "status": 400,
            "bytes": len(wrong.content),
            "address": "127.0.0.1",
        }
        assert 0 < reads[0]["ms"] < 60000
        assert max(line.get("repeated", 0) for line in lines) == 28
    else:
        assert f"GET /api/v1/matches/{player.match}/why 400 " in written


def test_a_quiet_server_logs_nothing(server: Server) -> None:
    assert settings.read().log_level == "warning"
    with server.client() as client:
        before = server.errors
        assert client.get("/matches/none").status_code == 404
        assert server.errors == before
