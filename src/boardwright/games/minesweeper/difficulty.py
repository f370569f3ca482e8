"""The difficulty of a board: 3BV, the fewest clicks that solve it, and a player's efficiency."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.words import Word
from boardwright.games.minesweeper.cells import HIDDEN
from boardwright.games.minesweeper.rules import STEPS


class Measure(NamedTuple):
    """The 3BV of a layout, its number of openings, and the part of the 3BV already revealed."""

    bbbv: int
    openings: int
    done: int


def numbers_of(mine: Array, near: Array) -> Array:
    """Return the number of mines around each cell, [cells]."""
    padded = np.append(mine.astype(np.int64), 0)
    numbers: Array = padded[near].sum(axis=1)
    return numbers


def measure(mine: Array, shown: Array, near: Array) -> Measure:
    """Count one click for each opening (a region of zeros), and one for each number that no opening reveals."""
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
    """Return 3BV and openings; after moves also the clicks and the efficiency."""
    if not state["laid"][0]:
        return ()
    measured = measure(state["mine"][0], state["shown"][0], game.params["near"][0])
    clicks = int(state["tally"][0, 0, STEPS])
    words = [Word("minesweeper.measure", {"bbbv": measured.bbbv, "openings": measured.openings})]
    if clicks:
        percent = f"{100 * measured.done / clicks:.0f}"
        params = {"done": measured.done, "bbbv": measured.bbbv, "clicks": clicks, "percent": percent}
        words.append(Word("minesweeper.efficiency", params))
    return tuple(words)
