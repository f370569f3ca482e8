"""Games for more than two players: ranks, the share of firsts beside its chance level, and runs that are trained."""

from __future__ import annotations

import pytest

from boardwright.arena.evaluation import evaluate
from boardwright.arena.tally import first_share, rank
from boardwright.core import registry
from boardwright.core.errors import AgentError, ConfigError
from boardwright.learning import recipes
from boardwright.learning.checkpoints import MODEL
from boardwright.learning.training import Run
from saying import refused

SMALL = {
    "ppo.updates": 2,
    "ppo.num_envs": 8,
    "ppo.steps_per_env": 8,
    "ppo.mini_batches": 2,
    "network.hidden": 8,
    "play.league.every": 1,
    "evaluation.every": 1,
    "evaluation.games": 6,
}


@pytest.fixture
def gather(toy, monkeypatch):
    """A game for three, as plain Python."""
    game = toy("gather").as_interpreted()
    monkeypatch.setattr(registry, "load", lambda *chosen, **options: game)
    return game


@pytest.mark.parametrize(
    ("returns", "ranks", "firsts"),
    [
        ([0.5, 0.0, -0.5], [1, 2, 3], [1, 0, 0]),
        ([0.5, 0.5, -1.0], [1, 1, 3], [1 / 2, 1 / 2, 0]),
        ([-0.5, 1.0, -0.5], [2, 1, 2], [0, 1, 0]),
        ([0.0, 0.0, 0.0], [1, 1, 1], [1 / 3, 1 / 3, 1 / 3]),
        ([1.0, -1.0, 1.0, -1.0], [1, 3, 1, 3], [1 / 2, 0, 1 / 2, 0]),  # two teams
        ([-1.0, 1.0], [2, 1], [0, 1]),
    ],
)
def test_a_finish_is_an_order_by_returns_with_ties(returns, ranks, firsts):
    seats = range(len(returns))
    assert [rank(returns, seat) for seat in seats] == ranks
    assert [first_share(returns, seat) for seat in seats] == firsts
    assert sum(firsts) == 1


def test_an_evaluation_counts_ranks_and_firsts_beside_chance(gather):
    kept = []
    result = evaluate(gather, "random", "random", 60, 1, keep=kept.append)
    ranks = [[rank(record.returns, at % 3) for at, record in enumerate(kept)].count(place) for place in (1, 2, 3)]
    assert result.ranks == ranks
    assert min(ranks) > 0
    firsts = sum(first_share(record.returns, at % 3) for at, record in enumerate(kept))
    told = result.to_dict()
    assert told["ranks"] == ranks
    assert told["firsts"]["share"] == round(firsts / 60, 6)
    assert told["firsts"]["low"] < told["firsts"]["chance"] == round(1 / 3, 6) < told["firsts"]["high"]


def test_games_of_an_evaluation_fit_the_seats(gather):
    def stop(record):
        raise KeyboardInterrupt

    assert evaluate(gather, "random", "random", keep=stop).episodes == 999
    with refused(ConfigError, "config_value", path="games"):
        evaluate(gather, "random", "random", 20)


@pytest.mark.slow  # six CPU seconds
def test_the_recipe_for_any_game_trains_a_model(gather, tmp_path):
    assert recipes.read("gather", recipes.ANY_GAME).evaluation.games == 198
    run = Run("gather", "any_game", recipes.read("gather", recipes.ANY_GAME, SMALL), tmp_path / "run", resume=False)
    row = run.go()
    assert (tmp_path / "run" / MODEL).is_file()
    assert 0 <= row["low"] <= row["win_rate"] <= row["high"] <= 1


@pytest.mark.parametrize(
    ("name", "changed", "code", "told"),
    [
        (recipes.ANY_GAME, {"play.own": 1}, "train_league_two", {"path": "play.own", "players": 3}),
        (recipes.ANY_GAME, {"evaluation.games": 20}, "config_value", {"path": "evaluation.games", "value": 20}),
        (recipes.DESCENT, {}, "agent_needs_two", {"agent": "descent"}),
    ],
)
def test_what_is_for_two_players_is_refused_before_anything_starts(gather, tmp_path, name, changed, code, told):
    recipe = recipes.read("gather", name, changed)
    with refused((AgentError, ConfigError), code, **told):
        Run("gather", name, recipe, tmp_path / "run", resume=False)
    assert not (tmp_path / "run").exists()
