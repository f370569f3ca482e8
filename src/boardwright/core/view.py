"""What leaves for a person: a board that any client can draw without knowing the rules, and the legal choices on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Press = Literal["primary", "secondary"]


class Part(BaseModel):
    """The base of the view's parts: strict, and the same for every game."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Text(Part):
    """Words for a person, as a code with parameters."""

    code: str
    params: dict[str, Any] = Field(default_factory=dict)


class Cell(Part):
    """One cell: where it is, what is written on it, and how it is marked.

    Clients know the marks `last`, `wall`, `goal`, `hidden`, `open`, `flagged`, `mine` and `struck`, and `zone0`,
    `zone1` for the ground of a player.
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


class Board(Part):
    """A grid of cells, numbered as the game numbers them, and the pieces on it."""

    kind: Literal["square", "hex"]
    rows: int
    cols: int
    cells: tuple[Cell, ...]
    pieces: tuple[Piece, ...] = ()


class Panel(Part):
    """A small table beside the board: counters, rosters, what is left to place."""

    title: Text
    columns: tuple[Text, ...]
    rows: tuple[tuple[str, ...], ...]


class Choice(Part):
    """A legal action: its index, its JSON form, what a person would type, and the cells it touches.

    Where several share their cells, `press` says which is meant by a plain press (`primary`) and which by the other
    one (`secondary`: the right button, a long touch). A client offers the rest as a list.
    """

    action: int
    semantic: dict[str, Any]
    text: str
    cells: tuple[int, ...]
    press: Press | None = None


class Outcome(Part):
    """How a game ended."""

    returns: tuple[float, ...]
    truncated: bool


class View(Part):
    """All that one player may know of a match. `details` are a game's own data, for clients that know the game."""

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

    `presses` tells actions on the same cells apart, where a game has such. `details` go into the view as they are.
    """

    board: Board
    panels: tuple[Panel, ...] = ()
    details: dict[str, Any] = Field(default_factory=dict)
    targets: Mapping[int, tuple[int, ...]]
    presses: Mapping[int, Press] = Field(default_factory=dict)


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


def text_board(board: Board) -> str:
    """A board in plain text, one line a row; hexes in odd columns stand half a line lower.

    A cell that is marked `hidden` is not to be taken for an empty one.
    """
    symbols = {piece.cell: piece.symbol for piece in board.pieces}
    shown = [
        symbols.get(number) or cell.text or next((SIGNS[mark] for mark in cell.marks if mark in SIGNS), ".")
        for number, cell in enumerate(board.cells)
    ]
    width = max((len(text) for text in shown), default=1)
    tall = 2 if board.kind == "hex" else 1
    lines = [[" " * width] * board.cols for _ in range(board.rows * tall + tall - 1)]
    for cell, text in zip(board.cells, shown):
        line = cell.row * tall + (cell.col & 1 if board.kind == "hex" else 0)
        lines[line][cell.col] = text.rjust(width)
    return "\n".join(" ".join(line).rstrip() for line in lines)
