"""The rules of Minesweeper: reveal every cell that has no mine. Plain functions on a record.

The first reveal lays the mines from its draw: before it the state holds none, so nothing can leak. An action is a
reveal (its index is the cell), a flag (cells + cell), or a chord (2 * cells + cell), which is for people only.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from boardwright.core import dice
from boardwright.core.record import OK, TERMINAL, Array, Record
from boardwright.games.minesweeper.cells import FLAGGED, HIDDEN
from boardwright.games.minesweeper.solver.inference import FINE, sample_layout

REVEALED, STEPS, WON, LOST, FLAGS_RIGHT, FLAGS_WRONG = 0, 1, 2, 3, 4, 5
"""The columns of `tally`. Flags are those currently set; the others accumulate."""


class Reason(IntEnum):
    """Reasons for refusing an action."""

    OFF_BOARD = 1
    REVEALED_ALREADY = 2
    FLAGS_OFF = 3
    NOT_REVEALED = 4
    FLAGS_DIFFER = 5
    NOTHING_TO_CHORD = 6


def reset(p: Record, s: Record) -> None:
    """Start with every cell hidden and no mine laid."""
    shown = s.shown
    for cell in range(shown.shape[0]):
        shown[cell] = HIDDEN
    s.safe_left = shown.shape[0] - int(p.mines)


def check(p: Record, s: Record, action: int) -> int:
    """Check an action by its kind and cell."""
    cells = s.shown.shape[0]
    if action < cells:
        return OK if s.shown[action] >= HIDDEN else Reason.REVEALED_ALREADY
    if action < 2 * cells:
        return flag_refusal(p, s, action - cells)
    return chord_refusal(p, s, action - 2 * cells)


def check_reveal(p: Record, s: Record, row: int, col: int) -> int:
    """A hidden cell may be revealed, flagged or not."""
    if row < 0 or row >= p.rows or col < 0 or col >= p.cols:
        return Reason.OFF_BOARD
    return OK if s.shown[row * int(p.cols) + col] >= HIDDEN else Reason.REVEALED_ALREADY


def check_flag(p: Record, s: Record, row: int, col: int) -> int:
    """A hidden cell may be flagged, or its flag lifted."""
    if row < 0 or row >= p.rows or col < 0 or col >= p.cols:
        return Reason.OFF_BOARD
    return flag_refusal(p, s, row * int(p.cols) + col)


def check_chord(p: Record, s: Record, row: int, col: int) -> int:
    """A number whose mines are all flagged may be chorded."""
    if row < 0 or row >= p.rows or col < 0 or col >= p.cols:
        return Reason.OFF_BOARD
    return chord_refusal(p, s, row * int(p.cols) + col)


def flag_refusal(p: Record, s: Record, cell: int) -> int:
    """Return OK, or the reason why a flag cannot be set or lifted on a cell of the board."""
    if p.allow_flags == 0:
        return Reason.FLAGS_OFF
    return OK if s.shown[cell] >= HIDDEN else Reason.REVEALED_ALREADY


def chord_refusal(p: Record, s: Record, cell: int) -> int:
    """Return OK, or the reason why a cell of the board cannot be chorded."""
    if s.shown[cell] >= HIDDEN:
        return Reason.NOT_REVEALED
    flagged, hidden = 0, 0
    for i in range(8):
        shown = s.shown[p.around[cell, i]]
        flagged += int(shown == FLAGGED)
        hidden += int(shown == HIDDEN)
    if flagged != s.shown[cell]:
        return Reason.FLAGS_DIFFER
    return OK if hidden > 0 else Reason.NOTHING_TO_CHORD


def legal(p: Record, s: Record, out: Array) -> None:
    """Write the legal action mask: reveals, then flags, both of hidden cells."""
    shown = s.shown
    cells = shown.shape[0]
    for cell in range(cells):
        out[cell] = shown[cell] >= HIDDEN
    if p.allow_flags != 0:
        for cell in range(cells):
            out[cells + cell] = shown[cell] >= HIDDEN


def chance(p: Record, s: Record, action: int) -> int:
    """Only the first reveal is random: its draw lays the mines."""
    return 0 if s.laid == 0 and action < s.shown.shape[0] else 1


def advance(p: Record, s: Record, action: int, draw: int) -> None:
    """Reveal, flag or chord. Rewards are computed from the tally, so each step is counted in it."""
    cells = s.shown.shape[0]
    s.tally[0, STEPS] += 1
    if action >= 2 * cells:
        chord(p, s, action - 2 * cells)
    elif action >= cells:
        toggle(s, action - cells)
    else:
        begins = s.laid == 0
        if begins:
            lay(p, s, action, draw)
        if s.mine[action] != 0:
            lose(s, action)
        else:
            reveal(p, s, action)
        if begins and s.to_move != TERMINAL:
            count_flags(s)
    if s.to_move != TERMINAL and s.ply >= p.max_plies:
        s.truncated = 1
        s.to_move = TERMINAL


def observe(p: Record, s: Record, player: int, o: Record) -> None:
    """Write the visible cells, and the mines minus the flags (negative if there are too many flags)."""
    shown = s.shown
    # Flattened: compiled code then copies many cells at a time.
    seen = o.cells.reshape(shown.shape[0])
    for cell in range(shown.shape[0]):
        seen[cell] = shown[cell]
    o.mines_left = int(p.mines) - int(s.flagged)


def resample(p: Record, s: Record, player: int, draw: int) -> bool:
    """Determinise: redraw the mines among the layouts that fit the numbers. A terminal state hides nothing.

    False where they are too many to count: cells beside numbers that hang together over the width of a wide board.
    """
    if s.laid == 0 or s.to_move == TERMINAL:
        return True
    redrawn = sample_layout(p.near, s.shown, int(p.mines), draw, s.mine) == FINE
    count_flags(s)
    return redrawn


def lay(p: Record, s: Record, first: int, draw: int) -> None:
    """Lay the mines away from the first cell and, with `safe3x3` and if they fit, from its neighbours."""
    mine = s.mine
    rows, cols, mines = int(p.rows), int(p.cols), int(p.mines)
    row, col = first // cols, first % cols
    top, bottom, left, right = row, row, col, col
    if p.safe3x3 != 0:
        top, bottom = max(row - 1, 0), min(row + 1, rows - 1)
        left, right = max(col - 1, 0), min(col + 1, cols - 1)
        if (bottom - top + 1) * (right - left + 1) + mines > rows * cols:
            top, bottom, left, right = row, row, col, col
    # The cells kept clear are a run of `wide` in each of up to three rows. Numbering the others skips these runs.
    wide = right - left + 1
    second = (top + 1) * cols + left if bottom > top else rows * cols
    third = (top + 2) * cols + left if bottom > top + 1 else rows * cols
    allowed = rows * cols - (bottom - top + 1) * wide
    bits = dice.mix(draw)
    # Floyd's sampling of `mines` among `allowed`: one number a mine, no list of cells, all layouts equally likely.
    for last in range(allowed - mines, allowed):
        cell = clear_of(dice.below(dice.mix(bits ^ last), last + 1), top * cols + left, second, third, wide)
        if mine[cell] != 0:
            cell = clear_of(last, top * cols + left, second, third, wide)
        mine[cell] = 1
    s.laid = 1


def clear_of(number: int, start: int, second: int, third: int, wide: int) -> int:
    """Return the cell of a number among the cells outside three runs of `wide` cells."""
    if number >= start:
        number += wide
    if number >= second:
        number += wide
    if number >= third:
        number += wide
    return number


def mines_near(p: Record, s: Record, cell: int) -> int:
    """Return the number of mines around a cell."""
    count = 0
    for i in range(8):
        count += int(s.mine[p.around[cell, i]])
    return count


def open_cell(p: Record, s: Record, cell: int) -> int:
    """Reveal one safe cell and remove its flag, which was wrong. Returns its number."""
    if s.shown[cell] == FLAGGED:
        s.flagged = int(s.flagged) - 1
    number = mines_near(p, s, cell)
    s.shown[cell] = number
    return number


def spread(p: Record, s: Record, start: int) -> int:
    """Reveal the cells around a 0, and around each 0 revealed thereby, breadth first. Returns their number."""
    shown = s.shown
    waiting = np.empty(shown.shape[0], np.uint16)
    waiting[0] = start
    head, tail, opened = 0, 1, 0
    while head < tail:
        zero = waiting[head]
        head += 1
        for i in range(8):
            cell = p.around[zero, i]
            if shown[cell] >= HIDDEN:
                opened += 1
                if open_cell(p, s, cell) == 0:
                    waiting[tail] = cell
                    tail += 1
    return opened


def open_region(p: Record, s: Record, cell: int) -> int:
    """Reveal a safe cell, and its region if it is a 0. Returns the number of cells revealed."""
    opened = 1
    if open_cell(p, s, cell) == 0:
        opened += spread(p, s, cell)
    return opened


def reveal(p: Record, s: Record, cell: int) -> None:
    """Reveal a safe cell and count the result."""
    before = int(s.flagged)
    settle(s, open_region(p, s, cell), before)


def chord(p: Record, s: Record, number: int) -> None:
    """Reveal the hidden neighbours of a number in the order of cells. If one is a mine, lose and reveal none."""
    for i in range(8):
        cell = p.around[number, i]
        if s.shown[cell] == HIDDEN and s.mine[cell] != 0:
            lose(s, int(cell))
            return
    before, opened = int(s.flagged), 0
    for i in range(8):
        cell = p.around[number, i]
        if s.shown[cell] == HIDDEN:
            opened += open_region(p, s, int(cell))
    settle(s, opened, before)


def settle(s: Record, opened: int, flagged: int) -> None:
    """Count the cells revealed. Flags removed since `flagged` were wrong: they were on safe cells."""
    s.tally[0, REVEALED] += opened
    s.safe_left = int(s.safe_left) - opened
    if s.safe_left == 0:
        s.tally[0, WON] = 1
        s.returns[0] = 1.0
        s.to_move = TERMINAL
    else:
        # A terminal step has the reward of the end alone, and counts no flags.
        s.tally[0, FLAGS_WRONG] -= flagged - int(s.flagged)


def lose(s: Record, cell: int) -> None:
    """Lose by a mine. Its flag is removed, no cell is revealed, and nothing else is counted."""
    if s.shown[cell] == FLAGGED:
        s.shown[cell] = HIDDEN
        s.flagged = int(s.flagged) - 1
    s.struck = 1 + cell
    s.tally[0, LOST] = 1
    s.returns[0] = -1.0
    s.to_move = TERMINAL


def toggle(s: Record, cell: int) -> None:
    """Set or lift a flag. Before mines are laid it is neither right nor wrong."""
    change = -1 if s.shown[cell] == FLAGGED else 1
    s.shown[cell] = FLAGGED if change > 0 else HIDDEN
    s.flagged = int(s.flagged) + change
    if s.laid != 0:
        s.tally[0, FLAGS_RIGHT if s.mine[cell] != 0 else FLAGS_WRONG] += change


def count_flags(s: Record) -> None:
    """Count the right and wrong flags, once mines are laid."""
    if s.flagged != 0 or s.tally[0, FLAGS_RIGHT] + s.tally[0, FLAGS_WRONG] != 0:
        right = 0
        for cell in range(s.shown.shape[0]):
            right += int(s.shown[cell] == FLAGGED and s.mine[cell] != 0)
        s.tally[0, FLAGS_RIGHT] = right
        s.tally[0, FLAGS_WRONG] = int(s.flagged) - right
