"""`boardwright mcp` as an assistant starts it: the SDK's client over standard input and output."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import Any

import anyio
import pytest
import typer

from boardwright.cli.mcp import command
from boardwright.core.words import Word
from mcp import Client, StdioServerParameters

ENVIRONMENT = {**os.environ, "BOARDWRIGHT_QUIET": "1"}


def test_a_game_over_standard_input_and_output() -> None:
    server = StdioServerParameters(command=sys.executable, args=["-m", "boardwright", "mcp"], env=ENVIRONMENT)

    async def main() -> None:
        async with Client(server) as client:
            result: Any = await client.call_tool("new_match", {"game": "tic_tac_toe", "opponent": "random"})
            data = result.structured_content
            while not data["over"]:
                legal: Any = await client.call_tool("legal", {"match": data["match"]})
                move = {"match": data["match"], "move": legal.structured_content["moves"][0]["move"]}
                data = (await client.call_tool("move", move)).structured_content
            assert data["result"]["words"]

    anyio.run(main)


# The gate ends the server over HTTP by a signal: test_mcp_http.py.
@pytest.mark.parametrize(
    "how", [*(pytest.param(how, marks=pytest.mark.slow) for how in (signal.SIGTERM, signal.SIGINT)), None]
)
def test_it_ends_when_it_is_told_to(how: int | None) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "boardwright", "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=ENVIRONMENT,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    hello = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},'
    process.stdin.write(hello + '"clientInfo":{"name":"t","version":"1"}}}\n')
    process.stdin.flush()
    assert "boardwright" in process.stdout.readline()
    if how is None:
        process.stdin.close()
    else:
        process.send_signal(how)
    try:
        assert process.wait(120) == {None: 0, signal.SIGINT: 130, signal.SIGTERM: 143}[how]
    finally:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            pipe.close()


def test_over_http_it_listens_on_this_machine_alone(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    served: list[Any] = []
    monkeypatch.setattr("boardwright.mcp.server.MCPServer.run", lambda self, how, **given: served.append((how, given)))
    with pytest.raises(typer.Exit) as ended:  # over HTTP only Ctrl-C ends it
        command(http=8765)
    assert ended.value.exit_code == 130
    assert served == [("streamable-http", {"host": "127.0.0.1", "port": 8765})]
    assert capsys.readouterr().err.strip() == str(Word("mcp_address", {"url": "http://127.0.0.1:8765/mcp"}))
