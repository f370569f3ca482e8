"""The SDK's own client plays every registered game through the tools, and is told the rules' reasons."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import anyio
import numpy as np
import pytest

from boardwright.agents.preparation import Preparation
from boardwright.core import registry
from boardwright.core.words import Word
from boardwright.mcp import settings
from boardwright.mcp.server import build
from boardwright.mcp.table import Table
from mcp import Client

PRESETS = {"minesweeper": "small", "battleship": "small", "quoridor": "small", "skirmish": "small"}
TOOLS = ["games", "rules", "new_match", "look", "legal", "why", "move", "hint", "analyse", "resign"]

Call = Callable[..., Coroutine[Any, Any, Any]]


@pytest.fixture
def table() -> Iterator[Table]:
    preparation = Preparation()
    yield Table(preparation, tiered=False)
    preparation.close()


def session(table: Table, work: Callable[[Call], Coroutine[Any, Any, None]]) -> None:
    """Run work with a client of the SDK in memory. `call` gives the result of a tool."""

    async def main() -> None:
        async with Client(build(table)) as client:

            async def call(tool: str, **arguments: Any) -> Any:
                return await client.call_tool(tool, arguments)

            await work(call)

    anyio.run(main)


def test_the_tools_are_these_and_each_is_described(table: Table) -> None:
    async def main() -> None:
        async with Client(build(table)) as client:
            tools = (await client.list_tools()).tools
            assert [tool.name for tool in tools] == TOOLS
            assert all(tool.description for tool in tools)

    anyio.run(main)


@pytest.mark.parametrize("name", registry.names())
def test_the_client_plays_a_whole_game(table: Table, name: str, request: pytest.FixtureRequest) -> None:
    if name == "quoridor":
        request.getfixturevalue("plain_python")  # its small board is compiled nowhere else
    rng = np.random.default_rng(0)
    players = registry.definition(name).players

    async def work(call: Call) -> None:
        given = {"opponent": "random", "seat": 2} if players > 1 else {}
        result = await call("new_match", game=name, preset=PRESETS.get(name, ""), seed=3, **given)
        assert not result.is_error, result.content[0].text
        data = result.structured_content
        match = data["match"]
        for _ in range(2000):
            if data["over"]:
                break
            moves = (await call("legal", match=match)).structured_content["moves"]
            assert len(moves) == data["moves"] > 0
            move = moves[int(rng.integers(len(moves)))]["move"]
            data = (await call("move", match=match, move=move)).structured_content
            assert data["played"], data
        assert data["over"]
        assert len(data["result"]["returns"]) == players
        again = (await call("look", match=match)).structured_content
        assert again["view"] == data["view"]
        refused = await call("move", match=match, move="0")
        assert (refused.is_error, refused.structured_content["error"]["code"]) == (True, "match_over")

    session(table, work)


def test_an_illegal_move_is_answered_with_the_reason_in_the_same_call(table: Table) -> None:
    async def work(call: Call) -> None:
        match = (await call("new_match", game="tic_tac_toe", opponent="random", seed=1)).structured_content["match"]
        data = (await call("move", match=match, move="4")).structured_content
        assert data["played"]
        for tool in ("move", "why"):
            refused = await call(tool, match=match, move="4")
            answer = refused.structured_content
            assert not refused.is_error
            assert (answer["legal"], answer["reason"]["code"]) == (False, "tic_tac_toe.taken")
            assert refused.content[0].text.startswith(answer["reason"]["message"])
            assert len(answer["instead"]) == answer["moves"] == 7
        assert (await call("why", match=match, move=answer["instead"][0])).structured_content["legal"]
        unread = (await call("move", match=match, move="castle")).structured_content
        assert (unread["played"], unread["reason"]["code"]) == (False, "play_no_move")
        assert (await call("look", match=match)).structured_content["view"] == data["view"]

    session(table, work)


def test_a_step_that_is_too_long_is_refused_by_the_rules_own_reason(table: Table, plain_python: None) -> None:
    async def work(call: Call) -> None:
        match = (await call("new_match", game="quoridor", preset="small", opponent="random")).structured_content[
            "match"
        ]
        data = (await call("move", match=match, move="z9h")).structured_content
        assert not data["played"]
        data = (await call("move", match=match, move="e9")).structured_content
        assert not data["played"]
        assert data["reason"]["message"]

    session(table, work)


def test_rules_are_the_games_own_documents(table: Table) -> None:
    async def work(call: Call) -> None:
        listed = (await call("games")).structured_content
        assert [offer["game"] for offer in listed["games"]] == registry.names()
        assert listed["broken"] == []
        for offer in listed["games"]:
            text = (await call("rules", game=offer["game"])).content[0].text
            guide = registry.definition(offer["game"]).files.guide.read_text(encoding="utf-8")
            assert guide.strip() in text
            assert offer["title"] in text
            assert "{" not in text.replace(guide.strip(), "")

    session(table, work)


def test_hints_and_analyses_are_for_the_seat(table: Table) -> None:
    async def work(call: Call) -> None:
        match = (await call("new_match", game="tic_tac_toe", opponent="random", seed=1)).structured_content["match"]
        hint = (await call("hint", match=match)).structured_content
        assert hint["agent"] == "perfect"
        assert hint["reason"]["message"]
        analysis = (await call("analyse", match=match)).structured_content
        assert len(analysis["top"]) == settings.limits().top
        ended = (await call("resign", match=match)).structured_content
        assert ended["result"]["returns"] == [-1.0, 1.0]
        assert ended["result"]["resigned"] == 0

    session(table, work)


def test_matches_are_bounded_and_finished_ones_make_room(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    few = settings.limits().model_copy(update={"matches": 2})
    monkeypatch.setattr("boardwright.mcp.table.limits", lambda: few)

    async def work(call: Call) -> None:
        made = [(await call("new_match", game="tic_tac_toe", opponent="random")).structured_content for _ in range(2)]
        full = await call("new_match", game="tic_tac_toe", opponent="random")
        assert (full.is_error, full.structured_content["error"]["code"]) == (True, "mcp_full")
        await call("resign", match=made[0]["match"])
        assert not (await call("new_match", game="tic_tac_toe", opponent="random")).is_error
        gone = await call("look", match=made[0]["match"])
        assert gone.structured_content["error"]["code"] == "mcp_no_match"

    session(table, work)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"game": "tic_tac_toe", "preset": "../../secret"}, "config_absent"),
        ({"game": "tic_tac_toe", "settings": {"sise": 4}}, "config_unknown"),
        ({"game": "tic_tac_toe", "seat": 3}, "play_seat"),
        ({"game": "tic_tac_toe", "opponent": "model:/etc/passwd"}, "unknown_agent"),
        ({"game": "tic_tac_toe", "opponent": "ranking:table=/etc/passwd"}, "mcp_option"),
        ({"game": "minesweeper", "opponent": "random"}, "mcp_for_one"),
    ],
)
def test_what_cannot_be_begun_is_refused_in_words(table: Table, arguments: dict[str, Any], code: str) -> None:
    async def work(call: Call) -> None:
        result = await call("new_match", **arguments)
        assert (result.is_error, result.structured_content["error"]["code"]) == (True, code)
        assert result.content[0].text == result.structured_content["error"]["message"]
        nowhere = (await call("look", match="none")).content[0].text
        assert nowhere == str(Word("mcp_no_match_none", {"match": "none"}))

    session(table, work)


def test_settings_change_the_board(table: Table) -> None:
    async def work(call: Call) -> None:
        made = await call("new_match", game="tic_tac_toe", settings={"size": 4}, opponent="random")
        assert made.structured_content["moves"] == 16, made.content[0].text

    session(table, work)
