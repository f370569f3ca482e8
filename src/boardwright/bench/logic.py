"""The rules alone: a batch step without mask and observation, to measure the cost of these."""

from __future__ import annotations

from boardwright.core import dice
from boardwright.core.compiled.compiler import loop
from boardwright.core.compiled.contract import chance
from boardwright.core.compiled.loops import perform, refusal
from boardwright.core.record import OK, TERMINAL, Array


@loop
def step_only(
    p: Array, s: Array, actions: Array, count: int, first: Array, seed: int, games: Array, ended: Array, final: Array
) -> int:
    """One step of every row as in `loops.cycle`, without mask and observation: check, act, auto-reset."""
    for i in range(s.shape[0]):
        if refusal(p[s[i].variant], s[i], actions[i], count) != OK:
            return i
    for i in range(s.shape[0]):
        row = p[s[i].variant]
        bits = dice.keyed(seed, int(games[i]), int(s[i].ply))
        perform(row, s[i], actions[i], dice.draw_for(chance(row, s[i], actions[i]), bits))
        ended[i] = s[i].to_move == TERMINAL
        if ended[i]:
            final[i] = s[i]
            games[i] += s.shape[0]
            s[i] = first[0]
    return -1
