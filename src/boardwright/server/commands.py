"""Commands of players and agents, checked against seat, turn and rules: their events, or the reason for a refusal."""

from __future__ import annotations

from boardwright.core.errors import IllegalAction
from boardwright.core.record import OK
from boardwright.server import bodies, seating
from boardwright.server.dealing import draw_for
from boardwright.server.log import Event
from boardwright.server.matches import (
    MOVE,
    RESIGN,
    UNDO_ANSWER,
    UNDO_REQUEST,
    LiveMatch,
    MatchState,
    taken_back,
)
from boardwright.server.problems import Refusal
from boardwright.server.seating import same_person

SERVER = "server"
"""The idempotency key of the service's own events. A player may use the same one: another actor, another event."""


def ask(match: LiveMatch, seat: int, request: bodies.Attempt) -> list[Event]:
    """Return the events of a person's request, not yet appended."""
    if match.finished:
        raise Refusal(409, "match_over")
    if isinstance(request, bodies.Move):
        actor, action, draw = _action(match, seat, request.action)
        return [draft(match, MOVE, actor, request.key, action=action, draw=draw)]
    if isinstance(request, bodies.Resign):
        if match.game.players > 2:
            raise Refusal(422, "resign_forbidden")
        return [draft(match, RESIGN, seat, request.key)]
    if isinstance(request, bodies.UndoRequest):
        return _undo(match, seat, request.key)
    assert isinstance(request, bodies.UndoAnswer)
    undo = match.now.undo
    if undo is None or seat not in undo.waiting:
        raise Refusal(409, "undo_not_asked")
    return [draft(match, UNDO_ANSWER, seat, request.key, action=int(request.agree))]


def agent_move(match: LiveMatch, action: int, agent: str, seed: int) -> list[Event]:
    """Return the event of an agent's move. Raises if the rules refuse it."""
    game, state, player = match.game, match.now.state, match.now.to_move
    assert player is not None
    inspection = game.inspect(state, [game.index(state, action)])
    if inspection.reasons[0] != OK:
        raise game.refusal(action, int(inspection.reasons[0]), player=player)
    draw = draw_for(match, action, player, inspection)
    return [draft(match, MOVE, player, SERVER, action=action, draw=draw, agent=agent, seed=seed)]


def agent_resigns(match: LiveMatch) -> list[Event]:
    """Return the event that resigns for an agent that could not move."""
    player = match.now.to_move
    assert player is not None
    return [draft(match, RESIGN, player, SERVER, agent=match.seats[player].agent)]


def may_undo(match: LiveMatch, now: MatchState, seat: int) -> bool:
    """Whether a seat may request an undo: nobody has seen anything by the moves that it would take back."""
    back = taken_back(now.line, undoer(match, now, seat))
    if not back or now.undo is not None or now.to_move is None:
        return False
    return all(move.undoable for move in back)


def undoer(match: LiveMatch, now: MatchState, seat: int) -> int:
    """The seat whose last move is taken back: of a person's several seats, the one that moved last."""
    return now.line.actor if now.line is not None and same_person(match, seat, now.line.actor) else seat


def draft(
    match: LiveMatch,
    kind: str,
    actor: int,
    key: str,
    *,
    after: int = 0,
    action: int | None = None,
    draw: int | None = None,
    agent: str | None = None,
    seed: int | None = None,
) -> Event:
    """Return an event without its digest; `after` is the number of drafts before it."""
    return Event(match.seq + 1 + after, kind, actor, action, draw, key, seating.now(), b"", agent, seed)


def _action(match: LiveMatch, seat: int, given: int | dict[str, int | str]) -> tuple[int, int, int | None]:
    """Return the seat of a legal action that this person may make, the action's index, and its draw."""
    game, state, to_move = match.game, match.now.state, match.now.to_move
    action = given if isinstance(given, int) else game.actions.from_dict(given)
    try:
        index = game.index(state, action)
    except IllegalAction:
        # The rules refuse it by its fields alone. The turn is checked first, as for every other action.
        if to_move != seat:
            raise Refusal(409, "not_your_turn", seat=to_move) from None
        raise
    inspection = game.inspect(state, [index])
    if inspection.reasons[0] != OK:
        if to_move != seat:
            raise Refusal(409, "not_your_turn", seat=to_move)
        raise game.refusal(index, int(inspection.reasons[0]), player=to_move)
    actor = int(inspection.actors[0])
    if actor != seat and not same_person(match, seat, actor):
        if actor == to_move:
            raise Refusal(409, "not_your_turn", seat=to_move)
        raise Refusal(403, "not_your_seat", seat=actor)
    return actor, index, draw_for(match, index, actor, inspection)


def _undo(match: LiveMatch, seat: int, key: str) -> list[Event]:
    if match.now.undo is not None:
        raise Refusal(409, "undo_pending", seat=match.now.undo.by)
    if not may_undo(match, match.now, seat):
        raise Refusal(422, "undo_forbidden")
    seat = undoer(match, match.now, seat)
    events = [draft(match, UNDO_REQUEST, seat, key)]
    # Agents agree at once, and so do seats that nobody has joined yet or that the same person has.
    for number, other in enumerate(match.seats):
        if number != seat and (other.agent is not None or not other.joined or same_person(match, seat, number)):
            agreed = draft(match, UNDO_ANSWER, number, SERVER, after=len(events), action=1, agent=other.agent)
            events.append(agreed)
    return events
