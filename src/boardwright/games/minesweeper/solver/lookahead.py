"""The solver's guess by one-step look-ahead: for each number a candidate may have, the safe cells or the next risk."""

from __future__ import annotations

from typing import Final

import numpy as np

from boardwright.core.compiled.compiler import part
from boardwright.core.record import Array
from boardwright.games.minesweeper.cells import HIDDEN
from boardwright.games.minesweeper.solver.deduction import UNKNOWN
from boardwright.games.minesweeper.solver.inference import FINE, analyse

MARGIN: Final = 0
CANDIDATES: Final = 1
PROGRESS: Final = 2
LAYOUTS: Final = 3
POSITIONS: Final = 4
"""The indices of the solver's options in `knobs`: see configs/minesweeper/agents/solver.yaml."""


TIE: Final = 1e-4
"""The weight that breaks ties between equal risks; too small to matter where risks differ."""


@part
def candidates(near: Array, shown: Array, known: Array, chances: Array, knobs: Array, out: Array) -> int:
    """Write the candidate cells, least risky first, as many as `out` takes. Returns their number."""
    least = least_risk(shown, known, chances)
    count, most = 0, out.shape[0]
    merits = np.empty(most, np.float64)
    for cell in range(shown.shape[0]):
        if shown[cell] < HIDDEN or known[cell] != UNKNOWN or chances[cell] > least + knobs[MARGIN]:
            continue
        # Ties go to the cell with fewer hidden neighbours: it is more likely a zero.
        merit = chances[cell] + TIE * hidden_around(near, shown, cell)
        # Insertion sort; the worst drops off the end.
        at = count
        while at > 0 and merits[at - 1] > merit:
            at -= 1
        if at == most:
            continue
        count = min(count + 1, most)
        for place in range(count - 1, at, -1):
            merits[place], out[place] = merits[place - 1], out[place - 1]
        merits[at], out[at] = merit, cell
    return count


@part
def look_ahead(near: Array, shown: Array, mines: int, known: Array, chances: Array, total: float, knobs: Array) -> int:
    """Return the candidate with the best probability to survive this guess and the next, plus a bonus for progress."""
    picked = np.empty(int(knobs[CANDIDATES]), np.int64)
    count = candidates(near, shown, known, chances, knobs, picked)
    if count == 1:
        return int(picked[0])
    after_known = np.empty(shown.shape[0], np.uint8)
    after_chances = np.empty(shown.shape[0], np.float64)
    trial = shown.copy()
    best, best_score, best_alive = picked[0], -1.0, False
    for place in range(count):
        cell = picked[place]
        if 1.0 - chances[cell] <= best_score / (1.0 + knobs[PROGRESS]) and best_alive:
            continue
        score, shows = 0.0, 0
        for number in range(hidden_around(near, shown, cell) + 1):
            trial[cell] = number
            status, ways, safe = analyse(near, trial, mines, after_known, after_chances)
            if status != FINE:
                continue
            shows += 1
            share = ways / total
            if safe > 0:
                score += share * (1.0 + knobs[PROGRESS])
            else:
                score += share * (1.0 - least_risk(trial, after_known, after_chances))
        trial[cell] = shown[cell]
        alive = shows > 1
        # A cell with the same number in every layout gives no information: it comes last.
        if (alive and not best_alive) or (alive == best_alive and score > best_score):
            best, best_score, best_alive = cell, score, alive
    return int(best)


@part
def hidden_around(near: Array, shown: Array, cell: int) -> int:
    """Return the number of hidden neighbours of a cell."""
    hidden = 0
    for k in range(8):
        other = near[cell, k]
        hidden += int(other >= 0 and shown[other] >= HIDDEN)
    return hidden


@part
def least_risk(shown: Array, known: Array, chances: Array) -> float:
    """Return the smallest risk among undecided cells, 0 if there is none."""
    least = 2.0
    for cell in range(shown.shape[0]):
        if shown[cell] >= HIDDEN and known[cell] == UNKNOWN:
            least = min(least, chances[cell])
    return 0.0 if least > 1.0 else least
