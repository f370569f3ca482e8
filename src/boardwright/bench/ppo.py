"""Benchmark of our PPO beside sb3-contrib's MaskablePPO: the same network, environment and batches, interleaved."""

from __future__ import annotations

from typing import Any

from boardwright.bench import trainers
from boardwright.bench.plan import Plan
from boardwright.bench.timing import Prepare, interleave, one_core
from boardwright.core.progress import Tracker


def run(game: str, plan: Plan, report: dict[str, Any], stage: Tracker) -> None:
    """Measure rollout and update of both, and our update over the bare passes of its network."""
    report.update(rows=[], notes=[], plan=plan.ppo.model_dump())
    sizes = trainers.Sizes(**{**plan.ppo.model_dump(exclude={"rounds"}), "seed": plan.seed})
    sides: dict[str, Prepare] = {
        "ours fp32": trainers.ours(game, sizes, "fp32"),
        "ours bf16": trainers.ours(game, sizes, "bf16"),
    }
    try:
        sides["sb3 fp32"] = trainers.theirs(game, sizes)
    except ImportError:
        report["notes"].append("sb3-contrib is not installed: pip install 'boardwright[sb3]'")
    update, bare = trainers.update_and_bare(game, sizes)
    with one_core():
        rates = interleave(sides, rounds=plan.ppo.rounds, seconds=1e9, progress=stage("learning"))
        loop = interleave({"update": update, "bare": bare}, rounds=plan.ppo.rounds, seconds=1e9, progress=stage("loop"))
    for side, rate in {**rates, **loop}.items():
        row = {"side": side, "steps_per_s": round(rate.per_cpu_second), "spread": rate.spread, "rounds": len(rate.cpu)}
        report["rows"].append(row)
    if "sb3 fp32" in rates:
        for precision in ("fp32", "bf16"):
            ratio = rates[f"ours {precision}"].per_cpu_second / rates["sb3 fp32"].per_cpu_second
            report[f"vs_sb3_{precision}"] = round(ratio, 3)
    report["loop_over_bare"] = round(loop["bare"].per_cpu_second / loop["update"].per_cpu_second, 3)
