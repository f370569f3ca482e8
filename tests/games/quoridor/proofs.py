"""Two claims on many positions: staged wall legality is that of a plain search, and a player always has a pawn move.

    PYTHONPATH=tests python -m games.quoridor.proofs --slots 1000000 --positions 1000000

prints how many slots without a conflict were compared with a breadth-first search on plain arrays, how many of them
a path forbids, how many positions were looked at, and how many of all these were wrong. Positions come from play in
which pawns meet and walls come near pawns, on boards of all sizes.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from itertools import islice
from typing import Any

import numpy as np

from boardwright.core.compiled.compiler import INTERPRETED, kernel, loop
from boardwright.core.compiled.contract import check
from boardwright.core.game import Game
from boardwright.core.record import OK, Array, Record

from . import oracle
from .boards import board_of, mixed, walk

COUNTS = (
    "slots",
    "conflicts",
    "closing",
    "wrong_by_check",
    "wrong_by_mask",
    "positions",
    "adjacent",
    "jumps",
    "spent",
    "fewest_steps",
    "wrong_steps",
    "no_move",
)
SLOTS, CONFLICTS, CLOSING, BY_CHECK, BY_MASK, POSITIONS, ADJACENT, JUMPS, SPENT, FEWEST, STEPS, NO_MOVE = range(12)
WRONG = ("wrong_by_check", "wrong_by_mask", "wrong_steps", "no_move")


@kernel
def unpack(low: int, high: int, out: Array) -> None:
    """A set of slots as a plain array [8, 8] of column and row."""
    for row in range(8):
        for col in range(8):
            cell = 9 * row + col
            out[col, row] = (low >> cell) & 1 if cell < 63 else (high >> (cell - 63)) & 1


@kernel
def closed(walls: Array, col: int, row: int, to_col: int, to_row: int) -> bool:
    """Whether a wall stands between two squares next to each other. `walls` is [2, 8, 8], horizontal ones first."""
    if row != to_row:
        south = min(row, to_row)
        if south > 7:
            return False
        return bool((col < 8 and walls[0, col, south]) or (col > 0 and walls[0, col - 1, south]))
    west = min(col, to_col)
    if west > 7:
        return False
    return bool((row < 8 and walls[1, west, row]) or (row > 0 and walls[1, west, row - 1]))


@kernel
def width(p: Record) -> int:
    """The number of columns: the bits of the first row, which is a goal."""
    cols = 0
    while (int(p.goal[1, 0]) >> cols) & 1:
        cols += 1
    return cols


@kernel
def passable(walls: Array, rows: int, cols: int, col: int, row: int, to_col: int, to_row: int) -> bool:
    on_board = 0 <= to_col < cols and 0 <= to_row < rows
    return on_board and not closed(walls, col, row, to_col, to_row)


@kernel
def search(walls: Array, rows: int, cols: int, cell: int, goal: int, queue: Array, far: Array) -> int:
    """Breadth first: steps from a cell to a row, -1 if there is no way."""
    far[:] = -1
    far[cell] = 0
    queue[0] = cell
    taken, put = 0, 1
    while taken < put:
        at = queue[taken]
        taken += 1
        col, row = at % 9, at // 9
        if row == goal:
            return int(far[at])
        for way in range(4):
            to_col = col + (way == 1) - (way == 3)
            to_row = row + (way == 0) - (way == 2)
            if passable(walls, rows, cols, col, row, to_col, to_row) and far[9 * to_row + to_col] < 0:
                far[9 * to_row + to_col] = far[at] + 1
                queue[put] = 9 * to_row + to_col
                put += 1
    return -1


@kernel
def conflict(walls: Array, way: int, col: int, row: int) -> bool:
    """Whether a wall would cross another one or lie over half of it."""
    if walls[0, col, row] or walls[1, col, row]:
        return True
    if way == 0:
        return bool((col > 0 and walls[0, col - 1, row]) or (col < 7 and walls[0, col + 1, row]))
    return bool((row > 0 and walls[1, col, row - 1]) or (row < 7 and walls[1, col, row + 1]))


@kernel
def pawn_steps(walls: Array, rows: int, cols: int, me: int, other: int, out: Array) -> int:
    """Mark where a pawn can go, [81]; returns how many of these are jumps."""
    out[:] = False
    jumps = 0
    col, row = me % 9, me // 9
    for way in range(4):
        right, up = (way == 1) - (way == 3), (way == 0) - (way == 2)
        over_col, over_row = col + right, row + up
        if not passable(walls, rows, cols, col, row, over_col, over_row):
            continue
        if 9 * over_row + over_col != other:
            out[9 * over_row + over_col] = True
        elif passable(walls, rows, cols, over_col, over_row, over_col + right, over_row + up):
            out[9 * (over_row + up) + over_col + right] = True
            jumps += 1
        else:
            for sign in (-1, 1):
                # Beside the other pawn: the step forward with its parts exchanged.
                to_col, to_row = over_col + sign * up, over_row + sign * right
                if passable(walls, rows, cols, over_col, over_row, to_col, to_row):
                    out[9 * to_row + to_col] = True
                    jumps += 1
    return jumps


@loop
def judge(p: Array, s: Array, masks: Array, first: int, slots: int, tally: Array) -> None:
    """Compare every row's pawn moves, and the walls of rows from `first` on until so many slots were compared."""
    walls = np.zeros((2, 8, 8), np.uint8)
    queue, far, out = np.empty(81, np.int64), np.empty(81, np.int64), np.empty(81, np.bool_)
    for turn in range(s.shape[0]):
        i = (first + turn) % s.shape[0]
        row = p[s[i].variant]
        rows, cols, mover = int(row.rows), width(row), int(s[i].to_move)
        me, other = int(s[i].pawns[mover]), int(s[i].pawns[1 - mover])
        unpack(int(s[i].h[0]), int(s[i].h[1]), walls[0])
        unpack(int(s[i].v[0]), int(s[i].v[1]), walls[1])
        jumps = pawn_steps(walls, rows, cols, me, other, out)
        steps, wrong = 0, 0
        for cell in range(81):
            steps += int(out[cell])
            wrong |= int(out[cell] != masks[i, cell]) | int(out[cell] != (check(row, s[i], cell) == OK))
        tally[POSITIONS] += 1
        tally[ADJACENT] += int(abs(me % 9 - other % 9) + abs(me // 9 - other // 9) == 1)
        tally[JUMPS] += int(jumps > 0)
        tally[SPENT] += int(s[i].stock[mover] == 0)
        tally[FEWEST] = min(tally[FEWEST], steps)
        tally[STEPS] += wrong
        tally[NO_MOVE] += int(steps == 0)
        if s[i].stock[mover] == 0 or tally[SLOTS] >= slots:
            continue
        for way in range(2):
            for slot in range(64):
                col, up = slot % 8, slot // 8
                if col >= cols - 1 or up >= rows - 1:
                    continue
                action = 81 + 64 * way + slot
                if conflict(walls, way, col, up):
                    fits = False
                    tally[CONFLICTS] += 1
                else:
                    walls[way, col, up] = 1
                    fits = search(walls, rows, cols, int(s[i].pawns[0]), rows - 1, queue, far) >= 0
                    fits = fits and search(walls, rows, cols, int(s[i].pawns[1]), 0, queue, far) >= 0
                    walls[way, col, up] = 0
                    tally[SLOTS] += 1
                    tally[CLOSING] += int(not fits)
                tally[BY_CHECK] += int(fits != (check(row, s[i], action) == OK))
                tally[BY_MASK] += int(fits != masks[i, action])


@loop
def naive(p: Array, s: Array, far: Array, legal: Array) -> None:
    """The plain arrays' own answers, to be held against the oracle: distances [N, 2], legal actions [N, 209]."""
    walls = np.zeros((2, 8, 8), np.uint8)
    queue, seen = np.empty(81, np.int64), np.empty(81, np.int64)
    for i in range(s.shape[0]):
        row, mover = p[s[i].variant], int(s[i].to_move)
        rows, cols = int(row.rows), width(row)
        first, second = int(s[i].pawns[0]), int(s[i].pawns[1])
        unpack(int(s[i].h[0]), int(s[i].h[1]), walls[0])
        unpack(int(s[i].v[0]), int(s[i].v[1]), walls[1])
        far[i, 0] = search(walls, rows, cols, first, rows - 1, queue, seen)
        far[i, 1] = search(walls, rows, cols, second, 0, queue, seen)
        pawn_steps(walls, rows, cols, int(s[i].pawns[mover]), int(s[i].pawns[1 - mover]), legal[i, :81])
        for way in range(2):
            for slot in range(64):
                col, up = slot % 8, slot // 8
                fits = col < cols - 1 and up < rows - 1 and s[i].stock[mover] > 0
                if fits and not conflict(walls, way, col, up):
                    walls[way, col, up] = 1
                    fits = search(walls, rows, cols, first, rows - 1, queue, seen) >= 0
                    fits = fits and search(walls, rows, cols, second, 0, queue, seen) >= 0
                    walls[way, col, up] = 0
                else:
                    fits = False
                legal[i, 81 + 64 * way + slot] = fits


def agree_with_oracle(game: Game, states: Array) -> int:
    """In how many rows the plain arrays and the oracle differ, in distances or legal actions."""
    far, legal = np.zeros((len(states), 2), np.int64), np.zeros((len(states), 209), np.bool_)
    game.run(naive, game.params, states, far, legal)
    wrong = 0
    for row in range(len(states)):
        board = board_of(game, states[row : row + 1])
        steps = [oracle.distance(board.size, board.closed, board.pawns[value], board.goal(value)) for value in (0, 1)]
        texts = {game.actions.to_text(int(action)) for action in np.flatnonzero(legal[row])}
        wrong += int(steps != far[row].tolist() or texts != oracle.legal(board))
    return wrong


def prove(game: Game, slots: int, positions: int, seed: int, rows: int) -> dict[str, int]:
    """Look at so many slots and positions, or a few more. The slots are spread over the positions."""
    tally = np.zeros(len(COUNTS), np.int64)
    tally[FEWEST] = 99
    for number, (states, masks) in enumerate(walk(game, rows, seed)):
        share = min(1.0, (tally[POSITIONS] + rows) / positions)
        game.run(judge, game.params, states, masks, 37 * number % rows, int(slots * share), tally)
        if tally[SLOTS] >= slots and tally[POSITIONS] >= positions:
            break
    return {name: int(count) for name, count in zip(COUNTS, tally)}


def sample(game: Game, rows: int, plies: int, seed: int) -> Array:
    """The positions of a walk's first plies."""
    return np.concatenate([states for states, _ in islice(walk(game, rows, seed), plies)])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slots", type=int, default=1_000_000)
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    game, began = mixed(), time.perf_counter()
    report: dict[str, Any] = {**prove(game, options.slots, options.positions, options.seed, 4 if INTERPRETED else 512)}
    checked = sample(game, 20, 2 if INTERPRETED else 30, options.seed + 1)
    report |= {"oracle_rows": len(checked), "oracle_wrong": agree_with_oracle(game, checked)}
    print(json.dumps({**report, "seed": options.seed, "seconds": round(time.perf_counter() - began, 1)}))
    return int(any(report[name] for name in (*WRONG, "oracle_wrong")))


if __name__ == "__main__":
    sys.exit(main())
