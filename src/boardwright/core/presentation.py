"""Outputs of one state: a view for people, events in words, plain data for files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from boardwright.core import refusals, visibility, words
from boardwright.core.compiled.loops import raw_bytes
from boardwright.core.errors import ConfigError, HistoryError, KernelError
from boardwright.core.record import OK, TERMINAL, Array
from boardwright.core.view import Board, Cell, Choice, Outcome, Scene, Text, View

if TYPE_CHECKING:
    from boardwright.core.game import Game


Choices = dict[tuple[int, int], Choice]
"""Choices of a game by action and mover, to be used again. They hold mutable data: for callers that change nothing."""

Move = tuple[int, int]
"""An action, and the player who took it."""


def view(game: Game, state: Array, player: int, known: Choices | None = None) -> View:
    """A player's view: the game's own scene, and the parts that every game has in common.

    `known` are choices of other views of the game. What is in it already is not made again.
    """
    scene = game.definition.scene(game, state, player)
    s = game.record(state)
    mover = int(s.to_move)
    over = mover == TERMINAL
    memory = {} if known is None else known
    choices = [_choice(game, action, mover, scene, memory) for action in visibility.own_actions(game, state, player)]
    # Set even where there are no edges yet: a board that changes its shape is hard to follow.
    gaps = scene.board.gaps or bool(scene.sides or scene.board.edges)
    outcome = Outcome(returns=tuple(map(float, s.returns)), truncated=bool(s.truncated)) if over else None
    return View(
        game=game.name,
        version=game.version,
        player=player,
        to_move=None if over else mover,
        phase=phase(game, state),
        ply=int(s.ply),
        board=scene.board.model_copy(update={"gaps": gaps}),
        panels=scene.panels,
        details=scene.details,
        choices=tuple(choices),
        events=narration(game, state, player),
        outcome=outcome,
        prompt=prompt(game, state, player) if choices else None,
        summary=_summary(game, state) if over else (),
    )


def _choice(game: Game, action: int, mover: int, scene: Scene, known: Choices) -> Choice:
    cells, press, sides = scene.targets.get(action, ()), scene.presses.get(action), scene.sides.get(action, ())
    source = scene.sources.get(action, "")
    choice = known.get((action, mover))
    if choice is None:
        choice = known[action, mover] = Choice(
            action=action,
            semantic=game.actions.to_dict(action, mover),
            text=game.actions.to_text(action, mover),
            cells=cells,
            press=press,
            sides=sides,
            label=label(game, action, mover),
            source=source,
        )
    elif (choice.cells, choice.press, choice.sides, choice.source) != (cells, press, sides, source):
        # Its words are of the action and the mover alone; a scene has validated the rest.
        drawn = {"cells": cells, "press": press, "sides": sides, "source": source}
        choice = known[action, mover] = choice.model_copy(update=drawn)
    return choice


def label(game: Game, action: int, mover: int) -> Text | None:
    """What an action of a player does, in words: the game's own, or its word `<game>.action.<kind>`; None without."""
    own = game.definition.people.label
    if own is not None:
        return Text.of(own(game, action, mover))
    fields = game.actions.to_dict(action, mover)
    code = f"{game.name}.action.{fields.pop('kind')}"
    return Text(code=code, params=fields) if code in words.codes(game.name) else None


def prompt(game: Game, state: Array, player: int) -> Text | None:
    """What is asked of a player: in the game's own words, or by the word `<game>.prompt.<phase>`; None without."""
    own = game.definition.people.prompt
    if own is not None:
        return Text.of(own(game, state, player))
    code = f"{game.name}.prompt.{phase(game, state)}"
    return Text(code=code) if code in words.codes(game.name) else None


def phase(game: Game, state: Array) -> str:
    """The name of a state's phase."""
    names, number = game.definition.phases, int(state["phase"][0])
    if number >= len(names):
        raise KernelError("phase_undeclared", game=game.name, phase=number, phases=len(names))
    return names[number]


def _summary(game: Game, state: Array) -> tuple[Text, ...]:
    own = game.definition.people.summary
    return () if own is None else tuple(Text.of(word) for word in own(game, state))


def with_owners(game: Game, board: Board, moves: Iterable[Move], reader: int | None) -> Board:
    """The board with each edge that names its action given to the player who took it, as far as the reader may know.

    `moves` are those of the line that led here, oldest first: who took an action last owns its edge.
    """
    if all(edge.action is None for edge in board.edges):
        return board
    owners = {action: player for action, player in moves if visibility.sees_action(game, action, player, reader)}
    edges = [
        edge.model_copy(update={"owner": owners[edge.action]})
        if edge.owner is None and edge.action is not None and edge.action in owners
        else edge
        for edge in board.edges
    ]
    return board.model_copy(update={"edges": tuple(edges)})


def picture(game: Game) -> Board:
    """The board of a typical position of a game, as its first player sees it."""
    state, dice = game.new(), np.random.default_rng(0)
    moves: list[Move] = []
    for text in game.definition.people.picture:
        index = game.index(state, game.actions.from_text(text))
        bits = dice.integers(0, 2**63, 1)
        moves.append((index, int(state["to_move"][0])))
        state = game.apply(state, index, int(game.inspect(state, [index]).draws(bits)[0]))
    return with_owners(game, view(game, state, 0).board, moves, 0)


def cells_named(game: Game, action: int, mover: int, cells: Sequence[Cell]) -> tuple[int, ...]:
    """The cells that an action names: by its field `cell`, or by `row` and `col` where a cell of the board has them."""
    fields = game.actions.to_dict(action, mover)
    if isinstance(cell := fields.get("cell"), int) and 0 <= cell < len(cells):
        return (cell,)
    if {"row", "col"} <= fields.keys():
        place = (fields["row"], fields["col"])
        return tuple(number for number, cell in enumerate(cells) if (cell.row, cell.col) == place)
    return ()


def events(game: Game, state: Array, player: int | None) -> tuple[Text, ...]:
    """The events of the last step that a player sees, in order; with None all of them."""
    if not game.layout.events:
        return ()
    kinds = {int(kind): (kind.name.lower(), names) for kind, names in game.definition.events.items()}
    event_value = game.definition.people.event_value
    texts = []
    for event in state["events"][0][: state["event_count"][0]].tolist():
        if not visibility.sees_event(game, event, player):
            continue
        kind, *values = event
        if kind not in kinds:
            raise KernelError("event_undeclared", game=game.name, kind=kind)
        name, names = kinds[kind]
        params = dict(zip(names, values))
        if event_value is not None:
            params = {param: event_value(game, state, param, value) for param, value in params.items()}
        texts.append(Text(code=f"{game.name}.event.{name}", params=params))
    return tuple(texts)


def narration(game: Game, state: Array, player: int | None) -> tuple[Text, ...]:
    """The sentences about the last step for a player: several events may make one sentence."""
    narrate = game.definition.people.narrate
    seen = events(game, state, player)
    told = seen if narrate is None else narrate(seen)
    if game.definition.people.param_value is None:
        return told
    return tuple(Text(code=text.code, params=refusals.for_people(game, text.params)) for text in told)


def line(game: Game, state: Array, actions: Sequence[int]) -> list[str]:
    """The texts of successive actions. Where draws are unknown, all are written as the mover's."""
    state, texts = state.copy(), []
    for action in actions:
        texts.append(game.actions.to_text(action, int(state["to_move"][0])))
        if not game.has_chance and game.definition.perfect_information and game.why_not(state, [action])[0] == OK:
            game.step(state, [action])
    return texts


def text_key(game: Game, state: Array) -> str:
    """A position as text for tables: the game's own notation, or its bytes in hexadecimal."""
    if game.definition.people.text_key is not None:
        return game.definition.people.text_key(game, state)
    s = game.record(state)
    position = raw_bytes(state)[0, game.state.position_start :].tobytes().hex()
    return f"{int(s.to_move)}.{int(s.phase)}.{position}"


def to_dict(game: Game, state: Array) -> dict[str, Any]:
    """A state as plain data, field by field."""
    fields = [name for name in state.dtype.names or () if name[0] != "_" and name != game.tag]
    values = {name: state[name][0].tolist() for name in fields}
    return {"game": game.name, "version": game.version, "state": values}


def from_dict(game: Game, data: Mapping[str, Any]) -> Array:
    """Read the data of `to_dict`, strictly: every field, and no other."""
    if data.get("game") != game.name or data.get("version") != game.version:
        stored = f"{data.get('game')} {data.get('version')}"
        raise HistoryError("history_version", found=stored, wanted=f"{game.name} {game.version}")
    out = np.zeros(1, game.state_dtype)
    known = to_dict(game, out)["state"]
    given = data.get("state")
    if not isinstance(given, Mapping):
        raise ConfigError("config_missing", path="state")
    for name in known:
        if name not in given:
            raise ConfigError("config_missing", path=f"state.{name}")
        field = game.state_dtype[name]
        value = _exactly(given[name], field)
        if value is None:
            expected = f"{field.base.name} {list(field.shape)}"
            raise ConfigError("config_value", path=f"state.{name}", value=given[name], expected=expected)
        out[name] = value
    for name in given:
        if name not in known:
            raise ConfigError("config_unknown", path=f"state.{name}", known=list(known))
    # Compiled code indexes tables by these without bounds checks.
    limits = {"variant": len(game.configs), "to_move": game.players, "phase": len(game.definition.phases)}
    for name, limit in limits.items():
        if not (TERMINAL if name == "to_move" else 0) <= int(out[name][0]) < limit:
            raise ConfigError("config_value", path=f"state.{name}", value=given[name], expected=f"< {limit}")
    return out


def _exactly(value: Any, field: np.dtype[Any]) -> Array | None:
    """A value in a field's dtype and shape, None if the conversion would change it."""
    try:
        given = np.array(value)
        held = given.astype(field.base).reshape(field.shape)
        same = np.array_equal(held, given.reshape(field.shape), equal_nan=field.base.kind == "f")
    except (TypeError, ValueError, OverflowError):
        return None
    return held if same and (given.dtype.kind in "iu" or field.base.kind == "f") else None
