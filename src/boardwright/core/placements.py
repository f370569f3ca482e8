"""Redrawing hidden pieces at random, for `resample`: ships, tokens, tiles, each on a few cells, which nobody may see.

A game lists the placements of each piece in a table, and marks the ones that a player has not ruled out. Every way to
place all pieces apart from each other, so that the cells known to be covered are covered, is then equally likely.
"""

from __future__ import annotations

import numpy as np

from boardwright.core import dice
from boardwright.core.compiled.compiler import kernel, part
from boardwright.core.record import Array

TRIES = 64
"""Layouts that are drawn piece by piece and rejected if pieces overlap, before all layouts are enumerated."""

_LARGEST = (1 << 63) - 1


@part
def place_pieces(placements: Array, fits: Array, covered: Array, draw: int, chosen: Array, tries: int = TRIES) -> bool:
    """Draw a placement for each piece, all layouts equally likely. Returns False if there is none.

    `placements` [K, M, L] has the cells of placement m of piece k, padded with -1. `fits` [K, M] is 0 where one is
    ruled out, also for rows of padding. `covered` [C] is not 0 for each cell that some piece is known to cover.
    `chosen` [K] receives the number of each piece's placement.

    Pieces that cover the known cells are enumerated, and the others drawn one by one. If these overlap, the draw is
    rejected and made again, `tries` times; then all layouts are enumerated.
    """
    taken = np.zeros(covered.shape[0], np.uint8)
    cursor = np.zeros(chosen.shape[0], np.int64)
    order = np.zeros(chosen.shape[0], np.int64)
    weight = walk(placements, fits, covered, -1, True, taken, cursor, order, chosen)
    if weight == 0:
        return False
    # Each try has bits of its own, and each piece in it: a try that began with bits of the last one would be
    # conditioned on what that was rejected for.
    for number in range(tries):
        which = wide_below(dice.keyed(draw, number, 0), weight)
        walk(placements, fits, covered, which, True, taken, cursor, order, chosen)
        if place_rest(placements, fits, taken, draw, number, chosen):
            return True
    count = walk(placements, fits, covered, -1, False, taken, cursor, order, chosen)
    if count == 0:
        return False
    walk(placements, fits, covered, wide_below(dice.keyed(draw, tries, 0), count), False, taken, cursor, order, chosen)
    return True


@part
def walk(
    placements: Array,
    fits: Array,
    covered: Array,
    target: int,
    partly: bool,
    taken: Array,
    cursor: Array,
    order: Array,
    chosen: Array,
) -> int:
    """Visit the layouts in order, and stop in the one that reaches a count of more than `target`. Returns the count.

    With `partly`, a layout is visited as soon as all known cells are covered, and counts as often as the other pieces
    can be placed, whether or not they overlap each other. Their `chosen` is -1.
    """
    pieces, most = fits.shape
    taken[:] = 0
    chosen[:] = -1
    total, depth = 0, 0
    cursor[0] = 0
    while depth >= 0:
        cell = first_uncovered(covered, taken)
        if depth == pieces or (partly and cell < 0):
            if cell < 0:
                total += ways(placements, fits, taken, chosen)
                if target >= 0 and total > target:
                    return total
        else:
            # The next placement that covers this cell; where all are covered, of the first piece without one.
            piece = first_unplaced(chosen)
            at = cursor[depth]
            last = (piece + 1) * most if cell < 0 else pieces * most
            at = max(at, piece * most)
            while at < last and not usable(placements, fits, taken, chosen, at // most, at % most, cell):
                at += 1
            if at < last:
                cursor[depth] = at + 1
                order[depth] = at // most
                chosen[at // most] = at % most
                mark(placements, taken, at // most, at % most, 1)
                depth += 1
                if depth < pieces:
                    cursor[depth] = 0
                continue
        depth -= 1
        if depth >= 0:
            piece = order[depth]
            mark(placements, taken, piece, chosen[piece], 0)
            chosen[piece] = -1
    return total


@kernel
def ways(placements: Array, fits: Array, taken: Array, chosen: Array) -> int:
    """In how many ways the pieces without a placement can be placed, each by itself."""
    product = 1
    for piece in range(chosen.shape[0]):
        if chosen[piece] < 0:
            product *= count_free(placements, fits, taken, piece)
    return product


@part
def place_rest(placements: Array, fits: Array, taken: Array, draw: int, number: int, chosen: Array) -> bool:
    """Draw a placement for each piece without one, each by itself, in a try. Returns False if two of them overlap."""
    for piece in range(chosen.shape[0]):
        if chosen[piece] < 0:
            left = dice.below(dice.keyed(draw, number, piece + 1), count_free(placements, fits, taken, piece))
            for placement in range(fits.shape[1]):
                if fits[piece, placement] != 0 and is_free(placements, taken, piece, placement):
                    left -= 1
                    if left < 0:
                        chosen[piece] = -2 - placement
                        break
    # The pieces are drawn independently of each other, and only then compared: otherwise crowded layouts are likelier.
    for piece in range(chosen.shape[0]):
        if chosen[piece] < -1:
            chosen[piece] = -2 - chosen[piece]
            if not is_free(placements, taken, piece, chosen[piece]):
                return False
            mark(placements, taken, piece, chosen[piece], 1)
    return True


@kernel
def count_free(placements: Array, fits: Array, taken: Array, piece: int) -> int:
    """The number of a piece's placements that fit and overlap nothing."""
    count = 0
    for placement in range(fits.shape[1]):
        count += int(fits[piece, placement] != 0 and is_free(placements, taken, piece, placement))
    return count


@kernel
def is_free(placements: Array, taken: Array, piece: int, placement: int) -> bool:
    """Whether a placement overlaps nothing."""
    for i in range(placements.shape[2]):
        cell = placements[piece, placement, i]
        if cell >= 0 and taken[cell] != 0:
            return False
    return True


@kernel
def usable(placements: Array, fits: Array, taken: Array, chosen: Array, piece: int, placement: int, cell: int) -> bool:
    """Whether a piece can be placed there, on the cell unless that is -1."""
    if chosen[piece] >= 0 or fits[piece, placement] == 0:
        return False
    covers = cell < 0
    for i in range(placements.shape[2]):
        covers = covers or placements[piece, placement, i] == cell
    return covers and is_free(placements, taken, piece, placement)


@kernel
def mark(placements: Array, taken: Array, piece: int, placement: int, value: int) -> None:
    """Write a value to the cells of a placement."""
    for i in range(placements.shape[2]):
        cell = placements[piece, placement, i]
        if cell >= 0:
            taken[cell] = value


@kernel
def first_uncovered(covered: Array, taken: Array) -> int:
    """The first cell that must be covered and is not, -1 if there is none."""
    for cell in range(covered.shape[0]):
        if covered[cell] != 0 and taken[cell] == 0:
            return cell
    return -1


@kernel
def first_unplaced(chosen: Array) -> int:
    """The first piece without a placement."""
    for piece in range(chosen.shape[0]):
        if chosen[piece] < 0:
            return piece
    return -1


@kernel
def wide_below(bits: int, n: int) -> int:
    """A number in [0, n) for n up to 2**62, exactly uniform when the bits are."""
    while bits >= _LARGEST // n * n:
        bits = dice.mix(bits)
    return bits % n
