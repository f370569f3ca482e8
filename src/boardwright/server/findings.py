"""What an agent finds in a position: its move and reason, the best moves, its line, and the game's own analysis.

Made in a worker process, and put into words of the reader's language by the service.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardwright.core.words import Word

if TYPE_CHECKING:
    from boardwright.core.agent import Agent, Turn
    from boardwright.core.analysis import Analysis
    from boardwright.core.view import Choice


@dataclass(frozen=True)
class Move:
    """A move with its score, the plies to its proven end, and the game's description; None where unknown."""

    choice: Choice
    score: float | None
    ends_in: int | None
    words: tuple[Word, ...]


@dataclass(frozen=True)
class Findings:
    """The findings of an agent for a player. `best` has the best moves first; empty where the agent declines to move.

    `line` is the principal variation in notation, `actions` the same as indices. `value` is the value of the position
    for the player in the agent's units, None if it has none. `shares`: the scores are shares, no values.
    """

    agent: str
    player: int
    best: tuple[Move, ...]
    reason: Word
    certain: bool
    line: tuple[str, ...]
    actions: tuple[int, ...]
    value: float | None
    shares: bool
    analysis: Analysis


def find(turn: Turn, agent: Agent, name: str, most: int) -> Findings:
    """Ask an agent and the game about a turn, for at most so many of the best moves, the agent's own first."""
    from boardwright.agents.advice import Advice
    from boardwright.core.analysis import Analysis

    game, explanation = turn.game, agent.explain(turn)
    advice = Advice(turn, name, explanation)
    own = game.definition.people.analysis
    analysis = Analysis() if own is None else own(game, turn.observation)
    choices = {choice.action: choice for choice in turn.view.choices}
    ranked = [action for action in advice.best(most) if action in choices and action != explanation.action]
    actions = [explanation.action, *ranked][:most] if explanation.action in choices else []
    best = tuple(
        Move(choices[action], explanation.scores.get(action), explanation.ends.get(action), advice.described(action))
        for action in actions
    )
    line = tuple(game.line(turn.imagined, explanation.line))
    return Findings(
        name,
        turn.player,
        best,
        explanation.reason,
        explanation.certain,
        line,
        tuple(explanation.line[: len(line)]),
        explanation.worth,
        explanation.shares,
        analysis,
    )
