"""Compiled entry points: the decisions of an agent for a batch of boards, and the full analysis of one board.

They take the game's parameters, so that their machine code is cached with the rules' and is never stale.
"""

from __future__ import annotations

from math import inf
from typing import Final

import numpy as np

from boardwright.core import dice
from boardwright.core.agent import RESIGN
from boardwright.core.compiled.compiler import loop, part
from boardwright.core.record import Array
from boardwright.games.minesweeper.cells import HIDDEN
from boardwright.games.minesweeper.solver.deduction import MINE, SAFE, UNKNOWN, deduce, quick_safe
from boardwright.games.minesweeper.solver.endgame import best_opening, layouts
from boardwright.games.minesweeper.solver.guesses import first_safe, local_ratios, smallest
from boardwright.games.minesweeper.solver.inference import FINE, analyse
from boardwright.games.minesweeper.solver.lookahead import LAYOUTS, POSITIONS, look_ahead

RULES: Final = 0
RULES_GUESS: Final = 1
SUBSET: Final = 2
PROBABILITY: Final = 3
SOLVER: Final = 4

UNIFORM: Final = -1
"""The first cell is any, chosen by the hash of the board (always the same) and the agent's seed."""

EQUAL: Final = 1e-9
"""Risks that differ by less are equal up to rounding."""


@loop
def decide(p: Array, cells: Array, mines: Array, style: int, first: int, seed: int, knobs: Array, out: Array) -> None:
    """Write the cell to reveal in each board, [N]; RESIGN where the agent does not guess."""
    rows, cols, near = int(p[0].rows), int(p[0].cols), p[0].near.copy()
    for i in range(cells.shape[0]):
        # The single-number rules cost little, and suffice for most moves.
        out[i] = quick_safe(cells[i], rows, cols)
        if out[i] < 0:
            out[i] = opening(near, cells[i], mines[i], style, first, seed, knobs)


@part
def opening(near: Array, shown: Array, mines: int, style: int, first: int, seed: int, knobs: Array) -> int:
    """Return the cell that an agent reveals where no single number proves a cell safe.

    The same board gives the same cell, whatever the rest of the batch.
    """
    if _untouched(shown):
        return first if first != UNIFORM else dice.below(scattered(shown, seed), shown.shape[0])
    if style == RULES:
        return RESIGN
    known = np.zeros(shown.shape[0], np.uint8)
    risks = np.empty(shown.shape[0], np.float64)
    if style <= SUBSET:
        if deduce(near, shown, known, style == SUBSET) > 0:
            return first_safe(shown, known)
        local_ratios(near, shown, mines, known, risks)
        return smallest(shown, known, risks, scattered(shown, seed))
    status, total, safe = analyse(near, shown, mines, known, risks)
    if safe > 0:
        return first_safe(shown, known)
    if style == SOLVER and status == FINE and total < inf:
        if total <= knobs[LAYOUTS]:
            count, undecided, shows = layouts(near, shown, mines, known, int(knobs[LAYOUTS]))
            if count > 0:
                place, _ = best_opening(shows, int(knobs[POSITIONS]))
                if place >= 0:
                    return int(undecided[place])
        return look_ahead(near, shown, mines, known, risks, total, knobs)
    return smallest(shown, known, risks, scattered(shown, seed))


@loop
def survey(p: Array, shown: Array, mines: int, known: Array, chances: Array, steps: Array) -> tuple[int, float]:
    """Analyse one board: proved cells, mine probabilities, and the step that proved each cell.

    `steps` holds the reasoning that decided each cell: 1 a single number, 2 two numbers, 3 counting; 0 undecided.
    Returns the status and the number of layouts.
    """
    near = p[0].near
    known[:] = 0
    deduce(near, shown, known, False)
    for cell in range(shown.shape[0]):
        steps[cell] = int(known[cell] != 0)
    deduce(near, shown, known, True)
    for cell in range(shown.shape[0]):
        if known[cell] != 0 and steps[cell] == 0:
            steps[cell] = 2
    status, total, _ = analyse(near, shown, mines, known, chances)
    for cell in range(shown.shape[0]):
        if known[cell] != 0 and steps[cell] == 0:
            steps[cell] = 3
    return status, total


@loop
def endgame(p: Array, shown: Array, mines: int, known: Array, most: int, budget: int) -> tuple[int, int, int]:
    """Solve a board with at most `most` layouts: the best cell, the layouts it wins, their total; else RESIGN."""
    count, undecided, shows = layouts(p[0].near, shown, mines, known, most)
    if count <= 0:
        return RESIGN, 0, 0
    place, won = best_opening(shows, budget)
    if place < 0:
        return RESIGN, 0, 0
    return int(undecided[place]), won, count


@loop
def teach(
    p: Array, cells: Array, mines: Array, masks: Array, style: int, first: int, seed: int, knobs: Array, best: Array,
    chances: Array,
) -> None:  # fmt: skip
    """Write training targets: an agent's good actions into `best`, [N, A], and mine probabilities, [N, cells].

    Good actions reveal all cells proved safe, or else the agent's guess; an agent that does not guess also flags proved
    mines. Unknown probabilities are NaN, and so are all before mines are laid.
    """
    near = p[0].near.copy()
    size = cells.shape[1]
    known = np.zeros(size, np.uint8)
    risks = np.empty(size, np.float64)
    for i in range(cells.shape[0]):
        best[i, :] = False
        chances[i, :] = np.nan
        if _untouched(cells[i]):
            for cell in range(size):
                best[i, cell] = style != RULES and first in (UNIFORM, cell)
            continue
        exact = False
        if style <= SUBSET:
            known[:] = UNKNOWN
            safe = deduce(near, cells[i], known, style == SUBSET)
        else:
            status, _, safe = analyse(near, cells[i], mines[i], known, risks)
            exact = status == FINE
        for cell in range(size):
            if cells[i, cell] < HIDDEN:
                continue
            if exact:
                chances[i, cell] = risks[cell]
            elif known[cell] != UNKNOWN:
                chances[i, cell] = 1.0 if known[cell] == MINE else 0.0
            best[i, cell] = known[cell] == SAFE
            if style == RULES and known[cell] == MINE and cells[i, cell] == HIDDEN:
                best[i, size + cell] = masks[i, size + cell]
        if safe == 0 and exact and style == PROBABILITY:
            _lowest(cells[i], risks, best[i])
        elif safe == 0 and style != RULES:
            best[i, opening(near, cells[i], mines[i], style, first, seed, knobs)] = True


@part
def _lowest(shown: Array, risks: Array, best: Array) -> None:
    """Mark all cells of least risk."""
    least = inf
    for cell in range(shown.shape[0]):
        if shown[cell] >= HIDDEN:
            least = min(least, risks[cell])
    for cell in range(shown.shape[0]):
        best[cell] = shown[cell] >= HIDDEN and risks[cell] <= least + EQUAL


@part
def _untouched(shown: Array) -> bool:
    for cell in range(shown.shape[0]):  # noqa: SIM110 - generators do not compile
        if shown[cell] < HIDDEN:
            return False
    return True


@part
def scattered(shown: Array, seed: int) -> int:
    """Return the hash of a board and a seed."""
    key = dice.mix(seed)
    for cell in range(shown.shape[0]):
        key = dice.mix(key ^ int(shown[cell]))
    return key
