"""No byte about a ship reaches the other player, or a spectator, before it is hit."""

from __future__ import annotations

import httpx

from .harness import Player, sit

OWN = (0, 6, 12)
"""Placements of player 1, to the right: rows 1 to 3 on the left."""

HERE, THERE = (30, 24, 18), (33, 27, 21)
"""Two fleets of player 2, in rows 4 to 6 on the left and on the right."""

SHOTS = [(0, 35), (1, 0), (2, 1), (3, 2)]
"""Shots of both players: those of player 1 hit water in both worlds, those of player 2 water, and then sink a ship."""


def told(client: httpx.Client, fleet: tuple[int, ...]) -> tuple[list[str], list[str], list[str]]:
    """All that both players and a spectator are told in a match, event by event, and over the stream."""
    first, second = sit(client, "battleship", "person", "friend", preset="small")
    spectator = Player(client, first.match)
    heard: tuple[list[str], list[str], list[str]] = ([], [], [])

    def listen() -> None:
        for reader, kept in zip((first, second, spectator), heard):
            answers = [reader.get(language=language) for language in ("en", "fr")]
            answers.append(reader.get(at=max(reader.read()["seq"] - 1, 0)))
            if reader.token is not None:
                answers.append(reader.get("/why", cell=0))
            kept.extend(answer.text.replace(first.match, "ID") for answer in answers)

    for player, actions in ((first, OWN), (second, fleet)):
        for action in actions:
            player.plays(action)
            listen()
    for mine, theirs in SHOTS:
        first.plays(72 + mine)
        listen()
        second.plays(72 + theirs)
        listen()
    return heard


def test_what_a_player_is_told_does_not_depend_on_ships_that_were_not_hit(client: httpx.Client) -> None:
    here, there = told(client, HERE), told(client, THERE)
    assert here[0] == there[0], "the other player"
    assert here[2] == there[2], "a spectator"
    assert here[1] != there[1], "the owner sees the difference, so this test can"


def test_shots_are_public_and_placements_are_not(client: httpx.Client) -> None:
    first, second = sit(client, "battleship", "person", "friend", preset="small")
    first.plays(*OWN)
    second.plays(*HERE)
    first.plays(72)
    texts = [item["text"] for item in second.read()["history"]]
    assert texts == [None, None, None, "a6 right", "a5 right", "a4 right", "a1"]
    assert [item["text"] for item in Player(client, first.match).read()["history"]] == [None] * 6 + ["a1"]
