"""Who may read runs: this machine only, unless they are public; and by names alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from boardwright.server import runs, settings
from boardwright.server.answers import Answers
from boardwright.server.problems import Refusal

from . import run_samples
from .harness import API, Server, refusal

ORIGIN = "https://games.example.org"


def may_read(peer: str = "127.0.0.1", headers: dict[str, str] | None = None, **changes: Any) -> bool:
    request: Any = SimpleNamespace(client=SimpleNamespace(host=peer), headers=headers or {})
    try:
        runs.Runs(settings.read(**changes), Answers(1)).require_reader(request)
    except Refusal as refused:
        return (refused.status, refused.code) != (403, "runs_private")
    return True


def test_private_runs_are_for_this_machine() -> None:
    """The code is "runs_private"."""
    assert may_read()
    assert may_read("::1")
    assert not may_read("192.0.2.1")
    assert not may_read("")
    for name in ("x-forwarded-for", "forwarded", "x-real-ip", "via", "x-forwarded-host"):
        assert not may_read(headers={name: "127.0.0.1"})


@pytest.mark.parametrize(
    "changes",
    [
        {"public_origin": ORIGIN},
        {"public_origin": ORIGIN, "host": "0.0.0.0"},
        {"trusted_proxies": ["127.0.0.1"]},
        {"root_path": "/games"},
    ],
)
def test_a_server_that_others_reach_shows_runs_only_if_they_are_public(changes: dict[str, Any]) -> None:
    assert not may_read(**changes)
    assert may_read(**changes, public_runs=True)
    assert may_read("192.0.2.1", {"x-forwarded-for": "1.2.3.4"}, **changes, public_runs=True)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("access")
    run_samples.make_ladder(root / "runs" / "climb up")
    run_samples.make_training(root / "runs" / "tiny")
    run_samples.make_ladder(root / "outside")
    for path in (root / "runs" / "climb up").iterdir():
        os.utime(path, (1, 1))  # runs are listed by the time of their last change
    return root / "runs"


@pytest.fixture(scope="module")
def private(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("private") / "data", "--set", f"runs={folder}")
    yield server
    assert server.stop() == 0


def test_this_machine_reads_runs_and_is_told_what_is_unchanged(private: Server) -> None:
    with private.client() as client:
        answer = client.get("/runs")
        assert [run["name"] for run in answer.json()["runs"]] == ["runs/tiny", "runs/climb up"]
        for path in ("/runs/runs/climb up", "/runs/runs%2Fclimb%20up"):
            found = client.get(path)
            assert found.json()["ladder"]["profile"] == "standard"
            for tag in (found.headers["etag"], f"W/{found.headers['etag']}", f'"a", {found.headers["etag"]}'):
                again = client.get(path, headers={"If-None-Match": tag})
                assert (again.status_code, again.content) == (304, b"")
        assert refusal(client.get("/runs", headers={"X-Forwarded-For": "192.0.2.1"})) == (403, "runs_private")
        assert refusal(client.get("/runs/runs/tiny", headers={"Via": "1.1 proxy"})) == (403, "runs_private")
        assert refusal(client.post("/runs")) == (405, "no_such_page")


@pytest.mark.parametrize(
    "path",
    [
        "runs/../outside",
        "runs%2F..%2Foutside",
        "runs/%2e%2e/outside",
        "..%2Foutside",
        "%2Fetc%2Fpasswd",
        "runs/tiny/recipe.json",
        "runs/tiny%00",
        "runs%5Ctiny",
        "runs/tiny/",
        "%FF%FE",
        "~",
        "x" * 500,
    ],
)
def test_no_name_leads_out_of_the_folders(private: Server, path: str) -> None:
    # Not by the client's own reader of addresses, which would tidy them.
    base = httpx.URL(private.address)
    url = httpx.URL(scheme="http", host=base.host, port=base.port, raw_path=f"{API}/runs/{path}".encode())
    with httpx.Client(timeout=60, trust_env=False) as client:
        answer = client.send(client.build_request("GET", url))
    assert refusal(answer) == (404, "no_such_run"), answer.text


def test_a_name_that_is_too_long_is_refused(private: Server) -> None:
    with private.client() as client:
        assert client.get("/runs/" + "x" * 600).status_code == 400


@pytest.mark.slow
def test_public_runs_are_for_everybody(folder: Path, tmp_path: Path) -> None:
    changes = ("--set", f"runs={folder}", "--set", f"public_origin={ORIGIN}")
    for public, status in (("false", 403), ("true", 200)):
        server = Server(tmp_path / public, *changes, "--set", f"public_runs={public}")
        for host in ("games.example.org", "localhost"):
            url = f"{server.address}{API}/runs"
            answer = httpx.get(url, headers={"Host": host}, timeout=60, trust_env=False)
            assert answer.status_code == status
        assert server.stop() == 0
