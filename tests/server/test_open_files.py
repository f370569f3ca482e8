"""The limit of open files: connections keep below it, and when it is reached the server pauses and comes back."""

from __future__ import annotations

import re
import resource
import select
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO

import httpx
import pytest

from boardwright.core.errors import ConfigError
from boardwright.server import open_files
from saying import refused

from .harness import PATIENCE

LIMIT = 220

PROGRAM = f"""
import os, resource, sys, threading
from pathlib import Path

resource.setrlimit(resource.RLIMIT_NOFILE, (100, {LIMIT}))

from boardwright.server import main, settings

def obey():
    held = []
    for line in sys.stdin:
        if line == "fill\\n":
            try:
                while True:
                    held.append(os.open("/dev/null", os.O_RDONLY))
            except OSError:
                pass
        else:
            while held:
                os.close(held.pop())
        print("done", flush=True)

threading.Thread(target=obey, daemon=True).start()
main.run(Path(sys.argv[1]), settings.read(port=0, connections_by_address=1000))
"""


class Child:
    def __init__(self, data: Path) -> None:
        self.errors = data.parent / "errors"
        with self.errors.open("w") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-c", PROGRAM, str(data)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        address = re.search(r"http://(\S+):(\d+)", self._out.readline())
        assert address, self.errors.read_text()
        self.place = (address[1], int(address[2]))

    @property
    def _out(self) -> IO[str]:
        assert self.process.stdout is not None
        return self.process.stdout

    def ask(self, wish: str) -> None:
        assert self.process.stdin is not None
        print(wish, file=self.process.stdin, flush=True)
        assert self._out.readline() == "done\n"

    def get(self) -> int:
        address = f"http://{self.place[0]}:{self.place[1]}/api/v1/games"
        return httpx.get(address, timeout=60, trust_env=False).status_code


@pytest.fixture(scope="module")
def child(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Child]:
    made = Child(tmp_path_factory.mktemp("files") / "data")
    yield made
    made.process.terminate()
    made.process.communicate(timeout=PATIENCE)


def until(condition: Callable[[], bool], seen: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, seen()
        time.sleep(0.05)


def test_connections_keep_below_the_limit(child: Child) -> None:
    most = LIMIT - open_files.RESERVED
    clients = [socket.create_connection(child.place, timeout=PATIENCE) for _ in range(LIMIT + 50)]

    def closed() -> int:
        return len(select.select(clients, [], [], 0)[0])

    until(lambda: closed() >= len(clients) - most, closed)
    assert closed() == len(clients) - most
    for client in clients:
        client.close()

    def served() -> bool:
        with suppress(httpx.TransportError):  # the server has yet to notice that they were closed
            return child.get() == 200
        return False

    until(served, child.errors.read_text)
    assert child.errors.read_text() == ""


def test_a_server_without_files_pauses_and_comes_back(child: Child) -> None:
    assert child.get() == 200
    child.ask("fill")
    with socket.create_connection(child.place, timeout=PATIENCE) as waiting:
        waiting.sendall(b"GET /api/v1/matches/none HTTP/1.1\r\nHost: localhost\r\n\r\n")
        until(lambda: "\n" in child.errors.read_text(), lambda: "it has not said that it has no files")
        assert select.select([waiting], [], [], 0)[0] == []
        child.ask("free")
        assert waiting.recv(100).startswith(b"HTTP/1.1 404")
    assert child.get() == 200
    lines = child.errors.read_text().splitlines()
    assert len(lines) == 1, lines
    assert re.search("WARNING|ERROR", lines[0])


def test_the_limit_is_raised_as_far_as_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    given = []
    monkeypatch.setattr(resource, "setrlimit", lambda _, values: given.append(values))

    def allowed(soft: int, hard: int) -> int:
        monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, hard))
        return open_files.allowed_connections(4000)

    assert allowed(100000, 100000) == 4000
    assert allowed(resource.RLIM_INFINITY, resource.RLIM_INFINITY) == 4000
    assert given == []
    assert allowed(1024, 4096) == 4096 - open_files.RESERVED
    assert allowed(1024, 100000) == 4000
    assert allowed(1024, resource.RLIM_INFINITY) == 4000
    assert given == [(4096, 4096), (4128, 100000), (4128, resource.RLIM_INFINITY)]
    with refused(ConfigError, "files_few", limit=100, least=160):
        allowed(64, 100)
