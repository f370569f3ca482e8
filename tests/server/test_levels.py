"""A game's levels are offered by name, in the reader's language, without options; and they play."""

from __future__ import annotations

import time

import httpx
import pytest

from .harness import PATIENCE, refusal, sit


def test_levels_come_first_from_the_weakest_up_in_the_readers_language(client: httpx.Client) -> None:
    titles = {"en": ["Easy", "Normal", "Hard", "Hell"], "fr": ["Facile", "Normal", "Difficile", "Enfer"]}
    for language, wanted in titles.items():
        listed = client.get("/games", headers={"Accept-Language": language}).json()
        (game,) = [offer for offer in listed if offer["name"] == "quoridor"]
        offered = {agent["name"]: agent["title"] for agent in game["agents"]}
        assert list(offered)[:4] == ["easy", "normal", "hard", "hell"]
        assert list(offered.values())[:4] == wanted
        assert offered["alphabeta"] == "alphabeta"


def test_a_level_plays_to_the_end_and_is_called_by_its_title(client: httpx.Client) -> None:
    (player,) = sit(client, "quoridor", "person", "hell", preset="small")
    seat = client.get(f"/matches/{player.match}", headers={"Accept-Language": "fr"}).json()["seats"][1]
    assert seat == {"kind": "agent", "agent": "hell", "title": "Enfer", "joined": True}
    end = time.monotonic() + PATIENCE
    while not (seen := player.read())["finished"]:
        assert time.monotonic() < end
        if seen["view"]["choices"]:
            player.plays(seen["view"]["choices"][0]["action"])
        else:
            time.sleep(0.01)
    assert seen["result"]["returns"][1] >= 0


@pytest.mark.parametrize(
    ("agent", "code"),
    [("hard:depth=12", "option_forbidden"), ("hard:profile=seed", "option_forbidden"), ("soft", "unknown_agent")],
)
def test_a_level_has_no_options_here(client: httpx.Client, agent: str, code: str) -> None:
    body = {"game": "quoridor", "preset": "small", "seats": ["person", agent]}
    assert refusal(client.post("/matches", json=body))[1] == code


def test_a_game_has_no_level_of_another(client: httpx.Client) -> None:
    body = {"game": "tic_tac_toe", "preset": "standard", "seats": ["person", "hell"]}
    assert refusal(client.post("/matches", json=body))[1] == "unknown_agent"
