"""Seats and spectators: one person in both seats, agents among themselves, tokens that expire, rematches, records."""

from __future__ import annotations

import json
import time

import httpx
import pytest

from boardwright.arena import match_records

from .harness import Player, refusal, sit, whole

X_WINS = (0, 3, 1, 4, 2)


def made(client: httpx.Client, *seats: str, game: str = "tic_tac_toe", **fields: str) -> dict:
    body = {"game": game, "preset": "standard", "seats": list(seats), **fields}
    answer = client.post("/matches", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def over(client: httpx.Client) -> list[Player]:
    players = sit(client, "tic_tac_toe", "person", "friend")
    for number, cell in enumerate(X_WINS):
        players[number % 2].plays(cell)
    return players


def test_one_person_plays_both_seats(client: httpx.Client) -> None:
    created = made(client, "person", "person")
    assert (created["seat"], created["seats"], created["invitations"]) == (0, [0, 1], [])
    player = Player(client, created["id"], created["token"])
    assert player.read()["you"] == 0
    answer = player.move(0, seq=1, key="same")
    assert (answer.status_code, answer.json()["you"], len(whole(answer.json())["view"]["choices"])) == (201, 1, 8)
    assert player.read()["you"] == 1
    # A retry is known, though the person's seat to move is another by now.
    assert player.move(0, seq=1, key="same").status_code == 200
    player.plays(3)
    taken_back = player.post("undo_request").json()
    assert (taken_back["view"]["ply"], taken_back["undo"]) == (1, None)
    player.plays(3, 1, 4, 2)
    seen = player.read()
    assert seen["result"]["returns"] == [1.0, -1.0]
    assert [item["actor"] for item in seen["history"] if item["kind"] == "move"] == [0, 1, 1, 0, 1, 0]


def test_agents_among_themselves_go_on_while_somebody_watches(client: httpx.Client) -> None:
    created = made(client, "random", "random")
    assert (created["seat"], created["seats"], created["token"]) == (None, [], None)
    time.sleep(0.5)
    spectator = Player(client, created["id"])
    assert spectator.read()["seq"] == 0
    with client.stream("GET", f"/matches/{created['id']}/follow") as lines:
        seen = [json.loads(line) for line in lines.iter_lines() if line.strip()]
    assert seen[-1]["finished"]
    assert [item["seq"] for match in seen for item in match["history"]] == list(range(1, seen[-1]["seq"] + 1))


def test_a_friend_needs_a_person_who_invites(client: httpx.Client) -> None:
    body = {"game": "tic_tac_toe", "preset": "standard", "seats": ["friend", "random"]}
    assert refusal(client.post("/matches", json=body)) == (400, "seats_person")


def test_invited_spectators_need_their_token_and_cannot_move(client: httpx.Client) -> None:
    created = made(client, "person", "random", spectators="invited")
    owner = Player(client, created["id"], created["token"])
    stranger, guest = Player(client, created["id"]), Player(client, created["id"], created["spectators_token"])
    for path in ("", "/replay", "/record", "/stream", "/follow"):
        assert refusal(stranger.get(path))[0] == 401, path
    assert refusal(stranger.get("/why", cell=0)) == (401, "watching_forbidden")
    assert refusal(stranger.get()) == (401, "watching_forbidden")
    assert guest.read()["you"] is None
    assert refusal(guest.move(4, seq=1)) == (401, "token_missing")
    assert refusal(guest.client.post(f"/matches/{guest.match}/token", headers=guest.headers())) == (
        401,
        "token_missing",
    )
    assert owner.read()["you"] == 0
    stream = f"/matches/{created['id']}/stream"
    with client.stream("GET", stream, params={"token": created["spectators_token"]}) as news:
        assert news.status_code == 200
    with client.stream("GET", stream, params={"token": "guess"}) as news:
        assert news.status_code == 401


def test_a_token_can_be_renewed_and_the_old_one_is_of_no_use(client: httpx.Client) -> None:
    first, _ = sit(client, "tic_tac_toe", "person", "friend")
    answer = client.post(f"/matches/{first.match}/token", headers=first.headers())
    assert answer.status_code == 200
    fresh = answer.json()
    assert fresh["seat"] == 0
    assert fresh["expires"] > time.time() * 1000
    assert refusal(first.get()) == (401, "token_unknown")
    assert refusal(first.move(4, seq=1)) == (401, "token_unknown")
    Player(client, first.match, fresh["token"]).plays(4)


def test_a_replaced_token_is_refused_in_every_match_of_its_chain(client: httpx.Client) -> None:
    first, friend = sit(client, "tic_tac_toe", "person", "friend")
    chain = [first.match]
    for _ in range(2):
        Player(client, chain[-1], first.token).post("resign")
        again = client.post(f"/matches/{chain[-1]}/rematch", headers=first.headers())
        chain.append(again.json()["id"])
    # From the middle: the matches before it and after it.
    fresh = client.post(f"/matches/{chain[1]}/token", headers=first.headers()).json()["token"]
    for match in chain:
        assert refusal(Player(client, match, first.token).get()) == (401, "token_unknown")
        assert Player(client, match, fresh).read()["you"] is not None
        assert Player(client, match, friend.token).read()["you"] is not None
    assert refusal(Player(client, chain[-1], first.token).move(4, seq=1)) == (401, "token_unknown")
    Player(client, chain[-1], fresh).post("resign")
    last = client.post(f"/matches/{chain[-1]}/rematch", headers={"Authorization": f"Bearer {fresh}"}).json()["id"]
    assert refusal(Player(client, last, first.token).get()) == (401, "token_unknown")


def test_a_rematch_is_one_match_with_the_seats_changed(client: httpx.Client) -> None:
    first, second = sit(client, "tic_tac_toe", "person", "friend")
    path = f"/matches/{first.match}/rematch"
    assert refusal(client.post(path, headers=first.headers())) == (409, "match_running")
    first.post("resign")
    assert first.read()["rematch"] is None
    assert refusal(client.post(path)) == (401, "token_missing")
    ours = client.post(path, headers=first.headers()).json()
    theirs = client.post(path, headers=second.headers()).json()
    assert ours["id"] == theirs["id"] == second.read()["rematch"]
    assert (ours["seat"], theirs["seat"]) == (1, 0)
    beginning = Player(client, ours["id"], second.token)
    assert beginning.read()["you"] == 0
    beginning.plays(4)
    Player(client, ours["id"], first.token).plays(0)


def test_a_rematch_against_an_agent_begins_with_the_agent(client: httpx.Client) -> None:
    (player,) = sit(client, "tic_tac_toe", "person", "random")
    player.post("resign")
    again = client.post(f"/matches/{player.match}/rematch", headers=player.headers()).json()
    assert Player(client, again["id"], player.token).wait(1)["you"] == again["seat"] == 1


def test_a_finished_match_is_taken_away_as_a_record_and_brought_back(client: httpx.Client) -> None:
    first, _ = over(client)
    running, _ = sit(client, "tic_tac_toe", "person", "friend")
    assert refusal(running.get("/record")) == (409, "match_running")
    line = first.get("/record").text
    record = match_records.read(line, 1)
    assert match_records.replay(record).history[0].action == 0
    answer = client.post("/records", content=line)
    assert answer.status_code == 201, answer.text
    again = Player(client, answer.json()["id"])
    seen = again.read()
    assert [item["text"] for item in seen["history"]] == [item["text"] for item in first.read()["history"]]
    assert (seen["finished"], seen["result"]) == (True, first.read()["result"])
    assert again.get("/record").text == line


def test_a_resigned_match_with_draws_is_brought_back(client: httpx.Client) -> None:
    first, _ = sit(client, "pig", "person", "friend")
    first.plays(0)
    first.post("resign")
    line = first.get("/record").text
    answer = client.post("/records", content=line)
    assert answer.status_code == 201, answer.text
    again = Player(client, answer.json()["id"])
    assert again.get("/record").text == line
    assert again.get("/replay").json()["history"] == first.get("/replay").json()["history"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"history": [[0, 0], [0, 0]]}, "record_line"),
        ({"returns": [0.0, 0.0]}, "record_line"),
        ({"game": "chess"}, "unknown_game"),
        ({"config": {"size": 1000}}, "config_unlisted"),
        ({"extra": 1}, "record_line"),
    ],
)
def test_a_record_that_the_rules_refuse_is_refused(client: httpx.Client, change: dict, code: str) -> None:
    first, _ = over(client)
    record = {**first.get("/record").json(), **change}
    assert refusal(client.post("/records", json=record)) == (400, code)


@pytest.mark.parametrize(
    "body", [b"", b"\xff", b"[]", b"null", b'{"game": 1}', b"{" * 5000, b"[" * 30_000, b"9" * 5000]
)
def test_any_bytes_as_a_record_are_refused(client: httpx.Client, body: bytes) -> None:
    assert refusal(client.post("/records", content=body))[0] == 400


@pytest.mark.parametrize("agent", ["alphabeta:depth=2001-99-99", "alphabeta:depth=!!int x", "alphabeta:depth=!!set x"])
def test_an_agent_text_that_only_looks_like_a_value_is_refused(client: httpx.Client, agent: str) -> None:
    body = {"game": "tic_tac_toe", "preset": "standard", "seats": ["person", agent]}
    assert refusal(client.post("/matches", json=body)) == (400, "agent_text")


def test_levels_are_offered_with_their_measured_ratings(client: httpx.Client) -> None:
    games = {game["name"]: game for game in client.get("/games").json()}
    quoridor = {agent["name"]: agent["rating"] for agent in games["quoridor"]["agents"]}
    four = {agent["name"]: agent["rating"] for agent in games["connect_four"]["agents"]}
    assert quoridor["random"] is None
    rated = [rating["elo"] for rating in four.values() if rating is not None]
    assert rated
    assert rated == sorted(rated)
