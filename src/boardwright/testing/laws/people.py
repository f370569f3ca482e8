"""Laws about interfaces for people and clients: checks of written actions, the view, events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import numpy as np

from boardwright.core import words
from boardwright.core.game import Game
from boardwright.core.marks import CELL_MARKS, unknown_marks
from boardwright.core.record import Array
from boardwright.core.view import Part, Text, View
from boardwright.core.words import Word
from boardwright.testing.cases import Case, Cases
from boardwright.testing.laws.law import INTERPRETED, SHIPPED, law, require

VIEWS = 100
"""States in the middle of games whose views are tried; of final ones half as many."""


@law("actions", "check", phases=(INTERPRETED, SHIPPED))
def parts_are_checked_alike(game: Game, cases: Cases) -> int:
    """A group's check of an action's parts agrees with the check of its index."""
    table = game.actions
    every = np.arange(table.count)
    for case in cases.open[:20]:
        p, s = game.params_of(case.state), game.record(case.state)
        mover = int(case.state["to_move"][0])
        reasons = game.why_not(np.repeat(case.state, every.size), every)
        for index in every.tolist():
            action = table.decode(index, mover)
            check = table.group(action).check
            if check is not None and table.encode(action, mover) == index:
                by_parts = int(check(p, s, *asdict(action).values()))
                names = [game.definition.reason_name(reason) for reason in (by_parts, reasons[index])]
                require(by_parts == reasons[index], case, action=action, parts=names[0], check=names[1])
    return len(cases.open[:20]) * table.count


@law("scene", phases=(INTERPRETED, SHIPPED))
def views_can_be_drawn(game: Game, cases: Cases) -> int:
    """A view fits its schema and survives JSON, names only cells that exist, and offers the player's legal actions.

    Its marks are known to clients, and every text of it can be said in every language.
    """
    shown = [*cases.open[:VIEWS], *cases.ends[: VIEWS // 2]]
    for case in shown:
        legal = cases.legal(case.state)
        for player in range(game.players):
            require_drawable(game, case, player, legal)
    return len(shown) * game.players


def require_drawable(game: Game, case: Case, player: int, legal: Array) -> None:
    """Require that a client can draw a player's view of a state with these legal actions."""
    view = game.view(case.state, player)
    require(View.model_validate_json(view.model_dump_json()) == view, case, json="differs")
    cells = len(view.board.cells)
    pointed = [cell for choice in view.choices for cell in choice.cells]
    pointed += [piece.cell for piece in view.board.pieces]
    require(all(0 <= cell < cells for cell in pointed), case, cells=cells, pointed=max(pointed, default=0))
    offered = [choice.action for choice in view.choices]
    own = _own(game, case.state, legal, player)
    require(offered == own, case, player=player, offered=offered, legal=own)
    require((view.outcome is not None) == case.over, case, outcome=view.outcome)
    strange = unknown_marks(view.board)
    require(not strange, case, unknown_marks=sorted(strange), known=sorted(CELL_MARKS))
    for text in _texts(view):
        _require_sayable(text, case)


def _texts(part: Any) -> Iterator[Text]:
    """Yield every text of a view, or of a part of one."""
    if isinstance(part, Text):
        yield part
    elif isinstance(part, Part):
        for name in type(part).model_fields:
            yield from _texts(getattr(part, name))
    elif isinstance(part, tuple):
        for item in part:
            yield from _texts(item)


def _require_sayable(text: Text, case: Case) -> None:
    for language in words.LANGUAGES:
        fault = None
        try:
            words.say(Word(text.code, text.params), language)
        except words.Unsayable as error:
            fault = error
        about = {} if fault is None else {"code": fault.code, "language": language, "fault": fault}
        require(fault is None, case, look_at=("words.yaml", "scene"), **about)


def _own(game: Game, state: Array, legal: Array, player: int) -> list[int]:
    actors = game.actor(np.repeat(state, legal.size), legal)
    return [int(action) for action in legal[actors == player]]


@law("emit")
def events_fit(game: Game, cases: Cases) -> int:
    """A step emits no more events than its list can hold, and only kinds that the game declares."""
    if not game.layout.events:
        return len(cases.ends)
    kinds = {int(kind) for kind in game.definition.events}
    for case in cases:
        count = int(case.state["event_count"][0])
        room = game.layout.events
        require(count <= room, case, look_at=("advance", "Layout.events"), events=count, room=room)
        emitted = case.state["events"][0][:count, 0].tolist()
        look_at = ("advance", "Definition.events")
        require(set(emitted) <= kinds, case, look_at=look_at, emitted=emitted, declared=sorted(kinds))
    return len(cases.open) + len(cases.ends)
