"""Text protocols: a game and an agent for other programs, which ask line by line on standard input and output.

A game offers its protocol as `Definition.protocol`; `boardwright engine` carries lines in and out, and lends an agent.
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
    """What the command lends a session: an agent, and what is not the game's to know."""

    agent: str
    """The agent's name."""

    make: Callable[[Game, Mapping[str, Any]], Agent]
    """Makes the agent for a game, with some of its options replaced. Raises where it has no such option."""

    rng: np.random.Generator
    """Where the agent's chances come from."""

    show: Callable[[View], str]
    """A view as text for people."""


class Session(Protocol):
    """One game with one agent. `ended` once it was told to quit."""

    ended: bool

    def answer(self, line: str) -> str | None:
        """The answer to a line, without the empty line after it; None where the line asks nothing."""
