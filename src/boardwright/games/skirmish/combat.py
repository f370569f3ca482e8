"""Attacks and charges: legal targets, the needs of the dice, their effects."""

from __future__ import annotations

from boardwright.core.compiled.contract import emit
from boardwright.core.dice import below, die, mix
from boardwright.core.record import OK, Record
from boardwright.games.skirmish.deployment import exists
from boardwright.games.skirmish.enums import (
    DAMAGE_DEALT,
    DAMAGE_TAKEN,
    NOWHERE,
    VALUE_DESTROYED,
    VALUE_LOST,
    Event,
    Flag,
    Phase,
    Reason,
    Stat,
    Trait,
)
from boardwright.games.skirmish.movement import engaged, owner, put, threatened
from boardwright.games.skirmish.sight import COVER, HIDDEN


def check_target(p: Record, s: Record, target: int) -> int:
    """Check whether the active unit may shoot at, charge or fight an enemy, by the phase."""
    if s.phase == Phase.DEPLOYMENT:
        return Reason.NOT_BATTLE
    if s.phase == Phase.MOVE:
        return Reason.NOT_ATTACK_PHASE
    if not exists(p, target):
        return Reason.NO_SUCH_UNIT
    if owner(p, target) == s.to_move:
        return Reason.OWN_UNIT
    if s.cell[target] == NOWHERE:
        return Reason.UNIT_GONE
    unit = int(s.active)
    if s.phase == Phase.SHOOT:
        return check_shot(p, s, unit, target, engaged(p, s, unit))
    if s.phase == Phase.CHARGE:
        return OK if s.lengths[target % int(p.unit_slots)] != 0 else Reason.NO_CHARGE_PATH
    return OK if p.apart[s.cell[unit], s.cell[target]] == 1 else Reason.NOT_ADJACENT


def check_shot(p: Record, s: Record, unit: int, target: int, close: bool) -> int:
    """Check a shot of a unit that may shoot at a living enemy; `close` if it is engaged, and has a sidearm."""
    start, goal = int(s.cell[unit]), int(s.cell[target])
    if threatened(p, s, goal, 1 - owner(p, unit)) != close:
        return Reason.ENGAGEMENT
    if int(p.apart[start, goal]) > int(p.stats[unit, Stat.RANGE]):
        return Reason.OUT_OF_RANGE
    return OK if p.sight[start, goal] != HIDDEN else Reason.NO_SIGHT


def may_shoot(p: Record, s: Record, unit: int) -> bool:
    """Whether a unit has a weapon that it may use now, and a legal target."""
    traits, status = int(p.stats[unit, Stat.TRAITS]), int(s.status[unit])
    if p.stats[unit, Stat.RANGE] == 0 or status & Flag.WITHDREW:
        return False
    if status & Flag.SPRINTED and not traits & Trait.MOBILE:
        return False
    close = engaged(p, s, unit)
    if close and not traits & Trait.SIDEARM:
        return False
    slots = int(p.unit_slots)
    first = (1 - owner(p, unit)) * slots
    for target in range(first, first + slots):
        if s.cell[target] != NOWHERE and check_shot(p, s, unit, target, close) == OK:
            return True
    return False


def may_charge(p: Record, s: Record, unit: int) -> bool:
    """Whether a unit may charge at all: not in the opening, not engaged, not after a withdrawal or a sprint."""
    status = int(s.status[unit])
    if p.opening_charge == 0 and s.battle_round == 1 and owner(p, unit) == 0:
        return False
    if status & Flag.WITHDREW or engaged(p, s, unit):
        return False
    return not status & Flag.SPRINTED or int(p.stats[unit, Stat.TRAITS]) & Trait.SWIFT != 0


def needed_to_hit(p: Record, s: Record, unit: int, target: int) -> int:
    """Return the need of a shot: cover and the opening raise it, a steady weapon that did not move lowers it."""
    needed = int(p.stats[unit, Stat.ACC])
    if p.sight[s.cell[unit], s.cell[target]] == COVER:
        needed += int(p.cover_penalty)
    still = not int(s.status[unit]) & (Flag.MOVED | Flag.SPRINTED | Flag.WITHDREW)
    if still and int(p.stats[unit, Stat.TRAITS]) & Trait.STEADY:
        needed -= int(p.steady_bonus)
    if s.battle_round == 1 and owner(p, unit) == 0:
        needed += int(p.opening_penalty)
    return clamped(p, needed)


def needed_to_pierce(p: Record, target: int, power: int) -> int:
    """Return the need of a hit to get through armour."""
    return clamped(p, int(p.pierce_base) + int(p.stats[target, Stat.ARMOUR]) - power)


def clamped(p: Record, needed: int) -> int:
    """Clamp a need to the configured range, so that no die always or never succeeds."""
    return min(max(needed, int(p.needed_least)), int(p.needed_most))


def shoot(p: Record, s: Record, unit: int, target: int, draw: int) -> None:
    """Shoot at an enemy."""
    emit(s, Event.SHOOTS, unit, target, 0)
    needed = needed_to_hit(p, s, unit, target)
    s.status[unit] = int(s.status[unit]) | Flag.SHOT
    _attack(p, s, unit, target, Stat.DICE, needed, draw)


def fight(p: Record, s: Record, unit: int, target: int, draw: int) -> None:
    """Fight an adjacent enemy."""
    emit(s, Event.FIGHTS, unit, target, 0)
    s.status[unit] = int(s.status[unit]) | Flag.FOUGHT
    _attack(p, s, unit, target, Stat.CC_DICE, clamped(p, int(p.stats[unit, Stat.CC_ACC])), draw)


def charge(p: Record, s: Record, unit: int, target: int, draw: int) -> None:
    """Roll the dice of a charge: the unit moves if they reach the length of the path, or stays."""
    slot = target % int(p.unit_slots)
    length, end = int(s.lengths[slot]), int(s.ends[slot])
    emit(s, Event.CHARGES, unit, target, length)
    total = 0
    for number in range(p.charge_dice.shape[0]):
        face, draw = die(draw, int(p.charge_dice[number]))
        total += face + 1
        emit(s, Event.CHARGE_DIE, number + 1, face + 1, 0)
    if total < length:
        emit(s, Event.CHARGE_FAILED, unit, total, length)
        return
    s.status[unit] = int(s.status[unit]) | Flag.CHARGED
    put(s, unit, end)
    emit(s, Event.CHARGED, unit, int(p.place[end, 0]), int(p.place[end, 1]))


def _attack(p: Record, s: Record, unit: int, target: int, weapon: int, needed: int, draw: int) -> None:
    """Roll every die of a weapon, whose columns are DICE, ACC, POWER, DMG from `weapon` on; then apply the damage."""
    sides, pierce = int(p.attack_die), needed_to_pierce(p, target, int(p.stats[unit, weapon + 2]))
    bits, damage = draw, 0
    for number in range(int(p.stats[unit, weapon])):
        bits = mix(bits)
        face = below(bits, sides) + 1
        emit(s, Event.HIT if face >= needed else Event.MISSED, number + 1, face, needed)
        if face >= needed:
            bits = mix(bits)
            face = below(bits, sides) + 1
            emit(s, Event.PIERCED if face >= pierce else Event.STOPPED, number + 1, face, pierce)
            if face >= pierce:
                damage += int(p.stats[unit, weapon + 3])
    if damage > 0:
        _hurt(p, s, owner(p, unit), target, damage)


def _hurt(p: Record, s: Record, player: int, target: int, damage: int) -> None:
    """Take HP from a unit, and remove it at 0. The tally counts only HP that it had."""
    lost = min(damage, int(s.hp[target]))
    s.hp[target] = int(s.hp[target]) - lost
    s.tally[player, DAMAGE_DEALT] += lost
    s.tally[1 - player, DAMAGE_TAKEN] += lost
    emit(s, Event.DAMAGED, target, damage, int(s.hp[target]))
    if s.hp[target] == 0:
        value = int(p.stats[target, Stat.VALUE])
        s.tally[player, VALUE_DESTROYED] += value
        s.tally[1 - player, VALUE_LOST] += value
        put(s, target, NOWHERE)
        emit(s, Event.REMOVED, target, 0, 0)
