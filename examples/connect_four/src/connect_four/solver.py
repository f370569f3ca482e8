"""Exact values of positions on the standard board: alpha-beta over bitboards with a table, compiled.

A board is two integers of 49 bits, seven a column from the bottom up, the seventh always empty: the stones of the
player to move, and all stones. A score is that of the common test sets: 0 a draw, above 0 a win, the larger the sooner
(1 with the winner's last stone, 2 with the one before), below 0 a loss.
"""

import numpy as np

from boardwright.core.compiled.compiler import kernel, loop
from boardwright.core.errors import ConfigError
from boardwright.core.game import Game
from boardwright.core.record import Array

ROWS, COLS, CELLS = 6, 7, 42
COLUMN = ROWS + 1
BOTTOM = sum(1 << COLUMN * col for col in range(COLS))
BOARD = BOTTOM * ((1 << ROWS) - 1)
LEAST, MOST = 3 - CELLS // 2, (CELLS + 1) // 2 - 3
ENTRIES = (1 << 22) - 3
"""The size of the table, a prime number."""


@kernel
def threats(stones: int, all_stones: int) -> int:
    """The empty cells that complete a line of these stones."""
    found = (stones << 1) & (stones << 2) & (stones << 3)
    for step in (COLUMN - 1, COLUMN, COLUMN + 1):
        pair = (stones << step) & (stones << 2 * step)
        found |= pair & (stones << 3 * step)
        found |= pair & (stones >> step)
        pair >>= 3 * step
        found |= pair & (stones << step)
        found |= pair & (stones >> 3 * step)
    return found & (BOARD ^ all_stones)


@loop
def negamax(
    stones: int,
    all_stones: int,
    count: int,
    alpha: int,
    beta: int,
    keys: Array,
    bounds: Array,
    cells: Array,
    nodes: Array,
) -> int:
    """The score within a window, for a player who cannot win at once. `cells` is room for the moves of each ply."""
    nodes[0] += 1
    others = stones ^ all_stones
    moves = (all_stones + BOTTOM) & BOARD
    danger = threats(others, all_stones)
    forced = moves & danger
    if forced != 0:
        if forced & (forced - 1) != 0:
            return -((CELLS - count) // 2)  # two lines cannot both be stopped
        moves = forced
    moves &= ~(danger >> 1)  # never below a cell where the other one wins
    if moves == 0:
        return -((CELLS - count) // 2)
    if count >= CELLS - 2:
        return 0
    alpha = max(alpha, -((CELLS - 2 - count) // 2))
    if alpha >= beta:
        return alpha
    highest = (CELLS - 1 - count) // 2
    key = stones + all_stones
    at = key % ENTRIES
    if keys[at] == key:
        bound = int(bounds[at])
        if bound > MOST - LEAST + 1:
            alpha = max(alpha, bound + 2 * LEAST - MOST - 2)
        else:
            highest = min(highest, bound + LEAST - 1)
    beta = min(beta, highest)
    if alpha >= beta:
        return alpha if keys[at] == key and int(bounds[at]) > MOST - LEAST + 1 else beta
    # Moves that make many threats come first; of equals, those in the middle.
    found = 0
    for i in range(COLS):
        col = COLS // 2 + (1 - 2 * (i % 2)) * ((i + 1) // 2)
        cell = moves & (((1 << ROWS) - 1) << (COLUMN * col))
        if cell != 0:
            made, worth = threats(stones | cell, all_stones), 0
            while made != 0:
                made &= made - 1
                worth += 1
            place = found
            while place > 0 and cells[count, place - 1, 1] < worth:
                cells[count, place, 0], cells[count, place, 1] = cells[count, place - 1, 0], cells[count, place - 1, 1]
                place -= 1
            cells[count, place, 0], cells[count, place, 1] = cell, worth
            found += 1
    for i in range(found):
        cell = int(cells[count, i, 0])
        score = -negamax(others, all_stones | cell, count + 1, -beta, -alpha, keys, bounds, cells, nodes)
        if score >= beta:
            keys[at] = key
            bounds[at] = score + MOST - 2 * LEAST + 2
            return score
        alpha = max(alpha, score)
    keys[at] = key
    bounds[at] = alpha - LEAST + 1
    return alpha


class Solver:
    """Solves positions. The table is kept from one to the next."""

    def __init__(self) -> None:
        self._keys, self._bounds = np.zeros(ENTRIES, np.int64), np.zeros(ENTRIES, np.uint8)
        self._cells, self._nodes = np.zeros((CELLS, COLS, 2), np.int64), np.zeros(1, np.int64)

    @property
    def nodes(self) -> int:
        """The positions that were searched so far."""
        return int(self._nodes[0])

    def score(self, stones: int, all_stones: int, *, outcome: bool = False) -> int:
        """The exact score of a position, or with `outcome` 1, 0 or -1 alone, which is quicker."""
        count = all_stones.bit_count()
        if (all_stones + BOTTOM) & BOARD & threats(stones, all_stones):
            return 1 if outcome else (CELLS + 1 - count) // 2
        least, most = (-1, 1) if outcome else (-((CELLS - count) // 2), (CELLS + 1 - count) // 2)
        while least < most:
            middle = least + (most - least) // 2
            # Whether it is won at all is the quickest question.
            if middle <= 0 and -(-least // 2) < middle:
                middle = -(-least // 2)
            elif middle >= 0 and most // 2 > middle:
                middle = most // 2
            arrays = (self._keys, self._bounds, self._cells, self._nodes)
            found = int(negamax(stones, all_stones, count, middle, middle + 1, *arrays))
            if found <= middle:
                most = max(min(most, found), least)
            else:
                least = min(max(least, found), most)
        return least


def boards(game: Game, state: Array) -> tuple[int, int]:
    """The stones of the player to move, and all stones."""
    config = game.configs[0]
    if (config.rows, config.cols, config.connect) != (ROWS, COLS, 4):
        raise ConfigError("config_value", path="rows, cols, connect", value=config.model_dump(), expected="6, 7, 4")
    mover, cells = int(state["to_move"][0]) + 1, state["cells"][0].reshape(ROWS, COLS)[::-1]
    bits = [[1 << COLUMN * col + row for col in range(COLS)] for row in range(ROWS)]
    one, every = (
        sum(bits[row][col] for row in range(ROWS) for col in range(COLS) if there[row][col])
        for there in ((cells == mover).tolist(), (cells != 0).tolist())
    )
    return one, every


_solver: list[Solver] = []


def solve(game: Game, state: Array) -> int:
    """The exact outcome of a position for the player to move: 1, 0 or -1."""
    if not _solver:
        _solver.append(Solver())
    return _solver[0].score(*boards(game, state), outcome=True)
