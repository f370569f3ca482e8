"""The default opponent and adviser, by facts: the game's own choice, its levels, a search; random comes last."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from boardwright.agents import defaults
from boardwright.core import registry
from boardwright.core.definition import Definition, People, Search
from boardwright.core.errors import AgentError, ConfigError
from boardwright.core.game import Game
from saying import refused


def changed(game: Game, **fields: Any) -> Game:
    """The same game by another definition."""
    definition: Definition = replace(game.definition, **fields)
    return Game(definition, [game.config], interpreted=True)


@pytest.mark.parametrize(
    ("name", "opponent"),
    [
        ("pig", "expectimax"),  # dice
        ("lamps", "mcts"),  # draws, and nothing to evaluate
        ("peek", "mcts"),  # secrets
        ("hide", "mcts"),
        ("fences", "alphabeta"),
    ],
)
def test_a_search_plays_and_advises_where_a_game_says_nothing(toy: Any, name: str, opponent: str) -> None:
    game = toy(name)
    assert (defaults.opponent(game), defaults.adviser(game)) == (opponent, opponent)
    assert list(defaults.opponents(game))[-1] == "random"


def test_three_players_meet_mcts(toy: Any) -> None:
    game = changed(toy("pairs"), players=3)
    assert list(defaults.opponents(game)) == ["mcts", "random"]


def test_expectimax_comes_before_mcts_where_it_has_something_to_evaluate() -> None:
    game = registry.load("royal_ur")
    plain = changed(game, search=replace(game.definition.search, levels=()))
    assert list(defaults.opponents(plain)) == ["expectimax", "mcts", "random"]
    assert defaults.adviser(plain) == "expectimax"


def test_the_second_level_plays_and_the_games_adviser_advises() -> None:
    game = registry.load("quoridor")
    assert list(defaults.opponents(game)) == [
        *("normal", "hard", "hell", "inferno", "abyss", "oblivion", "easy"),
        *("alphabeta", "mcts", "random"),
    ]
    assert defaults.adviser(game) == "alphabeta:depth=4"
    assert defaults.adviser(changed(game, people=People())) == "oblivion"


def test_the_skirmish_has_chosen_an_opponent_that_is_quickly_compiled() -> None:
    assert defaults.opponent(registry.load("skirmish")) == "hard"


def test_a_games_own_choice_comes_first_if_it_can_play_this_board() -> None:
    game = registry.load("tic_tac_toe")
    choosy = changed(game, people=People(opponent="perfect:states=6000", adviser="ranking"), search=Search())
    assert defaults.opponent(choosy) == "alphabeta"  # more states than that
    choosy = changed(game, people=People(opponent="perfect:states=20000", adviser="ranking"))
    assert defaults.opponent(choosy) == "perfect:states=20000"
    assert defaults.adviser(choosy) == "ranking"
    assert defaults.adviser(registry.load("tic_tac_toe")) == "perfect"
    assert defaults.adviser(registry.load("tic_tac_toe", size=6, in_a_row=4)) == "expert"


def test_a_choice_that_is_no_agent_is_a_mistake_in_the_definition() -> None:
    game = registry.load("tic_tac_toe")
    with refused(AgentError, "unknown_agent", name="perfekt"):
        defaults.opponent(changed(game, people=People(opponent="perfekt")))
    with refused(ConfigError, "config_unknown", path="stats"):
        defaults.opponent(changed(game, people=People(opponent="perfect:stats=3")))


def test_random_plays_where_no_search_can_and_advises_nobody(toy: Any) -> None:
    # Weights that are declared and not there.
    game = changed(toy("fences"), search=Search(weights=("missing",)))
    assert defaults.opponent(game) == "random"
    assert defaults.adviser(game) == "mcts"


def test_expectimax_is_redundant_without_chance() -> None:
    assert defaults.is_redundant("expectimax", registry.load("tic_tac_toe"))
    assert not defaults.is_redundant("expectimax", registry.load("royal_ur"))
    assert not defaults.is_redundant("mcts", registry.load("tic_tac_toe"))
