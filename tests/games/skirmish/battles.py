"""States of a battle for tests: units where a test wants them, in the phase it wants, and draws with chosen faces."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from functools import cache
from typing import Any

from boardwright.core import dice
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.games.skirmish.battle import go_on
from boardwright.games.skirmish.enums import NOWHERE, Flag, Phase, Reason

from .scenarios import Change, load, tables

Places = Mapping[str, tuple[int, int]]


def settings(**values: Any) -> Change:
    """Other numbers of a round."""
    return lambda data: data["game"]["battle"].update(values)


def weapon(kind: str, name: str, **values: Any) -> Change:
    """Another RNG or CC for a type of unit."""
    return lambda data: data["types"][kind][name].update(values)


def stats(kind: str, **values: Any) -> Change:
    return lambda data: data["types"][kind].update(values)


def prepared(
    game: Game,
    places: Places,
    phase: Phase = Phase.MOVE,
    *,
    turn: int = 1,
    in_round: int = 2,
    hp: Mapping[str, int] | None = None,
    flags: Mapping[str, int] | None = None,
    control: Mapping[int, int] | None = None,
    vp: tuple[int, int] = (0, 0),
) -> Array:
    """Units on these hexes and nobody else, at the beginning of a phase of a player's turn."""
    made, state = tables(game), game.new()
    for unit, number in made.number.items():
        if unit in places:
            cell = made.grid.at(*places[unit])
            assert cell >= 0
            assert not made.walls[cell]
            state["cell"][0, number], state["occupant"][0, cell] = cell, number + 1
            state["hp"][0, number] = (hp or {}).get(unit, state["hp"][0, number])
            state["status"][0, number] = (flags or {}).get(unit, 0)
        else:
            state["hp"][0, number] = 0
    state["phase"], state["turn"], state["to_move"], state["battle_round"] = phase, turn - 1, turn - 1, in_round
    for number, holder in (control or {}).items():
        state["control"][0, number - 1] = holder
    state["vp"] = vp
    go_on(game.params_of(state), game.record(state), True)
    return state


PINNED = (
    settings(pierce_base=4, opening_penalty=0),
    weapon("captain", "RNG", RANGE=10),
    weapon("alpha", "RNG", RANGE=6),
    weapon("spitter", "CC", DICE=2),
    stats("scout", HP_MAX=4),
)
"""Numbers that cases count with. The preset's own are chosen for balance, and may change."""


def small(*changes: Change) -> Game:
    return load("small", "sequential", *PINNED, *changes)


def active(game: Game, state: Array) -> str | None:
    """The unit that acts."""
    number = int(state["active"][0])
    return None if number == NOWHERE else tables(game).unit_id(number)


def acting(game: Game, state: Array) -> tuple[str, str | None]:
    """The phase and the unit that acts in it."""
    return Phase(int(state["phase"][0])).name.lower(), active(game, state)


def do(game: Game, state: Array, text: str, draw: int = 0) -> list[tuple[Any, ...]]:
    """Carry out a typed action, and return the events of the step: code, then parameters."""
    index = game.index(state, game.actions.from_text(text))
    game.step(state, [index], [draw])
    return events(game, state)


def events(game: Game, state: Array) -> list[tuple[Any, ...]]:
    return [(event.code.removeprefix("skirmish.event."), *event.params.values()) for event in game.events(state, None)]


def why(game: Game, state: Array, text: str) -> Reason | int:
    """The reason for refusing a typed action, 0 if it is legal."""
    action = game.actions.from_text(text)
    index = game.actions.encode(action, int(state["to_move"][0]))
    if index is not None:
        return int(game.why_not(state, [index])[0])
    check = game.actions.group(action).check
    assert check is not None
    return int(check(game.params_of(state), game.record(state), *vars(action).values()))


@cache
def rolls(*faces: int) -> int:
    """63 bits whose first dice show these faces."""
    for draw in itertools.count():
        bits = draw
        for face in faces:
            bits = dice.mix(bits)
            if dice.below(bits, 6) + 1 != face:
                break
        else:
            return draw
    raise AssertionError


def charge_roll(first: int, second: int) -> int:
    """The draw of a charge whose two dice show these faces."""
    return first - 1 + 6 * (second - 1)


def flags_of(game: Game, state: Array, unit: str) -> set[str]:
    status = int(state["status"][0, tables(game).number[unit]])
    return {flag.name.lower() for flag in Flag if status & flag}


def place_of(game: Game, state: Array, unit: str) -> tuple[int, int] | None:
    cell = int(state["cell"][0, tables(game).number[unit]])
    return None if cell == NOWHERE else tables(game).grid.places[cell]


def hp_of(game: Game, state: Array, unit: str) -> int:
    return int(state["hp"][0, tables(game).number[unit]])


def over(state: Array) -> bool:
    return bool(state["to_move"][0] == TERMINAL)
