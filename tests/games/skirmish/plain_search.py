"""The reach of a unit by a search of another kind: over the whole board again and again, until nothing changes."""

from __future__ import annotations

from boardwright.core.compiled.compiler import kernel, loop
from boardwright.core.record import Array, Record
from boardwright.games.skirmish.enums import NOWHERE, Phase, Stat

MOVE, CHARGE = int(Phase.MOVE), int(Phase.CHARGE)
STRIDE = int(Stat.MOVE)
FAR, SHUT = 200, 201
"""No way there, and nobody may be there."""


@kernel
def beside_enemy(row: Record, s: Record, cell: int, mover: int) -> bool:
    """Whether an enemy is one step away, by distance."""
    slots = row.unit_slots
    for unit in range((1 - mover) * slots, (2 - mover) * slots):
        if s.cell[unit] != NOWHERE and row.apart[cell, s.cell[unit]] == 1:
            return True
    return False


@kernel
def relax(row: Record, s: Record, mover: int, cost: Array) -> None:
    """Steps from the active unit to every cell that may be crossed: the whole board, until nothing changes."""
    near = row.near
    for cell in range(cost.shape[0]):
        shut = row.wall[cell] != 0 or s.occupant[cell] != 0 or beside_enemy(row, s, cell, mover)
        cost[cell] = SHUT if shut else FAR
    cost[s.cell[s.active]] = 0
    changed = True
    while changed:
        changed = False
        for cell in range(cost.shape[0]):
            if cost[cell] == SHUT:
                continue
            for other in range(6):
                beside = near[cell, other]
                if beside >= 0 and cost[beside] + 1 < cost[cell]:
                    cost[cell] = cost[beside] + 1
                    changed = True


@kernel
def reach_differs(row: Record, s: Record, mover: int, cost: Array) -> bool:
    """Whether the stored cost of some cell is another than the one searched for."""
    most = row.stats[s.active, STRIDE]
    if not beside_enemy(row, s, s.cell[s.active], mover):
        most += row.sprint_bonus
    for cell in range(cost.shape[0]):
        wanted = cost[cell] if 0 < cost[cell] <= most else 0
        if s.reach[cell] != wanted:
            return True
    return False


@kernel
def ways_differ(row: Record, s: Record, mover: int, cost: Array) -> bool:
    """Whether the stored way to some enemy has another length or end than the one searched for."""
    for slot in range(row.unit_slots):
        unit = (1 - mover) * row.unit_slots + slot
        length, end = FAR, 0
        for cell in range(cost.shape[0]):
            gone = s.cell[unit] == NOWHERE
            if gone or row.apart[cell, s.cell[unit]] != 1 or row.wall[cell] != 0 or s.occupant[cell] != 0:
                continue
            for other in range(6):
                near = row.near[cell, other]
                if near >= 0 and cost[near] + 1 < length:
                    length, end = cost[near] + 1, cell
        if length > row.charge_reach:
            length, end = 0, 0
        if s.lengths[slot] != length or s.ends[slot] != end:
            return True
    return False


@loop
def search_again(p: Array, s: Array, cost: Array) -> int:
    """The number of rows whose active unit's reach differs from a search; in other phases a row keeps no reach."""
    wrong = 0
    for i in range(s.shape[0]):
        row, mover = p[s[i].variant], s[i].to_move
        differs = False
        if s[i].phase == MOVE or s[i].phase == CHARGE:
            relax(row, s[i], mover, cost)
        if s[i].phase == MOVE:
            differs = reach_differs(row, s[i], mover, cost)
        else:
            for cell in range(cost.shape[0]):
                differs = differs or s[i].reach[cell] != 0
        if s[i].phase == CHARGE:
            differs = differs or ways_differ(row, s[i], mover, cost)
        else:
            for slot in range(row.unit_slots):
                differs = differs or s[i].lengths[slot] != 0
        wrong += int(differs)
    return wrong
