"""Agents that play any game. They import no game and use only its contract."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardwright.core.agent import Agent
    from boardwright.core.game import Game

# An agent's module has `Options`, a configuration model, and `make(game, options)`. requirements.py lists its needs.
NAMES = ("alphabeta", "expectimax", "mcts", "perfect", "random", "ranking")


MODULES = {"chat": "chat", "descent": "descent", "model": "onnx_model", "openspiel": "openspiel_bot"}
"""Agents that need a model, an endpoint or another library, with their modules. They are not in NAMES: few games have
one to offer."""

BARE = {"descent": "model", "model": "file", "openspiel": "bot"}
"""The option that a text without `=` stands for: `model:small`, `openspiel:mcts`."""


def make(name: str, game: Game, **options: Any) -> Agent:
    """Return an agent by name, for a game. Options that are not given come from its configuration file.

    The options may stand in the name, as in `alphabeta:depth=4`, or be keywords, but none may be both. A game's
    `wrappers` are options that any agent takes. Raises the error of `requirements.why_not`, if any.
    """
    from boardwright.agents.options import choose
    from boardwright.agents.requirements import require

    if ":" in name:
        from boardwright.agents.spec import parse
        from boardwright.core.errors import AgentError

        bare, written = parse(name)
        if twice := sorted(written.keys() & options.keys()):
            raise AgentError("agent_option_twice", text=name, option=twice[0])
        name, options = bare, {**written, **options}
    chosen = choose(name, game, options)
    require(game, chosen)
    own = game.definition.agents.get(chosen.name)
    factory = _factory(chosen.name) if own is None else own.make
    agent: Agent = factory(game, chosen.options)
    for option, wrap in game.definition.wrappers.items():
        if option in options:
            agent = wrap(game, options[option], agent)
    return agent


def names(game: Game) -> tuple[str, ...]:
    """The names of the agents for a game: those for any game, its own, and its levels."""
    from boardwright.agents import levels

    return (*NAMES, *game.definition.agents, *levels.names(game.definition))


def _factory(name: str) -> Callable[[Game, Any], Agent]:
    make: Callable[[Game, Any], Agent] = import_module(f"boardwright.agents.{MODULES.get(name, name)}").make
    return make


__all__ = ["BARE", "MODULES", "NAMES", "make", "names"]
