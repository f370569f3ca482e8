"""Studies: positions that nobody plays, for the analysis board. A study is a match in memory, and never in the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from boardwright.core import dice
from boardwright.core.game import Game
from boardwright.core.record import OK, Array
from boardwright.server import seating
from boardwright.server.log import Event, Heading, Seat
from boardwright.server.matches import MOVE, LiveMatch
from boardwright.server.problems import Refusal

NUMBER = "study"
"""The id of a study. Its digests are of no use: nothing of it is stored."""

KEY = b""


def study(game: Game, preset: str, start: Array | None = None) -> LiveMatch:
    """The start of a game, or a position that its moves begin from."""
    seats = (Seat(seating.PERSON, token=seating.NOBODY),) * game.players
    return LiveMatch(Heading(NUMBER, game.name, game.version, preset, game.config, seats, 0), game, KEY, start)


def extended(match: LiveMatch, moves: Sequence[Sequence[int | None]]) -> LiveMatch:
    """Play further moves in a study, each an action and a draw. Raises the reason for one that is refused.

    A draw that is missing follows from the number of the move, and so do raw bits: they are no outcome to choose.
    """
    for action, draw in moves:
        match.take(match.fold([_event(match, action, draw)]))
    return match


class Outcome(NamedTuple):
    """What chance may give in a move: a draw that leads there, the state after it, and whether it was given here."""

    draw: int
    state: Array
    given: bool


def branched(match: LiveMatch, moves: Sequence[Sequence[int | None]], most: int) -> tuple[LiveMatch, list[Outcome]]:
    """Play further moves in a study. With it what chance may give in the last one, if those are few enough to list."""
    if not moves:
        return match, []
    before = extended(match, moves[:-1]).now.state
    action, draw = extended(match, moves[-1:]).line()[-1]
    return match, outcomes(match.game, before, action, draw, most)


def outcomes(game: Game, state: Array, action: int, given: int, most: int) -> list[Outcome]:
    """The different results of an action that at most so many draws decide; empty where there are no two."""
    draws = int(game.inspect(state, [action]).chances[0])
    if not 1 < draws <= most:
        return []
    found: dict[bytes, list[int]] = {}
    for draw in range(draws):
        found.setdefault(game.apply(state, action, draw).tobytes(), []).append(draw)
    results = [
        Outcome(same[0], np.frombuffer(after, game.state_dtype).copy(), given in same) for after, same in found.items()
    ]
    return results if len(results) > 1 else []


def replayed(match: LiveMatch, at: int) -> LiveMatch:
    """A study of a finished match: the position after so many of its moves."""
    line = match.line()
    if at > len(line):
        raise Refusal(404, "no_such_event", seq=at, last=len(line))
    played = study(match.game, match.heading.preset)
    for seq, (action, draw) in enumerate(line[:at], start=1):
        inspection = match.game.inspect(played.now.state, [action])
        used = None if int(inspection.chances[0]) == 1 else draw
        played.take(played.fold([Event(seq, MOVE, int(inspection.actors[0]), action, used, NUMBER, 0, b"")]))
    return played


def _event(match: LiveMatch, action: int | None, draw: int | None) -> Event:
    game, now, seq = match.game, match.now, match.seq + 1
    if now.to_move is None:
        raise Refusal(422, "match_over")
    if action is None:
        raise Refusal(400, "request_invalid", path="moves", expected="int")
    index = game.index(now.state, action)
    inspection = game.inspect(now.state, [index])
    if inspection.reasons[0] != OK:
        raise game.refusal(index, int(inspection.reasons[0]), player=now.to_move)
    needed = int(inspection.chances[0])
    if needed == 1:
        used = None
    elif needed > 1 and draw is not None:
        if draw >= needed:
            raise Refusal(400, "request_invalid", path="moves", expected=f"< {needed}")
        used = draw
    else:
        used = int(inspection.draws(dice.keyed_rows(0, 0, seq))[0])
    return Event(seq, MOVE, int(inspection.actors[0]), index, used, NUMBER, 0, b"")
