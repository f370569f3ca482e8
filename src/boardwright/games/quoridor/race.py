"""The race: once no walls are left in hand, the game is small enough to be solved by retrograde analysis."""

from __future__ import annotations

import numpy as np

from boardwright.core.compiled.compiler import loop
from boardwright.core.compiled.contract import legal
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.games.quoridor.bitboard import WIDE
from boardwright.games.quoridor.rules import CELLS, Reason

MOVES = 5
"""The most moves of a pawn: three steps, and two squares beside the other pawn instead of the fourth."""

UNKNOWN, DRAWN = 0, 1 << 14
OFF_BOARD = int(Reason.OFF_BOARD)


@loop
def solve(p: Array, s: Array, mask: Array, following: Array, plies: Array) -> None:
    """Solve for pawns on any two cells and either player to move: the plies until the mover wins, negative for a loss.

    `plies` [2, 81, 81] may hold DRAWN where the next visit is a draw. Entries left UNKNOWN are endless games.
    `following` [2, 81, 81, 1 + MOVES] is scratch: the number of moves, and their cells.
    """
    row = p[s[0].variant]
    rows = int(row.rows)
    for mover in range(2):
        goal = rows - 1 if mover == 0 else 0
        for first in range(CELLS):
            for second in range(CELLS):
                # The table of refusals knows which cells are on the board, from wherever a pawn would come.
                on_board = row.refused[0, first] != OFF_BOARD and row.refused[0, second] != OFF_BOARD
                # A pawn on its goal row has won: the position is terminal.
                if not on_board or first == second or first // WIDE == rows - 1 or second // WIDE == 0:
                    continue
                s[0].pawns[0] = first
                s[0].pawns[1] = second
                s[0].to_move = mover
                legal(row, s[0], mask)
                count = 0
                for cell in range(CELLS):
                    if mask[cell]:
                        count += 1
                        following[mover, first, second, count] = cell
                        if cell // WIDE == goal and plies[mover, first, second] == UNKNOWN:
                            plies[mover, first, second] = 1
                following[mover, first, second, 0] = count
    changed = True
    ply = 1
    while changed:
        # A win in n plies has a move to a loss in n - 1; in a loss every move leads to a win.
        changed = False
        ply += 1
        for mover in range(2):
            for first in range(CELLS):
                for second in range(CELLS):
                    count = following[mover, first, second, 0]
                    if count == 0 or plies[mover, first, second] != UNKNOWN:
                        continue
                    lost, longest = 0, 0
                    for i in range(1, count + 1):
                        cell = following[mover, first, second, i]
                        then = plies[1, cell, second] if mover == 0 else plies[0, first, cell]
                        if then == 1 - ply:
                            plies[mover, first, second] = ply
                        if 0 < then < ply:
                            lost += 1
                            longest = max(longest, then)
                    if lost == count and plies[mover, first, second] == UNKNOWN and longest == ply - 1:
                        plies[mover, first, second] = -ply
                    changed = changed or plies[mover, first, second] != UNKNOWN


def endgame(game: Game, state: Array) -> dict[int, int] | None:
    """Return the plies until the mover wins by each move (negative: loss, 0: draw); None while walls are in hand."""
    s = game.record(state)
    mover = int(s.to_move)
    if mover == TERMINAL or s.stock.any():
        return None
    plies = _solved(game, state)
    left = game.max_plies - int(s.ply)
    pawns = [int(cell) for cell in s.pawns]
    rows = int(game.params_of(state).rows)
    values = {}
    for action in np.flatnonzero(game.legal_mask(state)[0]).tolist():
        if action // WIDE == (rows - 1 if mover == 0 else 0):
            values[action] = 1
            continue
        pawns[mover] = action
        then = int(plies[1 - mover, pawns[0], pawns[1]])
        # The opponent's win in n plies is a loss in n + 1; there are no wins after the last ply.
        worth = 0 if then in {UNKNOWN, DRAWN} else -then - 1 if then > 0 else -then + 1
        values[action] = worth if abs(worth) <= left else 0
    return values


def _solved(game: Game, state: Array) -> Array:
    plies = np.zeros((2, CELLS, CELLS), np.int16)
    s = game.record(state)
    # A position that has occurred twice is drawn at its next occurrence.
    since = int(s.since)
    seen: dict[tuple[int, int, int], int] = {}
    for ply in range(since + 1):
        player = (int(s.to_move) + since - ply) % 2
        key = player, int(s.seen[0, ply]) - 1, int(s.seen[1, ply]) - 1
        seen[key] = seen.get(key, 0) + 1
    for key, times in seen.items():
        if times >= 2:
            plies[key] = DRAWN
    mask = np.zeros(game.actions.policy, np.bool_)
    following = np.zeros((2, CELLS, CELLS, 1 + MOVES), np.int16)
    game.run(solve, game.params, state.copy(), mask, following, plies)
    return plies
