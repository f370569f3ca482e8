"""Hard positions to count from: pawns side by side at walls and edges, crowded boards, stocks that run out.

    PYTHONPATH=tests python -m games.quoridor.positions

writes tests/data/positions/quoridor.json again: how each came about, and how many ways to play on there are.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from boardwright.core.game import Game
from boardwright.core.position import Position
from boardwright.testing import perft

from . import oracle
from .boards import board_of, compiled, walk

PATH = Path(__file__).parents[2] / "data" / "positions" / "quoridor.json"
ROWS, PLIES, SEED = 1000, 60, 7


def is_beside(board: oracle.Board) -> bool:
    """Whether the pawns are next to each other with no wall between: somebody can jump."""
    return any(
        oracle.step(board.pawns[0], way) == board.pawns[1]
        and oracle.is_open(board.size, board.closed, board.pawns[0], way)
        for way in oracle.WAYS
    )


def jumps_aside(board: oracle.Board) -> bool:
    """Whether the mover is next to the other pawn and something stands behind it."""
    me, other = board.pawns[board.to_move], board.pawns[1 - board.to_move]
    ways = [way for way in oracle.WAYS if oracle.step(me, way) == other]
    return is_beside(board) and not oracle.is_open(board.size, board.closed, other, ways[0])


def at_edge(board: oracle.Board) -> bool:
    rows, cols = board.size
    return any(col in (0, cols - 1) or row in (0, rows - 1) for col, row in board.pawns)


def at_wall(board: oracle.Board) -> bool:
    """Whether walls stand at both pawns."""
    return all(any(pawn in passage for passage in board.closed) for pawn in board.pawns)


def have_left(board: oracle.Board) -> bool:
    """Whether both pawns have left the row that they start on."""
    return board.pawns[0][1] > 0 and board.pawns[1][1] < board.size[0] - 1


KINDS: dict[str, tuple[int, Callable[[oracle.Board], bool]]] = {
    "open": (3, lambda board: is_beside(board) and at_wall(board) and 3 <= len(board.walls) <= 6),
    "edge": (6, lambda board: is_beside(board) and at_edge(board) and len(board.walls) >= 12),
    "edge behind": (6, lambda board: jumps_aside(board) and at_edge(board) and len(board.walls) >= 9),
    "wall behind": (6, lambda board: jumps_aside(board) and not at_edge(board) and len(board.walls) >= 9),
    "crowded": (4, lambda board: have_left(board) and len(board.walls) >= 17 and min(board.stock) > 0),
    "crowded and beside": (6, lambda board: is_beside(board) and at_wall(board) and len(board.walls) >= 15),
    "low": (5, lambda board: is_beside(board) and 1 in board.stock and len(board.walls) >= 15),
    "spent": (4, lambda board: jumps_aside(board) and board.stock == (0, 0)),
}
"""How many of each kind, and what it is."""


def gather(game: Game) -> list[tuple[str, list[str]]]:
    """Walk many games and keep the history of the first positions of each kind, one a game and kind."""
    moves = [game.actions.to_text(action) for action in range(game.actions.count)]
    histories: list[list[str]] = [[] for _ in range(ROWS)]
    kept: dict[str, list[list[str]]] = {kind: [] for kind in KINDS}
    had: set[tuple[int, str]] = set()
    for states, _ in islice(walk(game, ROWS, SEED), PLIES):
        for row in range(ROWS):
            # What was played last, one more than its index; a game that began again has played nothing.
            histories[row] = [*histories[row], moves[int(states["last"][row]) - 1]] if states["ply"][row] else []
            board = board_of(game, states[row : row + 1])
            for kind, (wanted, fits) in KINDS.items():
                if (row, kind) not in had and len(kept[kind]) < wanted and fits(board):
                    kept[kind].append(histories[row])
                    had |= {(row, other) for other in KINDS}
                    break
    return [(kind, history) for kind, item in kept.items() for history in item]


def main() -> None:
    game = compiled()
    rows = []
    for kind, history in gather(game):
        position = Position(game)
        for text in history:
            position.push_text(text)
        counts = [perft.perft(game, position.state, depth) for depth in (1, 2, 3)]
        key = game.text_key(position.state)
        rows.append({"kind": kind, "position": key, "history": " ".join(history), "counts": counts})
        print(kind, key, counts)
    PATH.parent.mkdir(parents=True, exist_ok=True)
    table = {"game": game.name, "version": game.version, "config": game.config, "positions": rows}
    PATH.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
