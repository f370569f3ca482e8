"""What leaves for a person: a board that any client can draw without knowing the rules, and the legal choices on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from boardwright.core.words import Word

Press = Literal["primary", "secondary"]

Side = tuple[int, int]
"""Where two cells touch, as the two cells, in any order."""


class Part(BaseModel):
    """The base of the view's parts: strict, and the same for every game."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Text(Part):
    """Words for a person, as a code with parameters."""

    code: str
    params: dict[str, Any] = Field(default_factory=dict)

    @field_validator("params", mode="before")
    @classmethod
    def _words_again(cls, given: Any) -> Any:
        # A sentence may be made of others: read from JSON they are words again.
        return {name: _worded(value) for name, value in given.items()} if isinstance(given, dict) else given


def _worded(value: Any) -> Any:
    if isinstance(value, list):
        return [_worded(item) for item in value]
    if isinstance(value, dict) and value.keys() == {"code", "params"}:
        return Word(value["code"], {name: _worded(item) for name, item in value["params"].items()})
    return value


class Cell(Part):
    """One cell: where it is, what is written on it, and how it is marked.

    Clients know the marks `last`, `wall`, `goal`, `hidden`, `open`, `flagged`, `mine` and `struck`; `zone0`, `zone1`
    for the ground of a player, `held0`, `held1` for a goal that a player holds; `active` for what acts now, `reach` and
    `far` for where it can go, easily or at a price, and `target` for what it can attack.
    """

    row: int
    col: int
    text: str = ""
    marks: tuple[str, ...] = ()


class Piece(Part):
    """Something that stands on a cell."""

    cell: int
    kind: str
    owner: int | None
    symbol: str
    label: str = ""


class Edge(Part):
    """Something that stands between cells, on one side or on several: a wall, a fence, a river.

    Clients know the mark `last`, for the one that was just put there.
    """

    sides: tuple[Side, ...] = Field(min_length=1)
    kind: str
    owner: int | None = None
    label: str = ""
    marks: tuple[str, ...] = ()


class Board(Part):
    """A grid of cells, numbered as the game numbers them, the pieces on it and the edges between its cells.

    A cell is shown at its `row` and `col`, whatever its number. `row_labels` and `col_labels` are what people call the
    rows and the columns. Where there are `gaps`, clients leave room between the cells; `Game.view` says so by itself
    for a game whose actions touch sides, so that a board keeps its shape while it is empty.
    """

    kind: Literal["square", "hex"]
    rows: int
    cols: int
    cells: tuple[Cell, ...]
    pieces: tuple[Piece, ...] = ()
    edges: tuple[Edge, ...] = ()
    row_labels: tuple[str, ...] = ()
    col_labels: tuple[str, ...] = ()
    gaps: bool = False

    @model_validator(mode="after")
    def _fits(self) -> Board:
        for name, labels, count in (("row", self.row_labels, self.rows), ("col", self.col_labels, self.cols)):
            if labels and len(labels) != count:
                raise ValueError(f"{name}_labels: {len(labels)} of them, and the board has {count}")
        for edge in self.edges:
            _require_sides(self, edge.sides)
        return self


class Panel(Part):
    """A small table beside the board: counters, rosters, what is left to place. What has to be translated is a Text."""

    title: Text
    columns: tuple[Text, ...]
    rows: tuple[tuple[str | Text, ...], ...]


class Choice(Part):
    """A legal action: its index, its JSON form, what a person would type, the cells and the sides it touches.

    Where several share their cells, `press` says which is meant by a plain press (`primary`) and which by the other
    one (`secondary`: the right button, a long touch). A client offers the rest as a list.
    """

    action: int
    semantic: dict[str, Any]
    text: str
    cells: tuple[int, ...]
    press: Press | None = None
    sides: tuple[Side, ...] = ()


class Outcome(Part):
    """How a game ended."""

    returns: tuple[float, ...]
    truncated: bool


class View(Part):
    """All that one player may know of a match. `details` are a game's own data, for clients that know the game.

    `events` are what the last step told, as people read it: `Game.events` has them one by one.
    """

    game: str
    version: int
    player: int
    to_move: int | None
    phase: str
    ply: int
    board: Board
    panels: tuple[Panel, ...]
    details: dict[str, Any] = Field(default_factory=dict)
    choices: tuple[Choice, ...]
    events: tuple[Text, ...]
    outcome: Outcome | None


class Scene(Part):
    """The part of a view that a game draws: its board, its panels, and the cells that each action touches.

    `presses` tells actions on the same cells apart, where a game has such. `sides` are those that an action
    would cover. Like `targets` they are told of every action, legal or not: a person may ask why one is refused.
    `details` go into the view as they are.
    """

    board: Board
    panels: tuple[Panel, ...] = ()
    details: dict[str, Any] = Field(default_factory=dict)
    targets: Mapping[int, tuple[int, ...]]
    presses: Mapping[int, Press] = Field(default_factory=dict)
    sides: Mapping[int, tuple[Side, ...]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _fits(self) -> Scene:
        for sides in self.sides.values():
            _require_sides(self.board, sides)
        return self


def square_board(
    rows: int,
    cols: int,
    *,
    pieces: Iterable[Piece] = (),
    texts: Sequence[str] = (),
    marks: Sequence[tuple[str, ...]] = (),
) -> Board:
    """A square board, its cells numbered row by row."""
    every = zip(texts or [""] * (rows * cols), marks or [()] * (rows * cols))
    cells = [
        Cell(row=number // cols, col=number % cols, text=text, marks=marked)
        for number, (text, marked) in enumerate(every)
    ]
    return Board(kind="square", rows=rows, cols=cols, cells=tuple(cells), pieces=tuple(pieces))


SIGNS: Mapping[str, str] = {"hidden": "#", "wall": "#", "goal": "*", "zone0": ",", "zone1": "'"}
"""What stands in plain text for a cell with nothing on it, by its marks."""


def bars(board: Board) -> dict[tuple[int, int], tuple[str, Edge]]:
    """The edges of a square board on a grid twice as fine, as what is drawn at each point: `━`, `┃`, or `╋`.

    There a cell is at (2 row, 2 col), a side half-way between its two cells, and a corner of four cells, with both
    numbers odd, is covered where the same edge goes on beyond it.
    """
    found: dict[tuple[int, int], tuple[str, Edge]] = {}
    for edge in board.edges:
        middles = {_middle(board, side) for side in edge.sides}
        for point in middles:
            found[point] = "━" if point[0] & 1 else "┃", edge
        for corner in {near for point in middles for near in _around(point) if near[0] & near[1] & 1}:
            ends = {found[end][0] for end in _around(corner) & middles}
            if len(_around(corner) & middles) > 1:
                found[corner] = ends.pop() if len(ends) == 1 and corner not in found else "╋", edge
    return found


def text_board(board: Board) -> str:
    """A board in plain text, one line a row; hexes in odd columns stand half a line lower.

    A cell that is marked `hidden` is not to be taken for an empty one. Edges stand as bars in gaps between squares;
    what the rows and columns are called stands at the left and below.
    """
    symbols = {piece.cell: piece.symbol for piece in board.pieces}
    shown = [
        symbols.get(number) or cell.text or next((SIGNS[mark] for mark in cell.marks if mark in SIGNS), ".")
        for number, cell in enumerate(board.cells)
    ]
    apart = board.kind == "square" and (board.gaps or bool(board.edges))
    width = max(map(len, [*shown, *board.col_labels]), default=1)
    step = width + (3 if apart else 1)
    tall = 2 if board.kind == "hex" or apart else 1
    height = board.rows * tall + (-1 if apart else tall - 1)
    named = max(map(len, board.row_labels), default=-1) + 1
    # A bar is a letter longer at both ends than the cells beside it.
    left = named + apart
    lines = [[" "] * (left + board.cols * step) for _ in range(height + bool(board.col_labels))]

    def put(line: int, column: int, text: str) -> None:
        lines[line][left + column : left + column + len(text)] = text

    for cell, text in zip(board.cells, shown):
        put(cell.row * tall + (cell.col & 1 if board.kind == "hex" else 0), cell.col * step, text.rjust(width))
    for (line, column), (glyph, _) in bars(board).items() if apart else ():
        if column & 1:
            put(line, column // 2 * step + width + 1, glyph)
        else:
            put(line, column // 2 * step - 1, glyph * (width + 2))
    for row, label in enumerate(board.row_labels):
        put(row * tall, -left, label.rjust(named - 1))
    for col, label in enumerate(board.col_labels):
        put(height, col * step, label.rjust(width))
    return "\n".join("".join(line).rstrip() for line in lines)


def _middle(board: Board, side: Side) -> tuple[int, int]:
    one, other = board.cells[side[0]], board.cells[side[1]]
    return one.row + other.row, one.col + other.col


def _around(point: tuple[int, int]) -> set[tuple[int, int]]:
    line, column = point
    return {(line - 1, column), (line + 1, column), (line, column - 1), (line, column + 1)}


def _require_sides(board: Board, sides: Iterable[Side]) -> None:
    # A strict model: a client draws between the two cells, and would draw nonsense where they do not touch.
    for one, other in sides:
        if not (0 <= one < len(board.cells) and 0 <= other < len(board.cells)):
            raise ValueError(f"side ({one}, {other}): the board has {len(board.cells)} cells")
        here, there = board.cells[one], board.cells[other]
        apart = (abs(here.row - there.row), abs(here.col - there.col))
        if board.kind == "hex":
            # In half rows, as odd columns stand half a hex lower.
            apart = (abs(2 * (here.row - there.row) + (here.col & 1) - (there.col & 1)), apart[1])
        if apart not in (((2, 0), (1, 1)) if board.kind == "hex" else ((1, 0), (0, 1))):
            raise ValueError(f"side ({one}, {other}): these cells do not touch")
