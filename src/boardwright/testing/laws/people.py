"""Laws about interfaces for people and clients: checks of written actions, the view, events."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np

from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.view import View
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
                require(by_parts == reasons[index], case, action=action, parts=by_parts, check=reasons[index])
    return len(cases.open[:20]) * table.count


@law("scene", phases=(INTERPRETED, SHIPPED))
def views_can_be_drawn(game: Game, cases: Cases) -> int:
    """A view fits its schema and survives JSON, names only cells that exist, and offers the player's legal actions."""
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
        require(count <= game.layout.events, case, events=count, room=game.layout.events)
        emitted = case.state["events"][0][:count, 0].tolist()
        require(set(emitted) <= kinds, case, told=emitted)
    return len(cases.open) + len(cases.ends)
