"""The names of units and actions for people: a unit is its name and its sign on the board, such as `Captain C1`.

Ids stay in notation, JSON and `details`.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from boardwright.core.actions import Semantic
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.core.words import Word
from boardwright.games.skirmish.actions import ActivateUnit, DeployUnit, Move, Target, UndeployUnit
from boardwright.games.skirmish.enums import NOWHERE, PHASES, READY, Phase
from boardwright.games.skirmish.setup import Setup, setup

UNITS = frozenset({"unit", "target", "unit_id"})
"""The parameters of sentences that hold a unit's id."""


def sign(made: Setup, number: int) -> str:
    """Return a unit's sign on the board: capitals for player 1 and small letters for player 2, to differ uncoloured."""
    player, slot = divmod(number, made.unit_slots)
    letter = made.units[player][slot].type[0]
    return f"{letter.upper() if player == 0 else letter.lower()}{slot + 1}"


def title(made: Setup, number: int) -> str:
    """Return a unit's name with its sign."""
    player, slot = divmod(number, made.unit_slots)
    return f"{made.units[player][slot].name} {sign(made, number)}"


def unit(made: Setup, number: int) -> Word:
    """Return a unit as a word: people read its title, programs its id."""
    return Word("skirmish.unit", {"unit_id": made.unit_id(number), "title": title(made, number)})


def param_value(game: Game, name: str, value: Any) -> Any:
    """Return a parameter of a sentence as people read it: a unit instead of its id."""
    made = first_setup(game)
    return unit(made, made.number[value]) if name in UNITS and value in made.number else value


def label(game: Game, action: int, player: int) -> Word:
    """Return what an action does."""
    fields = asdict(game.actions.decode(action, player))
    named = {name: param_value(game, name, value) for name, value in fields.items()}
    return Word(f"skirmish.action.{game.actions.group_of(action).name}", named)


def prompt(game: Game, state: Array, player: int) -> Word:
    """Return what is asked: a unit and a hex with the number of units left; in battle the round, phase and unit."""
    made, phase = first_setup(game), int(state["phase"][0])
    if phase == Phase.DEPLOYMENT:
        own = range(player * made.unit_slots, player * made.unit_slots + len(made.units[player]))
        left = sum(int(state["cell"][0, number]) == NOWHERE for number in own)
        # Taking back and confirming are offered out of turn, too.
        deploys = int(state["to_move"][0]) == player
        return Word("skirmish.prompt.deployment", {"left": left}) if deploys else Word("skirmish.prompt.waiting")
    active = int(state["active"][0])
    ready = (state["status"][0] & READY).nonzero()[0]
    others = Word("skirmish.prompt.others") if any(number != active for number in ready) else ""
    params = {"round": int(state["battle_round"][0]), "unit": unit(made, active), "others": others}
    return Word(f"skirmish.prompt.{PHASES[phase]}", params)


def meant(game: Game, state: Array, cell: int) -> list[tuple[str, Semantic]]:
    """Return the actions that a press on a hex asks for, each with its source: some have no index.

    During deployment these are the placements of the units that are left; a unit on the hex is one to take back only
    by the other press. In battle it is a move or an attack, by the phase and by what stands there, or a unit of one's
    own to act next.
    """
    made, mover = first_setup(game), int(state["to_move"][0])
    if mover == TERMINAL or not 0 <= cell < made.grid.cells:
        return []
    col, row = made.grid.places[cell]
    if state["phase"][0] == Phase.DEPLOYMENT:
        own = enumerate(made.units[mover], mover * made.unit_slots)
        left = [soldier.id for number, soldier in own if state["cell"][0, number] == NOWHERE]
        return [(unit_id, DeployUnit(unit_id, col, row)) for unit_id in left]
    occupant = int(state["occupant"][0, cell]) - 1
    if chosen(game) and occupant >= 0 and occupant // made.unit_slots == mover:
        return [("", ActivateUnit(str(made.unit_id(occupant))))]
    if state["phase"][0] == Phase.MOVE or occupant < 0:
        return [("", Move(col, row))]
    return [("", Target(str(made.unit_id(occupant))))]


def chosen(game: Game) -> bool:
    """Whether people choose which unit acts next."""
    return any(group.kind is ActivateUnit for group in game.actions.groups)


def sources(game: Game, made: Setup, mover: int) -> dict[int, str]:
    """Return the unit that each placement, attack, taking back and choice begins from or is aimed at."""
    hexes, target, back = made.slots.shape[1], game.actions.offset(Target), game.actions.offset(UndeployUnit)
    begun = {
        slot * hexes + at: soldier.id
        for slot, soldier in enumerate(made.units[mover])
        for at in range(len(made.pools[mover]))
    }
    begun |= {target + slot: enemy.id for slot, enemy in enumerate(made.units[1 - mover])}
    named = [back, game.actions.offset(ActivateUnit)] if chosen(game) else [back]
    return begun | {first + number: unit_id for first in named for unit_id, number in made.number.items()}


def first_setup(game: Game) -> Setup:
    """Return the tables of the first scenario, which texts for people follow."""
    return setup(game.configs[0])  # type: ignore[arg-type]  # a game's configuration is of its own kind
