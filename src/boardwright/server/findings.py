"""What an agent finds in a position: its move and reason, the best moves, its line, and the game's own analysis.

Made in a worker process, and put into words of the reader's language by the service.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardwright.core.words import Word

if TYPE_CHECKING:
    from boardwright.agents.advice import Advice
    from boardwright.agents.breakdown import Factor
    from boardwright.core.agent import Agent, Turn
    from boardwright.core.analysis import Analysis, Overlay
    from boardwright.core.game import Game
    from boardwright.core.view import Choice


@dataclass(frozen=True)
class Move:
    """A move with its score, its loss, the plies to its proven end, and the game's description; None where unknown."""

    choice: Choice
    score: float | None
    loss: float | None
    ends_in: int | None
    words: tuple[Word, ...]


@dataclass(frozen=True)
class Findings:
    """The findings of an agent for a player. `best` has the best moves first; empty where the agent declines to move.

    A move that was asked about comes last there, if it is none of them.

    `line` is the principal variation in notation, `actions` the same as indices. `value` is the value of the position
    for the player in the agent's units, None if it has none. `shares`: the scores are shares, no values. `overlays` are
    the game's numbers over cells, and last the agent's scores of the moves there. `factors` make up the evaluation of
    the position as it stands, empty where the agent or the game has none.
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
    overlays: tuple[Overlay, ...]
    factors: tuple[Factor, ...]


def find(turn: Turn, agent: Agent, name: str, most: int, also: int | None = None) -> Findings:
    """Ask an agent and the game about a turn, for at most so many of the best moves, the agent's own first.

    The action `also` is told of in any case.
    """
    from boardwright.agents.advice import Advice
    from boardwright.agents.breakdown import breakdown
    from boardwright.core.analysis import Analysis

    game, explanation = turn.game, agent.explain(turn)
    advice = Advice(turn, name, explanation)
    own = game.definition.people.analysis
    analysis = Analysis() if own is None else own(game, turn.observation)
    choices = {choice.action: choice for choice in turn.view.choices}
    ranked = [action for action in advice.best(most) if action in choices and action != explanation.action]
    actions = [explanation.action, *ranked][:most] if explanation.action in choices else []
    if actions and also in choices and also not in actions:
        actions.append(also)
    best = tuple(
        Move(
            choices[action],
            explanation.scores.get(action),
            explanation.loss(action),
            explanation.ends.get(action),
            advice.described(action),
        )
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
        _overlays(turn, advice, analysis),
        breakdown(game, turn.imagined, turn.player, agent.weights) if hasattr(agent, "weights") else (),
    )


def reviewed(game: Game, line: Sequence[tuple[int, int]]) -> tuple[Word, ...]:
    """The game's own review of a finished game, by its moves and their draws."""
    state, played = game.new(), []
    for action, draw in line:
        played.append((state, action))
        state = game.apply(state, action, draw)
    review = game.definition.people.review
    return () if review is None else review(game, played, state)


def _overlays(turn: Turn, advice: Advice, analysis: Analysis) -> tuple[Overlay, ...]:
    from boardwright.core.analysis import Overlay

    own = turn.game.definition.people.overlays
    found = [*([] if analysis.overlay is None else [analysis.overlay]), *(own(turn.game, turn.imagined) if own else ())]
    explanation, best, ends = advice.explanation, dict[int, float](), dict[int, int]()
    for choice in turn.view.choices:
        # What touches one cell can be written there; of several moves there, the best one counts.
        score = explanation.scores.get(choice.action)
        if score is None or len(choice.cells) != 1 or choice.sides:
            continue
        (cell,) = choice.cells
        if score >= best.get(cell, score):
            best[cell] = score
            ends.pop(cell, None)
            if choice.action in explanation.ends:
                ends[cell] = explanation.ends[choice.action]
    if len(best) > 1:
        title = Word("analysis_shares" if explanation.shares else "analysis_scores", {"agent": advice.agent})
        found.append(Overlay(title, best, share=explanation.shares, ends=ends, good=True))
    return tuple(found)
