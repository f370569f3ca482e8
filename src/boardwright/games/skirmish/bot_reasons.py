"""Reasons for a bot's choices in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.words import Word
from boardwright.games.skirmish.action_values import charge_chances, fight_damage, shot_damage
from boardwright.games.skirmish.combat import needed_to_hit
from boardwright.games.skirmish.enums import Phase
from boardwright.games.skirmish.names import first_setup, title


def reason(game: Game, state: Array, action: int, scores: Mapping[int, float]) -> Word:
    """Return the reason: the active unit's action with its expected damage, or its value against holding."""
    p, s = game.params_of(state), game.record(state)
    made = first_setup(game)
    player, unit = int(s.to_move), int(s.active)
    decoded = game.actions.decode(action, player)
    if s.phase == Phase.DEPLOYMENT:
        return Word("reason_none")
    params: dict[str, Any] = {"unit": title(made, unit)}
    if action == p.hold:
        return Word("skirmish.reason_holds", params)
    if s.phase == Phase.MOVE:
        params |= {"col": decoded.col, "row": decoded.row}
        worth = {"worth": round(scores[action], 2), "hold": round(scores[int(p.hold)], 2)}
        return Word("skirmish.reason_moves", params | worth)
    target = made.number[decoded.unit_id]
    params |= {"target": title(made, target)}
    if s.phase == Phase.SHOOT:
        damage = shot_damage(p, s, unit, target, needed_to_hit(p, s, unit, target))[0]
        return Word("skirmish.reason_shoots", params | {"damage": round(damage, 2)})
    damage = fight_damage(p, s, unit, target)[0]
    if s.phase == Phase.FIGHT:
        return Word("skirmish.reason_fights", params | {"damage": round(damage, 2)})
    length = int(s.lengths[target % made.unit_slots])
    chance = round(100 * float(charge_chances(p)[length]))
    return Word("skirmish.reason_charges", params | {"length": length, "chance": chance, "damage": round(damage, 2)})
