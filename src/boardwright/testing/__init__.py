"""The compliance suite for games and agents, which ships with the package: `boardwright check GAME`."""

from __future__ import annotations

from boardwright.core.game import Game
from boardwright.core.words import Word
from boardwright.testing import perft, playthrough
from boardwright.testing.cases import Cases
from boardwright.testing.laws import LAWS, judge


def broken_laws(game: Game, *, games: int = 20, states: int = 100, seed: int = 0) -> list[str]:
    """Try the laws on a game in this process. Returns a sentence for each broken law, an empty list if none is.

    Each begins with the name of its law. The first is the cause where there are several: later laws rest on it.
    """
    results = judge(LAWS, game, Cases(game, games=games, most=states, seed=seed))
    broken = [{"law": result.law, "message": result.error} for result in results if not result.passed]
    return [str(Word("law_message", params)) for params in broken]


__all__ = ["LAWS", "broken_laws", "judge", "perft", "playthrough"]
