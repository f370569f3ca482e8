"""What every game and agent must hold to, as a suite that ships with the package: `boardwright check GAME`."""

from __future__ import annotations

from boardwright.core.game import Game
from boardwright.testing import perft, playthrough
from boardwright.testing.cases import Cases
from boardwright.testing.laws import LAWS, judge


def broken_laws(game: Game, *, games: int = 20, states: int = 100, seed: int = 0) -> list[str]:
    """What a game breaks, a sentence each, tried in this process. An empty list is what a test wants to see."""
    results = judge(LAWS, game, Cases(game, games=games, most=states, seed=seed))
    return [str(result.error) for result in results if not result.passed]


__all__ = ["LAWS", "broken_laws", "judge", "perft", "playthrough"]
