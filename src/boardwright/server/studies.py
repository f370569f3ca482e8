"""Studies: positions that nobody plays, for the analysis board. A study is a match in memory, and never in the log."""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.core import dice
from boardwright.core.game import Game
from boardwright.core.record import OK
from boardwright.server import seating
from boardwright.server.log import Event, Heading, Seat
from boardwright.server.matches import MOVE, LiveMatch
from boardwright.server.problems import Refusal

NUMBER = "study"
"""The id of a study. Its digests are of no use: nothing of it is stored."""

KEY = b""


def study(game: Game, preset: str, moves: Sequence[Sequence[int | None]], most: int) -> LiveMatch:
    """Play moves, each an action and a draw, from the start of a game. Raises the reason for one that is refused.

    A draw that is missing follows from the number of the move, and so do raw bits: they are no outcome to choose.
    """
    if len(moves) > most:
        raise Refusal(422, "match_too_long", events=most)
    seats = (Seat(seating.PERSON, token=seating.NOBODY),) * game.players
    match = LiveMatch(Heading(NUMBER, game.name, game.version, preset, game.config, seats, 0), game, KEY)
    return extended(match, moves)


def extended(match: LiveMatch, moves: Sequence[Sequence[int | None]]) -> LiveMatch:
    """Play further moves in a study."""
    for action, draw in moves:
        match.take(match.fold([_event(match, action, draw)]))
    return match


def replayed(match: LiveMatch, at: int) -> LiveMatch:
    """A study of a finished match: the position after so many of its moves."""
    line = match.line()
    if at > len(line):
        raise Refusal(404, "no_such_event", seq=at, last=len(line))
    played = study(match.game, match.heading.preset, [], 0)
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
