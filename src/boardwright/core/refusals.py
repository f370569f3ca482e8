"""The errors of a game for actions that it refuses, and for dead ends of its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from boardwright.core.actions import Semantic
from boardwright.core.errors import IllegalAction, MalformedAction, RuleFault
from boardwright.core.record import BAD_DRAW, GAME_OVER, NO_SUCH_ACTION, OK, TERMINAL, Array
from boardwright.core.words import Word

if TYPE_CHECKING:
    from boardwright.core.game import Game


def of_index(game: Game, action: int, reason: int, draw: int, row: int | None, player: int) -> Exception:
    """The error for a row that a loop refused; `player` is the player to move in it."""
    if reason == NO_SUCH_ACTION:
        return no_such_action(game, action)
    if reason == BAD_DRAW:
        return MalformedAction("bad_draw", action=action, draw=draw)
    params = asdict(game.actions.decode(action, max(player, 0))) if 0 <= action < game.actions.count else {}
    code = "game_over" if reason == GAME_OVER else game.definition.reason_code(reason)
    return IllegalAction(code, params, reason=reason, action=action, row=row, said=for_people(game, params))


def of_parts(game: Game, state: Array, action: Semantic) -> Exception:
    """The error for an action without an index: the rules' own check of its parts gives the Reason, if there is one."""
    if int(state["to_move"][0]) == TERMINAL:
        return IllegalAction("game_over", asdict(action), reason=GAME_OVER, action=action)
    group = game.actions.group(action)
    if group.check is not None:
        reason = int(group.check(game.params_of(state), game.record(state), *asdict(action).values()))
        if reason != OK:
            code = game.definition.reason_code(reason)
            params = asdict(action)
            return IllegalAction(code, params, reason=reason, action=action, said=for_people(game, params))
    return MalformedAction("action_without_index", action=str(action))


def for_people(game: Game, params: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of a sentence as people read them, inside words, too: `People.param_value` of each."""
    own = game.definition.people.param_value
    if own is None:
        return dict(params)

    def read(name: str, value: Any) -> Any:
        if isinstance(value, Word):
            return Word(value.code, {inner: read(inner, part) for inner, part in value.params.items()})
        return own(game, name, value)

    return {name: read(name, value) for name, value in params.items()}


def no_such_action(game: Game, index: int) -> MalformedAction:
    """The error for an index outside the actions."""
    return MalformedAction("no_such_action", index=index, last=game.actions.count - 1)


def of_redraw(game: Game, state: Array) -> RuleFault:
    """The error for a state in which the rules cannot redraw what a player does not see."""
    return RuleFault("cannot_redraw", game=game.name, ply=int(state["ply"][0]))


def of_fault(game: Game, state: Array, fault: int) -> RuleFault:
    """The error for a fault in a state: the one that the game names for it, or else a general one."""
    if fault in game.definition.faults:
        return game.definition.faults[fault](game, state)
    return RuleFault("rule_fault", game=game.name, fault=fault)
