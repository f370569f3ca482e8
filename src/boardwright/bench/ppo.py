"""Our PPO beside sb3-contrib's MaskablePPO: one network, one environment, the same batches, turn by turn."""

from __future__ import annotations

from typing import Any

from boardwright.bench import trainers
from boardwright.bench.plan import Plan
from boardwright.bench.timing import Prepare, interleave, one_core
from boardwright.core.progress import Tracker


def run(game: str, plan: Plan, report: dict[str, Any], stage: Tracker) -> None:
    """Rates of whole turns, rollout and update, and what our update costs over the bare passes of its network."""
    report.update(rows=[], notes=[], plan=plan.ppo.model_dump())
    asked = trainers.Asked(**{**plan.ppo.model_dump(exclude={"rounds"}), "seed": plan.seed})
    sides: dict[str, Prepare] = {
        "ours fp32": trainers.ours(game, asked, "fp32"),
        "ours bf16": trainers.ours(game, asked, "bf16"),
    }
    try:
        sides["sb3 fp32"] = trainers.theirs(game, asked)
    except ImportError:
        report["notes"].append("sb3-contrib is not installed: pip install 'boardwright[sb3]'")
    update, bare = trainers.update_and_bare(game, asked)
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
