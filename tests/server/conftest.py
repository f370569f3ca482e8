"""One server for all tests that do not end it, and the databases of the log."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from boardwright.server.log import Log
from cli.conftest import ran  # noqa: F401

from .cluster import Cluster
from .harness import Server, running, sit


@pytest.fixture(autouse=True)
def no_server_is_left() -> Iterator[None]:
    """Kill the servers of a test that failed: the tests after it would have warnings of their processes."""
    before = set(running)
    yield
    for left in running - before:
        left.kill()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server") / "data")
    # Its workers start with the first match that has an agent: here, and not in whichever test comes first.
    with running.client() as client:
        sit(client, "tic_tac_toe", "random", "person")[0].wait(1)
    yield running
    assert running.stop() == 0


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """PostgreSQL for tests that end none of it but single connections."""
    running = Cluster(fsync=False)
    yield running
    running.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> sa.URL:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return sa.URL.create("sqlite", database=str(tmp_path / "log.sqlite"))
    cluster: Cluster = request.getfixturevalue("cluster")
    return sa.make_url(cluster.database())


@pytest.fixture
def log(url: sa.URL) -> Iterator[Log]:
    made = Log(url, group=64)
    yield made
    made.close()
