"""An agent's options: its configuration file, updated by the caller's options and validated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from boardwright.core import config
from boardwright.core.errors import AgentError
from boardwright.core.game import Game

FOLDER = config.SHIPPED / "agents"


def resolve_own(game: Game, name: str, options: Mapping[str, Any]) -> Any:
    """The complete options of an agent that comes with a game."""
    data = {**config.read(game.definition.files.configs / "agents", name), **options}
    return config.validate(game.definition.agents[name].options, data)


def resolve(name: str, known: Sequence[str], options: Mapping[str, Any]) -> Any:
    """The complete options of an agent for any game."""
    from boardwright.agents import MODULES

    if name not in known:
        raise AgentError("unknown_agent", name=name, known=list(known))
    data = {**config.read(FOLDER, name), **options}
    return config.validate(import_module(f"boardwright.agents.{MODULES.get(name, name)}").Options, data)
