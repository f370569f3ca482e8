"""The view for a person: a board that any client can draw without knowing the rules, and its legal choices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from boardwright.core.words import Word

Press = Literal["primary", "secondary"]

Side = tuple[int, int]
"""The side between two adjacent cells, as the two cells in any order."""


class Part(BaseModel):
    """The base of the view's parts: strict, and the same for every game."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Text(Part):
    """A sentence for a person, as a code with parameters."""

    code: str
    params: dict[str, Any] = Field(default_factory=dict)

    @field_validator("params", mode="before")
    @classmethod
    def _words_again(cls, given: Any) -> Any:
        # Parameters may be words themselves: JSON turns them into objects, and this restores them.
        return {name: _worded(value) for name, value in given.items()} if isinstance(given, dict) else given


def _worded(value: Any) -> Any:
    if isinstance(value, list):
        return [_worded(item) for item in value]
    if isinstance(value, dict) and value.keys() == {"code", "params"}:
        return Word(value["code"], {name: _worded(item) for name, item in value["params"].items()})
    return value


class Cell(Part):
    """One cell: its place, its text and its marks.

    Clients know the marks `last`, `wall`, `goal`, `hidden`, `open`, `flagged`, `mine` and `struck`; `zone0`, `zone1`
    for a player's ground, `held0`, `held1` for a goal that a player holds; `active` for the acting unit, `reach` and
    `far` for cells in its reach, easily or at a price, and `target` for units that it can attack.
    """

    row: int
    col: int
    text: str = ""
    marks: tuple[str, ...] = ()


class Piece(Part):
    """A piece on a cell."""

    cell: int
    kind: str
    owner: int | None
    symbol: str
    label: str = ""


class Edge(Part):
    """A wall, a fence or a river between cells, on one side or on several.

    Clients know the mark `last`, for the edge of the last step.
    """

    sides: tuple[Side, ...] = Field(min_length=1)
    kind: str
    owner: int | None = None
    label: str = ""
    marks: tuple[str, ...] = ()


class Board(Part):
    """A grid of cells, numbered as the game numbers them, the pieces on it and the edges between its cells.

    A cell is shown at its `row` and `col`, whatever its number. `row_labels` and `col_labels` name the rows and the
    columns for people. With `gaps`, clients leave room between the cells; `Game.view` sets it for a game whose actions
    touch sides, so that a board keeps its shape while it is empty.
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
    """A small table beside the board: counters, rosters, pieces left to place. Translated entries are Texts."""

    title: Text
    columns: tuple[Text, ...]
    rows: tuple[tuple[str | Text, ...], ...]


class Choice(Part):
    """A legal action: its index, its JSON form, its text, the cells and the sides it touches.

    Where several share their cells, `press` assigns one to a plain press (`primary`) and one to the other press
    (`secondary`: the right button, a long touch). A client offers the rest as a list.
    """

    action: int
    semantic: dict[str, Any]
    text: str
    cells: tuple[int, ...]
    press: Press | None = None
    sides: tuple[Side, ...] = ()


class Outcome(Part):
    """The outcome of a game: each player's return, and whether a limit truncated it."""

    returns: tuple[float, ...]
    truncated: bool

    @property
    def winner(self) -> int | None:
        """The player with the highest return, None for a draw."""
        best = max(self.returns)
        return self.returns.index(best) if self.returns.count(best) == 1 else None


class View(Part):
    """A player's view of a match. `details` are a game's own data, for clients that know the game.

    `choices` are the player's own legal actions. `events` are the narration of the last step that the player may know:
    `Game.events` has the events one by one.
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

    `presses` distinguishes actions on the same cells. `sides` are the sides that an action would cover. Like `targets`
    they include every action, legal or not: a person may ask why one is refused. `details` go into the view unchanged.
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
    row_labels: Sequence[str] = (),
    col_labels: Sequence[str] = (),
) -> Board:
    """A square board, its cells numbered row by row."""
    every = zip(texts or [""] * (rows * cols), marks or [()] * (rows * cols))
    cells = [
        Cell(row=number // cols, col=number % cols, text=text, marks=marked)
        for number, (text, marked) in enumerate(every)
    ]
    return Board(
        kind="square",
        rows=rows,
        cols=cols,
        cells=tuple(cells),
        pieces=tuple(pieces),
        row_labels=tuple(row_labels),
        col_labels=tuple(col_labels),
    )


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
