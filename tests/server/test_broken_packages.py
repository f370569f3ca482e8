"""A server beside broken packages lists the other games, and logs each broken one once."""

from __future__ import annotations

from pathlib import Path

import pytest

import distributions

from .harness import Server, refusal, sit


def test_the_page_lists_the_games_that_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = tmp_path / "site"
    site.mkdir()
    distributions.install_broken(site)
    monkeypatch.setenv("PYTHONPATH", str(site))
    server = Server(tmp_path / "data")
    try:
        with server.client() as client:
            for _ in range(2):
                listed = {game["name"] for game in client.get("/games").json()}
            assert {"quoridor", "tic_tac_toe", "pig"} <= listed
            assert not listed & {*distributions.BROKEN, "noughts"}
            first, second = sit(client, "tic_tac_toe", "person", "friend")
            first.plays(4)
            assert second.read()["seq"] == 1
            body = {"game": "crash", "preset": "standard", "seats": ["person", "friend"]}
            assert refusal(client.post("/matches", json=body)) == (400, "game_broken")
        logged = server.errors.splitlines()
        assert len(logged) == len(set(logged)) == len(distributions.BROKEN) + 1, server.errors
        assert all(any(package in line for line in logged) for package, _ in distributions.BROKEN.values())
        assert sum("noughts" in line for line in logged) == 1
    finally:
        assert server.stop() == 0
