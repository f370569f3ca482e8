"""Exact values of positions on the standard board: alpha-beta over bitboards with a transposition table, compiled.

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
CELLS_OF_COLUMN = (1 << ROWS) - 1
BOTTOM = sum(1 << COLUMN * col for col in range(COLS))
BOARD = BOTTOM * CELLS_OF_COLUMN
ODD = BOTTOM * 0b010101
"""The first, third and fifth row from the bottom; the others are the even ones."""
EVEN = BOARD ^ ODD
LEAST, MOST = 3 - CELLS // 2, (CELLS + 1) // 2 - 3
ENTRIES = (1 << 24) - 3
"""The size of the table, a prime number: 128 MB, as far as they are used."""
KEY_BITS = 49
UPPER, LOWER = 1 - LEAST, 2 - 2 * LEAST + MOST
"""An entry is a key and above it a score plus one of these: it is at most the score, or at least."""
LAST_ENTRY = MOST + UPPER
"""The largest upper bound in an entry; what is above is a lower one, and 0 is no entry."""
LOOKAHEAD = 28
"""The stones from which on a search costs less than a look at the entries of all moves."""
ORDER_BITS = 9
PLACE, WON = (1 << ORDER_BITS) - 1, -1
"""The room of a column in an order of moves; and in place of an order: a move wins."""


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


@kernel
def has_line(stones: int) -> bool:
    """Whether four of these stones are in line."""
    found = 0
    for step in (1, COLUMN - 1, COLUMN, COLUMN + 1):
        pair = stones & (stones >> step)
        found |= pair & (pair >> 2 * step)
    return found != 0


@kernel
def follow_up(stones: int, others: int) -> int:
    """An upper bound for the first player, who is to move: the second one answers each stone in the same column.

    Then the first player gets the odd rows alone, and of even rows at most the cells that are next in their columns:
    there is an even number of these, and the second player takes one for each that the first takes.
    """
    empty = BOARD ^ stones ^ others
    next_even = ((stones | others) + BOTTOM) & EVEN
    if has_line(stones | (empty & ODD) | next_even):
        return MOST
    return -1 if next_even == 0 and has_line(others | (empty & EVEN)) else 0


@kernel
def entry(table: Array, key: int) -> int:
    """The bound of a position in the table, 0 if there is none."""
    kept = int(table[key % ENTRIES])
    return kept >> KEY_BITS if kept & ((1 << KEY_BITS) - 1) == key else 0


@kernel
def best_entry(table: Array, others: int, all_stones: int, moves: int) -> int:
    """The most that the entries after the moves promise to the player to move."""
    most = -CELLS
    for col in range(COLS):
        cell = moves & (CELLS_OF_COLUMN << COLUMN * col)
        if cell != 0:
            bound = entry(table, others + (all_stones | cell))
            if bound != 0 and bound <= LAST_ENTRY:
                most = max(most, UPPER - bound)
    return most


@kernel
def order_of(stones: int, all_stones: int, moves: int) -> int:
    """The worth of each column, side by side in one number: 0 if it is no move. WON if a move cannot be answered.

    Moves that make many threats are worth most, less if the other player can stop one from right above; of equals,
    those in the middle. There is room for 30 threats, more than a player can have.
    """
    order, playable = 0, (all_stones + BOTTOM) & BOARD
    for col in range(COLS):
        cell = moves & (CELLS_OF_COLUMN << COLUMN * col)
        if cell != 0:
            made = threats(stones | cell, all_stones)
            near = made & ((playable ^ cell) | (cell << 1))
            if near & (near - 1) != 0 or (near << 1) & made != 0:
                return WON  # two threats at once, or one above the other
            worth = 1 if (cell << 1) & made != 0 else 2
            while made != 0:
                made &= made - 1
                worth += 2
            order |= (8 * worth + COLS - 1 - 2 * abs(COLS // 2 - col) + (col < COLS // 2)) << ORDER_BITS * col
    return order


@kernel
def first_of(order: int) -> int:
    """The column that is worth most."""
    best, chosen = 0, 0
    for col in range(COLS):
        worth = (order >> ORDER_BITS * col) & PLACE
        if worth > best:
            best, chosen = worth, col
    return chosen


@loop
def negamax(stones: int, all_stones: int, count: int, alpha: int, beta: int, table: Array) -> int:
    """The score within a window, for a player who cannot win at once. The last number of the table counts the calls."""
    table[ENTRIES] += 1
    others, moves = stones ^ all_stones, (all_stones + BOTTOM) & BOARD
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
    if moves & (moves - 1) == 0:
        return -negamax(others, all_stones | moves, count + 1, -beta, -alpha, table)
    soonest = highest = (CELLS - 1 - count) // 2
    if count % 2 == 0 and alpha <= 0:
        highest = min(highest, follow_up(stones, others))
    key = stones + all_stones
    bound = entry(table, key)
    if bound > LAST_ENTRY:
        alpha = max(alpha, bound - LOWER)
        if alpha >= beta:
            return alpha
    elif bound != 0:
        highest = min(highest, bound - UPPER)
    beta = min(beta, highest)
    if alpha >= beta:
        return beta
    order = order_of(stones, all_stones, moves)
    if order == WON:
        return soonest
    if count < LOOKAHEAD:
        known = best_entry(table, others, all_stones, moves)
        if known >= beta:
            return known
    while order != 0:
        chosen = first_of(order)
        order &= ~(PLACE << ORDER_BITS * chosen)
        cell = moves & (CELLS_OF_COLUMN << COLUMN * chosen)
        score = -negamax(others, all_stones | cell, count + 1, -beta, -alpha, table)
        if score >= beta:
            table[key % ENTRIES] = key | (score + LOWER) << KEY_BITS
            return score
        alpha = max(alpha, score)
    table[key % ENTRIES] = key | (alpha + UPPER) << KEY_BITS
    return alpha


class Solver:
    """Solves positions. The table is kept from one to the next."""

    def __init__(self) -> None:
        self._table = np.zeros(ENTRIES + 1, np.int64)

    @property
    def nodes(self) -> int:
        """The positions that were searched so far."""
        return int(self._table[ENTRIES])

    def score(self, stones: int, all_stones: int, *, outcome: bool = False) -> int:
        """The exact score of a position, or with `outcome` 1, 0 or -1 alone, which is quicker."""
        count = all_stones.bit_count()
        least, most = (-1, 1) if outcome else (-((CELLS - count) // 2), (CELLS + 1 - count) // 2)
        while least < most:
            middle = least + (most - least) // 2
            # Whether it is won at all is the quickest question.
            if middle <= 0 and -(-least // 2) < middle:
                middle = -(-least // 2)
            elif middle >= 0 and most // 2 > middle:
                middle = most // 2
            found = self.bound(stones, all_stones, middle)
            if found <= middle:
                most = max(min(most, found), least)
            else:
                least = min(max(least, found), most)
        return least

    def bound(self, stones: int, all_stones: int, score: int) -> int:
        """A bound of the exact score: if it is above a given score, the exact one is at least this; else at most."""
        count = all_stones.bit_count()
        if (all_stones + BOTTOM) & BOARD & threats(stones, all_stones):
            return (CELLS + 1 - count) // 2
        return int(negamax(stones, all_stones, count, score, score + 1, self._table))


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
