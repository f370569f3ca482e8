"""`boardwright agents`: agents with their options, and why one cannot play a game."""

from __future__ import annotations

from pathlib import Path

from boardwright.agents import NAMES


def test_agents_are_listed_with_their_options(ran):
    listed = ran("agents", "--json").json["agents"]
    assert [agent["name"] for agent in listed] == list(NAMES)
    assert all(agent["does"] for agent in listed)
    assert listed[NAMES.index("alphabeta")]["options"]["depth"] > 0
    assert "plays" not in listed[0]
    assert ran("agents").words("agents_does_alphabeta")


def test_agents_say_why_they_cannot_play_a_game(ran, toy):
    toy("pig")
    by_name = {agent["name"]: agent for agent in ran("agents", "pig", "--json").json["agents"]}
    assert by_name["random"]["plays"]
    assert by_name["alphabeta"]["why_not"]["code"] == "agent_needs_no_chance"
    assert ran("agents", "pig").words("agent_needs_no_chance")


def test_agents_of_a_game_name_its_networks_and_their_cards(ran):
    models = ran("agents", "skirmish", "--json").json["models"]
    assert [(name, Path(card).name) for name, card in models.items()] == [
        ("model:large", "large.md"),
        ("model:small", "small.md"),
    ]
    assert all(Path(card).is_file() for card in models.values())
    ran("agents", "skirmish").tells("agents_model", name="model:small")


def test_the_help_of_play_names_analyse_for_games_that_have_it(ran):
    assert "analyse" in ran("play", "--help").out
