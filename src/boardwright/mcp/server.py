"""The tools, as the official SDK serves them: over standard input and output, or HTTP on this machine.

A refused move is an ordinary result: the rules' reason and what would be legal. Only a call that cannot be answered
(an unknown match, a setting that does not exist) is marked as an error, in words, too.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Annotated, Any

import anyio.from_thread
from mcp.server.mcpserver import Context, MCPServer
from mcp.types import CallToolResult, TextContent
from pydantic import Field

from boardwright.core.errors import BoardwrightError
from boardwright.core.garbage import collect_rarely
from boardwright.core.words import Word
from boardwright.mcp.match import Answer, Match, Report
from boardwright.mcp.table import Table

HOST = "127.0.0.1"

PAUSE = 1.0
"""Seconds before the rehearsal: the answer to a client's hello comes first."""

INSTRUCTIONS = (
    "Board games with strict rules. Call `games`, then `rules` of one, then `new_match`; play with `move`. "
    "A refused move costs nothing: the answer has the rule's reason and legal moves."
)

Name = Annotated[str, Field(description="The game's name, as `games` lists it.")]
MatchName = Annotated[str, Field(description="The match's name, as `new_match` gives it.")]
Line = Annotated[str, Field(description="A move as text, as `legal` writes it: `e3`, `4`, `reveal 2 3`.")]
Preset = Annotated[str, Field(description="One of the game's presets; empty for its standard one.")]
Settings = Annotated[dict[str, Any] | None, Field(description="Keys of the preset with other values: {'size': 4}.")]


def answered(work: Callable[[], Answer]) -> CallToolResult:
    """Run a tool and return its answer; an error of ours as a result that says so."""
    try:
        text, data = work()
    except BoardwrightError as error:
        data = {"error": {**error.word.to_dict(), "message": str(error)}}
        return CallToolResult(content=[TextContent(text=str(error))], structured_content=data, is_error=True)
    return CallToolResult(content=[TextContent(text=text)], structured_content=data)


def reporting(context: Context[Any, Any]) -> Report:
    """A callback for progress that tells the client, from the thread of a tool."""
    count = 0

    def report(word: Word) -> None:
        nonlocal count
        count += 1
        anyio.from_thread.run(context.report_progress, count, None, str(word))

    return report


def build(table: Table) -> MCPServer:
    """The server with its tools. Tools run in threads; those of one match one after the other."""
    from boardwright import __version__

    server = MCPServer("boardwright", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING")

    def held(name: str, work: Callable[[Match], Answer]) -> CallToolResult:
        def locked() -> Answer:
            match = table.match(name)
            with match.lock:
                return work(match)

        return answered(locked)

    def games() -> CallToolResult:
        """List the games: their presets, their opponents from the weakest level up, and what is special about them."""
        return answered(table.games)

    def rules(game: Name, preset: Preset = "", settings: Settings = None) -> CallToolResult:
        """The rules of a game in words: how to play, how moves are written, and why moves are refused."""
        return answered(lambda: table.rules(game, preset, settings or {}))

    def new_match(
        context: Context[Any, Any],
        game: Name,
        preset: Preset = "",
        settings: Settings = None,
        seat: Annotated[int, Field(description="Your seat: 1 moves first.")] = 1,
        opponent: Annotated[
            str, Field(description="A level or an agent of `games`, such as `hard` or `mcts:iterations=500`.")
        ] = "",
        seed: Annotated[
            int | None, Field(description="Repeats a match, its dice and its secrets. Leave it out for a new one.")
        ] = None,
    ) -> CallToolResult:
        """Begin a match against an agent, or alone in a game for one; returns its name and the position."""
        report = reporting(context)
        return answered(lambda: table.new(game, preset, settings or {}, seat, opponent, seed, report))

    def look(match: MatchName) -> CallToolResult:
        """Look at the position: the board as text, and as data, as far as your seat may see it."""
        return held(match, lambda it: it.look())

    def legal(match: MatchName) -> CallToolResult:
        """List your legal moves."""
        return held(match, lambda it: it.legal())

    def why(match: MatchName, move: Line) -> CallToolResult:
        """Ask why a move would be refused now, and what is legal instead. Plays nothing."""
        return held(match, lambda it: it.why(move))

    def move(context: Context[Any, Any], match: MatchName, move: Line) -> CallToolResult:
        """Play a move, and the opponents' answers. An illegal one is answered with the reason and legal moves."""
        return held(match, lambda it: it.move(move, reporting(context)))

    def hint(context: Context[Any, Any], match: MatchName) -> CallToolResult:
        """What a strong agent would play for you, and why."""
        return held(match, lambda it: it.hint(reporting(context)))

    def analyse(context: Context[Any, Any], match: MatchName) -> CallToolResult:
        """What follows from the position, and the best moves with their scores."""
        return held(match, lambda it: it.analyse(reporting(context)))

    def resign(match: MatchName) -> CallToolResult:
        """Give the match up."""
        return held(match, lambda it: it.resign())

    for tool in (games, rules, new_match, look, legal, why, move, hint, analyse, resign):
        server.add_tool(tool, structured_output=False)
    return server


def run(table: Table, port: int | None) -> None:
    """Serve until the client leaves, or over HTTP until Ctrl-C. Meanwhile another thread gets ready for first calls."""
    server = build(table)
    rehearsal = threading.Thread(target=_rehearse, args=(table,), daemon=True)
    rehearsal.start()
    try:
        if port is None:
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, _end)
            server.run("stdio")
        else:
            logging.getLogger("uvicorn.error").addFilter(_is_an_error)
            server.run("streamable-http", host=HOST, port=port)
            # It ends by Ctrl-C alone. If nothing is left to be cancelled by then, asyncio swallows the interrupt.
            raise KeyboardInterrupt
    finally:
        table.closing.set()
        rehearsal.join()  # a thread inside the compiler's library, cut off at the end, would crash the process


def _rehearse(table: Table) -> None:
    if not table.closing.wait(PAUSE):
        table.rehearse()
        collect_rarely()


def _is_an_error(record: logging.LogRecord) -> bool:
    # Streams to clients are open as long as their sessions: at the end uvicorn cuts them off, and calls it an error.
    return "without completing response" not in record.getMessage()


def _end(number: int, frame: FrameType | None) -> None:
    # At once: a thread waits for the next line of the input, for good. Matches are in memory, so nothing is to be kept.
    os._exit(128 + number)
