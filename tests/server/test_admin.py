"""The admin listener: alive, ready, and figures that count what happened."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
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
from saying import refused

from .harness import API, PATIENCE, Server, sit


def started(data: Path) -> tuple[Server, int]:
    """A server with an admin listener, and its port: another one where somebody takes it just now."""
    for _ in range(9):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        with suppress(AssertionError):
            return Server(data, "--set", f"admin_port={port}", "--set", "connections_by_address=4"), port
    raise AssertionError("no port was free")


class Watched:
    """A server with an admin listener."""

    def __init__(self, data: Path) -> None:
        self.server, port = started(data)
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
    end = time.monotonic() + PATIENCE
    while not watched.figures().get("boardwright_refusals_total connections"):
        assert time.monotonic() < end, watched.figures()
        time.sleep(0.05)
    with httpx.Client(base_url=str(watched.admin.base_url), trust_env=False, timeout=PATIENCE) as fresh:
        assert fresh.get("/health").status_code == 200
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
    with refused(ConfigError, "config_value", path="admin_port", value=9000, expected="!= port"):
        settings.read(port=9000, admin_port=9000)
