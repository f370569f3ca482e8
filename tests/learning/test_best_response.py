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
from saying import refused

TINY: dict[str, Any] = {
    "seed": 2,
    "network.kind": "dense",
    "ppo.num_envs": 64,
    "ppo.steps_per_env": 16,
    "ppo.updates": 15,
    "ppo.mini_batches": 2,
    "ppo.lr": 0.005,
    "play.league.every": 15,
    "play.league.games": 20,
    "evaluation.every": 15,
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
    with refused(ConfigError, "exploit_agent", path=str(tmp_path)):
        best_response.require_agent("perfect", tmp_path)


def test_a_game_for_one_and_an_unknown_agent_are_refused() -> None:
    with refused(AgentError, "exploit_for_two", game="minesweeper", players=1):
        best_response.recipe_against("minesweeper", "solver", recipes.ANY_GAME, {})
    with refused(AgentError, "unknown_agent"):
        best_response.recipe_against("tic_tac_toe", "nobody", recipes.ANY_GAME, {})


def test_random_play_is_exploited(tmp_path: Path) -> None:
    found = exploited("random", tmp_path)
    assert found.rate.low > 0.5
    report = json.loads((tmp_path / best_response.REPORT).read_text(encoding="utf-8"))
    assert report == json.loads(json.dumps(found.to_dict()))
    assert report["won"] + report["drawn"] + report["lost"] == report["games"] == 100
    once = best_response.with_section("# A model\n\nIt plays.\n", found, "boardwright exploit x")
    assert once.startswith("# A model\n\nIt plays.\n\n## Exploitability\n\n* `boardwright exploit x`: after ")
    assert best_response.with_section(once, found, "boardwright exploit x") == once
    further = best_response.with_section(f"{once}\n## Files\n\nOne.\n", found, "boardwright exploit y")
    assert further.count("* `boardwright") == 2
    assert further.endswith(".\n\n## Files\n\nOne.\n")


@pytest.mark.slow
def test_perfect_play_is_not_exploited(tmp_path: Path) -> None:
    assert exploited("perfect", tmp_path).rate.rate <= 0.5
