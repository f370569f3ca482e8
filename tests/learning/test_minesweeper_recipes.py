"""The recipes of Minesweeper that train from board to board and from nothing, with tiny numbers."""

from __future__ import annotations

from boardwright.learning import recipes
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
