"""Who plays against a person who names nobody."""

from __future__ import annotations

from boardwright.agents import levels, make, spec
from boardwright.core.agent import Agent
from boardwright.core.errors import AgentError
from boardwright.core.game import Game


def opponent(game: Game, asked: str) -> tuple[str, Agent]:
    """The agent that was asked for; else the second level, alphabeta, or random where alphabeta cannot play."""
    if asked:
        return asked, spec.from_text(asked, game)
    if game.definition.search.levels:
        known = list(levels.profile(game.definition, "").levels)
        # Not the weakest, which plays badly on purpose; and a person who wins asks for more.
        second = known[min(1, len(known) - 1)]
        return second, make(second, game)
    try:
        return "alphabeta", make("alphabeta", game)
    except AgentError:
        return "random", make("random", game)
