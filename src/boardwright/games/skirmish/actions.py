"""The actions. They name units and hexes in board coordinates; indices are relative to each player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from boardwright.core.actions import Actions, Group
from boardwright.core.record import Record
from boardwright.games.skirmish.battle import check_activate, check_hold
from boardwright.games.skirmish.combat import check_target
from boardwright.games.skirmish.config import PLAYERS, Configuration
from boardwright.games.skirmish.deployment import check_confirm, check_deploy, check_undeploy
from boardwright.games.skirmish.enums import NOWHERE
from boardwright.games.skirmish.movement import check_move
from boardwright.games.skirmish.setup import NO_SLOT, Setup, setup

NOBODY = "-"
"""The id of an empty unit slot."""


@dataclass(frozen=True)
class DeployUnit:
    """Place a unit that is not placed yet."""

    unit_id: str
    col: int
    row: int


@dataclass(frozen=True)
class PassDeployment:
    """Say that no unit can be placed, which ends the match with an error."""


@dataclass(frozen=True)
class Move:
    """Go to a hex with the active unit."""

    col: int
    row: int


@dataclass(frozen=True)
class Target:
    """Shoot at, charge or fight an enemy with the active unit, by the phase."""

    unit_id: str


@dataclass(frozen=True)
class Hold:
    """Do nothing with the active unit in this phase."""


@dataclass(frozen=True)
class UndeployUnit:
    """Take one's own unit back."""

    unit_id: str


@dataclass(frozen=True)
class ConfirmDeployment:
    """Confirm the deployment of player 1 or 2, who can then take no unit back."""

    player: int


@dataclass(frozen=True)
class ActivateUnit:
    """Choose the unit that acts next, where people choose it."""

    unit_id: str


def actions(config: Configuration) -> Actions:
    """Return the action space: placements by slots, the pass and the battle's actions; the rest for people only."""
    made = setup(config)
    units, hexes = made.unit_slots, made.slots.shape[1]
    chosen = config.game.battle.activation_choice == "chosen"
    return Actions(
        [
            _deploy(made, units, hexes),
            Group(PassDeployment, {}),
            _move(made),
            _target(made),
            Group(Hold, {}, check=lambda _, s: check_hold(s)),
        ],
        people=[
            _by_unit(made, UndeployUnit, check_undeploy),
            Group(
                ConfirmDeployment,
                count=PLAYERS,
                encode=lambda action: action.player - 1 if 1 <= action.player <= PLAYERS else None,
                decode=lambda rank: ConfirmDeployment(rank + 1),
                check=check_confirm,
                strays=[ConfirmDeployment(0), ConfirmDeployment(PLAYERS + 1)],
            ),
            *([_by_unit(made, ActivateUnit, check_activate)] if chosen else []),
        ],
    )


def _by_unit(made: Setup, kind: type[Any], check: Callable[[Record, Record, int], int]) -> Group:
    """Return the actions that name a unit by its id, in the order of numbers."""
    return Group(
        kind,
        count=PLAYERS * made.unit_slots,
        encode=lambda action: made.number.get(action.unit_id),
        decode=lambda rank: kind(made.unit_id(rank) or NOBODY),
        check=lambda p, s, unit_id: check(p, s, made.number.get(unit_id, NOWHERE)),
        strays=[kind(NOBODY)],
    )


def _deploy(made: Setup, units: int, hexes: int) -> Group:
    slot_of = [{cell: slot for slot, cell in enumerate(pool)} for pool in made.pools]

    def encode(action: DeployUnit, player: int) -> int | None:
        # A unit of the other player has no index here: the rules then refuse it by owner.
        unit = made.number.get(action.unit_id, NOWHERE)
        if unit // units != player:
            return None
        slot = slot_of[player].get(made.grid.at(action.col, action.row))
        return None if slot is None else unit % units * hexes + slot

    def decode(rank: int, player: int) -> DeployUnit:
        unit = made.unit_id(player * units + rank // hexes) or NOBODY
        cell = int(made.slots[player, rank % hexes])
        return DeployUnit(unit, *(made.grid.places[cell] if cell != NO_SLOT else (NOWHERE, NOWHERE)))

    def check(p: Record, s: Record, unit_id: str, col: int, row: int) -> int:
        return check_deploy(p, s, made.number.get(unit_id, NOWHERE), col, row)

    return Group(
        DeployUnit,
        count=units * hexes,
        encode=encode,
        decode=decode,
        check=check,
        seated=True,
        strays=_strays(made),
    )


def _move(made: Setup) -> Group:
    def encode(action: Move, player: int) -> int | None:
        cell = made.grid.at(action.col, action.row)
        return None if cell < 0 else int(made.turned[player][cell])

    return Group(
        Move,
        count=made.grid.cells,
        encode=encode,
        decode=lambda rank, player: Move(*made.grid.places[made.turned[player][rank]]),
        check=check_move,
        seated=True,
        strays=[Move(*place) for place in _nowhere(made)],
    )


def _target(made: Setup) -> Group:
    units = made.unit_slots

    def encode(action: Target, player: int) -> int | None:
        # A unit of one's own has no index here: the rules then refuse it by owner.
        unit = made.number.get(action.unit_id, NOWHERE)
        return unit % units if unit // units == 1 - player else None

    return Group(
        Target,
        count=units,
        encode=encode,
        decode=lambda rank, player: Target(made.unit_id((1 - player) * units + rank) or NOBODY),
        check=lambda p, s, unit_id: check_target(p, s, made.number.get(unit_id, NOWHERE)),
        seated=True,
        strays=[Target(NOBODY), *(Target(unit.id) for _, _, unit in made.roster)],
    )


def _nowhere(made: Setup) -> list[tuple[int, int]]:
    """Return places off the board, and some on it without a hex."""
    grid = made.grid
    gaps = [(col, row) for col in range(grid.cols) for row in range(grid.rows) if grid.at(col, row) < 0]
    return [(NOWHERE, NOWHERE), (grid.cols, grid.rows), *gaps[:2]]


def _strays(made: Setup) -> list[DeployUnit]:
    """Return placements without an index: off the board, on a wall, outside the zone, of no unit."""
    grid = made.grid
    gone, walls = _nowhere(made), [grid.places[cell] for cell in range(grid.cells) if made.walls[cell]]
    kinds = [gone[:2], gone[2:], walls]
    strays = [DeployUnit(NOBODY, 0, 0)]
    for player, _, unit in made.roster:
        outside = [grid.places[cell] for cell in range(grid.cells) if not made.zones[player, cell]]
        for places in (*kinds, outside):
            strays += [DeployUnit(unit.id, col, row) for col, row in places[:2]]
    return strays
