"""Text protocols: other programs use a game and an agent, line by line on standard input and output.

A game defines its protocol as `Definition.protocol`; `boardwright engine` reads and writes lines and provides an agent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import numpy as np

    from boardwright.core.agent import Agent
    from boardwright.core.game import Game
    from boardwright.core.view import View


@dataclass(frozen=True)
class Lent:
    """The agent, generator and renderer that the command provides to a session."""

    agent: str
    """The agent's name."""

    make: Callable[[Game, Mapping[str, Any]], Agent]
    """Makes the agent for a game, with some of its options replaced. Raises for an unknown option."""

    rng: np.random.Generator
    """The agent's random generator."""

    show: Callable[[View], str]
    """Renders a view as text for people."""


class Session(Protocol):
    """One game with one agent. `ended` is true after a quit command."""

    ended: bool

    def answer(self, line: str) -> str | None:
        """The answer to a line, without the empty line after it; None if the line needs no answer."""
