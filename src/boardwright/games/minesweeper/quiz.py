"""Puzzles for the Learn page: a board on which some reasoning proves a cell safe, and lesser reasoning proves none."""

from __future__ import annotations

from typing import Final

import numpy as np

from boardwright.core.errors import FormatError
from boardwright.core.game import Game
from boardwright.core.puzzle_records import LEVELS as DIFFICULTIES
from boardwright.core.puzzle_records import PuzzleAnswer, PuzzleRecord, PuzzleWord
from boardwright.core.record import TERMINAL, Array
from boardwright.core.words import Word
from boardwright.games.minesweeper.cells import HIDDEN
from boardwright.games.minesweeper.explanation import survey_of
from boardwright.games.minesweeper.puzzles import LEVELS, generate
from boardwright.games.minesweeper.solver.deduction import SAFE

STEPS: Final = {level: step for step, level in enumerate(LEVELS, 1)}
"""The step of a survey at which each level of reasoning proves a cell."""

ROUNDS: Final = 4
"""The most rounds of plain reasoning before an easy puzzle is asked."""

MOST_RIGHT: Final = 6
"""The most cells that are right: with more of them a guess would do."""


def quiz(game: Game, seed: int, number: int) -> PuzzleRecord | None:
    """Return puzzle `number` of a seed: levels take turns. None where a board needs lesser reasoning alone."""
    level = LEVELS[number % len(LEVELS)]
    rng = np.random.default_rng((seed, number))
    rows, cols = int(game.params["rows"][0]), int(game.params["cols"][0])
    try:
        board = generate(game, level, (int(rng.integers(rows)), int(rng.integers(cols))), seed, number)
    except FormatError:
        return None
    if board.numbers["enough"] != level:
        return None
    history = [list(step) for step in board.history]
    state = game.apply(game.new(), *board.history[0])
    # An easy board is asked about on the way, the others where lesser reasoning ends.
    rounds = int(rng.integers(ROUNDS)) if level == LEVELS[0] else rows * cols
    for _ in range(rounds):
        for cell in _proved(game, state, STEPS[level] - (level != LEVELS[0])):
            if state["to_move"][0] != TERMINAL and state["shown"][0, cell] >= HIDDEN:
                state = game.apply(state, cell)
                history.append([cell, 0])
    if state["to_move"][0] == TERMINAL:
        return None
    return _record(game, state, history, seed, number, level)


def _proved(game: Game, state: Array, step: int) -> list[int]:
    """The hidden cells that reasoning up to a step proves safe."""
    survey = survey_of(game, game.observe(state, 0))
    safe = (survey.shown >= HIDDEN) & (survey.known == SAFE) & (survey.steps <= step)
    return [int(cell) for cell in np.flatnonzero(safe)]


def _record(
    game: Game, state: Array, history: list[list[int]], seed: int, number: int, level: str
) -> PuzzleRecord | None:
    survey = survey_of(game, game.observe(state, 0))
    hidden = [int(cell) for cell in np.flatnonzero(survey.shown >= HIDDEN)]
    right = [cell for cell in hidden if survey.known[cell] == SAFE]
    lesser = [cell for cell in right if survey.steps[cell] < STEPS[level]]
    if not right or lesser or len(right) > MOST_RIGHT or len(right) == len(hidden):
        return None
    return PuzzleRecord(
        game=game.name,
        version=game.version,
        config=game.config,
        seed=seed,
        number=number,
        history=history,
        task=PuzzleWord.of(Word("minesweeper.puzzle_task", {"right": len(right)})),
        level=DIFFICULTIES[LEVELS.index(level)],
        plies=0,
        answers=[
            PuzzleAnswer(action=cell, right=cell in right, reason=PuzzleWord.of(survey.reason(cell))) for cell in hidden
        ],
    )
