"""The battle in words: a step's events as sentences, and the effects of an action, by the rules' own numbers.

An activation is one sentence or two: every die with its need, then the effect.
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
    """Merge an attack with its dice and damage into one text, and a charge likewise; other events are unchanged."""
    texts: list[Text] = []
    left = list(events)
    while left:
        if _is(left[0], Event.SHOOTS, Event.FIGHTS):
            texts.append(_attack(left))
        elif _is(left[0], Event.CHARGES):
            texts.append(_charge(left))
        else:
            texts.append(left.pop(0))
    return tuple(texts)


class Odds(NamedTuple):
    """The needs of an attack's dice, and its mean damage: at most the target's HP."""

    hit: int
    pierce: int
    damage: float


def odds(p: Record, s: Record, unit: int, target: int, phase: int) -> Odds:
    """Return the odds of a shot in the shoot phase, else of a fight."""
    shoots = phase == Phase.SHOOT
    first = Stat.DICE if shoots else Stat.CC_DICE
    dice, acc, power, damage = (int(value) for value in p.stats[unit, first : first + 4])
    hit = needed_to_hit(p, s, unit, target) if shoots else clamped(p, acc)
    pierce = needed_to_pierce(p, target, power)
    return Odds(hit, pierce, expected_damage(p, dice, hit, pierce, damage, int(s.hp[target]))[0])


def chances(p: Record, length: int) -> tuple[int, int]:
    """Return the number of successful throws of a charge's dice, and of all throws."""
    every = int(p.charge_faces)
    return round(float(charge_chances(p)[length]) * every), every


def attack(p: Record, s: Record, target: int) -> Word:
    """Describe an attack on an enemy, by the phase."""
    unit, phase = int(s.active), int(s.phase)
    expected = odds(p, s, unit, target, phase)
    numbers = {"hit": expected.hit, "pierce": expected.pierce, "damage": f"{expected.damage:.2f}"}
    if phase != Phase.CHARGE:
        return Word("skirmish.act.attack", numbers)
    length = int(s.lengths[target % int(p.unit_slots)])
    ways, every = chances(p, length)
    return Word("skirmish.act.charge", {"length": length, "ways": ways, "every": every, **numbers})


def describe(game: Game, state: Array, action: int) -> tuple[Word, ...]:
    """Describe an action: the kind of a move and whether the unit can then shoot; an attack's needs and damage."""
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
    words = [Word(f"skirmish.act.{kind.name.lower()}", {"cost": int(s.reach[cell])})]
    if p.objective[cell]:
        words.append(Word("skirmish.act.objective", {"objective": int(p.objective[cell])}))
    if p.stats[unit, Stat.RANGE]:
        words.append(Word("skirmish.act.can_shoot" if may_shoot(p, then, unit) else "skirmish.act.cannot_shoot"))
    return tuple(words)


def _attack(left: list[Text]) -> Text:
    """Pop an attack and its events off the list, and return one text."""
    first = left.pop(0)
    dice: list[Word] = []
    thrown: list[int] = []
    while left and _is(left[0], Event.HIT, Event.MISSED):
        die = left.pop(0)
        params = {"rolled": die.params["rolled"], "needed": die.params["needed"]}
        thrown.append(params["rolled"])
        if _is(die, Event.MISSED):
            dice.append(Word("skirmish.told.missed", params))
            continue
        pierce = left.pop(0)
        params |= {"pierce": pierce.params["rolled"], "armour": pierce.params["needed"]}
        thrown.append(params["pierce"])
        dice.append(Word(f"skirmish.told.{_name(pierce)}", params))
    effect = Word("skirmish.told.unhurt")
    if left and _is(left[0], Event.DAMAGED):
        hurt = left.pop(0)
        effect = Word(hurt.code, hurt.params)
        if left and _is(left[0], Event.REMOVED):
            left.pop(0)
            effect = Word("skirmish.told.removed", {"unit": hurt.params["unit"], "damage": hurt.params["damage"]})
    params = {**first.params, "dice": dice, "effect": effect, "thrown": thrown}
    return Text(code=f"skirmish.told.{_name(first)}", params=params)


def _charge(left: list[Text]) -> Text:
    first = left.pop(0)
    thrown = []
    while left and _is(left[0], Event.CHARGE_DIE):
        thrown.append(left.pop(0).params["rolled"])
    end = left.pop(0)
    return Text(
        code=f"skirmish.told.{_name(end)}",
        params={**end.params, **first.params, "rolled": " + ".join(map(str, thrown)), "thrown": thrown},
    )


def _is(event: Text, *kinds: Event) -> bool:
    return _name(event) in {kind.name.lower() for kind in kinds}


def _name(event: Text) -> str:
    return event.code.removeprefix(EVENT)
