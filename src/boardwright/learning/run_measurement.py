"""Measurements of a run's player: alone on its boards, or against the opponents of its recipe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boardwright.arena.evaluation import evaluate
from boardwright.arena.ratings import win_rate
from boardwright.core.agent import Agent
from boardwright.core.game import Game
from boardwright.learning import board_measurement
from boardwright.learning.curriculum import CurriculumBoard
from boardwright.learning.measurement import whole
from boardwright.learning.recipes import Recipe


def measure(game: Game, recipe: Recipe, player: Agent, listed: Sequence[CurriculumBoard]) -> dict[str, float]:
    """Measure a player as the recipe says. `listed` are the boards that it learns on at present."""
    return _against(game, recipe, player) if game.players > 1 else _alone(game, recipe, player, listed)


def results(recipe: Recipe, row: Mapping[str, Any]) -> list[tuple[str, float]]:
    """The share of the points against each opponent of a recipe, the least first: strength is not its easiest game."""
    rivals = enumerate(recipe.evaluation.against)
    keys = [(rival, f"win_rate_{rival}" if number else "win_rate") for number, rival in rivals]
    return sorted(((rival, row[key]) for rival, key in keys if key in row), key=lambda found: found[1])


def any_first(recipe: Recipe) -> bool:
    """Whether games of a measurement begin with a random action, as those of the run do."""
    return recipe.rollout.first == "uniform"


def _alone(game: Game, recipe: Recipe, player: Agent, listed: Sequence[CurriculumBoard]) -> dict[str, float]:
    evaluation, first = recipe.evaluation, any_first(recipe)
    result = whole(evaluate(game, player, None, evaluation.games, evaluation.seed, any_first=first))
    won = win_rate(result.total.wins, result.total.games, result.confidence, distinct=result.distinct)
    metrics = {"win_rate": won.rate, "low": won.low, "high": won.high}
    metrics["truncated_rate"] = result.truncated / result.total.games
    metrics |= board_measurement.shares(result)
    if evaluation.games_each:
        boards = board_measurement.boards_of(game.name, recipe, listed)
        games, seed = evaluation.games_each, evaluation.seed
        metrics |= board_measurement.measure(boards, player, result, games, seed, any_first=first)
    return metrics


def _against(game: Game, recipe: Recipe, player: Agent) -> dict[str, float]:
    """Points against each opponent, seats swapped; the first one's with an interval, and again for each control."""
    evaluation = recipe.evaluation
    games, seed, opening = evaluation.games, evaluation.seed, evaluation.opening
    metrics: dict[str, float] = {}
    for number, rival in enumerate(evaluation.against):
        result = whole(evaluate(game, player, rival, games, seed, opening=opening))
        won = win_rate(result.total.points, result.total.games, distinct=result.distinct)
        metrics[f"win_rate_{rival}" if number else "win_rate"] = won.rate
        if number == 0:
            metrics["low"], metrics["high"] = won.low, won.high
    for name, wrapper in evaluation.controls.items():
        agent: Any = player
        for key, value in wrapper.items():
            agent = game.definition.wrappers[key](game, value, agent)
        total = whole(evaluate(game, agent, evaluation.against[0], games, seed, opening=opening)).total
        metrics[name] = total.points / total.games
    return metrics
