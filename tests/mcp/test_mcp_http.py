"""`boardwright mcp --http`: the SDK's own HTTP client on loopback, what leaves by this door, and the end."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import anyio
import numpy as np
import pytest
import uvicorn
from test_mcp_leaks import pair

from boardwright.agents.preparation import Preparation
from boardwright.core import registry
from boardwright.core.words import Word
from boardwright.mcp.match import Answer, Match
from boardwright.mcp.server import HOST, build
from boardwright.mcp.table import Table
from mcp import Client

ENVIRONMENT = {**os.environ, "BOARDWRIGHT_QUIET": "1"}

MODES = ["legacy", "auto"]
"""A session that is opened by the handshake, and the protocol that needs none."""


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind((HOST, 0))
        return int(listening.getsockname()[1])


def wait_for(port: int) -> None:
    until = time.monotonic() + 120
    while True:
        with socket.socket() as client:
            refused = client.connect_ex((HOST, port))
        if not refused:
            return
        assert time.monotonic() < until, f"nobody listens at {port}: {os.strerror(refused)}"
        time.sleep(0.05)


@contextmanager
def command(port: int) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "boardwright", "mcp", "--http", str(port)],
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
        text=True,
    )
    assert process.stderr is not None
    try:
        assert process.stderr.readline().strip() == str(Word("mcp_address", {"url": f"http://{HOST}:{port}/mcp"}))
        wait_for(port)
        yield process
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


async def play(client: Client) -> None:
    """A whole game of tic-tac-toe, with an illegal move on the way."""

    async def call(tool: str, **arguments: Any) -> Any:
        return (await client.call_tool(tool, arguments)).structured_content

    data = await call("new_match", game="tic_tac_toe", opponent="random", seed=1)
    match = data["match"]
    data = await call("move", match=match, move="4")
    refused = await call("move", match=match, move="4")
    assert (refused["played"], refused["reason"]["code"]) == (False, "tic_tac_toe.taken")
    assert refused["reason"]["message"]
    while not data["over"]:
        legal = await call("legal", match=match)
        data = await call("move", match=match, move=legal["moves"][0]["move"])
        assert data["played"]
    assert data["result"]["words"]


@pytest.mark.parametrize(
    ("how", "code"), [(signal.SIGINT, 130), pytest.param(signal.SIGTERM, 143, marks=pytest.mark.slow)]
)
def test_a_game_over_http_and_an_end_while_a_session_is_open(how: int, code: int) -> None:
    port = free_port()

    async def main(process: subprocess.Popen[str]) -> None:
        for mode in MODES:
            async with Client(f"http://{HOST}:{port}/mcp", mode=mode) as client:
                await play(client)
        async with Client(f"http://{HOST}:{port}/mcp", mode="legacy") as client:
            await client.list_tools()
            process.send_signal(how)
            with anyio.fail_after(120):
                while process.poll() is None:
                    await anyio.sleep(0.05)

    with command(port) as process:
        anyio.run(main, process)
        assert process.returncode == code
        assert process.stderr is not None
        assert process.stderr.read() == ""
    with socket.socket() as again:
        again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        again.bind((HOST, port))


@contextmanager
def in_this_process(table: Table, sent: list[bytes]) -> Iterator[str]:
    """The same application in a thread. `sent` gets every body that leaves."""
    app = build(table).streamable_http_app(host=HOST)

    async def recorded(scope: Any, receive: Any, send: Any) -> None:
        async def keep(message: Any) -> None:
            sent.append(message.get("body", b""))
            await send(message)

        await app(scope, receive, send if scope["type"] == "lifespan" else keep)

    listening = socket.create_server((HOST, 0))
    server = uvicorn.Server(uvicorn.Config(recorded, log_level="critical"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        yield f"http://{HOST}:{listening.getsockname()[1]}/mcp"
    finally:
        server.should_exit = True
        thread.join(120)
        listening.close()
        assert not thread.is_alive()


class OneMatch(Table):
    """A table with one match, which has every name."""

    only: Match

    def match(self, name: str) -> Match:
        return self.only


def bytes_sent(match: Match, mode: str) -> bytes:
    """Everything that a client is sent when it asks for all that it may know of a match."""
    preparation, sent = Preparation(), list[bytes]()
    table = OneMatch(preparation, tiered=False)
    table.only = match

    async def main(url: str) -> None:
        async with Client(url, mode=mode) as client:
            for tool in ("look", "legal"):
                await client.call_tool(tool, {"match": "m"})
            for line in ("nonsense", "0", "a1", "a1 right", "reveal 0 0"):
                await client.call_tool("why", {"match": "m", "move": line})
            await client.call_tool("move", {"match": "m", "move": "nonsense"})

    with in_this_process(table, sent) as url:
        anyio.run(main, url)
    preparation.close()
    return b"".join(sent)


def twins(name: str) -> tuple[Match, Match]:
    """Two matches that differ only in what the seat to move cannot see."""
    rng = np.random.default_rng(1)
    while True:
        made = pair(registry.load(name, "small"), rng, 9)
        if made is not None and made[0].position.to_move == made[0].seat:
            return made


@pytest.mark.parametrize(("name", "mode"), [("battleship", "legacy"), ("minesweeper", "auto")])
def test_twins_get_the_same_bytes_over_http(name: str, mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = (bytes_sent(match, mode) for match in twins(name))
    assert len(one) > 5000
    assert one == other
    monkeypatch.setattr(Match, "look", leaky(Match.look))
    one, other = (bytes_sent(match, mode) for match in twins(name))
    assert one != other


def leaky(honest: Callable[..., Answer]) -> Callable[..., Answer]:
    """A planted fault: a look with the whole state."""

    def look(self: Match, told: tuple[str, ...] = ()) -> Answer:
        text, data = honest(self, told)
        return Answer(text, {**data, "state": self.game.to_dict(self.position.state)})

    return look


def test_another_host_or_origin_is_refused() -> None:
    import httpx

    preparation = Preparation()
    with in_this_process(Table(preparation, tiered=False), []) as url:
        hello = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        accept = {"accept": "application/json, text/event-stream"}
        for header in ({"host": "evil.example"}, {"origin": "http://evil.example"}):
            assert httpx.post(url, json=hello, headers={**accept, **header}, timeout=60).status_code in {403, 421}
    preparation.close()
