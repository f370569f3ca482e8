"""The API by HTTP against a real server: games, seats, moves, refusals, in English and French."""

from __future__ import annotations

import json

import httpx
import pytest

from boardwright.core import registry

from .harness import Player, Server, refusal, sit
from .serve_toys import TOYS

X_WINS = (0, 3, 1, 4, 2)


def test_every_registered_game_is_listed_with_its_title(client: httpx.Client) -> None:
    listed = {game["name"]: game for game in client.get("/games").json()}
    assert set(listed) == {*registry.names(), *TOYS}
    game = listed["tic_tac_toe"]
    assert (game["title"], game["preset"], game["players"]) == ("Tic-tac-toe", "standard", 2)
    assert game["presets"] == [
        {"name": "standard", "title": "3 by 3", "config": {"size": 3, "in_a_row": 3}, "options": []}
    ]
    assert (game["about"], game["minutes"], game["shipped"]) == ("Three in a row, before the other has them.", 1, True)
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
    assert {game["name"]: game["title"] for game in french}["tic_tac_toe"] == "Morpion"


@pytest.mark.parametrize("name", registry.names())
def test_every_game_has_a_picture_and_says_how_it_is_played(client: httpx.Client, name: str) -> None:
    board = client.get(f"/games/{name}/picture").json()
    assert len(board["cells"]) >= 9
    english, french = (
        client.get(f"/games/{name}/guide", headers={"Accept-Language": language}).json()["text"]
        for language in ("en", "fr")
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
    assert seen["history"][1]["label"] == "Row 2, column 1"
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


def test_the_score_sheet_comes_with_the_end_in_the_readers_language(client: httpx.Client) -> None:
    (player,) = sit(client, "minesweeper", "person", preset="small")
    while not (match := player.read())["finished"]:
        assert match["view"]["summary"] == []
        hidden = [number for number, one in enumerate(match["view"]["board"]["cells"]) if "hidden" in one["marks"]]
        player.plays(hidden[len(hidden) // 2])
    for language, wanted in {"en": "Efficiency", "fr": "Efficacité"}.items():
        said = player.get(language=language).json()["view"]["summary"]
        assert [line["code"] for line in said] == ["minesweeper.measure", "minesweeper.efficiency"]
        assert said[1]["message"].startswith(wanted)
    assert player.read(at=1)["view"]["summary"] == []


def test_refusals_by_seat_and_turn(client: httpx.Client) -> None:
    first, second = sit(client, "tic_tac_toe", "person", "friend")
    elsewhere = sit(client, "tic_tac_toe", "person", "friend")[0]
    assert refusal(second.move(0)) == (409, "not_your_turn")
    assert refusal(Player(client, first.match).move(0)) == (401, "token_missing")
    stranger = Player(client, first.match, elsewhere.token)
    assert refusal(stranger.move(0, seq=1)) == (401, "token_unknown")
    assert refusal(stranger.get()) == (401, "token_unknown")
    basic = client.get(f"/matches/{first.match}", headers={"Authorization": "Basic abc"})
    assert refusal(basic) == (401, "token_unknown")
    assert refusal(Player(client, "nowhere").get()) == (404, "no_such_match")
    assert first.read()["seq"] == 0


def test_the_seat_check_asks_whose_action_it_is(client: httpx.Client) -> None:
    first, second = sit(client, "deploy", "person", "friend")
    first.plays({"kind": "deploy_unit", "unit": 0, "cell": 0})
    lift = {"kind": "undeploy_unit", "unit": 0}
    # It is the second player's turn, yet lifting unit 0 is the first player's to do.
    assert refusal(second.move(lift)) == (403, "not_your_seat")
    assert [choice["semantic"] for choice in first.read()["view"]["choices"]] == [lift]
    assert lift not in [choice["semantic"] for choice in second.read()["view"]["choices"]]
    first.plays(lift)
    assert first.read()["view"]["events"][0]["message"] == "Unit 0 left 0."


def test_what_the_rules_refuse_they_explain_in_the_readers_language(client: httpx.Client) -> None:
    first, second = sit(client, "tic_tac_toe", "person", "friend")
    first.plays(4)
    refused = second.move(4)
    assert refusal(refused) == (422, "tic_tac_toe.taken")
    assert refused.json()["params"] == {"cell": 4}
    body = {"kind": "move", "seq": 2, "key": "k", "action": {"kind": "mark", "cell": 4}}
    french = client.post(f"/matches/{first.match}/events", json=body, headers=second.headers("fr-FR,en"))
    assert french.json()["message"] == "La case 4 est déjà marquée : choisissez-en une vide."
    off_board = second.move({"kind": "mark", "cell": 99})
    assert refusal(off_board) == (422, "tic_tac_toe.off_board")
    assert refusal(first.move({"kind": "mark", "cell": 99})) == (409, "not_your_turn")
    assert first.read()["seq"] == 1


def test_why_names_each_reason_of_a_cell_once(client: httpx.Client) -> None:
    first, second = sit(client, "tic_tac_toe", "person", "friend")
    first.plays(4)
    reasons = second.get("/why", "fr", cell=4).json()["reasons"]
    assert [(entry["action"], entry["text"]) for entry in reasons] == [(4, "4")]
    assert reasons[0]["reason"] == {
        "code": "tic_tac_toe.taken",
        "params": {"cell": 4},
        "message": "La case 4 est déjà marquée : choisissez-en une vide.",
    }
    assert second.get("/why", cell=5).json() == {"reasons": []}
    assert first.get("/why", cell=4).json() == {"reasons": []}
    assert refusal(Player(client, first.match).get("/why", cell=4)) == (401, "token_missing")
    first, second = sit(client, "deploy", "person", "friend", preset="crowded")
    first.plays({"kind": "deploy_unit", "unit": 0, "cell": 1})
    sentences = [entry["reason"]["message"] for entry in second.get("/why", cell=1).json()["reasons"]]
    assert len(sentences) == len({*sentences})
    assert "Cell 1 is occupied." in sentences


def test_why_tells_of_a_side_every_action_that_would_cover_it(client: httpx.Client) -> None:
    first, second = sit(client, "fences", "person", "friend")
    board = first.read()["view"]["board"]
    assert (board["gaps"], board["row_labels"], board["col_labels"]) == (True, ["3", "2", "1"], ["a", "b", "c"])
    first.plays(0)
    assert second.read()["view"]["board"]["edges"] == [
        {"sides": [[0, 3], [1, 4]], "kind": "fence", "owner": 0, "action": None, "label": "", "marks": ["last"]}
    ]
    # Between b1 and b2: the fence that stands there, and the next one in its line.
    for cell, beside in ((1, 4), (4, 1)):
        reasons = second.get("/why", "fr", cell=cell, beside=beside).json()["reasons"]
        assert [(entry["action"], entry["sides"]) for entry in reasons] == [
            (0, [[0, 3], [1, 4]]),
            (2, [[1, 4], [2, 5]]),
        ]
        assert {entry["reason"]["code"] for entry in reasons} == {"fences.covered"}
    (crossed,) = second.get("/why", cell=0, beside=1).json()["reasons"]
    assert crossed["reason"]["message"] == "It would cross another fence."
    assert second.get("/why", cell=7, beside=8).json() == {"reasons": []}
    assert second.get("/why", cell=1).json() == {"reasons": []}


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"seq": "1"}, "body.move.seq"),
        ({"seq": 1.0}, "body.move.seq"),
        ({"seq": 0}, "body.move.seq"),
        ({"action": True}, "body.move.action"),
        ({"action": 1.5}, "body.move.action"),
        ({"action": [1]}, "body.move.action"),
        ({"key": ""}, "body.move.key"),
        ({"key": "k" * 65}, "body.move.key"),
        ({"key": "\ud800"}, "body"),  # no text at all, so no place in it
        ({"extra": 1}, "body.move.extra"),
        ({"\ud800": 1}, "body"),
        ({"kind": "cheat"}, "body"),
        ({"kind": "undo_answer"}, "body.undo_answer.agree"),
    ],
)
def test_what_cannot_be_read_is_malformed_and_says_where(client: httpx.Client, change, path: str) -> None:
    first = sit(client, "tic_tac_toe", "person", "friend")[0]
    body = json.dumps({"kind": "move", "seq": 1, "key": "k", "action": 0, **change})
    headers = {**first.headers(), "Content-Type": "application/json"}
    answer = client.post(f"/matches/{first.match}/events", content=body, headers=headers)
    assert refusal(answer) == (400, "request_invalid")
    assert answer.json()["params"]["path"].startswith(path)
    assert first.read()["seq"] == 0


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (-1, "no_such_action"),
        (10**30, "no_such_action"),
        ({"kind": "mark"}, "action_field_missing"),
        ({"kind": "mark", "cell": "4"}, "action_field_type"),
        ({"kind": "castle"}, "unknown_action"),
        ({"cell": 4}, "action_not_object"),
    ],
)
def test_actions_that_cannot_be_read_are_malformed(client: httpx.Client, action, code: str) -> None:
    first = sit(client, "tic_tac_toe", "person", "friend")[0]
    assert refusal(first.move(action)) == (400, code)


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"game": 1}'])
def test_any_bytes_are_answered_with_a_sentence(client: httpx.Client, body: bytes) -> None:
    for path in ("/matches", "/matches/x/join", "/matches/x/events"):
        answer = client.post(path, content=body, headers={"Content-Type": "application/json"})
        assert refusal(answer)[0] in {400, 404}


def test_addresses_that_do_not_exist_say_so(server: Server, client: httpx.Client) -> None:
    assert refusal(client.get("/nonsense")) == (404, "no_such_page")
    assert refusal(client.delete("/games")) == (405, "no_such_page")
    assert refusal(client.get(server.address + "/nonsense")) == (404, "no_such_page")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"preset": "huge"}, "config_absent"),
        ({"preset": "../standard"}, "config_absent"),
        ({"seats": ["person"]}, "seats_count"),
        ({"seats": ["friend", "friend"]}, "seats_person"),
        ({"seats": ["person", "nobody"]}, "unknown_agent"),
        ({"seats": ["person", "a b"]}, "agent_text"),
        ({"seats": ["person", "ranking:table=/etc/passwd"]}, "option_forbidden"),
        ({"seats": ["person", "alphabeta:depth=99"]}, "option_too_high"),
        ({"seats": ["person", "alphabeta:depth=0.5"]}, "option_too_high"),
        ({"seats": ["person", "alphabeta:depth=0"]}, "config_value"),
        ({"game": "connect_four", "seats": ["person", "perfect"]}, "agent_too_large"),
        ({"game": "pig", "seats": ["alphabeta", "person"]}, "agent_needs_no_chance"),
    ],
)
def test_matches_that_cannot_be_made(client: httpx.Client, changes, code: str) -> None:
    body = {"game": "tic_tac_toe", "preset": "standard", "seats": ["person", "friend"], **changes}
    assert refusal(client.post("/matches", json=body)) == (400, code)


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
    assert own["view"]["panels"][0]["title"]["message"] == "Your place"
    assert own["view"]["panels"][0]["rows"] != [["0"]]
    assert other["view"]["panels"][0]["rows"] == [["0"]]
    assert other["view"]["events"][0]["message"] == "Mole 1 flags 0, 1."
    assert Player(client, first.match).read()["view"] is None


def test_a_dead_end_of_the_rules_is_refused_and_nothing_is_written(client: httpx.Client) -> None:
    first, second = sit(client, "burrow", "person", "friend")
    first.plays({"kind": "roll"})
    second.plays({"kind": "hide"})
    assert refusal(first.move({"kind": "collapse"})) == (422, "rule_fault")
    assert first.read()["seq"] == 2
    first.plays({"kind": "roll"})


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
