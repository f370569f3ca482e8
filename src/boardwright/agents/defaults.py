"""The agents that people meet without naming one: the opponent of `play` and of the page, and the adviser.

Facts that a game declares decide (requirements.py); nothing is compiled or tried.
"""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.agents import levels, spec
from boardwright.agents.options import choose
from boardwright.agents.requirements import require
from boardwright.core.errors import BoardwrightError
from boardwright.core.game import Game

LAST = "random"
"""The opponent where nobody else can play."""


def opponent(game: Game) -> str:
    """The spec text of the opponent of a person who names none."""
    return next(opponents(game))


def opponents(game: Game) -> Iterator[str]:
    """Who to propose as an opponent, the first choice first. Each can play this board.

    They are the game's own choice (`People.opponent`), its levels from the second up, the searches, and `random`.
    """
    declared, known = game.definition.people.opponent, _levels(game)
    # Not the weakest level first, which plays badly on purpose; a person who wins can choose a stronger one.
    texts = [declared] if declared else []
    return (text for text in (*texts, *known[1:], *known[:1], *_searches(game), LAST) if _can_play(text, game))


def adviser(game: Game) -> str:
    """The spec text of the agent that gives hints: the game's own (`People.adviser`), its strongest level, or a search.

    It is not the opponent, who may err on purpose. Where no search can play, it is `mcts`, whose error says why not.
    """
    declared = game.definition.people.adviser
    texts = (*([declared] if declared else []), *reversed(_levels(game)), *_searches(game))
    return next((text for text in texts if _can_play(text, game)), "mcts")


def is_redundant(name: str, game: Game) -> bool:
    """Whether another agent plays the same moves sooner: without chance `expectimax` is a slow `alphabeta`."""
    return name == "expectimax" and not game.has_chance


def _searches(game: Game) -> list[str]:
    # Expectimax sees a few plies ahead: with nothing to evaluate there it is blind, and rollouts are not.
    evaluated = "evaluate" in game.definition.kernels()
    return ["alphabeta", *(["expectimax"] if game.has_chance and evaluated else []), "mcts"]


def _levels(game: Game) -> list[str]:
    return list(levels.profile(game.definition, "").levels) if game.definition.search.levels else []


def _can_play(text: str, game: Game) -> bool:
    """Whether an agent can play this board. A text that names no agent raises: it is a mistake in the definition."""
    name, options = spec.parse(text)
    chosen = choose(name, game, options)
    try:
        require(game, chosen)
    except BoardwrightError:
        return False
    return True
