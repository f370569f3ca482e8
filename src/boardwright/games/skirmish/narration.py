"""The battle in words: a step's events as sentences, and what an action would do, by the rules' own numbers.

An activation is one sentence or two: every die with what it needed, then what came of it.
"""

from __future__ import annotations

from typing import NamedTuple

from boardwright.core.game import Game
from boardwright.core.record import Array, Record
from boardwright.core.view import Text
from boardwright.core.words import Word
from boardwright.games.skirmish.action_values import charge_chances, expected_damage
from boardwright.games.skirmish.combat import clamped, may_shoot, needed_to_hit, needed_to_pierce
from boardwright.games.skirmish.enums import Event, Flag, Phase, Stat
from boardwright.games.skirmish.movement import move
from boardwright.games.skirmish.rules import cell_of, target_of

EVENT = "skirmish.event."


def narrate(events: tuple[Text, ...]) -> tuple[Text, ...]:
    """An attack with its dice and its damage becomes one text, and so does a charge; the rest stays as it is."""
    told: list[Text] = []
    left = list(events)
    while left:
        if _is(left[0], Event.SHOOTS, Event.FIGHTS):
            told.append(_attack(left))
        elif _is(left[0], Event.CHARGES):
            told.append(_charge(left))
        else:
            told.append(left.pop(0))
    return tuple(told)


class Odds(NamedTuple):
    """What the dice of an attack need, and how many HP it takes on average: no more than the target has."""

    hit: int
    pierce: int
    damage: float


def odds(p: Record, s: Record, unit: int, target: int, phase: int) -> Odds:
    """Of a shot in the shoot phase, else of a fight."""
    shoots = phase == Phase.SHOOT
    first = Stat.DICE if shoots else Stat.CC_DICE
    dice, acc, power, damage = (int(value) for value in p.stats[unit, first : first + 4])
    hit = needed_to_hit(p, s, unit, target) if shoots else clamped(p, acc)
    pierce = needed_to_pierce(p, target, power)
    return Odds(hit, pierce, expected_damage(p, dice, hit, pierce, damage, int(s.hp[target]))[0])


def chances(p: Record, length: int) -> tuple[int, int]:
    """In how many throws of a charge's dice out of how many the sum is enough."""
    every = int(p.charge_faces)
    return round(float(charge_chances(p)[length]) * every), every


def attack(p: Record, s: Record, target: int) -> Word:
    """What it means to choose an enemy, as the phase has it."""
    unit, phase = int(s.active), int(s.phase)
    found = odds(p, s, unit, target, phase)
    numbers = {"hit": found.hit, "pierce": found.pierce, "damage": f"{found.damage:.2f}"}
    if phase != Phase.CHARGE:
        return Word("skirmish.act.attack", numbers)
    length = int(s.lengths[target % int(p.unit_slots)])
    ways, every = chances(p, length)
    return Word("skirmish.act.charge", {"length": length, "ways": ways, "every": every, **numbers})


def describe(game: Game, state: Array, action: int) -> tuple[Word, ...]:
    """What kind of move it is and whether the unit can shoot from there; what an attack needs and does on average."""
    p, s = game.params_of(state), game.record(state)
    if int(p.first_move) <= action < int(p.first_target):
        return _move(game, state, cell_of(p, s, action))
    if int(p.first_target) <= action < int(p.hold):
        return (attack(p, s, target_of(p, s, action)),)
    return ()


def _move(game: Game, state: Array, cell: int) -> tuple[Word, ...]:
    after = state.copy()
    p, s, then = game.params_of(state), game.record(state), game.record(after)
    unit = int(s.active)
    move(p, then, unit, cell)
    (kind,) = (flag for flag in (Flag.MOVED, Flag.SPRINTED, Flag.WITHDREW) if int(then.status[unit]) & flag)
    told = [Word(f"skirmish.act.{kind.name.lower()}", {"cost": int(s.reach[cell])})]
    if p.objective[cell]:
        told.append(Word("skirmish.act.objective", {"objective": int(p.objective[cell])}))
    if p.stats[unit, Stat.RANGE]:
        told.append(Word("skirmish.act.can_shoot" if may_shoot(p, then, unit) else "skirmish.act.cannot_shoot"))
    return tuple(told)


def _attack(left: list[Text]) -> Text:
    """Take an attack and all that belongs to it off the list."""
    first = left.pop(0)
    dice: list[Word] = []
    while left and _is(left[0], Event.HIT, Event.MISSED):
        die = left.pop(0)
        told = {"rolled": die.params["rolled"], "needed": die.params["needed"]}
        if _is(die, Event.MISSED):
            dice.append(Word("skirmish.told.missed", told))
            continue
        pierce = left.pop(0)
        told |= {"pierce": pierce.params["rolled"], "armour": pierce.params["needed"]}
        dice.append(Word(f"skirmish.told.{_name(pierce)}", told))
    effect = Word("skirmish.told.unhurt")
    if left and _is(left[0], Event.DAMAGED):
        hurt = left.pop(0)
        effect = Word(hurt.code, hurt.params)
        if left and _is(left[0], Event.REMOVED):
            left.pop(0)
            effect = Word("skirmish.told.removed", {"unit": hurt.params["unit"], "damage": hurt.params["damage"]})
    return Text(code=f"skirmish.told.{_name(first)}", params={**first.params, "dice": dice, "effect": effect})


def _charge(left: list[Text]) -> Text:
    first = left.pop(0)
    dice = []
    while left and _is(left[0], Event.CHARGE_DIE):
        dice.append(str(left.pop(0).params["rolled"]))
    end = left.pop(0)
    return Text(
        code=f"skirmish.told.{_name(end)}",
        params={**end.params, **first.params, "rolled": " + ".join(dice)},
    )


def _is(event: Text, *kinds: Event) -> bool:
    return _name(event) in {kind.name.lower() for kind in kinds}


def _name(event: Text) -> str:
    return event.code.removeprefix(EVENT)
