"""A match that a harness plays: the position that its seed determines, and the agent in the other seats."""

from __future__ import annotations

import secrets

from boardwright.agents import defaults, spec
from boardwright.agents.preparation import Preparation
from boardwright.core.agent import Agent
from boardwright.core.dice import usable_seed
from boardwright.core.errors import AgentError
from boardwright.core.game import Game
from boardwright.core.position import Position
from boardwright.core.words import Word
from boardwright.mcp.match import Match
from boardwright.mcp.table import SEED_BITS


def begin(game: Game, seed: int | None, seat: int, opponent: str = "", agent: Agent | None = None) -> Match:
    """Begin a match. Without an agent its owner plays every seat, by setting `seat`. Nobody has moved yet."""
    chosen = secrets.randbits(SEED_BITS) if seed is None else usable_seed(seed)
    return Match("", Position(game, seed=chosen), seat, opponent, agent, Preparation())


def opponent(game: Game, text: str) -> tuple[str, Agent | None]:
    """The agent in the other seats by its spec, by default the game's own opponent; None in a game for one."""
    if game.players == 1:
        if text:
            raise AgentError("mcp_for_one", game=game.title)
        return "", None
    text = text or defaults.opponent(game)
    return text, spec.from_text(text, game)


def quiet(word: Word) -> None:
    """Tell nobody about progress: a harness waits."""
