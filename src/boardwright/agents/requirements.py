"""The requirements of exact search on a game, checked before it starts."""

from __future__ import annotations

from boardwright.core.errors import AgentError
from boardwright.core.game import Game


def two_sided(agent: str, game: Game) -> None:
    """Raise AgentError unless the game has no chance, perfect information, and two players in a zero-sum game."""
    if game.has_chance:
        raise AgentError("agent_needs_no_chance", agent=agent, game=game.name)
    if not game.definition.perfect_information:
        raise AgentError("agent_needs_everything", agent=agent, game=game.name)
    if not _opposed(game):
        raise AgentError("agent_needs_two", agent=agent, game=game.name)


def one_or_two_sided(agent: str, game: Game) -> None:
    """Raise AgentError unless the game has perfect information, and one player or two in a zero-sum game."""
    if not game.definition.perfect_information:
        raise AgentError("agent_needs_everything", agent=agent, game=game.name)
    if game.players != 1 and not _opposed(game):
        raise AgentError("agent_needs_one_or_two", agent=agent, game=game.name)


def _opposed(game: Game) -> bool:
    return game.players == 2 and game.definition.zero_sum
