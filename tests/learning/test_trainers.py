"""Both sides of `bench ppo` run, with the same sizes."""

from __future__ import annotations

import pytest

from boardwright.bench import plan, ppo, trainers
from boardwright.core.progress import silent

SIZES = trainers.Sizes(preset="small", envs=8, steps=8, mini_batches=2, epochs=1, micro_batch=16, seed=0)


def test_every_side_takes_its_turn():
    update, bare = trainers.update_and_bare("minesweeper", SIZES)
    sides = [trainers.ours("minesweeper", SIZES, "bf16"), trainers.theirs("minesweeper", SIZES), update, bare]
    assert [prepare(0)() for prepare in sides] == [64, 64, 64, 64]


@pytest.mark.slow
def test_the_report_has_the_ratios():
    quick_plan = plan.read(quick=True)
    small = quick_plan.ppo.model_copy(update={"envs": 8, "steps": 8, "epochs": 1})
    report: dict[str, object] = {}
    ppo.run("minesweeper", quick_plan.model_copy(update={"ppo": small}), report, lambda title: silent)
    assert {"vs_sb3_fp32", "vs_sb3_bf16", "loop_over_bare"} <= report.keys()
    assert [row["side"] for row in report["rows"]] == ["ours fp32", "ours bf16", "sb3 fp32", "update", "bare"]
