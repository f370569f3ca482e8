"""Matches as records of the arena: a finished one to take away, and one from a file to look at here."""

from __future__ import annotations

import secrets
from typing import Any

from boardwright.arena import match_records
from boardwright.arena.match_records import Record
from boardwright.core.errors import BoardwrightError, HistoryError
from boardwright.core.game import Game
from boardwright.core.position import Position
from boardwright.server import seating
from boardwright.server.catalogue import Catalogue
from boardwright.server.log import Event, Heading, Seat
from boardwright.server.matches import MOVE, RESIGN, LiveMatch
from boardwright.server.problems import Refusal

IMPORTED = "import"
"""The idempotency key of imported events."""


def record(match: LiveMatch) -> Record:
    """The record of a finished match, which `boardwright replay` and `boardwright analyse` read."""
    if not match.finished:
        raise Refusal(409, "match_running")
    if match.now.abandoned:
        raise Refusal(409, "match_abandoned")
    position = Position.replay(match.game, match.line())
    names = [seat.agent or seat.kind for seat in match.seats]
    written = match_records.record_of(
        position, names, match.now.timeout if match.now.resigned is None else match.now.resigned
    )
    assert isinstance(written, Record)
    return written


def imported(line: bytes, catalogue: Catalogue, key: bytes) -> tuple[LiveMatch, list[Event], dict[str, Any]]:
    """Replay a record by the rules. Return its match, the events, and the result. Nobody can play in it."""
    try:
        given = match_records.read(line.decode(), 1)
        if not isinstance(given, Record):
            raise HistoryError("record_unfinished", plies=len(given.history))
        game, preset = catalogue.game_with(given.game, given.config)
        match_records.replay(given, game=game)
    except UnicodeDecodeError:
        raise Refusal(400, "record_not_json") from None
    except BoardwrightError as error:
        raise Refusal(400, error.code, **error.params) from None
    at = seating.now()
    seats = tuple(_seat(name, catalogue, game) for name in given.agents)
    heading = Heading(secrets.token_urlsafe(12), game.name, game.version, preset, game.config, seats, at)
    match, events = LiveMatch(heading, game, key), []
    for seq, (action, draw) in enumerate(given.history, start=1):
        inspection = game.inspect(match.now.state, [action])
        needed = None if int(inspection.chances[0]) == 1 else draw
        drafted = Event(seq, MOVE, int(inspection.actors[0]), action, needed, IMPORTED, at, b"")
        events += _taken(match, drafted)
    if given.resigned is not None:
        events += _taken(match, Event(match.seq + 1, RESIGN, given.resigned, None, None, IMPORTED, at, b""))
    result = match.result(match.now)
    assert result is not None
    return match, events, result


def _taken(match: LiveMatch, draft: Event) -> list[Event]:
    folded = match.fold([draft])
    match.take(folded)
    return [folded[0].event]


def _seat(name: str, catalogue: Catalogue, game: Game) -> Seat:
    try:
        catalogue.agent(name, game)
    except BoardwrightError:
        return Seat(seating.PERSON, token=seating.NOBODY)  # a person, or an agent that is unknown here
    return Seat(seating.AGENT, agent=name)
