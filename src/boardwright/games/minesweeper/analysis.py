"""Analysis of a position: mine probabilities, proved cells with reasons, and contradictions if it is impossible."""

from __future__ import annotations

from math import isfinite
from typing import Any, Final

import numpy as np

from boardwright.core.analysis import Analysis, Overlay
from boardwright.core.compiled.compiler import loop
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.words import Word
from boardwright.games.minesweeper.cells import HIDDEN
from boardwright.games.minesweeper.explanation import Survey, survey_of
from boardwright.games.minesweeper.solver import decision_loop
from boardwright.games.minesweeper.solver.boxes import arrange, gather, sea
from boardwright.games.minesweeper.solver.counting import TOO_WIDE, forward
from boardwright.games.minesweeper.solver.deduction import MINE, SAFE, UNKNOWN, deduce, need_of
from boardwright.games.minesweeper.solver.inference import IMPOSSIBLE, WIDE

LISTED: Final = 8
"""The number of proved cells listed one by one."""

LAYOUTS: Final = 1000
POSITIONS: Final = 50_000
"""Limits on layouts left and positions searched, within which the win probability is computed."""

EXACT: Final = 2.0**53
"""Counts of layouts are exact integers up to here, and rounded beyond."""


@loop
def totals(p: Array, shown: Array, known: Array) -> Array:
    """Return which total mine counts some layout has, as a mask from 0 up; empty if the components are too wide.

    `known` receives the deductions from single numbers and pairs.
    """
    near = p[0].near
    known[:] = UNKNOWN
    deduce(near, shown, known, True)
    box_of, size, beside, count, need, room, _, _ = gather(near, shown, known)
    away, certain = sea(shown, known, box_of)
    hidden = 0
    for cell in range(shown.shape[0]):
        hidden += int(shown[cell] >= HIDDEN)
    possible = np.zeros(hidden + 1, np.bool_)
    for cell in range(shown.shape[0]):
        if shown[cell] < HIDDEN:
            left, undecided = need_of(near, shown, known, cell)
            if left < 0 or left > undecided:
                return possible
    order, starts = arrange(size, beside, count, room)
    counted = forward(order, starts, size, beside, count, need, room)
    state_start, mines = counted[1], counted[3]
    if counted[0] == TOO_WIDE:
        return possible[:0]
    for m in range(certain, certain + away + 1):
        possible[m] = True
    for c in range(starts.shape[0] - 1):
        # The last states of a component are the numbers of mines that it may have.
        before = possible.copy()
        possible[:] = False
        last = starts[c + 1] + c
        for state in range(state_start[last], state_start[last + 1]):
            for m in range(hidden + 1 - mines[state]):
                possible[m + mines[state]] |= before[m]
    return possible


def analysis(game: Game, observation: Array) -> Analysis:
    """Return everything that follows from an observation."""
    survey = survey_of(game, observation)
    if survey.status == IMPOSSIBLE:
        return Analysis(problems=problems(survey), numbers={"layouts": 0})
    hidden = np.flatnonzero(survey.shown >= HIDDEN).tolist()
    chances = {cell: float(survey.chances[cell]) for cell in hidden}
    numbers: dict[str, Any] = {"safe": _places(survey, SAFE), "mines": _places(survey, MINE)}
    facts = [Word("minesweeper.fact_wide")] if survey.status == WIDE else []
    if survey.status != WIDE and isfinite(survey.layouts):
        exact = survey.layouts < EXACT
        numbers["layouts"] = int(survey.layouts) if exact else survey.layouts
        count = f"{int(survey.layouts):,}".replace(",", " ") if exact else f"{survey.layouts:.3g}"
        facts.append(Word("minesweeper.fact_layouts", {"layouts": count}))
    facts += _certain(survey)
    won = chance_to_win(survey)
    if won is not None:
        numbers["wins"], numbers["of"] = won
        percent = f"{100 * won[0] / won[1]:.1f}"
        facts.append(Word("minesweeper.fact_win", {"won": won[0], "layouts": won[1], "percent": percent}))
    overlay = Overlay(Word("minesweeper.overlay"), chances)
    return Analysis(overlay, tuple(facts), (), numbers)


def chance_to_win(survey: Survey) -> tuple[int, int] | None:
    """Return the number of layouts that best play wins and their total; None if there are too many to search."""
    if survey.untouched or survey.status == WIDE or survey.layouts > LAYOUTS:
        return None
    # Revealing a safe cell still gives information, so safe cells stay undecided here.
    known = np.where(survey.known == MINE, MINE, UNKNOWN).astype(np.uint8)
    if not ((survey.shown >= HIDDEN) & (known == UNKNOWN)).any():
        return 1, 1
    arguments = (survey.shown, survey.mines, known, LAYOUTS, POSITIONS)
    best, won, total = survey.game.run(decision_loop.endgame, survey.game.params, *arguments)
    return (int(won), int(total)) if best >= 0 else None


def problems(survey: Survey) -> tuple[Word, ...]:
    """Return the reasons why no layout fits: single numbers, else contradicting numbers, else the mine count."""
    near, shown = survey.game.params["near"][0], survey.shown
    hidden = (near >= 0) & (shown[near] >= HIDDEN)
    room = hidden.sum(axis=1)
    few = [
        Word("minesweeper.problem_room", {**_number(survey, cell), "cells": int(room[cell])})
        for cell in np.flatnonzero((shown < HIDDEN) & (shown > room)).tolist()
    ]
    if few:
        return tuple(few)
    known = np.zeros(shown.size, np.uint8)
    possible = np.flatnonzero(survey.game.run(totals, survey.game.params, shown, known)).tolist()
    if not possible:
        mines = (hidden & (known[near] == MINE)).sum(axis=1)
        places = (hidden & (known[near] != SAFE)).sum(axis=1)
        single = [
            Word("minesweeper.problem_many", {**_number(survey, cell), "mines": int(mines[cell])})
            for cell in np.flatnonzero((shown < HIDDEN) & (shown < mines)).tolist()
        ] + [
            Word("minesweeper.problem_few", {**_number(survey, cell), "cells": int(places[cell])})
            for cell in np.flatnonzero((shown < HIDDEN) & (shown > places)).tolist()
        ]
        numbers = [Word("minesweeper.problem_number", _number(survey, cell)) for cell in clash(survey)]
        return (*single[:1], Word("minesweeper.problem_clash", {"numbers": numbers}))
    total = survey.mines
    if total < possible[0]:
        return (Word("minesweeper.problem_least", {"least": possible[0], "mines": total}),)
    if total > possible[-1]:
        return (Word("minesweeper.problem_most", {"most": possible[-1], "mines": total}),)
    return (Word("minesweeper.problem_between", {"mines": total, "possible": possible}),)


def clash(survey: Survey) -> list[int]:
    """Return a minimal set of contradicting numbers: without any one of them some layout fits."""
    shown = survey.shown.copy()
    known = np.zeros(shown.size, np.uint8)
    for cell in np.flatnonzero(shown < HIDDEN).tolist():
        number, shown[cell] = shown[cell], HIDDEN
        if survey.game.run(totals, survey.game.params, shown, known).any():
            shown[cell] = number
    return np.flatnonzero(shown < HIDDEN).tolist()


def _certain(survey: Survey) -> list[Word]:
    """Return the number of proved cells, and the reasons for some of them."""
    if survey.untouched:
        return [Word("minesweeper.fact_first")]
    safe, mines = (np.flatnonzero((survey.shown >= HIDDEN) & (survey.known == what)).tolist() for what in (SAFE, MINE))
    facts = [Word("minesweeper.fact_certain", {"safe": len(safe), "mines": len(mines)})]
    # Safe cells can be played; mines are listed only where no cell is safe.
    cells = safe or mines
    facts += [survey.reason(cell) for cell in cells[:LISTED]]
    if len(cells) > LISTED:
        facts.append(Word("minesweeper.fact_more", {"more": len(cells) - LISTED}))
    return facts


def _places(survey: Survey, what: int) -> list[list[int]]:
    cells = np.flatnonzero((survey.shown >= HIDDEN) & (survey.known == what)).tolist()
    return [list(survey.place(cell).values()) for cell in cells]


def _number(survey: Survey, cell: int) -> dict[str, int]:
    return {**survey.place(cell), "number": int(survey.shown[cell])}
