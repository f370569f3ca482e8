"""Laws about interfaces for people and clients: actions in words and JSON, the view, events, sentences."""

from __future__ import annotations

import json
from dataclasses import asdict

import numpy as np

from boardwright.core import words
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.view import View
from boardwright.testing.cases import Cases
from boardwright.testing.laws.law import law, require


@law("actions", "check")
def actions_have_two_faces(game: Game, cases: Cases) -> int:
    """Index, dataclass, JSON and text name the same action; a check of its parts agrees with the check of its index."""
    table = game.actions
    for player in range(game.players):
        for index in range(table.count):
            action = table.decode(index, player)
            if table.encode(action, player) is None:
                continue  # an empty slot: an index without an action
            require(table.encode(action, player) == index, None, index=index, action=action)
            data = table.to_dict(index, player)
            require(table.from_dict(json.loads(json.dumps(data))) == action, None, index=index, json=data)
            text = table.to_text(index, player)
            require(table.from_text(text) == action, None, index=index, text=text)
    for case in cases.open[:20]:
        p, s = game.params_of(case.state), game.record(case.state)
        every, mover = np.arange(table.count), int(case.state["to_move"][0])
        reasons = game.why_not(np.repeat(case.state, every.size), every)
        for index in every.tolist():
            action = table.decode(index, mover)
            check = table.group(action).check
            if check is not None and table.encode(action, mover) == index:
                by_parts = int(check(p, s, *asdict(action).values()))
                require(by_parts == reasons[index], case, action=action, parts=by_parts, check=reasons[index])
    return table.count


@law("scene")
def views_can_be_drawn(game: Game, cases: Cases) -> int:
    """A view fits its schema and survives JSON, names only cells that exist, and offers the player's legal actions."""
    tried = 0
    for case in [*cases.open[:100], *cases.ends[:50]]:
        for player in range(game.players):
            view = game.view(case.state, player)
            require(View.model_validate_json(view.model_dump_json()) == view, case, json="differs")
            cells = len(view.board.cells)
            pointed = [cell for choice in view.choices for cell in choice.cells]
            pointed += [piece.cell for piece in view.board.pieces]
            require(all(0 <= cell < cells for cell in pointed), case, cells=cells, pointed=max(pointed, default=0))
            offered = [choice.action for choice in view.choices]
            legal = [] if case.over else _own(game, case.state, cases.legal(case.state), player)
            require(offered == legal, case, player=player, offered=offered, legal=legal)
            require((view.outcome is not None) == case.over, case, outcome=view.outcome)
            tried += 1
    return tried


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


@law("words.yaml")
def everything_can_be_said(game: Game, cases: Cases) -> int:
    """The game has a title, every Reason and event a sentence, with known parameters and players counted from 1."""
    # An event's number stands in its sentence as it is, unless the game translates the numbers itself.
    plain = set() if game.definition.people.event_value else {"player"}
    catalogue = words.codes(game.name)
    given = {field for group in game.actions.groups for field in group.fields}
    needed: dict[str, set[str]] = {f"{game.name}.title": set()}
    needed |= {game.definition.reason_code(int(reason)): given for reason in game.definition.reasons if reason}
    for event, names in game.definition.events.items():
        needed[f"{game.name}.event.{event.name.lower()}"] = set(names)
    for code, params in needed.items():
        require(code in catalogue, None, no_sentence_for=code)
        for language, sentence in catalogue[code].items():
            parameters = words.parameters(sentence)
            require(parameters <= params, None, code=code, language=language, unknown=sorted(parameters - params))
            indices = (
                plain & words.parameters(sentence, seats=False) if code.startswith(f"{game.name}.event.") else set()
            )
            require(not indices, None, code=code, language=language, index=sorted(indices), instead="{player:seat}")
    return sum(len(catalogue[code]) for code in needed)


LAWS = (actions_have_two_faces, views_can_be_drawn, events_fit, everything_can_be_said)
