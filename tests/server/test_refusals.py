"""What the API refuses, and what the rules explain: moves out of turn, odd bodies, matches that cannot be made."""

from __future__ import annotations

import json

import httpx
import pytest

from .harness import Player, Server, refusal, said, sit

X_WINS = (0, 3, 1, 4, 2)


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
    (event,) = first.read()["view"]["events"]
    assert (event["code"], event["params"]) == ("deploy.event.lifted", {"unit": 0, "cell": 0})


def test_what_the_rules_refuse_they_explain_in_the_readers_language(client: httpx.Client) -> None:
    first, second = sit(client, "tic_tac_toe", "person", "friend")
    first.plays(4)
    refused = second.move(4)
    assert refusal(refused) == (422, "tic_tac_toe.taken")
    assert refused.json()["params"] == {"cell": 4}
    body = {"kind": "move", "seq": 2, "key": "k", "action": {"kind": "mark", "cell": 4}}
    french = client.post(f"/matches/{first.match}/events", json=body, headers=second.headers("fr-FR,en"))
    assert french.json()["message"] == said("tic_tac_toe.taken", "fr", cell=4)
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
        "message": said("tic_tac_toe.taken", "fr", cell=4),
    }
    assert second.get("/why", cell=5).json() == {"reasons": []}
    assert first.get("/why", cell=4).json() == {"reasons": []}
    assert refusal(Player(client, first.match).get("/why", cell=4)) == (401, "token_missing")
    first, second = sit(client, "deploy", "person", "friend", preset="crowded")
    first.plays({"kind": "deploy_unit", "unit": 0, "cell": 1})
    sentences = [entry["reason"]["message"] for entry in second.get("/why", cell=1).json()["reasons"]]
    assert len(sentences) == len({*sentences})
    assert sentences


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
        reasons = second.get("/why", cell=cell, beside=beside).json()["reasons"]
        assert [(entry["action"], entry["sides"]) for entry in reasons] == [
            (0, [[0, 3], [1, 4]]),
            (2, [[1, 4], [2, 5]]),
        ]
        assert {entry["reason"]["code"] for entry in reasons} == {"fences.covered"}
    (crossed,) = second.get("/why", cell=0, beside=1).json()["reasons"]
    assert crossed["reason"]["code"] == "fences.crossed"
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


def test_a_dead_end_of_the_rules_is_refused_and_nothing_is_written(client: httpx.Client) -> None:
    first, second = sit(client, "burrow", "person", "friend")
    first.plays({"kind": "roll"})
    second.plays({"kind": "hide"})
    assert refusal(first.move({"kind": "collapse"})) == (422, "rule_fault")
    assert first.read()["seq"] == 2
    first.plays({"kind": "roll"})
