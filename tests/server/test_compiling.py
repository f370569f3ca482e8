"""A server on a machine that has compiled nothing: play begins at once, and it says what an agent waits for."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from boardwright.core.compiled.compiler import INTERPRETED
from server.harness import Server, sit

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


@pytest.mark.slow
def test_play_begins_at_once_and_the_agent_says_what_it_waits_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    server = Server(tmp_path / "data")
    try:
        with server.client() as client:
            (player,) = sit(client, "tic_tac_toe", "person", "alphabeta")
            player.plays(4)
            told: list[dict[str, Any]] = []
            while (match := player.read())["thinking"]:
                told += [match["preparing"]] if match["preparing"] else []
                time.sleep(0.05)
    finally:
        server.stop()
    assert {"preparing_soon", "preparing"} >= {word["code"] for word in told}, told
    assert any(word["code"] == "preparing" and word["params"]["total"] for word in told), told
    assert (match["preparing"], match["seq"]) == (None, 2)
    assert server.errors == ""
    assert len(list((tmp_path / "cache" / "boardwright").glob("tic_tac_toe.alphabeta_loop.search.*.code"))) == 1
