"""Generated boards that a given level of reasoning finishes without a guess from a given first cell."""

from __future__ import annotations

from typing import Final

import numpy as np

from boardwright.core import dice
from boardwright.core.analysis import Puzzle, Puzzles
from boardwright.core.compiled.compiler import loop, part
from boardwright.core.compiled.loops import perform
from boardwright.core.errors import ConfigError, FormatError
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.core.words import Word
from boardwright.games.minesweeper.cells import HIDDEN
from boardwright.games.minesweeper.difficulty import measure
from boardwright.games.minesweeper.solver.deduction import SAFE, deduce
from boardwright.games.minesweeper.solver.inference import analyse

LEVELS: Final = ("rules", "subset", "probability")
"""Single numbers; pairs of numbers, too; all layouts that fit. Each level proves all that the one before it does."""

RULES: Final = 0
SUBSET: Final = 1

MOST_TRIES: Final = 200_000


@part
def certain(near: Array, shown: Array, mines: int, level: int, known: Array, chances: Array) -> int:
    """Write the deductions of a level into `known`. Returns the number of safe cells."""
    known[:] = 0
    safe = deduce(near, shown, known, level != RULES)
    if safe > 0 or level <= SUBSET:
        return safe
    _, _, safe = analyse(near, shown, mines, known, chances)
    return safe


@loop
def search(p: Array, fresh: Array, first: int, level: int, draws: Array) -> int:
    """Return the index of the first draw whose layout a level solves from the first cell; -1 for none."""
    state = fresh.copy()
    known = np.zeros(fresh[0].shown.shape[0], np.uint8)
    chances = np.zeros(fresh[0].shown.shape[0], np.float64)
    for i in range(draws.shape[0]):
        state[0] = fresh[0]
        s = state[0]
        perform(p[0], s, first, draws[i])
        while s.to_move != TERMINAL and certain(p[0].near, s.shown, int(p[0].mines), level, known, chances) > 0:
            for cell in range(known.shape[0]):
                if known[cell] == SAFE and s.shown[cell] >= HIDDEN and s.to_move != TERMINAL:
                    perform(p[0], s, cell, 0)
        if s.to_move == TERMINAL and s.returns[0] > 0:
            return i
    return -1


def generate(game: Game, level: str, first: tuple[int, int], seed: int, number: int) -> Puzzle:
    """Return puzzle `number` of a seed: layouts are tried until one is solvable."""
    if level not in LEVELS:
        raise ConfigError("config_value", path="level", value=level, expected=", ".join(LEVELS))
    rows, cols, mines = (int(game.params[name][0]) for name in ("rows", "cols", "mines"))
    row, col = first
    if not (0 <= row < rows and 0 <= col < cols):
        raise FormatError("minesweeper.off_board", row=row, col=col)
    dice.usable_seed(seed)
    cell = row * cols + col
    tries = 0
    while tries < MOST_TRIES:
        # Small batches first: most boards need no more.
        batch = min(max(tries, 16), 4096)
        draws = np.array([dice.plain_keyed(seed, number, tries + i) for i in range(batch)], np.int64)
        index = int(game.run(search, game.params, game.new(), cell, LEVELS.index(level), draws))
        if index >= 0:
            return _puzzle(game, cell, int(draws[index]), level, tries + index + 1)
        tries += batch
    raise FormatError("minesweeper.no_puzzle", tries=tries, level=level, rows=rows, cols=cols, mines=mines)


def _puzzle(game: Game, cell: int, draw: int, level: str, tries: int) -> Puzzle:
    """Return the puzzle with its facts: 3BV, openings, and the lowest level that solves it."""
    one = np.array([draw], np.int64)
    enough = next(
        name
        for at, name in enumerate(LEVELS)
        if name == level or game.run(search, game.params, game.new(), cell, at, one) == 0
    )
    state = game.apply(game.new(), cell, draw)
    measured = measure(state["mine"][0], state["shown"][0], game.params["near"][0])
    facts = (
        Word("minesweeper.measure", {"bbbv": measured.bbbv, "openings": measured.openings}),
        Word("minesweeper.enough", {"agent": enough}),
    )
    numbers = {"bbbv": measured.bbbv, "openings": measured.openings, "enough": enough}
    return Puzzle(((cell, draw),), tries, facts, numbers)


# Not on the expert board: about one layout in twenty can be solved so, which takes seconds without the compiler.
VARIANTS = {f"{preset}_no_guess": (preset, "subset") for preset in ("small", "medium")}

PUZZLES = Puzzles(LEVELS, generate, VARIANTS)
