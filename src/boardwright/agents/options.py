"""An agent's options: its configuration file, updated by the caller's options and validated."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple

from boardwright.core import config
from boardwright.core.errors import AgentError
from boardwright.core.game import Game

FOLDER = config.SHIPPED / "agents"


class Chosen(NamedTuple):
    """An agent by name, a level being resolved to its agent, with its complete options."""

    name: str
    options: Any


def choose(name: str, game: Game, options: Mapping[str, Any]) -> Chosen:
    """Return the agent of a name in a game, with its complete options; the game's `wrappers` are left out."""
    from boardwright.agents import MODULES, NAMES, levels, names

    given = {option: value for option, value in options.items() if option not in game.definition.wrappers}
    if name in levels.names(game.definition):
        name, given = levels.resolve(game.definition, name, given)
    if name in game.definition.agents:
        return Chosen(name, resolve_own(game, name, given))
    if name not in (*NAMES, *MODULES):
        raise AgentError("unknown_agent", name=name, known=[*names(game), *MODULES])
    return Chosen(name, resolve(name, given))


def resolve_own(game: Game, name: str, options: Mapping[str, Any]) -> Any:
    """The complete options of an agent that comes with a game."""
    data = {**config.read(game.definition.files.configs / "agents", name), **options}
    return config.validate(game.definition.agents[name].options, data)


def resolve(name: str, options: Mapping[str, Any]) -> Any:
    """The complete options of an agent for any game."""
    from boardwright.agents import MODULES

    data = {**config.read(FOLDER, name), **options}
    return config.validate(import_module(f"boardwright.agents.{MODULES.get(name, name)}").Options, data)
