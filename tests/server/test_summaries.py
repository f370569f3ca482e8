"""Matches in short, many by one request: what is in a line, what is not, and matches that are gone."""

from __future__ import annotations

import time

import httpx

from .harness import Player, refusal, said, sit

FIELDS = {"gone", "id", "game", "title", "preset", "seats", "you", "to_move", "seq", "finished", "result"}
X_WINS = (0, 3, 1, 4, 2)


def ask(client: httpx.Client, *players: Player, language: str = "en") -> httpx.Response:
    body = {"matches": [{"id": player.match, "token": player.token} for player in players]}
    return client.post("/summaries", json=body, headers={"Accept-Language": language})


def summaries(client: httpx.Client, *players: Player, language: str = "en") -> list[dict]:
    answer = ask(client, *players, language=language)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_line_says_what_the_match_says(client: httpx.Client) -> None:
    first, second = sit(client, "tic_tac_toe", "person", "friend")
    first.plays(4)
    for player in (first, second, Player(client, first.match)):
        (line,) = summaries(client, player)
        match = player.read()
        assert set(line) == FIELDS
        assert line["gone"] is False
        assert all(line[name] == match[name] for name in FIELDS - {"gone", "to_move"})
        assert line["to_move"] == match["view"]["to_move"] == 1
    (french,) = summaries(client, first, language="fr")
    assert french["title"] == said("tic_tac_toe.title", "fr")


def test_a_finished_match_has_its_result(client: httpx.Client) -> None:
    players = sit(client, "tic_tac_toe", "person", "friend")
    for number, cell in enumerate(X_WINS):
        players[number % 2].plays(cell)
    (line,) = summaries(client, players[1])
    assert (line["finished"], line["to_move"], line["you"], line["seq"]) == (True, None, 1, 5)
    assert line["result"]["returns"] == [1.0, -1.0]


def test_gone_matches_and_useless_tokens_keep_their_places(client: httpx.Client) -> None:
    mine, _ = sit(client, "tic_tac_toe", "person", "friend")
    closed = client.post(
        "/matches",
        json={"game": "tic_tac_toe", "preset": "standard", "seats": ["person", "random"], "spectators": "invited"},
    ).json()
    nowhere, stranger = Player(client, "nowhere", "token"), Player(client, mine.match, "guess")
    outside, guest = Player(client, closed["id"]), Player(client, closed["id"], closed["spectators_token"])
    lines = summaries(client, nowhere, mine, stranger, outside, guest)
    assert [line["gone"] for line in lines] == [True, False, True, True, False]
    assert lines[0] == {"gone": True, "id": "nowhere"}
    assert [line["id"] for line in lines] == ["nowhere", mine.match, mine.match, closed["id"], closed["id"]]
    assert lines[4]["you"] is None


def test_nothing_of_a_hidden_position_is_in_a_line(client: httpx.Client) -> None:
    """A spectator of a game with secrets is not even told who is to move, as in the match itself."""
    owner, _ = sit(client, "hide", "person", "friend")
    spectator = Player(client, owner.match)
    assert spectator.read()["view"] is None
    (line,) = summaries(client, spectator)
    assert line["to_move"] is None
    (own,) = summaries(client, owner)
    assert own["to_move"] == owner.read()["view"]["to_move"]


def test_no_secret_leaves(client: httpx.Client) -> None:
    body = {"game": "tic_tac_toe", "preset": "standard", "seats": ["person", "friend"], "spectators": "invited"}
    created = client.post("/matches", json=body).json()
    text = ask(client, Player(client, created["id"], created["token"])).text
    for secret in (created["token"], created["spectators_token"], created["invitations"][0]["invitation"]):
        assert secret not in text


def test_a_list_starts_no_agent(client: httpx.Client) -> None:
    body = {"game": "tic_tac_toe", "preset": "standard", "seats": ["random", "random"]}
    watched = Player(client, client.post("/matches", json=body).json()["id"])
    for _ in range(3):
        assert summaries(client, watched)[0]["seq"] == 0
        time.sleep(0.2)


def test_a_list_has_its_limits(client: httpx.Client) -> None:
    assert summaries(client) == []
    many = [Player(client, f"m{number}") for number in range(51)]
    assert len(summaries(client, *many[:50])) == 50
    assert refusal(ask(client, *many)) == (400, "request_invalid")
    assert refusal(ask(client, Player(client, "m\0"))) == (400, "request_invalid")
    assert refusal(ask(client, Player(client, "m" * 65))) == (400, "request_invalid")
    assert refusal(client.post("/summaries", json={"matches": [{"id": "m"}]})) == (400, "request_invalid")
