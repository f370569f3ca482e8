"""For bots and search: the best action, the candidate actions, and the static evaluation."""

from __future__ import annotations

import numpy as np

from boardwright.core.dice import below, mix
from boardwright.core.record import Array, Record
from boardwright.games.skirmish.action_values import NOT_LEGAL, weigh
from boardwright.games.skirmish.battle import holder, points_for
from boardwright.games.skirmish.enums import NOWHERE, Phase, Stat

FINE = 1 << 20
"""The number of noise levels."""


def suggest(p: Record, w: Record, s: Record, draw: int) -> int:
    """Return the legal action of highest value; ties go to hold, then to the lowest index. The draw gives the noise."""
    values = np.empty(int(p.policy))
    weigh(p, w, s, values)
    chosen, most = int(p.hold), values[p.hold]
    for action in range(values.shape[0]):
        if values[action] != NOT_LEGAL:
            value = values[action]
            if w.noise != 0.0:
                value += w.noise * below(mix(draw ^ action), FINE) / FINE
            if value > most:
                chosen, most = action, value
    return chosen


def candidates(p: Record, w: Record, s: Record, out: Array) -> int:
    """Write the best moves or placements, up to the weight `moves`, and hold; or every target. Returns their number."""
    values = np.empty(int(p.policy))
    weigh(p, w, s, values)
    few = s.phase in (Phase.MOVE, Phase.DEPLOYMENT)
    count = 0
    while not few or count < w.moves:
        chosen, most = -1, NOT_LEGAL
        for action in range(values.shape[0]):
            if values[action] > most:
                chosen, most = action, values[action]
        if chosen < 0:
            return count
        values[chosen] = NOT_LEGAL
        out[count] = chosen
        count += 1
    if values[p.hold] != NOT_LEGAL:
        out[count] = p.hold
        count += 1
    return count


def evaluate(p: Record, w: Record, s: Record, player: int) -> float:
    """Return points scored and expected by current control, and the value of both armies left, from a player's side."""
    total = w.points * (int(s.vp[player]) - int(s.vp[1 - player]))
    total += w.points * w.control * (_to_come(p, s, player) - _to_come(p, s, 1 - player))
    for unit in range(s.cell.shape[0]):
        if s.cell[unit] != NOWHERE:
            # Half of a unit's value scales with its HP, half is lost with its last one.
            share = 0.5 + 0.5 * int(s.hp[unit]) / int(p.stats[unit, Stat.HP_MAX])
            value = w.left * share * int(p.stats[unit, Stat.VALUE])
            total += value if (unit >= p.unit_slots) == (player == 1) else -value
    return float(total)


def _to_come(p: Record, s: Record, player: int) -> float:
    """Return the points that a player scores until the end if no unit moves."""
    own = other = 0
    for number in range(int(p.objectives)):
        now = holder(p, s, number)
        own += int(now == player + 1)
        other += int(now == 2 - player)
    # A command phase a round, and once more after the last.
    times = int(p.rounds) - int(s.battle_round) + 1 + int(player == 1 and s.turn == 0 and s.battle_round != 0)
    return float(points_for(p, own, other) * times)
