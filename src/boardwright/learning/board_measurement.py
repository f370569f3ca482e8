"""Measurements of a model on each board and each density that it is trained on."""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.arena.evaluation import Evaluation, evaluate
from boardwright.arena.varied_boards import LabelledBoard, each_board
from boardwright.core.agent import Agent
from boardwright.core.game import Game
from boardwright.learning import recipes
from boardwright.learning.curriculum import CurriculumBoard
from boardwright.learning.measurement import whole
from boardwright.learning.recipes import Recipe
from boardwright.learning.rollout_stats import ON


def shares(result: Evaluation, suffix: str = "") -> dict[str, float]:
    """The mean share of each counter that has a total: `revealed_share`."""
    return {f"{name}_share{suffix}": share for name, share in result.components()["shares"].items()}


def boards_of(game: str, recipe: Recipe, listed: Sequence[CurriculumBoard]) -> list[LabelledBoard]:
    """Each board of a list, and each of its values; none if the list is one board without further values."""
    if len(listed) == 1 and not listed[0].vary:
        return []
    changed = recipes.changes(game, recipe)
    return [found for board in listed for found in each_board(game, board.board, board.vary, changed)]


def measure(
    boards: Sequence[LabelledBoard], player: Agent, known: Evaluation, games: int, seed: int, *, any_first: bool = False
) -> dict[str, float]:
    """Win rates and shares on each board. `known` is the result on the model's own, which is not played again."""
    results: list[tuple[Game, Evaluation]] = [(known.game, known)]
    metrics: dict[str, float] = {}
    for label, game in boards:
        result = next((result for other, result in results if other.config == game.config), None)
        if result is None:
            result = whole(evaluate(game, player, None, games, seed, any_first=any_first))
            results.append((game, result))
        metrics[f"win_rate_{ON}{label}"] = result.total.wins / result.total.games
        metrics |= shares(result, f"_{ON}{label}")
    return metrics
