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
    assert all(row["loss"] == row["loss"] for row in rows)
