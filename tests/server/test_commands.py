"""The rules check one move twice on its way through the service: to allow it, and to apply it."""

from __future__ import annotations

from pathlib import Path

from boardwright.core.game import Game
from boardwright.server import bodies, commands
from boardwright.server.log import Heading, Seat
from boardwright.server.matches import LiveMatch
from toys.counted import counted

ALLOWED_AND_APPLIED = 2


def match_of(game: Game) -> LiveMatch:
    seats = (Seat("person", token="a"), Seat("agent", agent="random"))
    return LiveMatch(Heading("m", game.name, game.version, "standard", game.config, seats, 0), game, b"key")


def test_a_persons_move_is_checked_twice(tmp_path: Path) -> None:
    game, checked = counted(tmp_path)
    match = match_of(game)
    request = bodies.Move(kind="move", seq=1, key="k" * 20, action=0)
    match.take(match.fold(commands.ask(match, 0, request)))
    assert len(checked) == ALLOWED_AND_APPLIED
    assert match.seq == 1


def test_an_agents_move_is_checked_twice(tmp_path: Path) -> None:
    game, checked = counted(tmp_path)
    match = match_of(game)
    match.take(match.fold(commands.agent_move(match, 0, "random", 7)))
    assert len(checked) == ALLOWED_AND_APPLIED


def test_a_logged_move_is_checked_once(tmp_path: Path) -> None:
    game, checked = counted(tmp_path)
    match = match_of(game)
    folded = match.fold(commands.agent_move(match, 0, "random", 7))
    checked.clear()
    match_of(game).refold([folded[0].event])
    assert len(checked) == 1
