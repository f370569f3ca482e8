"""Benchmark of the parts of a decision on one board, compiled and interpreted, and of compile time."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from boardwright.bench import ours
from boardwright.bench.plan import Parts, Plan
from boardwright.bench.timing import Prepare, Rates, Run, interleave
from boardwright.core import dice, registry
from boardwright.core.batch import Batch
from boardwright.core.compiled import loops
from boardwright.core.compiled.compiler import loop
from boardwright.core.compiled.contract import chance
from boardwright.core.compiled.loops import perform
from boardwright.core.game import Game
from boardwright.core.position import Position
from boardwright.core.progress import Progress, Tracker
from boardwright.core.record import Array

PARTS = ("mask", "observation", "advance")


@loop
def advance_all(p: Array, s: Array, work: Array, actions: Array, seed: int) -> None:
    """Apply one legal action to a copy of every row."""
    for i in range(s.shape[0]):
        work[i] = s[i]
        row = p[s[i].variant]
        needed = chance(row, s[i], actions[i])
        perform(row, work[i], actions[i], dice.draw_for(needed, dice.keyed(seed, i, 0)))


@loop
def copy_all(p: Array, s: Array, work: Array) -> None:
    """Copy every row: the cost to subtract from `advance_all`."""
    for i in range(s.shape[0]):
        work[i] = s[i]


def run(game: Game, plan: Plan, report: dict[str, Any], stage: Tracker) -> None:
    """Fill `parts`, and `ours_steps_per_s`: random decisions per CPU second, with mask and observation."""
    chosen = plan.parts[game.name]
    board, n = registry.load(game.name, chosen.preset), chosen.n
    states, actions = sample(board, n, plan.seed)
    steps = max(1, plan.board_steps // n)
    sides = {"whole": ours.fused(board, n, steps, plan.seed), **_sides(board, states, actions, plan.seed)}
    rates = interleave(sides, rounds=plan.rounds, seconds=plan.seconds, progress=stage(f"decisions on {chosen.preset}"))
    plain = _interpreted(board, states, actions, chosen, plan, stage("the same interpreted"))
    report["ours_steps_per_s"] = round(rates["whole"].per_cpu_second)
    report["parts"] = {
        "board": chosen.preset,
        "n": n,
        "steps_per_s": round(rates["whole"].per_cpu_second),
        "spread": rates["whole"].spread,
        "rounds": len(rates["whole"].cpu),
        "rows": _rows(rates, plain),
    }
    stage("compiling, from nothing")
    report["compile_cpu_s"] = {preset: compile_seconds(game.name, preset) for preset in chosen.compiled}


def sample(game: Game, n: int, seed: int) -> tuple[Array, Array]:
    """States of `n` random games at uniformly random plies, and a legal action in each."""
    batch = Batch(game, n, seed=seed)
    rng = np.random.default_rng(seed)
    kept, ages = batch.states.copy(), rng.integers(0, game.max_plies, n)
    for step in range(game.max_plies):
        kept[ages == step] = batch.states[ages == step]
        batch.step(ours.choose(batch.mask, rng))
    return kept, ours.choose(game.legal_mask(kept), rng)


def _sides(game: Game, states: Array, actions: Array, seed: int) -> dict[str, Prepare]:
    """Each part alone, over the same rows."""
    n, work = len(states), states.copy()
    mask = np.zeros((n, game.actions.policy), np.bool_)
    seen, blank = np.zeros(n, game.observation_dtype), np.zeros(1, game.observation_dtype)
    players = game.integers(states["to_move"], states)
    calls: dict[str, Callable[[], Any]] = {
        "mask": lambda: game.run(loops.masks, game.params, states, mask),
        "observation": lambda: game.run(loops.observations, game.params, states, players, blank, seen),
        "advance": lambda: game.run(advance_all, game.params, states, work, actions, seed),
        "copy": lambda: game.run(copy_all, game.params, states, work),
    }
    return {name: _repeated(call, n, 1 if game.interpreted else 64) for name, call in calls.items()}


def _repeated(call: Callable[[], Any], n: int, times: int) -> Prepare:
    def run() -> int:
        for _ in range(times):
            call()
        return n * times

    def prepare(_: int) -> Run:
        return run

    return prepare


def _interpreted(
    game: Game, states: Array, actions: Array, chosen: Parts, plan: Plan, progress: Progress
) -> dict[str, Rates]:
    few, plain = slice(0, chosen.interpreted), game.as_interpreted()
    sides = _sides(plain, states[few].copy(), actions[few].copy(), plan.seed)
    return interleave(sides, rounds=plan.rounds, seconds=plan.seconds, progress=progress)


def _rows(rates: dict[str, Rates], plain: dict[str, Rates]) -> list[dict[str, Any]]:
    """Microseconds per decision of each part, compiled and interpreted. The remainder is choosing and drawing."""

    def cost(rates_of: dict[str, Rates], part: str) -> float:
        less = 1e6 / rates_of["copy"].per_cpu_second if part == "advance" else 0.0
        return 1e6 / rates_of[part].per_cpu_second - less

    costs = {part: (cost(rates, part), cost(plain, part)) for part in PARTS}
    costs["whole"] = (1e6 / rates["whole"].per_cpu_second, sum(pair[1] for pair in costs.values()))
    return [
        {"part": part, "us": round(own, 2), "interpreted_us": round(slow, 1), "ratio": round(slow / own, 1)}
        for part, (own, slow) in costs.items()
    ]


def compile_seconds(name: str, preset: str) -> float:
    """CPU seconds until a game is ready for play, batches and search, with an empty cache."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder, "BOARDWRIGHT_QUIET": "1"}
        code = f"from boardwright.bench.parts import warm; print(warm({name!r}, {preset!r}))"
        result = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
        )
    return round(float(result.stdout.split()[-1]), 1)


def warm(name: str, preset: str) -> float:
    """Compile the loops of play, batches and suggestions. Return the CPU seconds."""
    began = time.process_time()
    game = registry.load(name, preset)
    batch = Batch(game, 2, seed=0)
    batch.play_randomly(1)
    batch.step(np.argmax(batch.mask, axis=1))
    position = Position(game, seed=0)
    position.push(position.legal_actions[0])
    state = game.new()
    game.key(state), game.observe(state), game.candidates(state), game.suggest(state, 0)
    return time.process_time() - began
