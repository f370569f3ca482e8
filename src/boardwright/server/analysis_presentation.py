"""Findings in the words of the reader's language."""

from __future__ import annotations

from boardwright.core.analysis import Overlay
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL
from boardwright.core.words import Word
from boardwright.server import schemas
from boardwright.server.analysis_schemas import (
    Analysis,
    BestMove,
    FactorShown,
    LineMove,
    OutcomeShown,
    OverlayShown,
    RouteShown,
)
from boardwright.server.catalogue import agent_title
from boardwright.server.findings import Findings, Move
from boardwright.server.presentation import label, sentence
from boardwright.server.problems import with_message
from boardwright.server.studies import Outcome


def shown(game: Game, found: Findings, language: str) -> Analysis:
    """Return findings as the page shows them."""
    analysis = found.analysis
    return Analysis(
        agent=found.agent,
        title=agent_title(game, found.agent, language),
        player=found.player,
        best=[_move(game, found, move, language) for move in found.best],
        reason=told(found.reason, language),
        certain=found.certain,
        line=[LineMove(action=action, text=text) for action, text in zip(found.actions, found.line)],
        value=found.value,
        shares=found.shares,
        facts=[told(word, language) for word in analysis.facts],
        problems=[told(word, language) for word in analysis.problems],
        overlays=[_overlay(game, overlay, language) for overlay in found.overlays],
        routes=[
            RouteShown(player=route.player, cells=list(route.cells), title=told(route.title, language))
            for route in analysis.routes
        ],
        factors=[FactorShown(title=told(factor.title, language), value=factor.value) for factor in found.factors],
    )


def outcome(game: Game, one: Outcome, language: str) -> OutcomeShown:
    """What chance may give, in the game's own words for the player to move then; else by its number."""
    player = int(one.state["to_move"][0])
    texts = game.narration(one.state, None if player == TERMINAL else player)
    message = " ".join(sentence(text, language).message for text in texts)
    return OutcomeShown(draw=one.draw, message=message or str(one.draw + 1), given=one.given)


def _move(game: Game, found: Findings, move: Move, language: str) -> BestMove:
    return BestMove(
        action=move.choice.action,
        text=move.choice.text,
        label=label(game, move.choice.action, found.player, language),
        cells=list(move.choice.cells),
        sides=list(move.choice.sides),
        score=move.score,
        loss=move.loss,
        ends_in=move.ends_in,
        words=[told(word, language) for word in move.words],
    )


def _overlay(game: Game, overlay: Overlay, language: str) -> OverlayShown:
    cells = sorted(overlay.values)
    # Shares are strong as they are; other numbers are weak at the least and strong at the most. A proven end has a
    # number far from all others: it is as strong as can be, or not at all.
    open_values = [value for cell, value in overlay.values.items() if not overlay.ends.get(cell)]
    low = 0.0 if overlay.share else min(open_values, default=0.0)
    width = 1.0 if overlay.share else max(open_values, default=1.0) - low or 1.0
    strengths = {cell: (overlay.values[cell] - low) / width for cell in cells}
    strengths |= {cell: float(end > 0) for cell, end in overlay.ends.items() if end}
    title = overlay.title
    if "agent" in title.params:
        named = agent_title(game, title.params["agent"], language)
        title = Word(title.code, {**title.params, "agent": named})
    return OverlayShown(
        title=told(title, language),
        cells=cells,
        texts=[overlay.shown(cell) for cell in cells],
        strengths=[strengths[cell] for cell in cells],
        signed=overlay.signed,
        good=overlay.good,
    )


def told(word: Word, language: str) -> schemas.Told:
    """A word as a sentence for the reader."""
    return schemas.Told(**with_message(word, language))
