"""A game's levels are offered by name, in the reader's language, without options; and they play."""

from __future__ import annotations

import time

import httpx
import pytest

from boardwright.agents import levels
from boardwright.core import words
from boardwright.core.words import Word
from saying import told

from .harness import PATIENCE, refusal, said, sit


def test_levels_come_first_from_the_weakest_up_in_the_readers_language(client: httpx.Client) -> None:
    for language in words.LANGUAGES:
        listed = client.get("/games", headers={"Accept-Language": language}).json()
        (game,) = [offer for offer in listed if offer["name"] == "quoridor"]
        offered = {agent["name"]: agent["title"] for agent in game["agents"]}
        names = ["easy", "normal", "hard", "hell"]
        assert list(offered)[:4] == names
        assert list(offered.values())[:4] == [said(f"quoridor.level.{name}", language) for name in names]
        assert offered["alphabeta"] == said("agent_title_alphabeta", language)
        assert all(agent["about"] for agent in game["agents"] if agent["level"])


def test_a_level_says_what_it_does_by_its_budget() -> None:
    codes = {
        "level_random": {"agent": "random"},
        "level_mcts": {"agent": "mcts", "iterations": 5},
        "level_alphabeta": {"agent": "alphabeta", "depth": 4, "noise": 0, "nodes": 1_000_000_000},
        "level_alphabeta_noise": {"agent": "alphabeta", "depth": 1, "noise": 8},
        "level_alphabeta_nodes": {"agent": "alphabeta", "depth": 40, "nodes": 10_000},
    }
    for code, options in codes.items():
        told(levels.about(levels.Level(**options)), code)
    assert levels.about(levels.Level(agent="greedy")) is None


@pytest.mark.parametrize("agent", ["alphabeta", "expectimax", "mcts", "perfect", "random", "ranking"])
def test_an_agent_for_any_game_has_a_title(agent: str) -> None:
    told(Word(f"agent_title_{agent}"), f"agent_title_{agent}")


def test_no_agent_of_a_shipped_game_is_offered_by_the_name_in_the_code(client: httpx.Client) -> None:
    games = client.get("/games", headers={"Accept-Language": "fr"}).json()
    offered = [(agent["name"], agent["title"]) for game in games if game["shipped"] for agent in game["agents"]]
    assert "model" in dict(offered)
    assert [name for name, title in offered if name == title] == []


def test_a_level_plays_to_the_end_and_is_called_by_its_title(client: httpx.Client) -> None:
    (player,) = sit(client, "tic_tac_toe", "person", "easy")
    seat = client.get(f"/matches/{player.match}", headers={"Accept-Language": "fr"}).json()["seats"][1]
    title = said("tic_tac_toe.level.easy", "fr")
    assert seat == {"kind": "agent", "agent": "easy", "title": title, "joined": True}
    end = time.monotonic() + PATIENCE
    while not (seen := player.read())["finished"]:
        assert time.monotonic() < end, seen
        if seen["view"]["choices"]:
            player.plays(seen["view"]["choices"][0]["action"])
        else:
            time.sleep(0.01)
    assert seen["result"]["returns"] is not None


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
