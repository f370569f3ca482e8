"""Values of legal actions by an agent's weights: expected damage, danger, objectives, distance.

The dice are the rules' own: combat.py gives what a hit and a pierce need. Everything is computed from the acting
player's side, so both seats choose alike.
"""

from __future__ import annotations

import numpy as np

from boardwright.core.record import OK, Array, Record
from boardwright.games.skirmish.battle import check_hold
from boardwright.games.skirmish.combat import (
    check_shot,
    check_target,
    clamped,
    may_charge,
    needed_to_hit,
    needed_to_pierce,
)
from boardwright.games.skirmish.enums import NOWHERE, Flag, Phase, Stat, Trait
from boardwright.games.skirmish.movement import engaged, kind_of_move, owner
from boardwright.games.skirmish.sight import HIDDEN

WEIGHTS = (
    "damage",
    "kill",
    "charge",
    "risk",
    "danger",
    "caution",
    "objective",
    "guard",
    "contest",
    "near",
    "near_melee",
    "noise",
    "moves",
    "points",
    "control",
    "left",
)
"""configs/skirmish/weights/greedy.yaml documents each."""

NOT_LEGAL = -1e18

UNSURE = 0.5
"""The share of a shot that counts as danger if the enemy must come nearer first."""

CENTRE = 3
"""The middle of a flower's seven cells in order of (col, row)."""


def weigh(p: Record, w: Record, s: Record, out: Array) -> None:
    """Write the value of every legal action, NOT_LEGAL elsewhere. The state is unchanged afterwards."""
    out[:] = NOT_LEGAL
    if s.phase == Phase.DEPLOYMENT:
        _weigh_placements(p, w, s, out)
    elif s.phase == Phase.MOVE:
        _weigh_moves(p, w, s, out)
    else:
        _weigh_targets(p, w, s, out)


def expected_damage(p: Record, dice: int, hit: int, pierce: int, damage: int, hp: int) -> tuple[float, float]:
    """Return the mean damage of an attack on a unit with `hp`, and the probability that it kills."""
    sides = int(p.attack_die)
    through = _share(hit, sides) * _share(pierce, sides)
    if through >= 1.0:
        return float(min(dice * damage, hp)), 1.0 if dice * damage >= hp else 0.0
    mean, kills = 0.0, 0.0
    # The binomial probability of exactly `count` dice going through, by recurrence.
    chance = (1.0 - through) ** dice
    for count in range(1, dice + 1):
        chance *= (dice - count + 1) / count * through / (1.0 - through)
        mean += chance * min(count * damage, hp)
        if count * damage >= hp:
            kills += chance
    return mean, kills


def shot_damage(p: Record, s: Record, unit: int, target: int, needed: int) -> tuple[float, float]:
    """Return the mean damage and kill probability of a shot that needs `needed` to hit."""
    stats = p.stats[unit]
    pierce = needed_to_pierce(p, target, int(stats[Stat.POWER]))
    return expected_damage(p, int(stats[Stat.DICE]), needed, pierce, int(stats[Stat.DMG]), int(s.hp[target]))


def fight_damage(p: Record, s: Record, unit: int, target: int) -> tuple[float, float]:
    """Return the mean damage and kill probability of a fight."""
    stats = p.stats[unit]
    hit, pierce = clamped(p, int(stats[Stat.CC_ACC])), needed_to_pierce(p, target, int(stats[Stat.CC_POWER]))
    return expected_damage(p, int(stats[Stat.CC_DICE]), hit, pierce, int(stats[Stat.CC_DMG]), int(s.hp[target]))


def charge_chances(p: Record) -> Array:
    """Return the probability that the dice of a charge reach each length, from 0 to the longest."""
    most = int(p.charge_reach)
    exact, sums = np.zeros(most + 1), np.zeros(most + 1)
    exact[0] = 1.0
    for number in range(p.charge_dice.shape[0]):
        faces = int(p.charge_dice[number])
        sums[:] = 0.0
        for total in range(most + 1):
            for face in range(1, faces + 1):
                # Totals beyond the longest length count as the longest.
                sums[min(total + face, most)] += exact[total] / faces
        exact[:] = sums
    for length in range(most - 1, -1, -1):
        exact[length] += exact[length + 1]
    return exact


def _share(needed: int, sides: int) -> float:
    return min(max(sides + 1 - needed, 0), sides) / sides


def _worth(p: Record, w: Record, target: int, outcome: tuple[float, float]) -> float:
    """Return the weighted sum of damage in HP and of kills by the unit's value."""
    return float(w.damage * outcome[0] + w.kill * outcome[1] * int(p.stats[target, Stat.VALUE]))


def _weigh_placements(p: Record, w: Record, s: Record, out: Array) -> None:
    """Value placements of the lowest unit left, near an objective. A pass if there is no place."""
    player, hexes = int(s.to_move), int(p.hex_slots)
    first = player * int(p.unit_slots)
    for slot in range(int(p.army[player])):
        if s.cell[first + slot] != NOWHERE:
            continue
        wants = _wants(p, w, s, first + slot)
        some = False
        for at in range(hexes):
            cell = int(p.hexes[player, at])
            if p.fits[first + slot, at] != 0 and s.occupant[cell] == 0:
                out[slot * hexes + at] = w.objective * _pull(p, wants, cell)
                some = True
        if some:
            return
    out[int(p.first_move) - 1] = 0.0


def _weigh_targets(p: Record, w: Record, s: Record, out: Array) -> None:
    """Value shots and fights by damage, charges by their result times their probability. To hold is worth 0."""
    unit, player = int(s.active), int(s.to_move)
    if check_hold(s) == OK:
        out[p.hold] = 0.0
    first = (1 - player) * int(p.unit_slots)
    chances, wants = charge_chances(p), _wants(p, w, s, unit)
    for slot in range(int(p.army[1 - player])):
        target = first + slot
        if check_target(p, s, target) != OK:
            continue
        if s.phase == Phase.SHOOT:
            outcome = shot_damage(p, s, unit, target, needed_to_hit(p, s, unit, target))
            value = _worth(p, w, target, outcome)
        else:
            value = _worth(p, w, target, fight_damage(p, s, unit, target))
            if s.phase == Phase.CHARGE:
                value -= w.risk * fight_damage(p, s, target, unit)[0]
                value += w.objective * (_pull(p, wants, int(s.ends[slot])) - _pull(p, wants, int(s.cell[unit])))
                value *= chances[s.lengths[slot]]
        out[int(p.first_target) + slot] = value


def _weigh_moves(p: Record, w: Record, s: Record, out: Array) -> None:
    """Value each hex within reach, and the unit's own for holding."""
    unit = int(s.active)
    player, here, status = owner(p, unit), int(s.cell[unit]), int(s.status[unit])
    close, reach, seen = engaged(p, s, unit), s.reach, p.turned[player]
    chances, wants, foes = charge_chances(p), _wants(p, w, s, unit), _foes(p, w, s, unit)
    out[p.hold] = _weigh_cell(p, w, s, unit, chances, wants, foes)
    for cell in range(reach.shape[0]):
        if reach[cell] != 0:
            # The state after the move; restored below.
            s.cell[unit] = cell
            s.status[unit] = status | kind_of_move(p, s, unit, cell, close)
            out[int(p.first_move) + int(seen[cell])] = _weigh_cell(p, w, s, unit, chances, wants, foes)
    s.cell[unit] = here
    s.status[unit] = status


def _foes(p: Record, w: Record, s: Record, unit: int) -> Array:
    """Return for each enemy slot a fight's value and its damage back, then values of shots both ways by need to hit."""
    slots, sides = int(p.unit_slots), int(p.attack_die)
    first = (1 - owner(p, unit)) * slots
    table = np.zeros((slots, 2 * sides + 4))
    for slot in range(slots):
        enemy = first + slot
        if s.cell[enemy] == NOWHERE:
            continue
        table[slot, 0] = _worth(p, w, enemy, fight_damage(p, s, unit, enemy))
        table[slot, 1] = fight_damage(p, s, enemy, unit)[0]
        for needed in range(int(p.needed_least), int(p.needed_most) + 1):
            if p.stats[unit, Stat.RANGE] != 0:
                table[slot, 2 + needed] = _worth(p, w, enemy, shot_damage(p, s, unit, enemy, needed))
            if p.stats[enemy, Stat.RANGE] != 0:
                table[slot, 3 + sides + needed] = shot_damage(p, s, enemy, unit, needed)[0]
    return table


def _weigh_cell(p: Record, w: Record, s: Record, unit: int, chances: Array, wants: Array, foes: Array) -> float:
    """Return the value of the unit's cell: shots, charges, danger, objectives and distance."""
    slots, sides, cell, status = int(p.unit_slots), int(p.attack_die), int(s.cell[unit]), int(s.status[unit])
    first = (1 - owner(p, unit)) * slots
    traits, gun, most = int(p.stats[unit, Stat.TRAITS]), int(p.stats[unit, Stat.RANGE]), int(p.charge_reach)
    close = engaged(p, s, unit)
    shoots = gun != 0 and not status & Flag.WITHDREW and (not status & Flag.SPRINTED or traits & Trait.MOBILE != 0)
    shoots = shoots and (not close or traits & Trait.SIDEARM != 0)
    charges = may_charge(p, s, unit)
    fear = w.danger
    if p.opening_penalty != 0 and s.battle_round == 1 and owner(p, unit) == 0:
        fear += w.caution
    shot, blow, danger, near = 0.0, 0.0, 0.0, -1
    for slot in range(slots):
        enemy = first + slot
        if s.cell[enemy] == NOWHERE:
            continue
        gap = int(p.apart[cell, s.cell[enemy]])
        near = gap if near < 0 else min(near, gap)
        if shoots and gap <= gun and check_shot(p, s, unit, enemy, close) == OK:
            shot = max(shot, foes[slot, 2 + needed_to_hit(p, s, unit, enemy)])
        if gap == 1:
            blow = max(blow, foes[slot, 0])
        elif charges and gap - 1 <= most:
            blow = max(blow, chances[gap - 1] * (foes[slot, 0] - w.risk * foes[slot, 1]))
        if fear != 0.0:
            # The enemy may move before it shoots or charges.
            stride, range_ = int(p.stats[enemy, Stat.MOVE]), int(p.stats[enemy, Stat.RANGE])
            if range_ != 0 and gap <= range_ + stride:
                sure = gap <= range_ and p.sight[cell, s.cell[enemy]] != HIDDEN
                danger += (1.0 if sure else UNSURE) * foes[slot, 3 + sides + needed_to_hit(p, s, enemy, unit)]
            way = max(gap - 1 - stride, 0)
            if way <= most:
                danger += chances[way] * foes[slot, 1]
    closing = w.near if gun != 0 else w.near_melee
    value = shot + w.charge * blow - fear * danger - closing * max(near, 0)
    return float(value + w.objective * _pull(p, wants, cell))


def _wants(p: Record, w: Record, s: Record, unit: int) -> Array:
    """Return each objective's need of this unit: 1 to take it, `guard` if held without it, else `contest`."""
    number, player, slots = int(p.objectives), owner(p, unit), int(p.unit_slots)
    wants = np.zeros(max(number, 1))
    own = int(p.stats[unit, Stat.OC])
    for objective in range(number):
        lead = 0
        for other in range(s.cell.shape[0]):
            if other != unit and s.cell[other] != NOWHERE and p.objective[s.cell[other]] == objective + 1:
                oc = int(p.stats[other, Stat.OC])
                lead += oc if (other >= slots) == (player == 1) else -oc
        held = s.control[objective] == player + 1
        if lead > 0 or (held and lead == 0):
            wants[objective] = w.guard
        else:
            wants[objective] = 1.0 if lead + own > 0 else w.contest
    return wants


def _pull(p: Record, wants: Array, cell: int) -> float:
    """Return the highest pull of an objective: its need, reduced by its distance as a share of the board."""
    best = 0.0
    for objective in range(int(p.objectives)):
        away = max(int(p.apart[cell, p.flower[objective, CENTRE]]) - 1, 0)
        best = max(best, wants[objective] * (1.0 - away / int(p.cols)))
    return best
