"""Agents that play any game. They import no game and use only its contract."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from boardwright.core.agent import Agent
    from boardwright.core.game import Game

# An agent's module has `Options`, a configuration model, and `make(game, options)`.
NAMES = ("alphabeta", "expectimax", "mcts", "perfect", "random", "ranking")


MODULES = {"model": "onnx_model"}
"""Agents whose module has another name. They have an option without a default, so they are not in NAMES."""

BARE = {"model": "file"}
"""The option that a text without `=` stands for: `model:small`."""


def make(name: str, game: Game, **options: Any) -> Agent:
    """Return an agent by name, for a game. Options that are not given come from its configuration file.

    A game's `wrappers` are options that any agent takes.
    """
    from boardwright.agents import levels
    from boardwright.agents.options import resolve, resolve_own

    wrapped = {option: options.pop(option) for option in game.definition.wrappers if option in options}
    if name in levels.names(game.definition):
        name, options = levels.resolve(game.definition, name, options)
    own = game.definition.agents.get(name)
    agent: Agent
    if own is not None:
        agent = own.make(game, resolve_own(game, name, options))
    else:
        settings = resolve(name, (*names(game), *MODULES), options)
        agent = import_module(f"boardwright.agents.{MODULES.get(name, name)}").make(game, settings)
    for option, value in wrapped.items():
        agent = game.definition.wrappers[option](game, value, agent)
    return agent


def names(game: Game) -> tuple[str, ...]:
    """The names of the agents for a game: those for any game, its own, and its levels."""
    from boardwright.agents import levels

    return (*NAMES, *game.definition.agents, *levels.names(game.definition))


__all__ = ["BARE", "MODULES", "NAMES", "make", "names"]
