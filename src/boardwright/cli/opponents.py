"""Who plays against a person who names nobody."""

from __future__ import annotations

from boardwright.agents import levels, make, naming
from boardwright.core.agent import Agent
from boardwright.core.errors import AgentError
from boardwright.core.game import Game


def opponent(game: Game, asked: str) -> tuple[str, Agent]:
    """The agent that was asked for; else a middle level, alphabeta, or random where alphabeta cannot play."""
    if asked:
        return asked, naming.from_text(asked, game)
    if game.definition.levels:
        known = list(levels.profile(game.definition, "").levels)
        # Of an even number the weaker one: a person who wins asks for more.
        middle = known[(len(known) - 1) // 2]
        return middle, make(middle, game)
    try:
        return "alphabeta", make("alphabeta", game)
    except AgentError:
        return "random", make("random", game)
