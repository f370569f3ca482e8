"""How much a board asks of a player: 3BV, the fewest clicks that open it, and how much of it was done by how many."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.words import Word
from boardwright.games.minesweeper.rules import STEPS
from boardwright.games.minesweeper.solver.deduction import HIDDEN


class Measure(NamedTuple):
    """3BV of a layout, the openings in it, and how much of the 3BV is open."""

    bbbv: int
    openings: int
    done: int


def numbers_of(mine: Array, near: Array) -> Array:
    """What each cell shows if it has no mine."""
    padded = np.append(mine.astype(np.int64), 0)
    found: Array = padded[near].sum(axis=1)
    return found


def measure(mine: Array, shown: Array, near: Array) -> Measure:
    """A click for each opening (a region of cells without a number), and one for each number that no opening shows."""
    numbers = numbers_of(mine, near)
    zero = (mine == 0) & (numbers == 0)
    region = np.zeros(mine.size, np.int64)
    openings = done = 0
    for start in np.flatnonzero(zero):
        if region[start]:
            continue
        openings += 1
        region[start] = openings
        done += int(shown[start] < HIDDEN)
        waiting = [int(start)]
        for cell in waiting:
            for other in near[cell]:
                if other >= 0 and zero[other] and not region[other]:
                    region[other] = openings
                    waiting.append(int(other))
    beside = np.append(region, 0)[near].max(axis=1) > 0
    alone = (mine == 0) & ~zero & ~beside
    return Measure(openings + int(alone.sum()), openings, done + int((alone & (shown < HIDDEN)).sum()))


def summary(game: Game, state: Array) -> tuple[Word, ...]:
    """3BV and openings; of a game that was played, also the clicks it took and how many of them were needed."""
    if not state["laid"][0]:
        return ()
    found = measure(state["mine"][0], state["shown"][0], game.params["near"][0])
    clicks = int(state["tally"][0, 0, STEPS])
    told = [Word("minesweeper.measure", {"bbbv": found.bbbv, "openings": found.openings})]
    if clicks:
        percent = f"{100 * found.done / clicks:.0f}"
        params = {"done": found.done, "bbbv": found.bbbv, "clicks": clicks, "percent": percent}
        told.append(Word("minesweeper.efficiency", params))
    return tuple(told)
