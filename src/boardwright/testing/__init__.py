"""The compliance suite for games and agents, which ships with the package: `boardwright check GAME`."""

from __future__ import annotations

from boardwright.core.game import Game
from boardwright.testing import perft, playthrough
from boardwright.testing.cases import Cases
from boardwright.testing.laws import LAWS, judge


def broken_laws(game: Game, *, games: int = 20, states: int = 100, seed: int = 0) -> list[str]:
    """Try the laws on a game in this process. Returns a sentence for each broken law, an empty list if none is."""
    results = judge(LAWS, game, Cases(game, games=games, most=states, seed=seed))
    return [str(result.error) for result in results if not result.passed]


__all__ = ["LAWS", "broken_laws", "judge", "perft", "playthrough"]
