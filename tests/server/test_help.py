"""Who may ask for hints and analyses, while a match runs and once it is over."""

from __future__ import annotations

import httpx
import pytest

from .harness import Player, refusal, sit
from .test_analysis import asked


@pytest.mark.parametrize(
    ("seats", "reader", "running"),
    [
        (("person", "random"), "seat", 200),
        (("person", "person"), "seat", 200),
        (("person", "friend"), "seat", 403),
        (("person", "friend"), "opponent", 403),
        (("person", "friend"), "spectator", 403),
        (("person", "random"), "spectator", 403),
        (("person", "random"), "stranger", 401),
    ],
)
def test_who_may_ask_while_a_match_runs_and_once_it_is_over(
    client: httpx.Client, seats: tuple[str, ...], reader: str, running: int
) -> None:
    players = sit(client, "tic_tac_toe", *seats)
    readers = {
        "seat": players[0],
        "opponent": players[-1],
        "spectator": Player(client, players[0].match),
        "stranger": Player(client, players[0].match, "no such token"),
    }
    asking = readers[reader]
    answer = asked(asking)
    assert answer.status_code == running, answer.text
    if running == 403:
        assert refusal(answer) == (403, "help_forbidden")
    if reader != "stranger":
        assert asking.read()["may_ask"] == (running == 200)
    assert players[0].post("resign").status_code == 201
    assert asked(asking).status_code == (401 if reader == "stranger" else 200)
    if reader != "stranger":
        assert asking.read()["may_ask"]


def test_friends_may_ask_where_the_match_was_made_so_and_whoever_joins_is_told(client: httpx.Client) -> None:
    wanted = {"game": "tic_tac_toe", "preset": "standard", "seats": ["person", "friend"], "help": True}
    made = client.post("/matches", json=wanted).json()
    invited = Player(client, made["id"])
    assert invited.read()["help"], "before the seat is taken"
    taken = client.post(f"/matches/{made['id']}/join", json={"invitation": made["invitations"][0]["invitation"]}).json()
    first, second = Player(client, made["id"], made["token"]), Player(client, made["id"], taken["token"])
    assert asked(first).status_code == 200
    assert refusal(asked(second)) == (409, "not_your_turn")
    assert refusal(asked(invited)) == (403, "help_forbidden"), "a spectator could tell a player"
    first.plays(0)
    assert asked(second).status_code == 200


def test_help_is_for_the_present(client: httpx.Client) -> None:
    [player] = sit(client, "tic_tac_toe", "person", "random")
    assert refusal(asked(player, at=0)) == (409, "match_running")
    assert refusal(asked(player, moves=[[0, None]])) == (409, "match_running")
