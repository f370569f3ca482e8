"""The presentation of a match to a reader: the view by the rules, and the part of the history they may know."""

from __future__ import annotations

from typing import Final
from weakref import WeakKeyDictionary

from boardwright.core import view as core
from boardwright.core import visibility
from boardwright.core.errors import IllegalAction
from boardwright.core.game import Game
from boardwright.core.presentation import Choices, Move, cells_named, with_owners
from boardwright.core.presentation import label as game_label
from boardwright.core.record import OK, Array
from boardwright.core.words import Word
from boardwright.server import schemas
from boardwright.server.catalogue import agent_title, title
from boardwright.server.choice_groups import Grouped, grouped, groups
from boardwright.server.clocks import Reading
from boardwright.server.commands import may_undo
from boardwright.server.dealing import is_puzzle
from boardwright.server.log import Seat
from boardwright.server.matches import MOVE, LiveMatch, MatchState, moves_of
from boardwright.server.problems import Refusal, with_message
from boardwright.server.seating import may_ask

_CHOICES: WeakKeyDictionary[Game, Choices] = WeakKeyDictionary()
"""The choices of each game that were shown: nothing here changes them, and making them is most of a view."""

_WORDED: WeakKeyDictionary[Game, dict[tuple[int, int | None, str], tuple[core.Choice, Grouped]]] = WeakKeyDictionary()
"""The same choices with their words, by action, mover and language."""


PASSING: Final = b',"preparing":null,"clock":null}'
"""The end of a match's JSON, without what is another thing at another moment."""


def body(match: LiveMatch, you: int | None, language: str, at: int | None, since: int) -> bytes:
    """The JSON of a match, as it stands or as it stood after event `at`. It ends with PASSING."""
    written = show(match, you, language, at, since).model_dump_json(exclude_defaults=True).encode()
    assert written.endswith(PASSING)
    return written


def at_this_moment(body: bytes, preparing: Word | None, clock: Reading | None, language: str) -> bytes:
    """The JSON of a match with what its agent waits for, and with its clocks."""
    if preparing is None and clock is None:
        return body
    waits = None if preparing is None else schemas.Told(**with_message(preparing, language)).model_dump_json()
    clocks = None if clock is None else _clock(clock).model_dump_json()
    return b'%s,"preparing":%s,"clock":%s}' % (
        body[: -len(PASSING)], (waits or "null").encode(), (clocks or "null").encode()
    )  # fmt: skip


def show(match: LiveMatch, you: int | None, language: str, at: int | None = None, since: int = 0) -> schemas.Match:
    """Return the match as it stands, or as it stood after event `at`."""
    seq = match.seq if at is None else at
    now = match.at(seq)
    result = match.result(now)
    undo = schemas.Asked(by=now.undo.by) if now.undo is not None else None
    view = _view(match, now, you, language, live=at is None)
    return schemas.Match(
        id=match.heading.id,
        game=match.game.name,
        title=title(match.game, language),
        preset=match.heading.preset,
        options=_options(match),
        version=match.game.version,
        seq=seq,
        seats=[_seat(match, seat, language) for seat in match.seats],
        you=you,
        view=view,
        told=[] if view is None else _narration(match, now, you, language, live=at is None),
        undo=undo,
        may_undo=at is None and you is not None and may_undo(match, now, you),
        may_ask=at is None and may_ask(match, you),
        help=match.heading.help,
        finished=result is not None,
        result=None if result is None else schemas.Result(**result),
        history=[_item(match, number, you, language) for number in range(since + 1, seq + 1)],
        thinking=at is None and match.agent_to_move is not None,
        rematch=match.rematch,
        preparing=None,
        clock=None,
    )


def summary(match: LiveMatch, you: int | None, language: str) -> schemas.Summary:
    """Return a match in short, for a list: nothing of its position but the player to move."""
    result = match.result(match.now)
    return schemas.Summary(
        gone=False,
        id=match.heading.id,
        game=match.game.name,
        title=title(match.game, language),
        preset=match.heading.preset,
        seats=[_seat(match, seat, language) for seat in match.seats],
        you=you,
        to_move=None if _is_hidden(match, you) else match.now.to_move,
        seq=match.seq,
        finished=result is not None,
        result=None if result is None else schemas.Result(**result),
    )


def why(match: LiveMatch, you: int, cell: int, beside: int | None, language: str) -> schemas.Reasons:
    """Return the actions on a cell, or on the side between two cells, that the rules refuse now.

    For a cell each sentence appears once for a source. For a side every action appears: the pointer's place decides
    which was meant.
    """
    game, state = match.game, match.now.state
    if match.now.to_move != you:
        return schemas.Reasons(reasons=[])
    if beside is None and game.definition.people.meant is not None:
        return schemas.Reasons(reasons=_meant(match, cell, language))
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
            sentence = schemas.Told(**with_message(error.word, language))
            entry = schemas.WhyNot(
                action=action,
                text=game.actions.to_text(action, you),
                label=label(game, action, you, language),
                source=scene.sources.get(action, ""),
                sides=list(scene.sides.get(action, ())),
                reason=sentence,
            )
            refused.setdefault((entry.source, sentence.message) if beside is None else action, entry)
    return schemas.Reasons(reasons=list(refused.values()))


def _meant(match: LiveMatch, cell: int, language: str) -> list[schemas.WhyNot]:
    """The refusals of what the game says that a press on a cell asks for, also of actions without an index."""
    game, state = match.game, match.now.state
    meant, reasons = game.definition.people.meant, []
    assert meant is not None
    for source, action in meant(game, state, cell):
        try:
            index = game.index(state, action)
        except IllegalAction as refused:
            error: Exception = refused
        else:
            reason = int(game.why_not(state, [index])[0])
            if reason == OK:
                continue
            error = game.refusal(index, reason, player=int(state["to_move"][0]))
        assert isinstance(error, IllegalAction)
        sentence = schemas.Told(**with_message(error.word, language))
        text = game.actions.text_of(action)
        # Without an index an action has no label.
        reasons.append(schemas.WhyNot(action=None, text=text, label=text, source=source, sides=[], reason=sentence))
    return reasons


def replay(match: LiveMatch, digests: list[bytes], language: str) -> schemas.Replay:
    """Return a finished match in full, with draws and digests: nothing is hidden any more."""
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
        digests=[digest.hex() for digest in digests],
    )


def _options(match: LiveMatch) -> dict[str, int]:
    keys = () if is_puzzle(match) else match.game.definition.people.options
    return {key: match.heading.config[key] for key in keys}


def _is_hidden(match: LiveMatch, you: int | None) -> bool:
    """Whether the position is hidden from the reader: spectators could tell a player of it."""
    return you is None and not match.game.definition.perfect_information and not match.finished


def _view(match: LiveMatch, now: MatchState, you: int | None, language: str, *, live: bool) -> schemas.View | None:
    if _is_hidden(match, you):
        return None
    moves = [(step.action or 0, step.actor) for step in moves_of(now.line)][::-1]
    step = now.line
    last = None if step is None or step.action is None else (step.action, step.actor, step.mover)
    return position_view(
        match.game,
        now.state,
        0 if you is None else you,
        language,
        moves=moves,
        last=last,
        reader=_reader(match, you),
        to_move=now.to_move,
        choosing=live and you is not None and now.to_move is not None,
    )


def position_view(
    game: Game,
    state: Array,
    player: int,
    language: str,
    *,
    moves: list[Move],
    last: tuple[int, int, int] | None,
    reader: int | None,
    to_move: int | None,
    choosing: bool,
) -> schemas.View:
    """Return a player's view of a position that `moves` led to; `last` is the action, actor and mover of the last."""
    known = _CHOICES.setdefault(game, {})
    view = game.view(state, player, known)
    board = with_owners(game, view.board, moves, reader)
    choices = _choices(game, view, language) if choosing else []
    panels = [
        schemas.Panel(
            title=sentence(panel.title, language),
            columns=[sentence(column, language) for column in panel.columns],
            rows=[
                [value if isinstance(value, str) else sentence(value, language).message for value in row]
                for row in panel.rows
            ],
            keys=list(panel.keys),
            notes=panel.notes,
        )
        for panel in view.panels
    ]
    return schemas.View(
        game=view.game,
        version=view.version,
        player=view.player,
        to_move=to_move,
        phase=view.phase,
        ply=view.ply,
        board=board,
        panels=panels,
        details=view.details,
        choices=choices,
        prompt=sentence(view.prompt, language) if choices and view.prompt is not None else None,
        last=_last(game, last, reader, board),
        events=[sentence(event, language) for event in view.events],
        outcome=view.outcome,
        summary=[sentence(text, language) for text in view.summary],
    )


def _choices(game: Game, view: core.View, language: str) -> list[schemas.ChoiceGroup]:
    """The choices of a view in groups, with their words. Those that were shown before are used again."""
    kept, shown = _WORDED.setdefault(game, {}), []
    for choice in view.choices:
        key = (choice.action, view.to_move, language)
        known = kept.get(key)
        if known is None or known[0] is not choice:
            said = choice.text if choice.label is None else sentence(choice.label, language).message
            known = kept[key] = choice, grouped(choice, said)
        shown.append(known[1])
    return groups(shown)


def label(game: Game, action: int, mover: int, language: str) -> str:
    """What an action does, in words where the game has them, else in notation."""
    said = game_label(game, action, mover)
    return game.actions.to_text(action, mover) if said is None else sentence(said, language).message


def _last(game: Game, last: tuple[int, int, int] | None, reader: int | None, board: core.Board) -> list[int]:
    """The cells that the last move names, if the reader may know it."""
    if last is None or any("last" in cell.marks for cell in board.cells):
        return []  # a game that marks the last move itself knows better
    action, actor, mover = last
    if not visibility.sees_action(game, action, actor, reader):
        return []
    return list(cells_named(game, action, mover, board.cells))


def _narration(match: LiveMatch, now: MatchState, you: int | None, language: str, *, live: bool) -> list[schemas.Told]:
    """The narration since the reader's own last move, as others may have moved several times; else of the last step."""
    states = match.narrated(you) if live and you is not None else [now.state]
    return [sentence(text, language) for state in states for text in match.game.narration(state, _reader(match, you))]


def _reader(match: LiveMatch, you: int | None) -> int | None:
    """The player whose eyes the reader has; once the match is over, nothing is hidden."""
    if match.finished:
        return visibility.ALL
    return visibility.SPECTATOR if you is None else you


def _item(match: LiveMatch, seq: int, you: int | None, language: str) -> schemas.HistoryItem:
    step, actions = match.step(seq), match.game.actions
    text = words = semantic = None
    if (
        step.kind == MOVE
        and step.action is not None
        and visibility.sees_action(match.game, step.action, step.actor, _reader(match, you))
    ):
        text, semantic = actions.to_text(step.action, step.mover), actions.to_dict(step.action, step.mover)
        words = label(match.game, step.action, step.mover, language)
    return schemas.HistoryItem.model_validate(
        {
            "seq": seq,
            "kind": step.kind,
            "actor": step.actor,
            "ply": step.ply,
            "text": text,
            "label": words,
            "semantic": semantic,
        }
    )


def _seat(match: LiveMatch, seat: Seat, language: str) -> schemas.SeatShown:
    name = None if seat.agent is None else agent_title(match.game, seat.agent, language)
    data = {"kind": seat.kind, "agent": seat.agent, "title": name, "joined": seat.joined}
    return schemas.SeatShown.model_validate(data)


def _clock(clock: Reading) -> schemas.ClockShown:
    seconds = [None if left is None else left / 1000 for left in clock.left]
    return schemas.ClockShown(seconds=seconds, running=clock.running, at=clock.at)


def sentence(text: core.Text | Word, language: str) -> schemas.Told:
    """A text as code, parameters and message."""
    return schemas.Told(**with_message(Word(text.code, text.params), language))
