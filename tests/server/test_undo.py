"""Resigning, and taking moves back by agreement."""

from __future__ import annotations

import httpx

from .harness import Player, refusal, sit


def test_who_resigns_loses(client: httpx.Client) -> None:
    first, second = sit(client, "tic_tac_toe", "person", "friend")
    first.plays(4)
    assert first.post("resign").status_code == 201
    seen = second.read()
    ends = {"resigned": 0, "abandoned": False, "timeout": None}
    assert seen["result"] == {"returns": [-1.0, 1.0], "truncated": False, **ends}
    assert seen["finished"]
    assert seen["view"]["to_move"] is None
    assert seen["view"]["choices"] == []
    assert refusal(second.move(0)) == (409, "match_over")
    assert first.get("/replay").json()["result"]["resigned"] == 0


def test_a_friend_must_agree_to_an_undo(client: httpx.Client) -> None:
    first, second = sit(client, "tic_tac_toe", "person", "friend")
    first.plays(4)
    second.plays(0)
    assert (first.read()["may_undo"], second.read()["may_undo"]) == (True, True)
    assert first.post("undo_request").status_code == 201
    assert second.read()["undo"] == {"by": 0}
    assert refusal(second.post("undo_request")) == (409, "undo_pending")
    assert refusal(first.post("undo_answer", agree=True)) == (409, "undo_not_asked")
    assert second.post("undo_answer", agree=True).status_code == 201
    seen = first.read()
    assert (seen["undo"], seen["view"]["ply"], seen["view"]["to_move"], seen["seq"]) == (None, 0, 0, 4)
    assert [item["kind"] for item in seen["history"]] == ["move", "move", "undo_request", "undo_answer"]
    assert not seen["may_undo"]
    assert len(first.read(at=2)["view"]["board"]["pieces"]) == 2
    first.plays(8)
    assert [piece["cell"] for piece in second.read()["view"]["board"]["pieces"]] == [8]


def test_only_the_moves_since_ones_own_last_are_taken_back(client: httpx.Client) -> None:
    first, second = sit(client, "tic_tac_toe", "person", "friend")
    first.plays(4)
    second.plays(0)
    second.post("undo_request")
    first.post("undo_answer", agree=True)
    seen = second.read()
    assert (seen["view"]["ply"], seen["view"]["to_move"]) == (1, 1)


def test_a_refused_undo_changes_nothing_and_playing_on_refuses_it(client: httpx.Client) -> None:
    first, second = sit(client, "tic_tac_toe", "person", "friend")
    first.plays(4)
    first.post("undo_request")
    second.post("undo_answer", agree=False)
    assert (first.read()["undo"], first.read()["view"]["ply"]) == (None, 1)
    first.post("undo_request")
    second.plays(0)
    assert (first.read()["undo"], first.read()["view"]["ply"]) == (None, 2)


def test_a_seat_in_which_nobody_sits_yet_agrees(client: httpx.Client) -> None:
    body = {"game": "tic_tac_toe", "preset": "standard", "seats": ["person", "friend"]}
    made = client.post("/matches", json=body).json()
    alone = Player(client, made["id"], made["token"])
    alone.plays(4)
    assert [item["seq"] for item in alone.post("undo_request").json()["history"]] == [2, 3]
    seen = alone.read()
    assert (seen["seq"], seen["view"]["ply"], seen["undo"]) == (3, 0, None)


def test_an_undo_needs_something_known_to_take_back(client: httpx.Client) -> None:
    first, second = sit(client, "tic_tac_toe", "person", "friend")
    assert refusal(first.post("undo_request")) == (422, "undo_forbidden")
    first.plays(4)
    assert refusal(second.post("undo_request")) == (422, "undo_forbidden")
    (alone,) = sit(client, "peek", "person")
    alone.plays(0)
    assert not alone.read()["may_undo"]
    assert refusal(alone.post("undo_request")) == (422, "undo_forbidden")
    roller, _ = sit(client, "pig", "person", "friend")
    roller.plays(0)
    assert refusal(roller.post("undo_request")) == (422, "undo_forbidden")
