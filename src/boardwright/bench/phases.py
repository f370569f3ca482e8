"""Benchmark of one phase of a game, played repeatedly: complete deployments per second, for example."""

from __future__ import annotations

from typing import Any

import numpy as np

from boardwright.bench.plan import Plan
from boardwright.bench.timing import Prepare, interleave
from boardwright.core import dice, registry
from boardwright.core.compiled.compiler import loop
from boardwright.core.compiled.contract import chance
from boardwright.core.compiled.loops import perform, random_legal, write_mask, write_observation
from boardwright.core.game import Game
from boardwright.core.progress import Tracker
from boardwright.core.record import TERMINAL, Array


@loop
def play_phase(
    p: Array, s: Array, first: Array, phase: int, steps: int, seed: int, mask: Array, blank: Array, o: Array
) -> int:
    """Play random legal actions with mask and observation, resetting rows that leave the phase. Return the resets."""
    left = 0
    for step in range(steps):
        for i in range(s.shape[0]):
            row = p[s[i].variant]
            write_mask(row, s[i], mask[i])
            write_observation(row, s[i], int(s[i].to_move), blank[0], o, i)
            bits = dice.keyed(seed, i, step)
            action = random_legal(mask, i, bits)
            perform(row, s[i], action, dice.draw_for(chance(row, s[i], action), dice.mix(bits)))
            if s[i].phase != phase or s[i].to_move == TERMINAL:
                s[i] = first[0]
                left += 1
    return left


def completed(game: Game, phase: str, n: int, steps: int, seed: int, done: list[int]) -> Prepare:
    """A batch that plays the phase. Its unit of work is a completed phase; every run appends its count to `done`."""
    states, first = game.new(n), game.new()
    mask = np.zeros((n, game.actions.policy), np.bool_)
    seen = np.zeros(n, game.observation_dtype)
    blank = np.zeros(1, game.observation_dtype)
    number = game.definition.phases.index(phase)

    def run() -> int:
        count: int = game.run(play_phase, game.params, states, first, number, steps, seed, mask, blank, seen)
        done.append(count)
        return count

    return lambda _: run


def run(game: Game, plan: Plan, report: dict[str, Any], stage: Tracker) -> None:
    """Add a row per preset: completed phases per second, and their steps."""
    chosen = plan.phases[game.name]
    n = plan.board_sizes[0]
    for preset in chosen.presets:
        board = registry.load(game.name, preset)
        steps = max(1, plan.board_steps // n)
        done: list[int] = []
        sides = {"ours": completed(board, chosen.phase, n, steps, plan.seed, done)}
        progress = stage(f"{chosen.phase} on {preset}, {n} games")
        rates = interleave(sides, rounds=plan.rounds, seconds=plan.seconds, progress=progress)["ours"]
        phase_steps = n * steps * len(done) / sum(done)
        report["phases"].append(
            {
                "board": preset,
                "phase": chosen.phase,
                "n": n,
                f"{chosen.phase}s_per_s": round(rates.per_cpu_second),
                "steps_per_s": round(rates.per_cpu_second * phase_steps),
                "steps_each": round(phase_steps, 2),
                "rounds": len(rates.cpu),
                "spread": rates.spread,
            }
        )
