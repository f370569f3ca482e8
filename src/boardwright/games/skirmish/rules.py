"""The rules of the skirmish: the action of each index, and its effects.

Indices: unit_slot * H + hex_slot for placements, then the pass; a cell to move to; an enemy's slot to attack; hold. All
are as the acting player sees the board. From `p.policy` on come the actions for people only: undeploy a unit, by its
number; confirm, by player; and, where people choose which unit acts next, activate one, by its number. Deployment
itself is in deployment.py, the battle in battle.py. `Reason` is from enums.py, because those modules return reasons and
are imported here.
"""

from __future__ import annotations

from boardwright.core.record import OK, TERMINAL, Array, Record
from boardwright.games.skirmish.battle import acted, activate, attack, begin, check_activate, check_hold, go, hold
from boardwright.games.skirmish.combat import check_target
from boardwright.games.skirmish.config import PLAYERS
from boardwright.games.skirmish.deployment import (
    check_confirm,
    check_pass,
    check_slots,
    check_undeploy,
    confirm,
    deploy,
    exists,
    pass_deployment,
    undeploy,
)
from boardwright.games.skirmish.enums import NOWHERE, Phase, Reason, Stat
from boardwright.games.skirmish.movement import check_move
from boardwright.games.skirmish.observation import write


def reset(p: Record, s: Record) -> None:
    """Start with an empty board; player 1 deploys first."""
    for unit in range(s.cell.shape[0]):
        s.cell[unit] = NOWHERE
        s.hp[unit] = p.stats[unit, Stat.HP_MAX]
    s.active = NOWHERE


def check(p: Record, s: Record, action: int) -> int:
    """Check an action by its kind and parts."""
    hexes, units = int(p.hex_slots), s.cell.shape[0]
    if action < p.first_move:
        return check_pass(p, s) if action == p.first_move - 1 else check_slots(p, s, action // hexes, action % hexes)
    if action < p.first_target:
        cell = cell_of(p, s, action)
        return check_move(p, s, int(p.place[cell, 0]), int(p.place[cell, 1]))
    if action < p.hold:
        target = target_of(p, s, action)
        return check_target(p, s, target) if exists(p, target) else Reason.EMPTY_SLOT
    if action == p.hold:
        return check_hold(s)
    people = action - int(p.policy)
    if people < units:
        return check_undeploy(p, s, people) if exists(p, people) else Reason.EMPTY_SLOT
    if people < units + PLAYERS:
        return check_confirm(p, s, people - units + 1)
    unit = people - units - PLAYERS
    return check_activate(p, s, unit) if exists(p, unit) else Reason.EMPTY_SLOT


def cell_of(p: Record, s: Record, action: int) -> int:
    """Return the cell of a move's index for the acting player."""
    return int(p.turned[s.to_move, action - int(p.first_move)])


def target_of(p: Record, s: Record, action: int) -> int:
    """Return the unit of an attack's index for the acting player."""
    return (1 - int(s.to_move)) * int(p.unit_slots) + action - int(p.first_target)


def chance(p: Record, s: Record, action: int) -> int:
    """A charge has a fixed number of outcomes, an attack any number of dice; other actions are deterministic."""
    if action < p.first_target or action >= p.hold:
        return 1
    return int(p.charge_faces) if s.phase == Phase.CHARGE else 0


def legal(p: Record, s: Record, out: Array) -> None:
    """Write the legal action mask by phase: placements, or the moves and targets of the active unit."""
    if s.phase == Phase.DEPLOYMENT:
        _legal_placements(p, s, out)
    elif s.phase == Phase.MOVE:
        reach, seen, first = s.reach, p.turned[s.to_move], int(p.first_move)
        for cell in range(reach.shape[0]):
            out[first + seen[cell]] = reach[cell] != 0
    else:
        first = (1 - int(s.to_move)) * int(p.unit_slots)
        for slot in range(int(p.army[1 - int(s.to_move)])):
            out[int(p.first_target) + slot] = check_target(p, s, first + slot) == OK
    out[p.hold] = check_hold(s) == OK


def _legal_placements(p: Record, s: Record, out: Array) -> None:
    """Write every unit left on every free slot that fits it; the pass if there is none."""
    hexes, player = int(p.hex_slots), int(s.to_move)
    first = player * int(p.unit_slots)
    some = False
    for slot in range(int(p.army[player])):
        if s.cell[first + slot] == NOWHERE:
            for at in range(hexes):
                # A slot without a hex fits no unit, whatever the last cell's occupant is.
                may = p.fits[first + slot, at] != 0 and s.occupant[p.hexes[player, at]] == 0
                out[slot * hexes + at] = may
                some = some or may
    out[int(p.first_move) - 1] = not some


def actor(p: Record, s: Record, action: int) -> int:
    """Return the acting player: undeploy and confirm name theirs, who need not be the player to move."""
    people, units = action - int(p.policy), s.cell.shape[0]
    if people < 0 or people >= units + PLAYERS:
        return int(s.to_move)
    return people // int(p.unit_slots) if people < units else people - units


def advance(p: Record, s: Record, action: int, draw: int) -> None:
    """Carry out one placement or activation, or an action for people."""
    hexes, units = int(p.hex_slots), s.cell.shape[0]
    people = action - int(p.policy)
    if action < p.first_move - 1:
        deploy(p, s, action // hexes, action % hexes)
        if s.phase != Phase.DEPLOYMENT:
            begin(p, s)
    elif action < p.first_move:
        pass_deployment(s)
    elif action < p.first_target:
        go(p, s, cell_of(p, s, action))
    elif action < p.hold:
        attack(p, s, target_of(p, s, action), draw)
    elif people < 0:
        hold(s)
    elif people < units:
        undeploy(p, s, people)
    elif people < units + PLAYERS:
        confirm(s, people - units)
    else:
        activate(p, s, people - units - PLAYERS)
        return
    if s.phase != Phase.DEPLOYMENT and s.to_move != TERMINAL:
        acted(p, s)


def observe(p: Record, s: Record, player: int, o: Record) -> None:
    """Write the board as the player sees it, every unit, and the score. Nothing is hidden."""
    write(p, s, player, o)
