"""The admin listener: alive, ready, and figures that count what happened."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from boardwright.core.errors import ConfigError
from boardwright.server import settings
from boardwright.server.admin import make_admin
from boardwright.server.connections import Gate

from .harness import API, PATIENCE, Server, sit


class Watched:
    """A server with an admin listener."""

    def __init__(self, data: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.server = Server(data, "--set", f"admin_port={port}", "--set", "connections_by_address=4")
        self.admin = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, trust_env=False)

    def figures(self) -> dict[str, float]:
        text = self.admin.get("/metrics").text
        samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
        return {" ".join((sample.name, *sample.labels.values())): sample.value for sample in samples}


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    made = Watched(tmp_path_factory.mktemp("watched") / "data")
    yield made
    made.admin.close()
    assert made.server.stop() == 0


def test_a_server_is_alive_and_ready(watched: Watched) -> None:
    assert watched.admin.get("/health").json() == {"alive": True}
    ready = watched.admin.get("/ready")
    assert (ready.status_code, ready.json()) == (200, {"database": True, "workers": True})


def test_the_listeners_have_nothing_in_common(watched: Watched) -> None:
    assert watched.admin.get(f"{API}/games").status_code == 404
    with httpx.Client(base_url=watched.server.address, trust_env=False, timeout=PATIENCE) as client:
        for path in ("/health", "/ready", "/metrics"):
            assert client.get(path).status_code == 404


def test_another_site_cannot_read_them_by_a_name_that_points_here(watched: Watched) -> None:
    assert watched.admin.get("/metrics", headers={"Host": "evil.example"}).status_code == 400
    assert watched.admin.get("/metrics", headers={"Host": "localhost:8643"}).status_code == 200


def test_figures_count_what_happened(watched: Watched) -> None:
    before = watched.figures()
    with watched.server.client() as client:
        first, second = sit(client, "tic_tac_toe", "person", "friend")
        first.plays(0)
        second.plays(1)
        assert second.move(2).status_code == 409
        client.request("BREW", "/games")
        with client.stream("GET", f"/matches/{first.match}/stream"):
            during = watched.figures()
        (alone,) = sit(client, "tic_tac_toe", "person", "random")
        alone.plays(0)
        alone.wait(2)
    after = watched.figures()

    def grew(name: str) -> float:
        return after[name] - before.get(name, 0)

    events = f"{API}/matches/{{match_id}}/events"
    assert grew(f"boardwright_requests_total POST {events} 201") == 3
    assert grew(f"boardwright_requests_total POST {events} 409") == 1
    assert grew(f"boardwright_request_seconds_count {events}") == 4
    assert any(name.startswith("boardwright_requests_total other ") for name in after)
    assert grew("boardwright_appends_total") == 4
    assert grew("boardwright_commit_group_size_sum") >= 6
    assert grew("boardwright_agent_seconds_count") == 1
    assert during["boardwright_streams"] == 1
    assert during["boardwright_connections"] >= 1
    assert after["boardwright_matches_in_memory"] - before["boardwright_matches_in_memory"] == 2
    assert after["boardwright_agent_queue"] == 0
    assert after["process_open_fds"] > 0


def test_a_full_server_can_still_be_watched(watched: Watched) -> None:
    host, port = watched.server.address.removeprefix("http://").split(":")
    held = [socket.create_connection((host, int(port))) for _ in range(8)]
    time.sleep(0.5)
    with httpx.Client(base_url=str(watched.admin.base_url), trust_env=False, timeout=PATIENCE) as fresh:
        assert fresh.get("/health").status_code == 200
    assert watched.figures()["boardwright_refusals_total connections"] >= 1
    for client in held:
        client.close()


def test_a_server_whose_database_or_workers_fail_is_not_ready() -> None:
    async def fails() -> None:
        raise OSError

    async def answers() -> None:
        return None

    async def ready(ping: Any, healthy: bool) -> tuple[int, Any]:
        state = SimpleNamespace(log=SimpleNamespace(ping=ping), pool=SimpleNamespace(healthy=healthy))
        app = make_admin(cast(Any, SimpleNamespace(state=state)), Gate(settings.read(), 1))
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            answer = await client.get("/ready")
        return answer.status_code, answer.json()

    assert asyncio.run(ready(answers, True)) == (200, {"database": True, "workers": True})
    assert asyncio.run(ready(fails, True)) == (503, {"database": False, "workers": True})
    assert asyncio.run(ready(answers, False)) == (503, {"database": True, "workers": False})


def test_the_ports_differ() -> None:
    with pytest.raises(ConfigError, match="The key admin_port cannot be 9000: expected != port"):
        settings.read(port=9000, admin_port=9000)
