"""Moves as people type them: in capitals or not, with commas, without the kind where there is only one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from boardwright.core import refusals, visibility
from boardwright.core.errors import AgentError, BoardwrightError, IllegalAction, MalformedAction
from boardwright.core.game import Game
from boardwright.core.record import OK, TERMINAL, Array
from boardwright.core.view import Choice
from boardwright.core.words import Word, say


class Reading(NamedTuple):
    """A typed line as a player's action: its index if the rules allow it now, else the error that refuses it."""

    action: int | None
    refusal: BoardwrightError | None


def read(game: Game, state: Array, player: int, line: str) -> Reading:
    """Read a line that a player typed. Out of turn nothing but a player's own actions is checked: a reason may tell."""
    mover = int(state["to_move"][0])
    try:
        action = index_of(game, state, line)
    except (MalformedAction, IllegalAction) as error:
        return Reading(None, error)
    if mover not in {player, TERMINAL} and action not in visibility.own_actions(game, state, player):
        return Reading(None, AgentError("not_your_turn", seat=mover))
    inspection = game.inspect(state, [action])
    if inspection.reasons[0] != OK:
        refusal = game.refusal(action, int(inspection.reasons[0]), player=mover)
        assert isinstance(refusal, BoardwrightError)
        return Reading(None, refusal)
    if int(inspection.actors[0]) != player:
        return Reading(None, AgentError("not_your_seat", seat=int(inspection.actors[0])))
    return Reading(action, None)


def reason(refusal: BoardwrightError, line: str, choices: Sequence[Choice]) -> Word:
    """A refusal in words: the rules' own reason, or how a move is written, if the line is none."""
    if isinstance(refusal, MalformedAction) and choices:
        return Word("play_no_move", {"line": line, "example": choices[0].text})
    return refusal.word


def alternatives(game: Game, refusal: BoardwrightError, choices: Sequence[Choice], mover: int) -> list[Choice]:
    """The legal choices, those first that have most in common with the refused action; else one of each kind first."""
    meant = _fields(game, refusal, mover)
    if meant:
        return sorted(choices, key=lambda choice: -len(meant.items() & choice.semantic.items()))
    seen: dict[str, int] = {}
    ranks = []
    for choice in choices:
        kind = str(choice.semantic["kind"])
        seen[kind] = seen.get(kind, -1) + 1
        ranks.append(seen[kind])
    return [choice for _, choice in sorted(zip(ranks, choices), key=lambda pair: pair[0])]


def _fields(game: Game, refusal: BoardwrightError, mover: int) -> dict[str, Any]:
    if not isinstance(refusal, IllegalAction):
        return {}
    action = refusal.action
    if isinstance(action, int | np.integer):
        return game.actions.to_dict(int(action), max(mover, 0))
    return {"kind": game.actions.group(action).name, **asdict(action)}


def index_of(game: Game, state: Array, line: str) -> int:
    """The index of a typed action. Raises MalformedAction for a line that is none in small letters, either.

    The line is read as it is, then with its first word in small letters (names of units may have capitals), then all of
    it in small letters, then with spaces for commas. Where every legal action is of one kind, its name may be left out.
    The codec itself reads the beginning of a kind. What the board and the tables call a thing stands for its id.
    """
    line = _with_ids(game, line)
    kind, space, fields = line.partition(" ")
    problem: MalformedAction | None = None
    spaced = line.lower().replace(",", " ")
    texts = [line, kind.lower() + space + fields, line.lower(), spaced]
    if state is not None and line and (only := _only_kind(game, state)):
        texts += [f"{only} {line}", f"{only} {spaced}"]
    for text in dict.fromkeys(texts):
        try:
            return game.index(state, game.actions.from_text(text))
        except MalformedAction as error:
            problem = problem or error
    assert problem is not None
    raise problem


def _with_ids(game: Game, line: str) -> str:
    """A line in which the names that people read, `Captain C1` or `C1` alone, are the ids that actions have."""
    if game.definition.people.param_value is not None:
        for name, identity in _ids(game):
            line = re.sub(rf"(?<!\S){re.escape(name)}(?![^\s,])", identity, line)
    return line


@lru_cache(maxsize=4)
def _ids(game: Game) -> list[tuple[str, str]]:
    """The names that people read, the longest first, and the ids that they stand for."""
    ids: dict[str, str] = {}
    for action in range(game.actions.count):
        for player in range(game.players):
            for field, value in asdict(game.actions.decode(action, player)).items():
                shown = refusals.for_people(game, {field: value})[field]
                if isinstance(value, str) and isinstance(shown, Word):
                    name = say(shown)
                    ids |= {name: value, name.split()[-1]: value}
    return sorted(ids.items(), key=lambda pair: -len(pair[0]))


def _only_kind(game: Game, state: Array) -> str | None:
    """The kind of all legal actions, None if there are several kinds."""
    kinds = {game.actions.group_of(action).name for action in np.flatnonzero(game.legal_mask(state)[0]).tolist()}
    return kinds.pop() if len(kinds) == 1 else None
