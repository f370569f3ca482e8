"""Hints and analyses: who may ask, what is told, and what is never told."""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import numpy as np
import pytest

from boardwright.agents import defaults, spec
from boardwright.core import registry
from boardwright.core.agent import Turn
from boardwright.core.game import Game
from boardwright.core.position import Position
from boardwright.core.record import Array
from boardwright.server.analyses import SEED
from boardwright.server.analysis_presentation import shown
from boardwright.server.findings import find

from .harness import PATIENCE, Player, refusal, said, sit


def asked(player: Player, language: str = "en", **question: Any) -> httpx.Response:
    """The answer to a question about a match, once the agent is ready."""
    path = f"/matches/{player.match}/analysis"
    return answered(player.client, path, question, player.headers(language))


def answered(
    client: httpx.Client, path: str, question: dict[str, Any], headers: dict[str, str] | None = None
) -> httpx.Response:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        answer = client.post(path, json=question, headers=headers or {})
        if answer.status_code != 200 or answer.json()["preparing"] is None:
            return answer
    raise AssertionError("the agent was never ready")


def lost(client: httpx.Client) -> list[Player]:
    """A finished match: player 1 overlooks that player 2 wins."""
    first, second = sit(client, "tic_tac_toe", "person", "friend")
    for player, action in ((first, 0), (second, 4), (first, 1), (second, 2), (first, 8), (second, 6)):
        player.plays(action)
    return [first, second]


def test_a_hint_has_the_move_its_reason_and_its_cells(client: httpx.Client) -> None:
    [player] = sit(client, "tic_tac_toe", "person", "random")
    answer = asked(player, best=3)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert found["match"] is None, "the reader has the match"
    analysis = found["analysis"]
    assert analysis["player"] == 0
    assert analysis["reason"]["code"] == "reason_holds"
    assert len(analysis["best"]) == 3
    assert analysis["best"][0]["cells"] == [analysis["best"][0]["action"]]
    assert analysis["best"][0]["ends_in"] == 0
    assert analysis["line"][0]["action"] == analysis["best"][0]["action"]
    assert asked(player, language="fr").json()["analysis"]["reason"]["message"] != analysis["reason"]["message"]


def test_the_same_question_has_the_same_answer(client: httpx.Client) -> None:
    question = {"game": "connect_four", "preset": "standard", "moves": [[3, None]], "agent": "mcts:iterations=200"}
    one, other = (answered(client, "/analysis", question).text for _ in range(2))
    assert one == other


def test_a_finished_match_is_studied_at_every_move_and_beyond(client: httpx.Client) -> None:
    first, _ = lost(client)
    study = asked(first, at=4).json()
    assert study["match"]["view"]["to_move"] == 0
    assert len(study["match"]["history"]) == 4
    assert study["analysis"]["best"][0]["action"] == 6, "it takes the cell that would have lost"
    branch = asked(first, at=4, moves=[[6, None]]).json()
    assert branch["match"]["view"]["to_move"] == 1
    over = asked(first).json()
    assert over["analysis"] is None
    assert over["match"]["finished"]
    assert refusal(asked(first, at=7)) == (404, "no_such_event")
    assert asked(first, at=4, moves=[[4, None]]).status_code == 422, "a taken cell"


def test_any_position_of_any_game_by_its_moves(client: httpx.Client) -> None:
    wanted = {"game": "connect_four", "preset": "standard", "moves": [[3, None], [3, None]]}
    found = answered(client, "/analysis", wanted).json()
    assert found["match"]["view"]["ply"] == 2
    assert found["analysis"]["best"]
    assert refusal(client.post("/analysis", json={**wanted, "game": "chess"}))[0] == 400
    assert refusal(client.post("/analysis", json={**wanted, "moves": [[99, None]]}))[0] in {400, 422}
    assert refusal(client.post("/analysis", json={**wanted, "moves": [[None, None]]})) == (400, "request_invalid")
    assert refusal(client.post("/analysis", json={**wanted, "agent": "alphabeta:depth=99"}))[1] == "option_too_high"
    assert refusal(client.post("/analysis", json={**wanted, "moves": [[3, None]] * 8}))[0] == 422


def test_a_study_begins_at_a_position_in_the_games_own_text(client: httpx.Client) -> None:
    wanted = {"game": "quoridor", "preset": "standard", "position": "e4 e6 9 8 d4h,c3v 2", "moves": [], "best": 0}
    shown = client.post("/analysis", json=wanted).json()["match"]
    assert shown["view"]["to_move"] == 1
    step = next(action for group in shown["view"]["choices"] for action in group["actions"] if action < 81)
    after = client.post("/analysis", json={**wanted, "moves": [[step, None]]}).json()["match"]
    assert after["view"]["to_move"] == 0
    assert len(after["history"]) == 1
    assert refusal(client.post("/analysis", json={**wanted, "position": "e4 e6"}))[1] == "quoridor.position_parts"
    other = {**wanted, "game": "tic_tac_toe", "preset": "standard"}
    assert refusal(client.post("/analysis", json=other))[1] == "format_none"
    hidden = {**wanted, "game": "minesweeper", "preset": "small"}
    assert refusal(client.post("/analysis", json=hidden))[1] == "format_hidden"


def test_moves_as_people_write_them_are_read(client: httpx.Client) -> None:
    wanted = {"game": "quoridor", "preset": "standard", "text": "1. e2 e8 2. e3h {a wall} *"}
    assert client.post("/analysis/moves", json=wanted).json()["moves"] == [[13, None], [67, None], [81 + 20, None]]
    placed = {**wanted, "position": "e4 e6 9 8 - 2", "text": "e5"}
    assert client.post("/analysis/moves", json=placed).json()["moves"] == [[40, None]]
    assert refusal(client.post("/analysis/moves", json={**wanted, "text": "1. e2 e2"})) == (400, "score_move")
    assert refusal(client.post("/analysis/moves", json={**wanted, "text": "{nothing}"})) == (400, "score_empty")
    placed = {**wanted, "game": "tic_tac_toe", "position": "anything"}
    assert refusal(client.post("/analysis/moves", json=placed))[0] == 400


def test_moves_of_a_game_with_dice_lead_where_they_are_played(client: httpx.Client) -> None:
    wanted = {"game": "royal_ur", "preset": "standard", "moves": [], "best": 0}
    texts, moves = [], []
    for _ in range(6):
        view = client.post("/analysis", json={**wanted, "moves": moves}).json()["match"]["view"]
        action = view["choices"][0]["actions"][0]
        moves.append([action, None])
        texts.append(registry.load("royal_ur").actions.to_text(action, view["to_move"]))
    read = {"game": "royal_ur", "preset": "standard", "text": ", ".join(texts)}
    assert client.post("/analysis/moves", json=read).json()["moves"] == moves


def test_a_position_alone_asks_no_agent(client: httpx.Client) -> None:
    wanted = {"game": "connect_four", "preset": "standard", "moves": [[3, None]], "best": 0}
    answer = client.post("/analysis", json=wanted).json()
    assert answer["analysis"] is None
    assert answer["preparing"] is None
    assert answer["match"]["view"]["choices"]


def test_a_die_may_be_chosen_and_raw_bits_may_not(client: httpx.Client) -> None:
    wanted = {"game": "royal_ur", "preset": "standard", "moves": []}
    first = answered(client, "/analysis", wanted).json()
    action = first["analysis"]["best"][0]["action"]
    assert refusal(client.post("/analysis", json={**wanted, "moves": [[action, 99]]})) == (400, "request_invalid")
    throws = {
        str(answered(client, "/analysis", {**wanted, "moves": [[action, draw]]}).json()["match"]["view"])
        for draw in range(3)
    }
    assert len(throws) > 1


def test_what_chance_may_give_is_listed_for_the_last_move_of_a_branch(client: httpx.Client) -> None:
    wanted = {"game": "royal_ur", "preset": "standard", "best": 0}
    start = answered(client, "/analysis", {**wanted, "moves": [], "best": 1}).json()
    action = start["analysis"]["best"][0]["action"]
    found = answered(client, "/analysis", {**wanted, "moves": [[action, None]]}).json()
    outcomes = found["outcomes"]
    assert len(outcomes) == 5, "four dice show from none to four marks"
    assert len({one["message"] for one in outcomes}) == 5
    assert [one["message"] for one in outcomes if one["given"]] == [found["match"]["told"][-1]["message"]]
    for one in outcomes:
        chosen = answered(client, "/analysis", {**wanted, "moves": [[action, one["draw"]]]}).json()
        assert chosen["match"]["told"][-1]["message"] == one["message"]
        assert [other["draw"] for other in chosen["outcomes"] if other["given"]] == [one["draw"]]
    assert not answered(client, "/analysis", {**wanted, "moves": []}).json()["outcomes"]
    mines = {"game": "minesweeper", "preset": "small", "best": 0, "moves": [[27, None]]}
    assert not answered(client, "/analysis", mines).json()["outcomes"], "raw bits are no outcome to choose"


def test_the_move_that_was_played_is_told_of_beside_the_best(client: httpx.Client) -> None:
    first, _ = lost(client)
    found = asked(first, at=4, best=1).json()["analysis"]["best"]
    assert [move["action"] for move in found] == [6, 8]
    assert [move["action"] for move in asked(first, at=4, best=1, moves=[[3, None]]).json()["analysis"]["best"]] == [6]


def test_a_reason_counts_rows_and_columns_as_the_labels_of_moves_do(client: httpx.Client) -> None:
    [player] = sit(client, "minesweeper", "person", preset="small")
    analysis = asked(player).json()["analysis"]
    row, col = (analysis["reason"]["params"][name] for name in ("row", "col"))
    assert analysis["best"][0]["action"] == 8 * row + col, "programs count from 0"
    assert numbers(analysis["best"][0]["label"]) == [row + 1, col + 1]
    assert numbers(analysis["reason"]["message"])[:2] == [row + 1, col + 1]
    player.plays(27)
    refused = player.move(27)
    assert refused.status_code == 422
    assert numbers(refused.json()["message"])[:2] == [4, 4]


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def test_minesweeper_is_reviewed_once_it_is_over(client: httpx.Client) -> None:
    [player] = sit(client, "minesweeper", "person", preset="small")
    assert refusal(player.get("/review")) == (409, "match_running")
    player.plays(27)
    assert player.post("resign").status_code == 201
    end = time.monotonic() + PATIENCE
    while (found := player.get("/review").json())["preparing"] is not None and time.monotonic() < end:
        time.sleep(0.2)
    assert [word["code"] for word in found["words"]] == ["minesweeper.review_sure"]
    [other] = sit(client, "tic_tac_toe", "person", "random")
    assert other.post("resign").status_code == 201
    assert other.get("/review").json() == {"words": [], "preparing": None}


def findings(game: Game, state: Array) -> str:
    """All that an answer about a state tells."""
    player = int(state["to_move"][0])
    given = game.resample(state, player, SEED)  # as a question leaves the service
    turn = Turn(game, given, player, np.random.default_rng(SEED))
    name = defaults.adviser(game)
    if name == "mcts":
        name = "mcts:iterations=10"
    return shown(game, find(turn, spec.from_text(name, game), name, 10), "en").model_dump_json()


def overlay_codes(client: httpx.Client, **question: Any) -> list[tuple[str, str]]:
    """The titles over the board, and the agents that they name."""
    found = answered(client, "/analysis", {"moves": [], **question}).json()["analysis"]
    return [(overlay["title"]["code"], overlay["title"]["params"]["agent"]) for overlay in found["overlays"]]


def test_what_is_proven_is_told_as_a_win_a_loss_or_a_draw(client: httpx.Client) -> None:
    # X has two in the middle row: 5 wins at once, and whatever else X marks, O has the third of the top row.
    asked = {"game": "tic_tac_toe", "preset": "standard", "moves": [[move, None] for move in (3, 0, 4, 1)]}
    (overlay,) = answered(client, "/analysis", asked).json()["analysis"]["overlays"]
    texts = dict(zip(overlay["cells"], overlay["texts"], strict=True))
    strengths = dict(zip(overlay["cells"], overlay["strengths"], strict=True))
    assert texts[5] == "#1"
    assert (strengths[5], overlay["good"]) == (1.0, True)
    assert texts[2] != texts[8] == "#\N{MINUS SIGN}2"
    assert strengths[8] == 0.0
    assert not {"-0", "-997"} & set(texts.values())
    asked["moves"] = []
    (overlay,) = answered(client, "/analysis", asked).json()["analysis"]["overlays"]
    assert set(overlay["texts"]) == {"="}


def test_scores_and_factors_are_shown_where_an_agent_has_them(client: httpx.Client) -> None:
    board = {"game": "tic_tac_toe", "preset": "standard"}
    assert overlay_codes(client, **board) == [("analysis_scores", said("agent_title_perfect"))]
    named = f"{said('agent_title_mcts')} (iterations=50)"
    assert overlay_codes(client, agent="mcts:iterations=50", **board) == [("analysis_shares", named)]
    walls = {"game": "quoridor", "preset": "standard", "moves": [], "agent": "alphabeta:depth=1"}
    found = answered(client, "/analysis", walls).json()["analysis"]
    assert [route["player"] for route in found["routes"]] == [0, 1]
    assert [factor["title"]["code"].rpartition(".")[2] for factor in found["factors"]][:2] == ["distance", "finish"]


@pytest.mark.parametrize("name", ["minesweeper", pytest.param("battleship", marks=pytest.mark.slow)])
def test_what_nobody_has_seen_is_in_no_answer(name: str) -> None:
    """Two states that the player cannot tell apart give the same bytes."""
    game = registry.load(name, "small").as_interpreted()
    position = Position(game, seed=3)
    rng, differ = np.random.default_rng(3), 0
    for _ in range(5):
        if position.to_move is None:
            break
        twin = game.resample(position.state, position.to_move, 1 << 40)
        differ += twin.tobytes() != position.state.tobytes()
        assert findings(game, position.state) == findings(game, twin)
        mask = game.legal_mask(position.state)[0]
        position.push(int(rng.choice(np.flatnonzero(mask))))
    assert differ, "the twins were the same, so that nothing was tested"


def test_one_address_has_few_questions_under_way(client: httpx.Client) -> None:
    wanted = {"game": "connect_four", "preset": "standard", "moves": [], "agent": "mcts:iterations=10000"}
    answered(client, "/analysis", wanted)
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: client.post("/analysis", json=wanted), range(8)))
    refused = [refusal(answer) for answer in answers if answer.status_code != 200]
    assert refused
    assert set(refused) == {(429, "too_many_analyses")}
