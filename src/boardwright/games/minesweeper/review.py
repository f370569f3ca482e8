"""The review of a finished game: its luck in bits, guesses that were not needed, and what each mistake cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log2
from typing import Final, NamedTuple

import numpy as np

from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.words import Word
from boardwright.games.minesweeper.cells import HIDDEN
from boardwright.games.minesweeper.explanation import survey_of
from boardwright.games.minesweeper.solver.deduction import SAFE

LISTED: Final = 3
"""The number of mistakes that are named, the dearest first."""

WORTH: Final = 0.005
"""A risk that is less than this above the lowest one is no mistake."""


class Guess(NamedTuple):
    """A cell that was opened without proof: the number of its move, its risk, and the lowest risk on the board."""

    move: int
    row: int
    col: int
    risk: float
    lowest: float


def guesses(game: Game, played: Sequence[tuple[Array, int]]) -> Iterator[Guess]:
    """The guesses of a game, by the states before its moves and the moves. A first cell is no guess."""
    for number, (state, action) in enumerate(played, start=1):
        fields = game.actions.to_dict(action, 0)
        if fields["kind"] != "reveal":
            continue
        survey = survey_of(game, game.observe(state))
        cell = fields["row"] * int(game.params["cols"][0]) + fields["col"]
        if survey.untouched or survey.known[cell] == SAFE:
            continue
        hidden = np.flatnonzero(survey.shown >= HIDDEN)
        lowest = 0.0 if (survey.known[hidden] == SAFE).any() else float(survey.chances[hidden].min())
        yield Guess(number, fields["row"], fields["col"], float(survey.chances[cell]), lowest)


def review(game: Game, played: Sequence[tuple[Array, int]], last: Array) -> tuple[Word, ...]:
    """Describe a finished game by its guesses."""
    made = list(guesses(game, played))
    if not made:
        return (Word("minesweeper.review_sure"),)
    lost = bool(last["returns"][0, 0] < 0) and made[-1].move == len(played)
    needless = sum(guess.lowest == 0.0 for guess in made)
    words = [Word("minesweeper.review_guesses", {"guesses": len(made), "needless": needless})]
    lucky = made[:-1] if lost else made
    if all(guess.risk < 1.0 for guess in lucky) and lucky:
        bits = -sum(log2(1.0 - guess.risk) for guess in lucky)
        words.append(Word("minesweeper.review_luck", {"bits": f"{bits:.1f}", "percent": f"{100 * 2**-bits:.3g}"}))
    if lost:
        words.append(Word("minesweeper.review_lost", _told(made[-1])))
    dear = sorted((guess for guess in made if guess.risk - guess.lowest > WORTH), key=_cost, reverse=True)
    return (*words, *(Word("minesweeper.review_mistake", _told(guess)) for guess in dear[:LISTED]))


def _cost(guess: Guess) -> float:
    return guess.risk - guess.lowest


def _told(guess: Guess) -> dict[str, int | str]:
    percents = {"percent": f"{100 * guess.risk:.1f}", "lowest": f"{100 * guess.lowest:.1f}"}
    return {"move": guess.move, "row": guess.row, "col": guess.col, **percents}
