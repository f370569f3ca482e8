"""Puzzles over HTTP: what is asked, what an answer is told, and that nothing hidden leaves."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import numpy as np
import pytest

from boardwright.core import dice, registry
from boardwright.core.game import Game
from boardwright.core.puzzle_records import PuzzleAnswer, PuzzleRecord, PuzzleWord, shipped
from boardwright.core.record import TERMINAL
from boardwright.core.words import Word, say
from boardwright.games.minesweeper.cells import HIDDEN
from boardwright.games.minesweeper.explanation import survey_of
from boardwright.games.minesweeper.solver.deduction import SAFE
from boardwright.server import puzzle_schemas, puzzles
from boardwright.server.answers import Answers
from boardwright.server.aside import Aside
from boardwright.server.catalogue import Catalogue
from boardwright.server.limits import Limits
from boardwright.server.settings import read

from .harness import refusal, said


def answered(client: httpx.Client, name: str, number: int, action: Any, language: str = "en") -> httpx.Response:
    headers = {"Accept-Language": language}
    return client.post(f"/games/{name}/puzzles/{number}/answer", json={"action": action}, headers=headers)


def test_puzzles_are_listed_by_level(client: httpx.Client) -> None:
    listed = client.get("/games/tic_tac_toe/puzzles").json()
    records = shipped(registry.definition("tic_tac_toe"))
    assert listed["count"] == len(records)
    numbers = [number for level in listed["levels"] for number in level["numbers"]]
    assert sorted(numbers) == list(range(1, len(records) + 1))
    french = client.get("/games/tic_tac_toe/puzzles", headers={"Accept-Language": "fr"}).json()
    assert french["title"] == said("tic_tac_toe.title", "fr")
    for level, code in zip(french["levels"], ("puzzle_level_easy", "puzzle_level_medium", "puzzle_level_hard")):
        assert level["title"] == say(Word(code), "fr")
    assert client.get("/games/skirmish/puzzles").json()["levels"] == []
    offers = {game["name"]: game["puzzles"] for game in client.get("/games").json()}
    assert offers["tic_tac_toe"] == len(records)
    assert offers["skirmish"] == 0


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "quoridor", "minesweeper"])
def test_every_game_asks_and_judges(client: httpx.Client, name: str) -> None:
    records = shipped(registry.definition(name))
    for number in (1, len(records)):
        record = records[number - 1]
        asked = client.get(f"/games/{name}/puzzles/{number}")
        assert asked.status_code == 200, asked.text
        puzzle = asked.json()
        offered = [action for group in puzzle["view"]["choices"] for action in group["actions"]]
        assert sorted(offered) == sorted(answer.action for answer in record.answers)
        assert (puzzle["number"], puzzle["count"], puzzle["level"]) == (number, len(records), record.level)
        assert puzzle["view"]["to_move"] == puzzle["player"]
        assert puzzle["task"]["message"]
        for answer in (next(one for one in record.answers if one.right), record.answers[0], record.answers[-1]):
            told = answered(client, name, number, answer.action, "fr")
            assert told.status_code == 200, told.text
            verdict = puzzle_schemas.PuzzleVerdict.model_validate(_whole(told.json()))
            assert verdict.right == answer.right
            assert [move.action for move in verdict.solutions] == record.right
            assert len(verdict.line) == len(answer.line)
            assert verdict.reason.message
            assert (verdict.after is None) == (name == "minesweeper" and not answer.right)


def _whole(verdict: dict[str, Any]) -> dict[str, Any]:
    """Lists as the tuples of strict models, by a trip through JSON."""
    found: dict[str, Any] = json.loads(json.dumps(verdict))
    return found


def test_an_action_may_be_an_object(client: httpx.Client) -> None:
    record = shipped(registry.definition("tic_tac_toe"))[0]
    told = answered(client, "tic_tac_toe", 1, {"kind": "mark", "cell": record.right[0]})
    assert told.json()["right"] is True


@pytest.mark.parametrize("number", ["0", "-1", "x", "99999999999999999999"])
def test_numbers_that_are_none(client: httpx.Client, number: str) -> None:
    assert refusal(client.get(f"/games/tic_tac_toe/puzzles/{number}")) == (400, "request_invalid")


def test_unknown_puzzles(client: httpx.Client) -> None:
    assert refusal(client.get("/games/tic_tac_toe/puzzles/1000")) == (404, "puzzle_unknown")
    assert refusal(answered(client, "tic_tac_toe", 1000, 0)) == (404, "puzzle_unknown")
    assert refusal(client.get("/games/skirmish/puzzles/1")) == (404, "puzzle_none")
    assert refusal(client.get("/games/nothing/puzzles/1")) == (400, "unknown_game")


def test_bad_actions(client: httpx.Client) -> None:
    record = shipped(registry.definition("tic_tac_toe"))[0]
    taken = record.history[0][0]
    for action in (taken, -1, 9, 10**30):
        assert refusal(answered(client, "tic_tac_toe", 1, action)) == (422, "puzzle_no_answer")
    for action in ("4", None, 1.5, [4], True):
        assert refusal(answered(client, "tic_tac_toe", 1, action)) == (400, "request_invalid")
    assert refusal(answered(client, "tic_tac_toe", 1, {"kind": "fly"})) == (400, "unknown_action")
    assert client.post("/games/tic_tac_toe/puzzles/1/answer", json={"action": 1, "more": 2}).status_code == 400


def test_only_answers_are_offered(client: httpx.Client) -> None:
    # Flags are legal, and no answer.
    record = shipped(registry.definition("minesweeper"))[0]
    kinds = {group["kind"] for group in client.get("/games/minesweeper/puzzles/1").json()["view"]["choices"]}
    assert kinds == {"reveal"}
    flag = record.config["H"] * record.config["W"] + record.answers[0].action
    assert refusal(answered(client, "minesweeper", 1, flag)) == (422, "puzzle_no_answer")


# -- nothing hidden leaves


def twins() -> tuple[Game, list[PuzzleRecord]]:
    """Two puzzles that differ in hidden mines alone: the same numbers are seen, and other cells are mined."""
    definition = registry.definition("minesweeper")
    config = {**registry.preset_of(definition, "small"), "H": 4, "W": 5, "mine_count": 3}
    game = Game(definition, [config], interpreted=True)
    seen: dict[bytes, tuple[int, bytes]] = {}
    for number in range(4000):
        draw = dice.plain_keyed(7, 0, number)
        state = game.apply(game.new(), 0, draw)
        if state["to_move"][0] == TERMINAL:
            continue
        shown, mines = game.observe(state, 0).tobytes(), state["mine"][0].tobytes()
        other = seen.setdefault(shown, (draw, mines))
        survey = survey_of(game, game.observe(state, 0))
        hidden = survey.shown >= HIDDEN
        if other[1] != mines and (hidden & (survey.known == SAFE)).any():
            cells = [int(cell) for cell in np.flatnonzero(hidden)]
            answers = [
                PuzzleAnswer(
                    action=cell,
                    right=bool(survey.known[cell] == SAFE),
                    reason=PuzzleWord.of(survey.reason(cell)),
                )
                for cell in cells
            ]
            task = PuzzleWord.of(Word("minesweeper.puzzle_task", {"right": 1}))
            return game, [
                PuzzleRecord(
                    game="minesweeper",
                    version=game.version,
                    config=game.config,
                    seed=0,
                    number=0,
                    history=[[0, one]],
                    task=task,
                    level="easy",
                    plies=0,
                    answers=answers,
                )
                for one in (draw, other[0])
            ]
    raise AssertionError("no twins")


def test_puzzles_that_differ_in_hidden_mines_are_told_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    game, records = twins()
    rooms = []
    for record in records:
        room = puzzles.PuzzleRoom(Catalogue({}), Answers(10**6), Aside(Limits(read())))
        room._sets["minesweeper"] = [record]
        rooms.append(room)
    monkeypatch.setattr(Catalogue, "game_of", lambda self, name, settings: game)

    async def both(ask: Any) -> tuple[bytes, bytes]:
        one, other = [await ask(room) for room in rooms]
        return one, other

    one, other = asyncio.run(both(lambda room: room.puzzle("minesweeper", 1, "en")))
    assert one == other
    for answer in records[0].answers:
        one, other = asyncio.run(both(lambda room, cell=answer.action: room.verdict("minesweeper", 1, cell, "en")))
        if not answer.right:
            assert one == other
            assert json.loads(one)["after"] is None
        else:
            # A safe cell is opened in both: what differs is the number that the rules show.
            told = [{**json.loads(body), "after": None} for body in (one, other)]
            assert told[0] == told[1]


def test_no_history_draw_or_seed_is_in_a_puzzle(client: httpx.Client) -> None:
    record = shipped(registry.definition("minesweeper"))[0]
    wrong = next(answer.action for answer in record.answers if not answer.right)
    bodies = [client.get("/games/minesweeper/puzzles/1").text, answered(client, "minesweeper", 1, wrong).text]
    draw = str(record.history[0][1])
    assert len(draw) > 9
    for body in bodies:
        assert draw not in body
        for field in ("history", "seed", "draw", 'mine"'):
            assert f'"{field}' not in body


def test_a_verdict_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often it is asked for: there are few, and each is most of a request."""
    room = puzzles.PuzzleRoom(Catalogue({}), Answers(10**6), Aside(Limits(read())))
    (record, *_) = shipped(registry.definition("tic_tac_toe"))
    judged, judge = [], puzzles.PuzzleRoom._judge

    def counted(*asked: Any) -> bytes:
        judged.append(asked[2])
        return judge(*asked)

    monkeypatch.setattr(puzzles.PuzzleRoom, "_judge", staticmethod(counted))
    action = record.answers[0].action

    async def ask() -> list[bytes]:
        return [await room.verdict("tic_tac_toe", 1, action, "en") for _ in range(20)]

    assert len(set(asyncio.run(ask()))) == 1
    assert judged == [action]
