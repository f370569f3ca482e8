"""Small positions with all layouts that fit them, by enumeration; and inference as loops for any shape."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

import boardwright
from boardwright.core import dice
from boardwright.core.compiled.compiler import loop
from boardwright.core.grids import SquareGrid
from boardwright.core.record import Array
from boardwright.games.minesweeper.cells import HIDDEN
from boardwright.games.minesweeper.solver.deduction import MINE, SAFE, UNKNOWN, deduce, quick_safe
from boardwright.games.minesweeper.solver.endgame import best_opening, layouts
from boardwright.games.minesweeper.solver.inference import FINE, IMPOSSIBLE, analyse, sample_layout
from boardwright.games.minesweeper.solver.lookahead import look_ahead

FLAGGED = 10


@loop
def analyse_any(p: Array, near: Array, shown: Array, mines: int, known: Array, chances: Array) -> tuple:
    """`p` is any parameters of the game: they file the machine code with the rules', so that it is never stale."""
    return analyse(near, shown, mines, known, chances)


@loop
def deduce_any(p: Array, near: Array, shown: Array, known: Array, two_numbers: bool) -> int:
    return deduce(near, shown, known, two_numbers)


@loop
def quick_any(p: Array, shown: Array, rows: int, cols: int) -> int:
    return quick_safe(shown, rows, cols)


@loop
def sample_any(p: Array, near: Array, shown: Array, mines: int, seed: int, out: Array) -> int:
    """As many layouts as `out` has rows."""
    status = 0
    for row in range(out.shape[0]):
        status = max(status, sample_layout(near, shown, mines, dice.keyed(seed, row, 0), out[row]))
    return status


@loop
def layouts_any(p: Array, near: Array, shown: Array, mines: int, known: Array, most: int) -> tuple:
    return layouts(near, shown, mines, known, most)


@loop
def best_any(p: Array, shows: Array, budget: int) -> tuple:
    return best_opening(shows, budget)


@loop
def look_any(
    p: Array, near: Array, shown: Array, mines: int, known: Array, chances: Array, total: float, knobs: Array
) -> int:
    return look_ahead(near, shown, mines, known, chances, total, knobs)


@lru_cache(maxsize=1)
def params() -> Array:
    return boardwright.load("minesweeper", "small").params


@lru_cache(maxsize=64)
def neighbours(rows: int, cols: int) -> Array:
    return SquareGrid(rows, cols).neighbours()


@dataclass
class Position:
    """An observed board, and every layout that fits, as a bit for each hidden cell."""

    rows: int
    cols: int
    shown: Array
    mines: int
    fits: Array

    @property
    def near(self) -> Array:
        return neighbours(self.rows, self.cols)

    @cached_property
    def hidden(self) -> list[int]:
        return np.flatnonzero(self.shown >= HIDDEN).tolist()

    @cached_property
    def counts(self) -> dict[int, int]:
        """The number of layouts with a mine, for each hidden cell."""
        return {cell: int((self.fits >> bit & 1).sum()) for bit, cell in enumerate(self.hidden)}

    @cached_property
    def certain(self) -> dict[int, int]:
        """The hidden cells that are the same in all layouts."""
        verdict = {0: SAFE, len(self.fits): MINE}
        return {cell: verdict[count] for cell, count in self.counts.items() if count in verdict}

    @cached_property
    def tables(self) -> list[Array]:
        """The layouts, 1 for a mine, a byte for each cell of the board."""
        layouts = []
        for fit in self.fits.tolist():
            table = np.zeros(self.shown.size, np.uint8)
            table[self.hidden] = [fit >> bit & 1 for bit in range(len(self.hidden))]
            layouts.append(table)
        return layouts

    @property
    def observation(self) -> Array:
        seen = np.zeros(1, [("cells", "u1", (self.rows, self.cols)), ("mines_left", "i2")])
        seen["cells"][0] = self.shown.reshape(self.rows, self.cols)
        seen["mines_left"] = self.mines - (self.shown == FLAGGED).sum()
        return seen[0]

    def analysed(self, by: Callable[..., Any] | None = None, extra: int = 0) -> tuple[Any, Array, Array]:
        """What inference ends with, what it is certain of and the chances. `extra` mines are a lie."""
        known, chances = np.zeros(self.shown.size, np.uint8), np.zeros(self.shown.size)
        arguments = (self.near, self.shown, self.mines + extra, known, chances)
        ended = analyse_any(params(), *arguments) if by is None else by(*arguments)
        return ended, known, chances

    def deduced(self, two_numbers: bool) -> dict[int, int]:
        known = np.zeros(self.shown.size, np.uint8)
        deduce_any(params(), self.near, self.shown, known, two_numbers)
        return {int(cell): int(known[cell]) for cell in np.flatnonzero(known)}


@lru_cache(maxsize=512)
def subsets(cells: int, mines: int) -> Array:
    every = np.arange(1 << cells, dtype=np.int64)
    return every[np.bitwise_count(every) == mines]


def fitting(near: Array, shown: Array, mines: int) -> Array:
    """Every layout of the mines that agrees with all numbers, by trying all of them."""
    hidden = np.flatnonzero(shown >= HIDDEN)
    bit_of = {int(cell): bit for bit, cell in enumerate(hidden)}
    layouts = subsets(len(hidden), mines)
    for cell in np.flatnonzero(shown < HIDDEN):
        mask = sum(1 << bit_of[int(other)] for other in near[cell] if int(other) in bit_of)
        layouts = layouts[np.bitwise_count(layouts & mask) == shown[cell]]
    return layouts


def positions(count: int, seed: int, *, most: int = 20, hidden: int = 16, wrong: float = 0.15) -> Iterator[Position]:
    """Random ones: some with flags anywhere, some with a number changed, which few layouts survive, or none."""
    rng = np.random.default_rng(seed)
    while count:
        rows, cols = int(rng.integers(1, 7)), int(rng.integers(2, 8))
        cells = rows * cols
        if not 3 <= cells <= most:
            continue
        near = neighbours(rows, cols)
        mines = int(rng.integers(1, max(2, cells // 2)))
        mine = np.zeros(cells + 1, np.uint8)
        mine[rng.choice(cells, mines, replace=False)] = 1
        opened = (mine[:-1] == 0) & (rng.random(cells) < rng.choice([0.2, 0.5, 0.8]))
        shown = np.where(opened, mine[near].sum(axis=1), HIDDEN).astype(np.uint8)
        if opened.any() and rng.random() < wrong:
            shown[rng.choice(np.flatnonzero(opened))] = rng.integers(0, 9)
        shown[(shown >= HIDDEN) & (rng.random(cells) < rng.choice([0.0, 0.3]))] = FLAGGED
        if (shown >= HIDDEN).sum() > hidden:
            continue
        count -= 1
        yield Position(rows, cols, shown, mines, fitting(near, shown, mines))


def differences(position: Position, found: tuple[Any, Array, Array]) -> list[str]:
    """In what an analysis differs from trying every layout."""
    (status, total, safe), known, chances = found
    if len(position.fits) == 0:
        return [] if status == IMPOSSIBLE else ["possible"]
    if status != FINE:
        return ["impossible"]
    counts, certain = position.counts, position.certain
    wrong = []
    if total != len(position.fits):
        wrong.append("layouts")
    as_counts = {cell: chances[cell] * len(position.fits) for cell in counts}
    if any(abs(as_counts[cell] - count) > 1e-6 or round(as_counts[cell]) != count for cell, count in counts.items()):
        wrong.append("chances")
    if {cell: int(known[cell]) for cell in counts if known[cell] != UNKNOWN} != certain:
        wrong.append("certain cells")
    if safe != sum(verdict == SAFE for verdict in certain.values()):
        wrong.append("safe cells")
    return wrong


def deduced(position: Position, *, pairs: bool, blind: int = -1) -> dict[int, int]:
    """What numbers tell, alone or in pairs, by sets of cells; a cell that it is `blind` to is never decided."""
    known: dict[int, int] = {}
    hidden = set(position.hidden)
    around = {
        int(number): {int(cell) for cell in position.near[number] if cell in hidden}
        for number in np.flatnonzero(position.shown < HIDDEN)
    }
    while True:
        sums = []
        for number, cells in around.items():
            need = int(position.shown[number]) - sum(known.get(cell) == MINE for cell in cells)
            sums.append((need, cells - known.keys()))
        new: dict[int, int] = {}
        for need, cells in sums:
            if need in {0, len(cells)}:
                new |= dict.fromkeys(cells, SAFE if need == 0 else MINE)
        for need_a, a in sums if pairs else ():
            for need_b, b in sums:
                if a & b and need_b - need_a == len(b - a):
                    new |= dict.fromkeys(b - a, MINE) | dict.fromkeys(a - b, SAFE)
        new.pop(blind, None)
        if not new:
            return known
        known |= new
