"""The built page, and servers that serve it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from types import ModuleType

import pytest

from web.serving import COMMAND, ROOT, TOYS, Server

WEB = ROOT / "web"


@pytest.fixture(scope="session")
def page(hook: ModuleType) -> None:
    """The page built from the current sources, and the browser driver."""
    npm = shutil.which("npm")
    assert npm is not None, "the page is tested in a browser driven by Node: install Node 20.19 or later"
    if not (WEB / "node_modules" / "playwright-core").exists():
        done = subprocess.run([npm, "ci"], cwd=WEB, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    if not hook.up_to_date(ROOT):
        assert hook.build(ROOT) is None


@pytest.fixture(scope="session")
def server(page: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    yield from _served(Server(tmp_path_factory.mktemp("data")))


@pytest.fixture
def own_server(page: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that a test may kill."""
    yield from _served(Server(tmp_path_factory.mktemp("data")))


@pytest.fixture
def toy_server(page: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    yield from _served(Server(tmp_path_factory.mktemp("data"), TOYS))


@pytest.fixture
def nested_server(page: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server under a path of its own."""
    yield from _served(Server(tmp_path_factory.mktemp("data"), (*COMMAND, "--root-path", "/board/games")))


def _served(server: Server) -> Iterator[Server]:
    try:
        server.start()
        yield server
    finally:
        server.stop()
