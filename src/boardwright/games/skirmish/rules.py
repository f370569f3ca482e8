"""The rules of the skirmish: which action an index is, and what comes of it. Deployment itself is in deployment.py.

Indices: unit_slot * H + hex_slot for placements, then the pass; both in the slots of the player who acts. From
`p.policy` on come the actions that only people have: undeploy a unit, by its number, and confirm, by player.
"""

from __future__ import annotations

from boardwright.core.record import TERMINAL, Array, Record
from boardwright.core.stubs import emit
from boardwright.games.skirmish.deployment import (
    check_confirm,
    check_pass,
    check_slots,
    check_undeploy,
    confirm,
    deploy,
    exists,
    pass_deployment,
    placement_exists,
    undeploy,
    units_left,
)
from boardwright.games.skirmish.terms import NOWHERE, WHOLE, Event, Phase, Reason

OWN_UNITS = 4
"""The first plane that changes; the enemy's units are on the next."""

FIRST_STAT = 6
"""The column of the unit table from which on it repeats `p.stats`."""


def reset(p: Record, s: Record) -> None:
    """Nobody is on the board; player 1 deploys first."""
    for unit in range(s.cell.shape[0]):
        s.cell[unit] = NOWHERE
        s.hp[unit] = p.stats[unit, 0]


def check(p: Record, s: Record, action: int) -> int:
    """The kind of action, then its parts."""
    hexes = int(p.hex_slots)
    pass_index = int(p.unit_slots) * hexes
    if action < pass_index:
        return check_slots(p, s, action // hexes, action % hexes)
    if action == pass_index:
        return check_pass(p, s)
    people = action - int(p.policy)
    if people < s.cell.shape[0]:
        return check_undeploy(p, s, people) if exists(p, people) else Reason.EMPTY_SLOT
    return check_confirm(p, s, people - s.cell.shape[0] + 1)


def legal(p: Record, s: Record, out: Array) -> None:
    """Every unit that is left on every slot that is free and fits it; the pass where there is none."""
    hexes = int(p.hex_slots)
    pass_index = int(p.unit_slots) * hexes
    out[:] = False
    if s.phase != Phase.DEPLOYMENT:
        return
    player = int(s.to_move)
    first = player * int(p.unit_slots)
    some = False
    for slot in range(int(p.army[player])):
        if s.cell[first + slot] == NOWHERE:
            for at in range(hexes):
                # A slot without a hex fits no unit, whatever the last cell's occupant is.
                may = p.fits[first + slot, at] != 0 and s.occupant[p.hexes[player, at]] == 0
                out[slot * hexes + at] = may
                some = some or may
    out[pass_index] = not some


def actor(p: Record, s: Record, action: int) -> int:
    """Undeploying and confirming name their player, who need not be the one to move."""
    people = action - int(p.policy)
    if people < 0:
        return int(s.to_move)
    units = s.cell.shape[0]
    return people // int(p.unit_slots) if people < units else people - units


def advance(p: Record, s: Record, action: int, draw: int) -> None:
    """One placement a step, or what people do beside it."""
    hexes = int(p.hex_slots)
    pass_index = int(p.unit_slots) * hexes
    people = action - int(p.policy)
    if action < pass_index:
        deploy(p, s, action // hexes, action % hexes)
        if s.phase != Phase.DEPLOYMENT:
            begin_battle(s)
    elif action == pass_index:
        pass_deployment(s)
    elif people < s.cell.shape[0]:
        undeploy(p, s, people)
    else:
        confirm(s, people - s.cell.shape[0])


def begin_battle(s: Record) -> None:
    """Deployment is complete, player 1's first turn begins. The battle is still to come: the game ends here, drawn."""
    emit(s, Event.COMMAND_PHASE if s.phase == Phase.COMMAND else Event.MOVE_PHASE, 0, 1, 0)
    s.to_move = TERMINAL


def observe(p: Record, s: Record, player: int, o: Record) -> None:
    """The board as the player sees it, every unit, and how far deployment is. Nothing is hidden."""
    planes = o.planes.reshape(o.planes.size)
    scenery = p.scenery[player]
    for at in range(scenery.shape[0]):
        planes[at] = scenery[at]
    area = int(p.rows) * int(p.cols)
    slots = int(p.unit_slots)
    for row in range(s.cell.shape[0]):
        # Own units first, then the other player's.
        unit = row if player == 0 else (row + slots) % s.cell.shape[0]
        slot = row % slots
        if slot >= p.army[unit // slots]:
            continue
        o.units[row, 0] = 1
        o.units[row, 2] = NOWHERE
        o.units[row, 3] = NOWHERE
        o.units[row, 4] = s.hp[unit]
        o.units[row, 5] = slot
        for stat in range(p.stats.shape[1]):
            o.units[row, FIRST_STAT + stat] = p.stats[unit, stat]
        if s.cell[unit] != NOWHERE:
            cell = int(p.turned[player, s.cell[unit]])
            o.units[row, 1] = 1
            o.units[row, 2] = p.place[cell, 0]
            o.units[row, 3] = p.place[cell, 1]
            plane = OWN_UNITS if row < slots else OWN_UNITS + 1
            planes[plane * area + int(p.spot[cell])] = int(s.hp[unit]) * WHOLE // int(p.stats[unit, 0])
    o.phase[s.phase] = 1
    o.seat = player
    o.units_left[0] = units_left(p, s, player)
    o.units_left[1] = units_left(p, s, 1 - player)
    if s.phase == Phase.DEPLOYMENT and s.to_move != TERMINAL:
        o.deploying = s.to_move == player
        o.can_place = placement_exists(p, s, int(s.to_move))
