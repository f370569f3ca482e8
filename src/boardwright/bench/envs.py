"""Benchmark of environments: our four, and PettingZoo's own game of the same name.

The actions of every side are computed beforehand (the same seed gives the same games), so that no figure includes
choosing them. The unit is a move on the board: in our Gymnasium environments a step is the learner's move and the
opponent's answer, which is chosen within the step; in PettingZoo every move is a step.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from boardwright.bench import peers
from boardwright.bench.ours import choose, choose_one
from boardwright.bench.plan import Plan
from boardwright.bench.timing import Prepare, Run, interleave, one_core
from boardwright.core.game import Game
from boardwright.core.progress import Tracker
from boardwright.envs.gymnasium import Env
from boardwright.envs.pettingzoo import Env as Zoo
from boardwright.envs.vector import Vector


def run(game: Game, plan: Plan, report: dict[str, Any], stage: Tracker) -> None:
    """Measure all environments in one interleaved run."""
    report.update(rows=[], notes=[])
    if game.players > 1:
        report["opponent"] = "random"
    sides: dict[str, tuple[int, Prepare]] = {}
    for n in plan.sizes:
        sides[f"vector of {n}"] = n, vector(game, n, max(1, plan.env_moves // n), plan.seed)
    sides["gymnasium"] = 1, gymnasium(game, plan.single_steps, plan.seed)
    n = plan.sync_size
    sides[f"SyncVectorEnv of {n}"] = n, synchronous(game, n, max(1, plan.single_steps // n), plan.seed)
    sides["our pettingzoo"] = 1, pettingzoo(Zoo(game), plan.single_steps, plan.seed)
    peer, note = peers.find(peers.PettingZoo, "pettingzoo", game)
    if peer:
        name = game.definition.peers["pettingzoo"]
        sides[f"PettingZoo {name}"] = 1, pettingzoo(peer.env, plan.single_steps, plan.seed)
    if note:
        report["notes"].append(note)
    with one_core():
        prepares = {side: prepare for side, (_, prepare) in sides.items()}
        rates = interleave(prepares, rounds=plan.rounds, seconds=plan.seconds * 2, progress=stage("environments"))
    theirs = list(rates)[-1] if peer else None
    for side, rate in rates.items():
        row = {"side": side, "n": sides[side][0], "moves_per_s": round(rate.per_cpu_second), "spread": rate.spread}
        if theirs:
            row["ratio"] = round(rate.per_cpu_second / rates[theirs].per_cpu_second, 2)
        report["rows"].append(row | {"rounds": len(rate.cpu)})


def vector(game: Game, n: int, steps: int, seed: int) -> Prepare:
    """Our compiled vector environment: NumPy in and out."""
    env = Vector(game, n, seed=seed)

    def prepare(number: int) -> Run:
        rng = np.random.default_rng(seed + number)
        env.reset(seed + n * number)
        actions, moves = [], -int(env.states["ply"].sum())
        for _ in range(steps):
            actions.append(choose(env.mask, rng))
            env.step(actions[-1])
            moves += int(env.final["ply"][env.ended].sum())
        moves += int(env.states["ply"].sum())
        env.reset(seed + n * number)

        def run() -> int:
            for row_actions in actions:
                env.step(row_actions)
            return moves

        return run

    return prepare


def gymnasium(game: Game, steps: int, seed: int) -> Prepare:
    """Our Gymnasium environment, one game after another."""
    env = Env(game)

    def prepare(number: int) -> Run:
        actions, moves = _decisions(env, steps, seed + number)
        env.reset(seed=seed + number)

        def run() -> int:
            for action in actions:
                _, _, terminated, truncated, _ = env.step(action)
                if terminated or truncated:
                    env.reset()
            return moves

        return run

    return prepare


def synchronous(game: Game, n: int, steps: int, seed: int) -> Prepare:
    """Gymnasium's own vector of our single environments."""
    from gymnasium.vector import AutoresetMode, SyncVectorEnv

    singles = [Env(game) for _ in range(n)]
    waiting = iter(singles)
    env: Any = SyncVectorEnv([lambda: next(waiting)] * n, autoreset_mode=AutoresetMode.SAME_STEP)

    def prepare(number: int) -> Run:
        decisions = [_decisions(one, steps, seed + n * number + row) for row, one in enumerate(singles)]
        actions = np.array([row_actions for row_actions, _ in decisions]).T
        env.reset(seed=seed + n * number)

        def run() -> int:
            for row_actions in actions:
                env.step(row_actions)
            return sum(moves for _, moves in decisions)

        return run

    return prepare


def pettingzoo(env: Any, steps: int, seed: int) -> Prepare:
    """PettingZoo's documented loop. A step that only removes a finished agent counts no move."""

    def prepare(number: int) -> Run:
        rng = np.random.default_rng(seed + number)
        actions: list[int] = []

        def choosing(mask: Any) -> int:
            actions.append(choose_one(mask, rng))
            return actions[-1]

        env.reset(seed=seed + number)
        peers.walk(env, steps, choosing)

        def run() -> int:
            script = iter(actions)
            env.reset(seed=seed + number)
            return peers.walk(env, steps, lambda _: next(script))

        return run

    return prepare


def _decisions(env: Env, steps: int, seed: int) -> tuple[list[int], int]:
    """Random legal actions for one environment, and the number of moves that they make."""
    rng = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    actions, moves = [], -env.ply
    for _ in range(steps):
        actions.append(choose_one(info["action_mask"], rng))
        _, _, terminated, truncated, info = env.step(actions[-1])
        if terminated or truncated:
            moves += env.ply
            _, info = env.reset()
    return actions, moves + env.ply
