"""Both sides of `bench ppo` do their turns, on the same sizes."""

from __future__ import annotations

import pytest

from boardwright.bench import plan, ppo, trainers

ASKED = trainers.Asked(preset="small", envs=8, steps=8, mini_batches=2, epochs=1, micro_batch=16, seed=0)


def test_every_side_takes_its_turn():
    update, bare = trainers.update_and_bare("minesweeper", ASKED)
    sides = [trainers.ours("minesweeper", ASKED, "bf16"), trainers.theirs("minesweeper", ASKED), update, bare]
    assert [prepare(0)() for prepare in sides] == [64, 64, 64, 64]


@pytest.mark.slow
def test_the_report_has_the_ratios():
    asked = plan.read(quick=True)
    small = asked.ppo.model_copy(update={"envs": 8, "steps": 8, "epochs": 1})
    found: dict[str, object] = {}
    ppo.run("minesweeper", asked.model_copy(update={"ppo": small}), found, lambda title: lambda done: None)
    assert {"vs_sb3_fp32", "vs_sb3_bf16", "loop_over_bare"} <= found.keys()
    assert [row["side"] for row in found["rows"]] == ["ours fp32", "ours bf16", "sb3 fp32", "update", "bare"]
