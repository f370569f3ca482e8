"""Levels are named agents, in an order that a ladder measures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import boardwright
from boardwright.agents import levels, names
from boardwright.agents.requirements import why_not
from boardwright.agents.spec import from_text
from boardwright.arena.ladder import climb
from boardwright.arena.openings import opening
from boardwright.arena.ratings import climbing, defaults
from boardwright.cli import app
from boardwright.core import config
from boardwright.core.errors import AgentError, ConfigError
from boardwright.core.words import LANGUAGES, Word, say
from saying import refused

ROOT = Path(__file__).parents[2]
SPECIFIED = {"easy": (1, 40), "normal": (1, 8), "hard": (2, 3), "hell": (4, 0)}


def test_the_levels_of_specification_003_have_its_depths_and_noise() -> None:
    game = boardwright.load("quoridor")
    profile = levels.profile(game.definition, "seed")
    assert list(profile.levels) == list(SPECIFIED)
    for name, (depth, noise) in SPECIFIED.items():
        agent = from_text(f"{name}:profile=seed", game)
        assert (agent.options.depth, agent.options.noise, agent.options.weights) == (depth, noise, "seed")
    assert set(SPECIFIED) <= set(names(game))


def test_an_option_of_a_level_may_be_changed() -> None:
    assert from_text("hard:profile=seed,depth=3", boardwright.load("quoridor")).options.depth == 3


def test_a_profile_that_does_not_exist_is_named() -> None:
    with refused(AgentError, "levels_unknown", game="quoridor", profile="soft"):
        from_text("hard:profile=soft", boardwright.load("quoridor"))


@pytest.mark.parametrize("name", ["connect_four", "quoridor", "royal_ur", "skirmish", "tic_tac_toe"])
def test_every_game_for_two_has_levels_with_titles_in_order_of_their_ratings(name: str) -> None:
    game = boardwright.load(name)
    known = levels.profile(game.definition, "").levels
    assert list(known)[:3] == ["easy", "normal", "hard"]
    for level in known:
        assert why_not(level, game) is None
        assert all(say(Word(f"{name}.level.{level}"), language) for language in LANGUAGES)
    ratings = [level.rating.elo for level in known.values() if level.rating is not None]
    assert ratings == sorted(ratings)
    assert ratings[0] == 0
    assert len(ratings) == len(known)


def test_the_ratings_of_quoridor_are_those_of_the_recorded_ladder() -> None:
    recorded = json.loads((ROOT / "benchmarks" / "quoridor_ladder_tuned.json").read_text(encoding="utf-8"))
    scores = [(rung["wins"] + rung["draws"] / 2, rung["games"]) for rung in recorded["rungs"]]
    ratings = climbing(scores, prior=defaults().prior, confidence=defaults().confidence)
    known = levels.profile(boardwright.load("quoridor").definition, "tuned").levels
    assert [level.rating and level.rating.model_dump() for level in known.values()] == [
        {name: round(value) for name, value in rating._asdict().items()} for rating in ratings
    ]


def test_a_rating_is_no_option_of_the_agent() -> None:
    level = config.validate(levels.Level, {"agent": "mcts", "iterations": 5, "rating": {"elo": 1, "low": 0, "high": 9}})
    assert level.options == {"iterations": 5}
    assert level.rating is not None
    assert level.rating.high == 9
    assert config.validate(levels.Level, {"agent": "random"}).rating is None


@pytest.mark.parametrize(
    "rating", [12, {"elo": 1}, {"elo": 1, "low": 0, "high": 2, "games": 3}, {"elo": 1, "low": 2, "high": 3}]
)
def test_a_rating_is_checked(rating: Any) -> None:
    with pytest.raises(ConfigError) as caught:
        config.validate(levels.Level, {"agent": "random", "rating": rating})
    assert caught.value.path.startswith("rating")


def test_a_game_without_levels_says_so() -> None:
    with refused(AgentError, "levels_none", game="minesweeper"):
        levels.profile(boardwright.load("minesweeper").definition, "")


def test_an_opening_is_the_same_again_and_the_game_goes_on_after_it() -> None:
    game = boardwright.load("tic_tac_toe")
    first = opening(game, 5, 3, 7)
    assert first == opening(game, 5, 3, 7)
    assert len(first) == 5
    assert len({opening(game, 5, 3, number) for number in range(20)}) > 10
    with refused(AgentError, "opening_too_long", game="tic_tac_toe", plies=9):
        opening(game, 9, 0, 0)


@pytest.mark.slow
def test_a_ladder_is_the_same_again_and_tells_of_every_rung() -> None:
    game = boardwright.load("quoridor", "small")
    profile = levels.profile(game.definition, "seed")
    records = []
    climbs = [
        climb(game, "seed", profile, games=4, least=2, plies=2, seed=5, sprt=None, keep=records.append).to_dict()
        for _ in range(2)
    ]
    assert climbs[0] == climbs[1]
    assert [(rung["level"], rung["below"]) for rung in climbs[0]["rungs"]] == [
        ("normal", "easy"),
        ("hard", "normal"),
        ("hell", "hard"),
    ]
    for rung in climbs[0]["rungs"]:
        assert rung["games"] == 4
        assert 0 <= rung["low"] <= rung["score"] <= rung["high"] <= 1
    assert climbs[0]["rungs"][0]["worse_moves_below"] > 0
    assert len(records) == 24
    # Both games of a pair begin with the same moves.
    assert records[0].history[:2] == records[1].history[:2]


def test_a_rung_ends_when_the_test_has_seen_enough() -> None:
    game = boardwright.load("quoridor")
    profile = levels.profile(game.definition, "seed")
    two = dict(list(profile.levels.items())[:2])
    profile = profile.model_copy(update={"levels": two})
    ladder = climb(game, "seed", profile, games=400, least=2, plies=2, seed=5, sprt=defaults().ladder)
    assert ladder.rungs[0].verdict == "elo1"
    assert ladder.rungs[0].tally.games < 400
    assert ladder.to_dict()["rungs"][0]["sprt"]["accepted"] == "elo1"


def test_the_command_prints_a_row_a_rung() -> None:
    run = CliRunner().invoke(app, ["ladder", "quoridor", "--profile", "seed", "--games", "2", "--json"])
    assert run.exit_code == 0, run.output
    assert len(json.loads(run.stdout)["rungs"]) == 3
    with pytest.raises(ConfigError):
        CliRunner().invoke(app, ["ladder", "quoridor", "--games", "3"], catch_exceptions=False)
