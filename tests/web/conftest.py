"""The built page, servers that serve it, and a browser that plays stories on them."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from types import ModuleType

import pytest

from web.serving import COMMAND, ROOT, TOYS, Server
from web.stories import Stories

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
def played(server: Server) -> Iterator[Callable[..., list[str]]]:
    """Plays a story on a server: `played("home", server)`."""
    stories = Stories()
    stories.begin(server)
    yield stories.play
    stories.end()


@pytest.fixture(scope="session")
def server(page: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of most stories, under a path of its own: a page that finds everything there does so anywhere."""
    yield from _served(Server(tmp_path_factory.mktemp("data"), (*COMMAND, "--root-path", "/board/games")))


@pytest.fixture
def own_server(page: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that a test may kill."""
    yield from _served(Server(tmp_path_factory.mktemp("data")))


@pytest.fixture
def toy_server(page: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    yield from _served(Server(tmp_path_factory.mktemp("data"), TOYS))


def _served(server: Server) -> Iterator[Server]:
    try:
        server.start()
        yield server
    finally:
        server.stop()
