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
from saying import refused

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


# The reference never wins, so that every measurement adds a board.
CURRICULUM = TINY | {"imitation.rounds": 1, "imitation.positions": 200, "curriculum.reference": "random"}


def test_the_curriculum_has_all_three_boards_with_other_densities():
    recipe = recipes.read("minesweeper", "curriculum", TINY)
    assert [board.board for board in recipe.curriculum.boards] == ["small", "medium", "expert"]
    assert all(board.vary["mine_count"] for board in recipe.curriculum.boards)


def test_a_curriculum_goes_from_board_to_board(tmp_path):
    boards = [("small", [8, 10]), ("small_8x8_10", [13])]  # of one size: each size is compiled for itself
    varied = [{"board": board, "vary": {"mine_count": mines}} for board, mines in boards]
    batches = [{**board, "share": 0.5, "batch": 32, "rows": 16} for board in varied]
    changed = {"ppo.updates": 2, "curriculum.boards": varied, "imitation.boards": batches}
    recipe = recipes.read("minesweeper", "curriculum", CURRICULUM | changed)
    Run("minesweeper", "curriculum", recipe, tmp_path, resume=False).go()
    rows = Metrics.rows(tmp_path / "ppo")
    assert [row.get("level") for row in rows] == [1, None]
    assert "win_rate_on_small_8x8_10" not in rows[0]
    assert {"win_rate_on_small.mine_count.8", "win_rate_on_small_8x8_10.mine_count.13"} <= rows[1].keys()
    measured = Metrics.rows(tmp_path / "imitation")[0]
    assert {"revealed_share", "win_rate_on_small.mine_count.8", "win_rate_on_small_8x8_10"} <= measured.keys()


@pytest.mark.slow
def test_the_curriculum_goes_through_all_three_boards(tmp_path):
    recipe = recipes.read("minesweeper", "curriculum", CURRICULUM | {"ppo.updates": 3})
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
        assert "invalid_rate" not in row  # its policy is masked


def test_a_policy_that_is_not_masked_pays_for_illegal_actions(tmp_path):
    tiny = TINY | {"ppo.updates": 2, "evaluation.every": 2, "rollout.on_illegal": "penalise"}
    with refused(ConfigError, "train_frontier", path="ppo.frontier_mask_until_updates"):
        recipes.read("minesweeper", "scratch", tiny)
    recipe = recipes.read("minesweeper", "scratch", tiny | {"ppo.frontier_mask_until_updates": 0})
    run = Run("minesweeper", "scratch", recipe, tmp_path, resume=False)
    run.go()
    rows = Metrics.rows(tmp_path / "ppo")
    assert len(rows) == 2
    # Flags are off, so that half of the actions are illegal from the start.
    assert all(0.4 < row["invalid_rate"] < 1 for row in rows)
    panels = curve_panels.panels(rows, (), [1.0, 2.0])
    assert "invalid, in percent" in [str(panel.label) for panel in panels]


@pytest.mark.parametrize("parts", [1, 2])
def test_rollouts_begin_with_a_uniform_first_action(tmp_path, parts):
    given = TINY | {"ppo.updates": 1, "rollout.first": "uniform", "ppo.parts": parts}
    run = Run("minesweeper", "scratch", recipes.read("minesweeper", "scratch", given), tmp_path, resume=False)
    stage = run._stage("ppo")
    stage.advance(silent)
    boards = stage.rows or stage.parts
    assert (boards[0].buffer.obs["cells"] < 9).any(dim=-1).any(dim=-1).all(), "no position without a number"
    if parts == 1:
        run.go()
        assert "a uniform first move" in (tmp_path / "README.md").read_text()
