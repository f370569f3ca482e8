"""Measurements of a run's player: alone on its boards, or against the opponents of its recipe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from boardwright.arena.evaluation import evaluate
from boardwright.arena.ratings import win_rate
from boardwright.core.agent import Agent
from boardwright.core.game import Game
from boardwright.learning import board_measurement
from boardwright.learning.curriculum import CurriculumBoard
from boardwright.learning.measurement import whole
from boardwright.learning.recipes import Recipe

FIGURES = ("win_rate", "low", "high")
"""What a measurement is in a row: a share and its interval; `win_rate_NAME` and so on of the opponents that follow."""


class Result(NamedTuple):
    """The share of the points against an opponent, with its interval; alone, the share of games won, and no name."""

    opponent: str
    rate: float
    low: float
    high: float


def measure(game: Game, recipe: Recipe, player: Agent, listed: Sequence[CurriculumBoard]) -> dict[str, float]:
    """Measure a player as the recipe says. `listed` are the boards that it learns on at present."""
    return _against(game, recipe, player) if game.players > 1 else _alone(game, recipe, player, listed)


def results(recipe: Recipe, row: Mapping[str, Any]) -> list[Result]:
    """What a measured row has against each opponent of a recipe, hardest first: strength is not its easiest game."""
    rivals = enumerate(recipe.evaluation.against or [""])
    found = [Result(rival, *(row[key] for key in _keys(number, rival))) for number, rival in rivals]
    return sorted(found, key=lambda result: result.rate)


def _keys(number: int, rival: str) -> tuple[str, ...]:
    """The keys of an opponent's figures in a row, by its number in the recipe."""
    return tuple(f"{figure}_{rival}" if number else figure for figure in FIGURES)


def any_first(recipe: Recipe) -> bool:
    """Whether games of a measurement begin with a random action, as those of the run do."""
    return recipe.rollout.first == "uniform"


def _alone(game: Game, recipe: Recipe, player: Agent, listed: Sequence[CurriculumBoard]) -> dict[str, float]:
    evaluation, first = recipe.evaluation, any_first(recipe)
    result = whole(evaluate(game, player, None, evaluation.games, evaluation.seed, any_first=first))
    won = win_rate(result.total.wins, result.total.games, result.confidence, distinct=result.distinct)
    metrics = dict(zip(FIGURES, won))
    metrics["truncated_rate"] = result.truncated / result.total.games
    metrics |= board_measurement.shares(result)
    if evaluation.games_each:
        boards = board_measurement.boards_of(game.name, recipe, listed)
        games, seed = evaluation.games_each, evaluation.seed
        metrics |= board_measurement.measure(boards, player, result, games, seed, any_first=first)
    return metrics


def _against(game: Game, recipe: Recipe, player: Agent) -> dict[str, float]:
    """Points against each opponent, seats swapped, with an interval; and against the first one for each control.

    Points are shares of first ranks: in a game for two one for a win, and a half for a draw.
    """
    evaluation = recipe.evaluation
    games, seed, opening = evaluation.games, evaluation.seed, evaluation.opening
    metrics: dict[str, float] = {}
    for number, rival in enumerate(evaluation.against):
        result = whole(evaluate(game, player, rival, games, seed, opening=opening))
        won = win_rate(result.firsts, result.total.games, distinct=result.distinct)
        metrics |= zip(_keys(number, rival), won)
    for name, wrapper in evaluation.controls.items():
        agent: Any = player
        for key, value in wrapper.items():
            agent = game.definition.wrappers[key](game, value, agent)
        result = whole(evaluate(game, agent, evaluation.against[0], games, seed, opening=opening))
        metrics[name] = result.firsts / result.total.games
    return metrics
