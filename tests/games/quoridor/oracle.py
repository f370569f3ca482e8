"""The rules of Quoridor a second time, as slowly and plainly as they read: squares, sets of walls, a queue.

Nothing here comes from the game's own code. A square is (column, row) from a1 = (0, 0); a wall is the square nearest to
a1 that it touches, and its way.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

Square = tuple[int, int]
Wall = tuple[int, int, str]
Passage = frozenset[Square]

NORTH, EAST, SOUTH, WEST = (0, 1), (1, 0), (0, -1), (-1, 0)
WAYS = (NORTH, EAST, SOUTH, WEST)

Size = tuple[int, int]
"""Rows and columns."""


@dataclass(frozen=True)
class Board:
    """A position, and nothing of how it came about. Player 0 goes north."""

    size: Size
    pawns: tuple[Square, Square]
    stock: tuple[int, int]
    walls: frozenset[Wall]
    to_move: int

    @property
    def closed(self) -> set[Passage]:
        """The passages between two squares that walls close."""
        return {passage for wall in self.walls for passage in cut(wall)}

    def goal(self, player: int) -> int:
        return self.size[0] - 1 if player == 0 else 0


def name(square: Square) -> str:
    return "abcdefghi"[square[0]] + str(square[1] + 1)


def named(text: str) -> Square:
    return "abcdefghi".index(text[0]), int(text[1:]) - 1


def read(text: str, size: int | Size = 9) -> Board:
    """`e1 e9 10 10 e3h,d4v 1`."""
    first, second, mine, theirs, walls, mover = text.split()
    names = [] if walls == "-" else walls.split(",")
    return Board(
        (size, size) if isinstance(size, int) else size,
        (named(first), named(second)),
        (int(mine), int(theirs)),
        frozenset((*named(wall[:-1]), wall[-1]) for wall in names),
        int(mover) - 1,
    )


def step(square: Square, way: Square) -> Square:
    return square[0] + way[0], square[1] + way[1]


def cut(wall: Wall) -> tuple[Passage, Passage]:
    """The two passages that a wall closes."""
    col, row, way = wall
    if way == "h":
        return frozenset({(col, row), (col, row + 1)}), frozenset({(col + 1, row), (col + 1, row + 1)})
    return frozenset({(col, row), (col + 1, row)}), frozenset({(col, row + 1), (col + 1, row + 1)})


def is_open(size: Size, closed: set[Passage], square: Square, way: Square) -> bool:
    to = step(square, way)
    return 0 <= to[0] < size[1] and 0 <= to[1] < size[0] and frozenset({square, to}) not in closed


def distance(size: Size, closed: set[Passage], start: Square, goal: int) -> int | None:
    """Steps to the nearest square of a row, None if there is no way. Pawns are not in the way."""
    seen, queue = {start: 0}, deque([start])
    while queue:
        square = queue.popleft()
        if square[1] == goal:
            return seen[square]
        for way in WAYS:
            to = step(square, way)
            if to not in seen and is_open(size, closed, square, way):
                seen[to] = seen[square] + 1
                queue.append(to)
    return None


def pawn_moves(board: Board) -> set[Square]:
    me, other = board.pawns[board.to_move], board.pawns[1 - board.to_move]
    size, closed = board.size, board.closed
    result = set()
    for way in WAYS:
        if not is_open(size, closed, me, way):
            continue
        to = step(me, way)
        if to != other:
            result.add(to)
        elif is_open(size, closed, other, way):
            result.add(step(other, way))
        else:
            sides = (EAST, WEST) if way in (NORTH, SOUTH) else (NORTH, SOUTH)
            result |= {step(other, side) for side in sides if is_open(size, closed, other, side)}
    return result


def why_no_wall(board: Board, wall: Wall) -> str:
    """Empty where a wall may be put, else the name of the Reason."""
    col, row, _ = wall
    if not (0 <= col < board.size[1] - 1 and 0 <= row < board.size[0] - 1):
        return "OFF_BOARD"
    if board.stock[board.to_move] == 0:
        return "NO_WALL_LEFT"
    if wall in board.walls:
        return "TAKEN"
    if (col, row) in {other[:2] for other in board.walls}:  # their middles are on one point
        return "CROSSES"
    if set(cut(wall)) & board.closed:
        return "OVERLAPS"
    closed = board.closed | set(cut(wall))
    for player, reason in ((board.to_move, "CLOSES_OWN_PATH"), (1 - board.to_move, "CLOSES_OTHER_PATH")):
        if distance(board.size, closed, board.pawns[player], board.goal(player)) is None:
            return reason
    return ""


def slots(board: Board) -> list[Wall]:
    """Every place of a wall on the board, whatever stands there."""
    rows, cols = board.size
    return [(col, row, way) for col in range(cols - 1) for row in range(rows - 1) for way in "hv"]


def legal(board: Board) -> set[str]:
    """Every legal action as players write it."""
    walls = {name((col, row)) + way for col, row, way in slots(board) if not why_no_wall(board, (col, row, way))}
    return walls | {name(square) for square in pawn_moves(board)}


def play(board: Board, text: str) -> Board:
    """The position after a legal action; that somebody won is for `winner` to say."""
    mover = board.to_move
    if text[-1] in "hv":
        stock = tuple(item - int(player == mover) for player, item in enumerate(board.stock))
        wall = (*named(text[:-1]), text[-1])
        return replace(board, stock=stock, walls=board.walls | {wall}, to_move=1 - mover)
    pawns = tuple(named(text) if player == mover else item for player, item in enumerate(board.pawns))
    return replace(board, pawns=pawns, to_move=1 - mover)


def winner(board: Board) -> int | None:
    """Who stands on the own goal row."""
    return next((player for player in (0, 1) if board.pawns[player][1] == board.goal(player)), None)
