"""Best responses: the recipe, the measurement, and the section on a model card."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boardwright.arena import ratings
from boardwright.core.errors import AgentError, ConfigError
from boardwright.learning import best_response, checkpoints, recipes
from boardwright.learning.training import Run

TINY: dict[str, Any] = {
    "ppo.num_envs": 32,
    "ppo.steps_per_env": 16,
    "ppo.updates": 40,
    "ppo.mini_batches": 2,
    "evaluation.every": 40,
    "evaluation.games": 20,
}


def exploited(agent: str, folder: Path) -> best_response.Exploit:
    recipe = best_response.recipe_against("tic_tac_toe", agent, recipes.ANY_GAME, TINY)
    work = Run("tic_tac_toe", "exploit", recipe, folder, resume=False)
    work.go()
    options = best_response.Options(games=100, seed=3)
    return best_response.measure(work.game, agent, recipe, recipes.ANY_GAME, folder, options, work.spent)


def test_the_agent_is_the_only_opponent() -> None:
    recipe = best_response.recipe_against("skirmish", "rush", "deploy_small", {})
    assert recipe.play is not None
    assert (recipe.play.opponents, recipe.play.own, recipe.play.league.table_games) == ({"rush": 1.0}, 0.0, 0)
    assert (recipe.evaluation.against, recipe.evaluation.controls) == (["rush"], {})


def test_it_is_trained_from_the_openings_that_it_is_measured_from() -> None:
    opening = ratings.defaults().test.opening
    for changed, measured, trained in (
        ({}, opening, opening),
        ({"evaluation.opening": 2}, 2, 2),
        ({"rollout.random_plies": 0}, opening, 0),
    ):
        recipe = best_response.recipe_against("tic_tac_toe", "perfect", recipes.ANY_GAME, changed)
        assert (recipe.evaluation.opening, recipe.rollout.random_plies) == (measured, trained)
    dice = best_response.recipe_against("royal_ur", "random", recipes.ANY_GAME, {})
    assert (dice.evaluation.opening, dice.rollout.random_plies) == (0, 0)


def test_a_folder_of_another_agent_is_refused(tmp_path: Path) -> None:
    recipe = best_response.recipe_against("tic_tac_toe", "random", recipes.ANY_GAME, TINY)
    Run("tic_tac_toe", "exploit", recipe, tmp_path, resume=False)
    best_response.require_agent("perfect", tmp_path)  # nothing is learned yet
    (tmp_path / checkpoints.TRAINING).touch()
    best_response.require_agent("random", tmp_path)
    with pytest.raises(ConfigError, match="holds a best response to random") as refused:
        best_response.require_agent("perfect", tmp_path)
    assert refused.value.code == "exploit_agent"


def test_a_game_for_one_and_an_unknown_agent_are_refused() -> None:
    with pytest.raises(AgentError) as refused:
        best_response.recipe_against("minesweeper", "solver", recipes.ANY_GAME, {})
    assert refused.value.code == "exploit_for_two"
    with pytest.raises(AgentError, match="nobody"):
        best_response.recipe_against("tic_tac_toe", "nobody", recipes.ANY_GAME, {})


def test_random_play_is_exploited_and_perfect_play_is_not(tmp_path: Path) -> None:
    random, perfect = (exploited(agent, tmp_path / agent) for agent in ("random", "perfect"))
    assert random.rate.low > 0.5
    assert perfect.rate.rate <= 0.5
    report = json.loads((tmp_path / "random" / best_response.REPORT).read_text(encoding="utf-8"))
    assert report == json.loads(json.dumps(random.to_dict()))
    assert report["won"] + report["drawn"] + report["lost"] == report["games"] == 100
    once = best_response.with_section("# A model\n\nIt plays.\n", random, "boardwright exploit x")
    assert once.startswith("# A model\n\nIt plays.\n\n## Exploitability\n\n* `boardwright exploit x`: after ")
    assert best_response.with_section(once, random, "boardwright exploit x") == once
    further = best_response.with_section(f"{once}\n## Files\n\nOne.\n", perfect, "boardwright exploit y")
    assert further.count("* `boardwright") == 2
    assert further.endswith(".\n\n## Files\n\nOne.\n")
