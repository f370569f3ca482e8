"""How a match is shown to whoever asks: its view by the rules, and of its history what this reader may know."""

from __future__ import annotations

from boardwright.core import view as core
from boardwright.core.errors import IllegalAction
from boardwright.core.game import Game
from boardwright.core.record import OK
from boardwright.core.words import Word
from boardwright.server import schemas
from boardwright.server.catalogue import agent_title, title
from boardwright.server.commands import may_undo
from boardwright.server.log import Seat
from boardwright.server.matches import MOVE, LiveMatch, MatchState
from boardwright.server.problems import Refusal, told


def show(match: LiveMatch, you: int | None, language: str, at: int | None = None) -> schemas.Match:
    """The match as it stands, or as it stood after an event."""
    if at is not None and not 0 <= at <= match.seq:
        raise Refusal(404, "no_such_event", seq=at, last=match.seq)
    seq = match.seq if at is None else at
    now = match.states[seq]
    result = match.result(now)
    undo = schemas.Asked(by=now.undo.by) if now.undo is not None else None
    view = _view(match, now, you, language, live=at is None)
    return schemas.Match(
        id=match.heading.id,
        game=match.game.name,
        title=title(match.game, language),
        preset=match.heading.preset,
        version=match.game.version,
        seq=seq,
        seats=[_seat(match, seat, language) for seat in match.seats],
        you=you,
        view=view,
        told=[] if view is None else _told(match, seq, you, language, live=at is None),
        undo=undo,
        may_undo=at is None and you is not None and may_undo(match, now, you),
        finished=result is not None,
        result=None if result is None else schemas.Result(**result),
        history=[_item(match, number, you) for number in range(1, seq + 1)],
        thinking=at is None and match.agent_to_move is not None,
    )


def why(match: LiveMatch, you: int, cell: int, beside: int | None, language: str) -> schemas.Reasons:
    """The actions that touch a cell, or the side between two, and are refused now.

    Of a cell the same sentence is told once. Of a side every action is told: which one was meant depends on where.
    """
    game, state = match.game, match.now.state
    if match.now.to_move != you:
        return schemas.Reasons(reasons=[])
    scene = game.definition.scene(game, state, you)
    if beside is None:
        touching = [action for action, cells in scene.targets.items() if cell in cells]
    else:
        touching = [action for action, sides in scene.sides.items() if {(cell, beside), (beside, cell)} & {*sides}]
    refused: dict[object, schemas.WhyNot] = {}
    for action in sorted(touching):
        reason = int(game.why_not(state, [action])[0])
        if reason != OK:
            error = game.refusal(action, reason, player=you)
            assert isinstance(error, IllegalAction)
            said = schemas.Told(**told(error.word, language))
            text, sides = game.actions.to_text(action, you), list(scene.sides.get(action, ()))
            found = schemas.WhyNot(action=action, text=text, sides=sides, reason=said)
            refused.setdefault(said.message if beside is None else action, found)
    return schemas.Reasons(reasons=list(refused.values()))


def replay(match: LiveMatch, language: str) -> schemas.Replay:
    """A finished match, whole, draws and digests too: there is nothing left to hide."""
    result = match.result(match.now)
    if result is None:
        raise Refusal(409, "match_running")
    return schemas.Replay(
        game=match.game.name,
        version=match.game.version,
        config=match.heading.config,
        seats=[_seat(match, seat, language) for seat in match.seats],
        history=match.line(),
        result=schemas.Result(**result),
        digests=[event.state_digest.hex() for event in match.events],
    )


def _view(match: LiveMatch, now: MatchState, you: int | None, language: str, *, live: bool) -> schemas.View | None:
    game = match.game
    if you is None and not game.definition.perfect_information and not match.finished:
        return None
    found = game.view(now.state, 0 if you is None else you)
    choices = _own(game, now, found.choices, you) if live and you is not None and now.to_move is not None else []
    panels = [
        schemas.Panel(
            title=_said(panel.title, language),
            columns=[_said(column, language) for column in panel.columns],
            rows=[
                [value if isinstance(value, str) else _said(value, language).message for value in row]
                for row in panel.rows
            ],
        )
        for panel in found.panels
    ]
    return schemas.View(
        game=found.game,
        version=found.version,
        player=found.player,
        to_move=now.to_move,
        phase=found.phase,
        ply=found.ply,
        board=found.board,
        panels=panels,
        details=found.details,
        choices=choices,
        events=[_said(event, language) for event in found.events],
        outcome=found.outcome,
    )


def _told(match: LiveMatch, seq: int, you: int | None, language: str, *, live: bool) -> list[schemas.Told]:
    """What led here, since the reader's own last move, for others may have moved several times; else the last step."""
    first, events = seq, match.events
    # Events are numbered from 1.
    while live and you is not None and first > 1 and events[first - 1].kind == events[first - 2].kind == MOVE:
        if events[first - 1].actor == you:
            break
        first -= 1
    states = [reached.state for reached in match.states[first : seq + 1]]
    return [_said(text, language) for state in states for text in match.game.narration(state)]


def _own(game: Game, now: MatchState, choices: tuple[core.Choice, ...], you: int) -> list[core.Choice]:
    if not choices:
        return []
    actors = game.actor(now.state.repeat(len(choices)), [choice.action for choice in choices])
    return [choice for choice, actor in zip(choices, actors) if actor == you]


def _item(match: LiveMatch, seq: int, you: int | None) -> schemas.HistoryItem:
    event = match.events[seq - 1]
    open_to_you = match.game.definition.perfect_information or match.finished or event.actor == you
    shown = event.action is not None and event.kind == MOVE and open_to_you
    mover = match.states[seq - 1].to_move or 0
    return schemas.HistoryItem.model_validate(
        {
            "seq": seq,
            "kind": event.kind,
            "actor": event.actor,
            "ply": int(match.states[seq].state["ply"][0]),
            "text": match.game.actions.to_text(event.action, mover) if shown and event.action is not None else None,
            "semantic": match.game.actions.to_dict(event.action, mover) if shown and event.action is not None else None,
        }
    )


def _seat(match: LiveMatch, seat: Seat, language: str) -> schemas.SeatShown:
    called = None if seat.agent is None else agent_title(match.game, seat.agent, language)
    data = {"kind": seat.kind, "agent": seat.agent, "title": called, "joined": seat.joined}
    return schemas.SeatShown.model_validate(data)


def _said(text: core.Text, language: str) -> schemas.Told:
    return schemas.Told(**told(Word(text.code, text.params), language))
