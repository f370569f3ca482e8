"""The rules check one move twice on its way through the service: to allow it, and to apply it."""

from __future__ import annotations

from pathlib import Path

from boardwright.core.game import Game
from boardwright.server import bodies, commands
from boardwright.server.log import Event, Heading, Seat
from boardwright.server.matches import APART, MOVE, UNDO_ANSWER, UNDO_REQUEST, LiveMatch
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


def test_the_past_is_folded_from_the_last_state_that_was_kept(tmp_path: Path) -> None:
    game, checked = counted(tmp_path)
    match = match_of(game)
    turns = [(MOVE, 0, 0), (UNDO_REQUEST, 0, None), (UNDO_ANSWER, 1, 1)]
    after = [match.now.state.tobytes()]
    for seq in range(1, 5 * APART):
        kind, actor, action = turns[(seq - 1) % 3]
        match.take(match.fold([Event(seq, kind, actor, action, None, "k", 0, b"")]))
        after.append(match.now.state.tobytes())
    for seq in (0, 1, APART - 1, APART, APART + 1, 3 * APART, 5 * APART - 2):
        checked.clear()
        assert match.copy().at(seq).state.tobytes() == after[seq]
        assert len(checked) <= APART
    assert len(set(after)) == 2
