"""The API by HTTP against a real server: games, seats, moves, refusals, in English and French."""

from __future__ import annotations

import re

import httpx
import pytest

from boardwright.core import registry
from boardwright.core.words import LANGUAGES

from .harness import Player, refusal, said, sit
from .toy_games import TOYS

X_WINS = (0, 3, 1, 4, 2)


def test_every_registered_game_is_listed_with_its_title(client: httpx.Client) -> None:
    listed = {game["name"]: game for game in client.get("/games").json()}
    assert set(listed) == {*registry.names(), *TOYS}
    game = listed["tic_tac_toe"]
    assert (game["title"], game["preset"], game["players"]) == (said("tic_tac_toe.title"), "standard", 2)
    title = said("tic_tac_toe.preset.standard")
    assert game["presets"] == [
        {"name": "standard", "title": title, "config": {"size": 3, "in_a_row": 3}, "options": []}
    ]
    assert (game["about"], game["minutes"], game["shipped"]) == (said("tic_tac_toe.about"), 1, True)
    assert (listed["pig"]["about"], listed["pig"]["minutes"], listed["pig"]["shipped"]) == (None, None, False)
    # Several names for one board are one choice; variants of puzzles come last.
    assert [preset["name"] for preset in listed["minesweeper"]["presets"]] == [
        *("expert", "medium", "small"),
        *("small_no_guess", "medium_no_guess"),
    ]
    assert set(game["schema"]["properties"]) == {"size", "in_a_row"}
    assert (game["perfect_information"], game["undo"]) == (True, True)
    assert [agent["name"] for agent in game["agents"]] == [
        *("easy", "normal", "hard", "expert"),
        *("alphabeta", "mcts", "perfect", "random", "ranking"),
    ]
    assert [agent["name"] for agent in listed["pig"]["agents"]] == ["expectimax", "mcts", "random"]
    assert [agent["name"] for agent in listed["peek"]["agents"]] == ["mcts", "random"]
    assert {name: listed[name]["opponent"] for name in ("fences", "pig", "burrow", "peek", "quoridor")} == {
        "fences": "alphabeta",
        "pig": "expectimax",
        "burrow": "mcts",  # dice and secrets
        "peek": None,  # for one
        "quoridor": "normal",
    }
    assert not listed["peek"]["undo"]
    french = client.get("/games", headers={"Accept-Language": "de, fr;q=0.9, en;q=0.8"}).json()
    assert {game["name"]: game["title"] for game in french}["tic_tac_toe"] == said("tic_tac_toe.title", "fr")


@pytest.mark.parametrize("name", registry.names())
def test_every_game_has_a_picture_and_says_how_it_is_played(client: httpx.Client, name: str) -> None:
    board = client.get(f"/games/{name}/picture").json()
    assert len(board["cells"]) >= 9
    english, french = (
        client.get(f"/games/{name}/guide", headers={"Accept-Language": language}).json()["text"]
        for language in LANGUAGES
    )
    assert english != french
    assert "{" not in english + french


def test_a_game_that_does_not_say_how_it_is_played_has_no_guide(client: httpx.Client) -> None:
    assert client.get("/games/pig/guide").json() == {"text": None}
    assert refusal(client.get("/games/nothing/guide"))[1] == "unknown_game"
    assert refusal(client.get("/games/nothing/picture"))[1] == "unknown_game"


def test_two_friends_play_a_match_to_its_end(client: httpx.Client) -> None:
    first, second = sit(client, "tic_tac_toe", "person", "friend")
    for number, cell in enumerate(X_WINS):
        (first, second)[number % 2].plays(cell)
    seen = second.read()
    assert (seen["seq"], seen["you"], seen["finished"], seen["thinking"]) == (5, 1, True, False)
    ends = {"resigned": None, "abandoned": False, "timeout": None}
    assert seen["result"] == {"returns": [1.0, -1.0], "truncated": False, **ends}
    assert [item["text"] for item in seen["history"]] == ["0", "3", "1", "4", "2"]
    assert re.findall(r"\d+", seen["history"][1]["label"]) == ["2", "1"]
    assert seen["view"]["last"] == [2]
    assert seen["history"][0]["semantic"] == {"kind": "mark", "cell": 0}
    assert [item["ply"] for item in seen["history"]] == [1, 2, 3, 4, 5]
    assert refusal(first.move(8)) == (409, "match_over")
    replay = first.get("/replay").json()
    assert replay["history"] == [[cell, 0] for cell in X_WINS]
    assert (replay["game"], replay["version"], replay["config"]) == ("tic_tac_toe", 1, {"size": 3, "in_a_row": 3})
    assert len({*replay["digests"]}) == 5


def test_choices_are_for_whoever_is_to_move(client: httpx.Client) -> None:
    first, second = sit(client, "tic_tac_toe", "person", "friend")
    spectator = Player(client, first.match)
    assert len(first.read()["view"]["choices"]) == 9
    assert second.read()["view"]["choices"] == []
    seen = spectator.read()
    assert (seen["you"], seen["view"]["choices"], seen["view"]["player"]) == (None, [], 0)
    assert [seat["joined"] for seat in seen["seats"]] == [True, True]


def test_an_action_may_be_an_object(client: httpx.Client) -> None:
    first, _ = sit(client, "tic_tac_toe", "person", "friend")
    first.plays({"kind": "mark", "cell": 8})
    assert first.read()["history"][0]["text"] == "8"


def test_earlier_positions_can_be_read(client: httpx.Client) -> None:
    first, second = sit(client, "tic_tac_toe", "person", "friend")
    first.plays(4)
    second.plays(0)
    start, middle = first.read(at=0), first.read(at=1)
    assert (start["seq"], start["history"], start["view"]["board"]["pieces"]) == (0, [], [])
    assert [piece["cell"] for piece in middle["view"]["board"]["pieces"]] == [4]
    assert start["view"]["choices"] == middle["view"]["choices"] == []
    assert refusal(first.get(at=3)) == (404, "no_such_event")


def test_walls_have_the_owner_that_the_moves_tell_also_in_the_past(client: httpx.Client) -> None:
    first, second = sit(client, "quoridor", "person", "friend")
    for player, square in ((first, "e3"), (second, "e6"), (first, "c3")):
        player.plays({"kind": "wall", "square": square, "way": "h"})

    def owners(**query: int) -> dict[str, int | None]:
        return {edge["label"]: edge["owner"] for edge in second.read(**query)["view"]["board"]["edges"]}

    assert owners() == {"c3h": 0, "e3h": 0, "e6h": 1}
    assert owners(at=2) == {"e3h": 0, "e6h": 1}


def test_the_score_sheet_comes_with_the_end(client: httpx.Client) -> None:
    (player,) = sit(client, "minesweeper", "person", preset="small")
    while not (match := player.read())["finished"]:
        assert match["view"]["summary"] == []
        hidden = [number for number, one in enumerate(match["view"]["board"]["cells"]) if "hidden" in one["marks"]]
        player.plays(hidden[len(hidden) // 2])
    summary = player.read()["view"]["summary"]
    assert [line["code"] for line in summary] == ["minesweeper.measure", "minesweeper.efficiency"]
    assert player.read(at=1)["view"]["summary"] == []


def test_a_match_without_a_preset_has_the_games_own(client: httpx.Client) -> None:
    for game in ("tic_tac_toe", "minesweeper"):
        known = next(known for known in client.get("/games").json() if known["name"] == game)
        made = client.post("/matches", json={"game": game, "seats": ["person"] * known["players"]}).json()
        assert Player(client, made["id"], made["token"]).read()["preset"] == known["preset"]


def test_an_invitation_works_once(client: httpx.Client) -> None:
    body = {"game": "tic_tac_toe", "preset": "standard", "seats": ["friend", "person"]}
    made = client.post("/matches", json=body).json()
    (invited,) = made["invitations"]
    assert (made["seat"], invited["seat"]) == (1, 0)
    owner = Player(client, made["id"], made["token"])
    assert [seat["joined"] for seat in owner.read()["seats"]] == [False, True]
    join = f"/matches/{made['id']}/join"
    joined = client.post(join, json={"invitation": invited["invitation"]}).json()
    assert joined["seat"] == 0
    assert [seat["joined"] for seat in owner.read()["seats"]] == [True, True]
    assert refusal(client.post(join, json={"invitation": invited["invitation"]})) == (409, "invitation_used")
    assert refusal(client.post(join, json={"invitation": "guess"})) == (404, "invitation_unknown")
    Player(client, made["id"], joined["token"]).plays(4)


def test_a_retry_gets_the_same_answer_and_a_rival_a_conflict(client: httpx.Client) -> None:
    first, second = sit(client, "tic_tac_toe", "person", "friend")
    sent = first.move(4, seq=1, key="once")
    again = first.move(4, seq=1, key="once")
    assert (sent.status_code, again.status_code) == (201, 200)
    assert sent.json() == again.json()
    assert [item["seq"] for item in sent.json()["history"]] == [1]
    second.plays(0)
    assert first.move(4, seq=1, key="once").status_code == 200
    assert refusal(first.move(4, seq=1, key="twice")) == (409, "seq_taken")
    assert refusal(second.move(4, seq=1, key="once")) == (409, "seq_taken")
    assert refusal(first.move(8, seq=9)) == (409, "seq_ahead")
    assert first.read()["seq"] == 2


def test_no_secret_leaves_before_the_end(client: httpx.Client) -> None:
    (player,) = sit(client, "peek", "person")
    spectator = Player(client, player.match)
    player.plays(0)
    assert spectator.read()["view"] is None
    assert [item["text"] for item in spectator.read()["history"]] == [None]
    assert [item["text"] for item in player.read()["history"]] == ["0"]
    assert refusal(player.get("/replay")) == (409, "match_running")
    texts = {player.get(path).text for path in ("", "/why?cell=0")}
    assert not any("draw" in text or "digest" in text for text in texts)
    assert player.post("resign").status_code == 201
    assert spectator.read()["view"] is not None
    assert [item["text"] for item in spectator.read()["history"]] == ["0", None]
    ((action, draw),) = player.get("/replay").json()["history"]
    assert action == 0
    assert draw > 2**32


def test_where_players_see_only_a_part_each_is_shown_that_part(client: httpx.Client) -> None:
    first, second = sit(client, "burrow", "person", "friend")
    first.plays({"kind": "hide"})
    second.plays({"kind": "flag", "row": 0, "col": 1})
    own, other = first.read(), second.read()
    assert [item["text"] for item in own["history"]] == ["hide", None]
    assert [item["semantic"] for item in other["history"]] == [None, {"kind": "flag", "row": 0, "col": 1}]
    assert own["view"]["panels"][0]["rows"] != [["0"]]
    assert other["view"]["panels"][0]["rows"] == [["0"]]
    assert other["view"]["events"][0]["params"] == {"player": 1, "row": 0, "col": 1}
    assert Player(client, first.match).read()["view"] is None


def test_dice_are_drawn_afresh(client: httpx.Client) -> None:
    faces = set()
    for _ in range(12):
        first, _ = sit(client, "pig", "person", "friend")
        first.plays(0)
        first.post("resign")
        faces.add(first.get("/replay").json()["history"][0][1])
    assert len(faces) > 1
    assert faces <= set(range(6))


def test_a_hex_game_has_a_hex_board(client: httpx.Client) -> None:
    first, _ = sit(client, "hexes", "person", "friend")
    board = first.read()["view"]["board"]
    assert (board["kind"], board["rows"], board["cols"], len(board["cells"])) == ("hex", 4, 5, 19)


def test_the_description_can_make_a_client(client: httpx.Client) -> None:
    description = client.get("/openapi.json").json()
    operations = {operation["operationId"] for path in description["paths"].values() for operation in path.values()}
    assert operations == {
        "list_games",
        "list_summaries",
        "read_guide",
        "read_picture",
        "list_puzzles",
        "read_puzzle",
        "answer_puzzle",
        "analyse_match",
        "analyse_position",
        "read_moves",
        "review_match",
        "list_runs",
        "read_run",
        "create_match",
        "join_match",
        "read_match",
        "append_event",
        "explain_cell",
        "read_replay",
        "read_record",
        "import_record",
        "create_rematch",
        "renew_token",
        "follow_match",
        "stream_match",
        "stream_matches",
    }
    models = description["components"]["schemas"]
    left_out = {
        "Board": {"pieces", "edges", "row_labels", "col_labels", "gaps"},
        "Cell": {"text", "marks"},
        "Piece": {"label"},
        "Edge": {"owner", "action", "label", "marks"},
        "ChoiceGroup": {"press", "source", "cells", "sides", "values", "fields"},
    }
    for name in ("Match", "View", "GameOffer", *left_out):
        assert set(models[name]["properties"]) - set(models[name]["required"]) == left_out.get(name, set()), name
    assert "HTTPValidationError" not in models
