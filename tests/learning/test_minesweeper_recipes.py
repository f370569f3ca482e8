"""The recipes of Minesweeper that train from board to board and from nothing, with tiny numbers."""

from __future__ import annotations

import pytest
import torch

from boardwright.core.errors import ConfigError
from boardwright.core.progress import silent
from boardwright.drawing import curve_panels
from boardwright.learning import checkpoints, recipes
from boardwright.learning.metrics import Metrics
from boardwright.learning.training import Run

TINY = {
    "network.hidden": 8,
    "network.blocks": 1,
    "ppo.num_envs": 16,
    "ppo.steps_per_env": 8,
    "ppo.mini_batches": 2,
    "ppo.critic_warmup": 1,
    "evaluation.every": 1,
    "evaluation.games": 8,
    "evaluation.games_each": 4,
    "tensorboard": False,
}


def test_the_curriculum_goes_through_all_three_boards(tmp_path):
    # The reference never wins, so that every measurement adds a board.
    tiny = {"imitation.rounds": 1, "imitation.positions": 200, "ppo.updates": 3, "curriculum.reference": "random"}
    recipe = recipes.read("minesweeper", "curriculum", TINY | tiny)
    assert [board.board for board in recipe.curriculum.boards] == ["small", "medium", "expert"]
    assert all(board.vary["mine_count"] for board in recipe.curriculum.boards)
    Run("minesweeper", "curriculum", recipe, tmp_path, resume=False).go()
    assert len(Metrics.rows(tmp_path / "imitation")) == 1
    # The model of a stage is kept, since the next stage may be the worse one.
    imitated, _ = checkpoints.load_model(tmp_path / "imitation" / checkpoints.MODEL)
    trained, _ = checkpoints.load_model(tmp_path / checkpoints.MODEL)
    same = [torch.equal(one, trained.state_dict()[name]) for name, one in imitated.state_dict().items()]
    assert not all(same)
    rows = Metrics.rows(tmp_path / "ppo")
    assert [row.get("level") for row in rows] == [1, 2, None]
    for row, boards in zip(rows, (["small"], ["small", "medium"], ["small", "medium", "expert"])):
        for board in boards:  # games on a larger board may not end in so few steps
            assert 0 < row[f"revealed_share_on_{board}"] <= 1
            assert f"win_rate_on_{board}" in row
        assert 0 < row["rollout_revealed_share_on_small"] <= 1
        assert 0 <= row["rollout_win_rate_on_small"] <= 1
        assert {f"win_rate_on_small.mine_count.{mines}" for mines in (8, 10, 11, 13)} <= row.keys()
    assert "win_rate_on_expert" not in rows[0]
    measured = Metrics.rows(tmp_path / "imitation")[0]
    assert {"revealed_share", "win_rate_on_expert", "revealed_share_on_medium.mine_count.51"} <= measured.keys()
    # The model's own board is measured once.
    assert measured["win_rate_on_small"] == measured["win_rate_on_small.mine_count.10"] == measured["win_rate"]


def test_ppo_from_nothing_is_measured_by_density(tmp_path):
    recipe = recipes.read("minesweeper", "scratch", TINY | {"ppo.updates": 2, "ppo.frontier_mask_until_updates": 1})
    assert (recipe.stages, recipe.start, recipe.ppo.critic_warmup) == (["ppo"], "", 1)
    Run("minesweeper", "scratch", recipe, tmp_path, resume=False).go()
    assert not (tmp_path / "imitation").exists()
    rows = Metrics.rows(tmp_path / "ppo")
    assert len(rows) == 2
    for row in rows:
        assert row["rollout_revealed_share"] == row["rollout_revealed_share_on_small"]
        assert 0 < row["revealed_share"] <= 1
        assert {f"win_rate_on_small.mine_count.{mines}" for mines in (8, 10, 11, 13)} <= row.keys()


def test_a_policy_that_is_not_masked_pays_for_illegal_actions(tmp_path):
    tiny = TINY | {"ppo.updates": 2, "rollout.on_illegal": "penalise"}
    with pytest.raises(ConfigError) as refused:
        recipes.read("minesweeper", "scratch", tiny)
    assert (refused.value.code, refused.value.path) == ("train_frontier", "ppo.frontier_mask_until_updates")
    recipe = recipes.read("minesweeper", "scratch", tiny | {"ppo.frontier_mask_until_updates": 0})
    run = Run("minesweeper", "scratch", recipe, tmp_path, resume=False)
    run.go()
    rows = Metrics.rows(tmp_path / "ppo")
    # Flags are off, so that half of the actions are illegal from the start.
    assert all(0.4 < row["invalid_rate"] < 1 for row in rows)
    panels = curve_panels.panels(rows, (), [1.0, 2.0])
    assert "invalid, in percent" in [str(panel.label) for panel in panels]
    recipe = recipes.read("minesweeper", "scratch", TINY | {"ppo.updates": 1})
    Run("minesweeper", "scratch", recipe, tmp_path / "masked", resume=False).go()
    assert "invalid_rate" not in Metrics.rows(tmp_path / "masked" / "ppo")[0]


@pytest.mark.parametrize("parts", [1, 2])
def test_rollouts_begin_with_a_uniform_first_action(tmp_path, parts):
    given = TINY | {"ppo.updates": 1, "rollout.first": "uniform", "ppo.parts": parts}
    run = Run("minesweeper", "scratch", recipes.read("minesweeper", "scratch", given), tmp_path, resume=False)
    stage = run._stage("ppo")
    stage.advance(silent)
    boards = stage.rows or stage.parts
    assert (boards[0].buffer.obs["cells"] < 9).any(dim=-1).any(dim=-1).all(), "no position without a number"
    run.go()
    assert "a uniform first move" in (tmp_path / "README.md").read_text()
