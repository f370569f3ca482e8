"""The opponent of a person who names none."""

from __future__ import annotations

from boardwright.agents import levels, make, spec
from boardwright.core.agent import Agent
from boardwright.core.errors import AgentError
from boardwright.core.game import Game


def opponent(game: Game, text: str) -> tuple[str, Agent]:
    """The agent of a spec text; if it is empty, the second level, alphabeta, or random where alphabeta cannot play."""
    if text:
        return text, spec.from_text(text, game)
    if game.definition.search.levels:
        known = list(levels.profile(game.definition, "").levels)
        # Not the weakest, which plays badly on purpose; a person who wins can choose a stronger one.
        second = known[min(1, len(known) - 1)]
        return second, make(second, game)
    try:
        return "alphabeta", make("alphabeta", game)
    except AgentError:
        return "random", make("random", game)
