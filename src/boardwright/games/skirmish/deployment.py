"""Deployment: the players place their own units. Plain functions on a record; the only place with these checks.

`s.cell` holds the cell of each unit, `s.occupant` is its inverse. The current deployer is `s.to_move`, and always has a
unit left: so there is always a legal placement or, if there is none, the pass.
"""

from __future__ import annotations

from boardwright.core.compiled.contract import emit
from boardwright.core.record import OK, TERMINAL, Record
from boardwright.games.skirmish.enums import (
    ALTERNATED,
    DEADLOCK,
    NOWHERE,
    UNITS_PLACED,
    Event,
    Phase,
    Reason,
)


def check_deploy(p: Record, s: Record, unit: int, col: int, row: int) -> int:
    """Check the placement of a unit on a hex: the conditions in order, each with its Reason."""
    if s.phase != Phase.DEPLOYMENT:
        return Reason.NOT_DEPLOYMENT
    if not exists(p, unit):
        return Reason.NO_SUCH_UNIT
    player = unit // int(p.unit_slots)
    if player != s.to_move:
        return Reason.NOT_YOUR_UNIT
    if s.cell[unit] != NOWHERE:
        return Reason.ALREADY_DEPLOYED
    if col < 0 or col >= p.cols or row < 0 or row >= p.rows:
        return Reason.OFF_BOARD
    cell = int(p.at[col, row])
    if cell < 0:
        return Reason.NO_HEX
    if p.wall[cell] != 0:
        return Reason.WALL
    if p.zone[player, cell] == 0:
        return Reason.OUTSIDE_ZONE
    if s.occupant[cell] != 0:
        return Reason.OCCUPIED
    return OK if p.only[unit, cell] != 0 else Reason.UNIT_NOT_ALLOWED


def check_slots(p: Record, s: Record, unit_slot: int, hex_slot: int) -> int:
    """Check a placement by slots of the acting player. Empty slots are refused."""
    if s.phase != Phase.DEPLOYMENT:
        return Reason.NOT_DEPLOYMENT
    player = int(s.to_move)
    cell = int(p.hexes[player, hex_slot])
    if unit_slot >= p.army[player] or cell < 0:
        return Reason.EMPTY_SLOT
    unit = player * int(p.unit_slots) + unit_slot
    return check_deploy(p, s, unit, int(p.place[cell, 0]), int(p.place[cell, 1]))


def check_pass(p: Record, s: Record) -> int:
    """The pass is legal only without a legal placement."""
    if s.phase != Phase.DEPLOYMENT:
        return Reason.NOT_DEPLOYMENT
    return Reason.PLACEMENT_EXISTS if placement_exists(p, s, int(s.to_move)) else OK


def check_undeploy(p: Record, s: Record, unit: int) -> int:
    """A placed unit may be taken back until its player confirms, and no more often than the player has units."""
    if s.phase != Phase.DEPLOYMENT:
        return Reason.NOT_DEPLOYMENT
    if not exists(p, unit):
        return Reason.NO_SUCH_UNIT
    if s.cell[unit] == NOWHERE:
        return Reason.NOT_DEPLOYED
    player = unit // int(p.unit_slots)
    if s.confirmed[player] != 0:
        return Reason.CONFIRMED
    return OK if s.undeploys[player] < p.army[player] else Reason.NO_UNDEPLOY_LEFT


def check_confirm(p: Record, s: Record, player: int) -> int:
    """A player (1 or 2) may confirm once, when every unit is placed."""
    if s.phase != Phase.DEPLOYMENT:
        return Reason.NOT_DEPLOYMENT
    if player < 1 or player > s.confirmed.shape[0]:
        return Reason.NO_SUCH_PLAYER
    if units_left(p, s, player - 1) > 0:
        return Reason.UNITS_LEFT
    return OK if s.confirmed[player - 1] == 0 else Reason.CONFIRMED


def exists(p: Record, unit: int) -> bool:
    """Whether a unit of this number exists."""
    slots = int(p.unit_slots)
    return bool(0 <= unit < p.stats.shape[0] and unit % slots < p.army[unit // slots])


def units_left(p: Record, s: Record, player: int) -> int:
    """Return the number of units that a player has still to deploy."""
    first, left = player * int(p.unit_slots), 0
    for unit in range(first, first + int(p.army[player])):
        left += int(s.cell[unit] == NOWHERE and s.hp[unit] != 0)
    return left


def placement_exists(p: Record, s: Record, player: int) -> bool:
    """Whether a player has a legal placement."""
    first = player * int(p.unit_slots)
    for unit in range(first, first + int(p.army[player])):
        if s.cell[unit] == NOWHERE:
            for slot in range(p.fits.shape[1]):
                if p.fits[unit, slot] != 0 and s.occupant[p.hexes[player, slot]] == 0:
                    return True
    return False


def next_deployer(mode: int, deployer: int, left: int, left_other: int) -> int:
    """Return the next deployer, TERMINAL when no units are left. The only place that decides the order."""
    if left == 0 and left_other == 0:
        return TERMINAL
    if mode == ALTERNATED:
        return 1 - deployer if left_other > 0 else deployer
    return deployer if left > 0 else 1 - deployer


def deploy(p: Record, s: Record, unit_slot: int, hex_slot: int) -> None:
    """Place a unit, and pass the turn to the next deployer or to the battle."""
    player = int(s.to_move)
    unit = player * int(p.unit_slots) + unit_slot
    cell = int(p.hexes[player, hex_slot])
    s.cell[unit] = cell
    s.occupant[cell] = unit + 1
    s.tally[player, UNITS_PLACED] += 1
    emit(s, Event.DEPLOYED, unit, int(p.place[cell, 0]), int(p.place[cell, 1]))
    s.to_move = next_deployer(int(p.order_mode), player, units_left(p, s, player), units_left(p, s, 1 - player))
    if s.to_move == TERMINAL:
        emit(s, Event.DEPLOYMENT_COMPLETE, 0, 0, 0)
        s.phase = p.next_phase


def pass_deployment(s: Record) -> None:
    """End with the fault DEADLOCK: no later placement frees a hex, so deployment can never be completed."""
    emit(s, Event.DEADLOCK, int(s.to_move), 0, 0)
    s.fault = DEADLOCK
    s.to_move = TERMINAL


def undeploy(p: Record, s: Record, unit: int) -> None:
    """Take a unit back. The player to move stays the same."""
    player, cell = unit // int(p.unit_slots), int(s.cell[unit])
    s.cell[unit] = NOWHERE
    s.occupant[cell] = 0
    s.undeploys[player] = int(s.undeploys[player]) + 1
    s.tally[player, UNITS_PLACED] -= 1
    emit(s, Event.UNDEPLOYED, unit, int(p.place[cell, 0]), int(p.place[cell, 1]))


def confirm(s: Record, player: int) -> None:
    """Confirm a player's (0 or 1) deployment: no unit can be taken back. Deployment does not wait for it."""
    s.confirmed[player] = 1
    emit(s, Event.CONFIRMED, player, 0, 0)
