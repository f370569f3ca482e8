"""Agent specifications as text: `name`, or `name:option=value,option=value` (`alphabeta:depth=4`); `model:small`."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from boardwright.agents import BARE, make
from boardwright.core import config
from boardwright.core.agent import Agent
from boardwright.core.errors import AgentError
from boardwright.core.game import Game

NAME = re.compile(r"[a-z_][a-z0-9_-]*")


class Named(NamedTuple):
    """An agent and its specification."""

    text: str
    agent: Agent


def parse(text: str) -> tuple[str, dict[str, Any]]:
    """Return the name and the options. Values are YAML: `4` is a number and `true` a boolean."""
    name, colon, rest = text.partition(":")
    options: dict[str, Any] = {}
    for part in rest.split(",") if colon else ():
        option, equals, written = part.partition("=")
        if not equals and not options and name in BARE:
            option, written = BARE[name], option
        value = _value(written)
        if not option.isidentifier() or option in options or value is None:
            raise AgentError("agent_text", text=text)
        options[option] = value
    if not NAME.fullmatch(name):
        raise AgentError("agent_text", text=text)
    return name, options


def to_text(name: str, options: dict[str, Any]) -> str:
    """The text that `parse` reads as this name and these options."""
    written = [f"{option}={json.dumps(value)}" for option, value in options.items()]
    return f"{name}:{','.join(written)}" if written else name


def from_text(text: str, game: Game) -> Agent:
    """Make the agent of a specification, for a game."""
    name, options = parse(text)
    return make(name, game, **options)


def named(agent: str | Agent | Named, game: Game) -> Named:
    """An agent with its specification. An agent object is named by its class."""
    if isinstance(agent, Named):
        return agent
    if isinstance(agent, str):
        return Named(agent, from_text(agent, game))
    return Named(type(agent).__name__, agent)


def _value(written: str) -> Any:
    """A YAML scalar, None where there is none or a collection."""
    try:
        value = config.parse(written)
    except ValueError:
        return None
    return None if isinstance(value, list | dict) else value
