"""An agent's options: its configuration file, updated by the caller's options and validated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from boardwright.core import config
from boardwright.core.errors import AgentError
from boardwright.core.game import Game

FOLDER = config.SHIPPED / "agents"


def names_of(game: Game, name: str) -> set[str]:
    """The names of the options that an agent has."""
    own = game.definition.agents.get(name)
    return set((_module(name).Options if own is None else own.options).model_fields)


def resolve_own(game: Game, name: str, options: Mapping[str, Any]) -> Any:
    """The complete options of an agent that comes with a game."""
    data = {**config.read(game.definition.files.configs / "agents", name), **options}
    return config.validate(game.definition.agents[name].options, data)


def resolve(name: str, known: Sequence[str], options: Mapping[str, Any]) -> Any:
    """The complete options of an agent for any game."""
    if name not in known:
        raise AgentError("unknown_agent", name=name, known=list(known))
    data = {**config.read(FOLDER, name), **options}
    return config.validate(_module(name).Options, data)


def _module(name: str) -> Any:
    from boardwright.agents import MODULES

    return import_module(f"boardwright.agents.{MODULES.get(name, name)}")
