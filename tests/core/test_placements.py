"""Hidden pieces are redrawn uniformly among the layouts that fit, by rejection and by enumeration."""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import pytest

from boardwright.core import dice
from boardwright.core.compiled.compiler import loop
from boardwright.core.placements import TRIES, place_pieces
from boardwright.core.record import Array
from worlds import deviation


def table(rows: int, cols: int, lengths: tuple[int, ...]) -> np.ndarray:
    """Every straight placement of pieces of these lengths."""
    pieces = []
    for length in lengths:
        across = [[r * cols + c + i for i in range(length)] for r in range(rows) for c in range(cols - length + 1)]
        down = [[(r + i) * cols + c for i in range(length)] for r in range(rows - length + 1) for c in range(cols)]
        pieces.append(across + down)
    out = np.full((len(lengths), max(map(len, pieces)), max(lengths)), -1, np.int16)
    for piece, spots in enumerate(pieces):
        for number, spot in enumerate(spots):
            out[piece, number, : len(spot)] = spot
    return out


def layouts(spots: np.ndarray, fits: np.ndarray, covered: np.ndarray) -> set[tuple[int, ...]]:
    """Every layout, by trying all."""
    found = set()
    for choice in product(*(np.flatnonzero(row).tolist() for row in fits)):
        cells = [int(cell) for piece, spot in enumerate(choice) for cell in spots[piece, spot] if cell >= 0]
        if len(cells) == len(set(cells)) and set(np.flatnonzero(covered)) <= set(cells):
            found.add(choice)
    return found


@loop
def place_many(spots: Array, fits: Array, covered: Array, draws: Array, tries: int, chosen: Array) -> bool:
    placed = True
    for i in range(draws.shape[0]):
        placed &= place_pieces(spots, fits, covered, draws[i], chosen[i], tries)
    return placed


def drawn(
    spots: np.ndarray, fits: np.ndarray, covered: np.ndarray, count: int, tries: int = TRIES
) -> Counter[tuple[int, ...]]:
    chosen = np.zeros((count, len(spots)), np.int64)
    draws = dice.rows_of_raw_bits(np.random.default_rng(5), count)
    assert place_many(spots, fits, covered, draws, tries, chosen)
    layouts, counts = np.unique(chosen, axis=0, return_counts=True)
    return Counter(dict(zip(map(tuple, layouts.tolist()), counts.tolist(), strict=True)))


DRAWS = 100_000


@pytest.mark.parametrize("tries", [TRIES, 0], ids=["by rejection", "by enumeration"])
@pytest.mark.parametrize(
    ("known", "missed"), [((), ()), ((4,), ()), ((0, 5), (4,)), ((1, 2), (8,))], ids=["nothing", "one", "two", "more"]
)
def test_every_layout_that_fits_is_equally_likely(tries: int, known: tuple[int, ...], missed: tuple[int, ...]) -> None:
    spots = table(3, 3, (2, 2))
    fits = (spots[:, :, 0] >= 0).astype(np.uint8)
    for cell in missed:
        fits[(spots == cell).any(axis=2)] = 0
    covered = np.zeros(9, np.uint8)
    covered[list(known)] = 1
    possible = layouts(spots, fits, covered)
    assert deviation(drawn(spots, fits, covered, DRAWS // 5, tries), possible) < 5


def test_which_of_three_pieces_cover_two_known_cells_is_equally_likely() -> None:
    spots = table(3, 3, (3, 2, 1))
    fits = (spots[:, :, 0] >= 0).astype(np.uint8)
    covered = np.zeros(9, np.uint8)
    covered[[0, 1]] = 1
    assert deviation(drawn(spots, fits, covered, DRAWS // 5), layouts(spots, fits, covered)) < 5


@pytest.mark.parametrize(("rows", "cols", "lengths"), [(2, 3, (1, 2, 2)), (1, 6, (1, 2, 2))])
def test_what_a_try_was_rejected_for_tells_nothing_about_the_next(
    rows: int, cols: int, lengths: tuple[int, ...]
) -> None:
    spots = table(rows, cols, lengths)
    fits = (spots[:, :, 0] >= 0).astype(np.uint8)
    nothing = np.zeros(rows * cols, np.uint8)
    assert deviation(drawn(spots, fits, nothing, DRAWS), layouts(spots, fits, nothing)) < 5


def test_a_crowded_board_is_enumerated() -> None:
    spots = table(2, 3, (3, 2, 1))
    fits = (spots[:, :, 0] >= 0).astype(np.uint8)
    covered = np.ones(6, np.uint8)
    assert set(drawn(spots, fits, covered, 200)) == layouts(spots, fits, covered)


def test_what_cannot_be_placed_is_said() -> None:
    spots = table(2, 2, (2, 2))
    fits = (spots[:, :, 0] >= 0).astype(np.uint8)
    chosen = np.zeros(2, np.int64)
    assert not place_pieces(spots, np.zeros_like(fits), np.zeros(4, np.uint8), 0, chosen)
    fits[1] = 0
    fits[1, 0] = 1  # the second piece lies across the first row, and the first must be above the left column
    fits[0] = [0, 0, 1, 0]
    assert not place_pieces(spots, fits, np.zeros(4, np.uint8), 0, chosen)
