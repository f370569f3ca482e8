"""The view for a person: a board that any client can draw without knowing the rules, and its legal choices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator

from boardwright.core.words import Word

if TYPE_CHECKING:
    from boardwright.core.grids import HexGrid

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

    @classmethod
    def of(cls, word: Word) -> Text:
        """A word as a text."""
        return cls(code=word.code, params=dict(word.params))

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

    Clients know the marks `last`, `wall`, `goal`, `hidden`, `open`, `flagged`, `mine` and `struck`; `line` for a
    winning line, `wrong` for a flag that the end of a game proves wrong; `zone0`, `zone1` for a player's ground,
    `goal0`, `goal1` for cells that a player has to reach, `held0`, `held1` for a goal that a player holds; `active` for
    the acting unit, `reach` and `far` for cells in its reach, easily or at a price, and `target` for units that it can
    attack.
    """

    row: int
    """The row, counted from 0 at the top."""

    col: int
    """The column, counted from 0 at the left; on hexes, odd columns stand half a hex lower."""

    text: str = ""
    """A short text on the cell, such as a number or the cell's name."""

    marks: tuple[str, ...] = ()
    """The marks, in any order."""


class Piece(Part):
    """A piece on a cell."""

    cell: int
    """The cell, by its place in `Board.cells`."""

    kind: str
    """The kind of piece, for style sheets and pictures: `pawn`. Clients have pictures of a `flag` and a `mine`."""

    owner: int | None
    """The player that the piece belongs to, which gives its colour; None for nobody's."""

    symbol: str
    """One or two characters: how the terminal draws it."""

    label: str = ""
    """The name of the piece for screen readers and for `help` in the terminal."""


class Edge(Part):
    """A wall, a fence or a river between cells, on one side or on several.

    Clients know the mark `last`, for the edge of the last step. `action` is for a game whose state does not hold whose
    an edge is: the index of the action that puts it there. Where the history is known, the edge then belongs to the
    player who took that action.
    """

    sides: tuple[Side, ...] = Field(min_length=1)
    """The sides that it covers, drawn as one unbroken bar."""

    kind: str
    """The kind: clients have words for `wall` and `fence`."""

    owner: int | None = None
    """The player that it belongs to; None for nobody's."""

    action: int | None = None
    """The action that puts it there, where the state does not hold the owner."""

    label: str = ""
    """Its name for screen readers."""

    marks: tuple[str, ...] = ()
    """`last` for the newest one."""


class Board(Part):
    """A grid of cells, numbered as the game numbers them, the pieces on it and the edges between its cells.

    A cell is shown at its `row` and `col`, whatever its number. `row_labels` and `col_labels` name the rows and the
    columns for people. With `gaps`, clients leave room between the cells; `Game.view` sets it for a game whose actions
    touch sides, so that a board keeps its shape while it is empty.
    """

    kind: Literal["square", "hex"]
    """Squares, or flat-top hexes."""

    rows: int
    """The number of rows that the board is laid out in."""

    cols: int
    """The number of columns."""

    cells: tuple[Cell, ...]
    """The cells that exist. Pieces, edges and targets name a cell by its place in this tuple."""

    pieces: tuple[Piece, ...] = ()
    """The pieces on the cells."""

    edges: tuple[Edge, ...] = ()
    """What stands between cells."""

    row_labels: tuple[str, ...] = ()
    """The names of the rows from the top down, one each, or none."""

    col_labels: tuple[str, ...] = ()
    """The names of the columns from the left, one each, or none."""

    gaps: bool = False
    """Whether clients leave room between the cells."""

    # Validators of fields, because those of a model run again whenever a part is put into another.

    @field_validator("row_labels", "col_labels")
    @classmethod
    def _a_label_each(cls, labels: tuple[str, ...], given: ValidationInfo) -> tuple[str, ...]:
        counts = {"row_labels": "rows", "col_labels": "cols"}
        count = given.data.get(counts[str(given.field_name)], len(labels))
        if labels and len(labels) != count:
            raise ValueError(f"{len(labels)} of them, and the board has {count}")
        return labels

    @field_validator("edges")
    @classmethod
    def _between_cells(cls, edges: tuple[Edge, ...], given: ValidationInfo) -> tuple[Edge, ...]:
        if edges and "kind" in given.data and "cells" in given.data:
            _require_sides(given.data["kind"], given.data["cells"], chain.from_iterable(edge.sides for edge in edges))
        return edges


class Panel(Part):
    """A small table beside the board: counters, rosters, pieces left to place. Translated entries are Texts.

    `keys` names what each row stands for. A row whose key is the `source` of choices can be selected: it leaves those.
    With `notes`, the last column says what to expect of them, and clients repeat it beside each.
    The keys `player0`, `player1` ... stand for players, whom the first column names: a client may show the numbers of
    such a row beside the player.
    """

    title: Text
    """The title, a word of the game."""

    columns: tuple[Text, ...]
    """The headings of the columns, words of the game."""

    rows: tuple[tuple[str | Text, ...], ...]
    """The rows, an entry for each column."""

    keys: tuple[str, ...] = ()
    """What each row stands for, one each, or none: `player0`, or a source of choices."""

    notes: bool = False
    """Whether the last column is a note on the choices of its row."""

    @field_validator("keys")
    @classmethod
    def _a_key_each(cls, keys: tuple[str, ...], given: ValidationInfo) -> tuple[str, ...]:
        rows = given.data.get("rows", keys)
        if keys and len(keys) != len(rows):
            raise ValueError(f"{len(keys)} of them, and the panel has {len(rows)} rows")
        return keys


class Choice(Part):
    """A legal action: its index, its JSON form, its text, the cells and the sides it touches.

    Where several share their cells, `press` assigns one to a plain press (`primary`) and one to the other press
    (`secondary`: the right button, a long touch). A client offers the rest as a list. `label` says what it does, for
    people; None where the game has no words for it, and the text stands in. `source` is the key of a panel's row from
    which the choice can be begun: the unit of a roster that it places.
    """

    action: int
    semantic: dict[str, Any]
    text: str
    cells: tuple[int, ...]
    press: Press | None = None
    sides: tuple[Side, ...] = ()
    label: Text | None = None
    source: str = ""


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

    `choices` are the player's own legal actions, and `prompt` says what is asked of the player, None if nothing is or
    the game has no words for it. `events` are the narration of the last step that the player may know: `Game.events`
    has the events one by one. `summary` is the game's score sheet in sentences, empty until the game is over.
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
    prompt: Text | None = None
    summary: tuple[Text, ...] = ()


class Scene(Part):
    """The part of a view that a game draws: its board, its panels, and the cells that each action touches.

    `presses` distinguishes actions on the same cells. `sides` are the sides that an action would cover. Like `targets`
    they include every action, legal or not: a person may ask why one is refused. `sources` are the keys of the panel
    rows from which actions begin. `details` go into the view unchanged.
    """

    board: Board
    """The board."""

    panels: tuple[Panel, ...] = ()
    """The tables beside it, in the order in which they are shown."""

    details: dict[str, Any] = Field(default_factory=dict)
    """Plain data under the game's own names, for clients that know the game."""

    targets: Mapping[int, tuple[int, ...]]
    """For each action that touches cells: the cells to press, in order."""

    presses: Mapping[int, Press] = Field(default_factory=dict)
    """For actions with the same cells: `primary` for a plain press, `secondary` for the right button."""

    sides: Mapping[int, tuple[Side, ...]] = Field(default_factory=dict)
    """For each action that covers sides: these sides."""

    sources: Mapping[int, str] = Field(default_factory=dict)
    """For each action that begins in a panel: the key of its row."""

    @field_validator("sides")
    @classmethod
    def _between_cells(
        cls, sides: Mapping[int, tuple[Side, ...]], given: ValidationInfo
    ) -> Mapping[int, tuple[Side, ...]]:
        if sides and "board" in given.data:
            board = given.data["board"]
            _require_sides(board.kind, board.cells, chain.from_iterable(sides.values()))
        return sides


@lru_cache(maxsize=64)
def plain_cells(rows: int, cols: int) -> tuple[Cell, ...]:
    """The empty cells of a square board, row by row. Cells do not change: boards may share them."""
    return tuple([Cell(row=row, col=col) for row in range(rows) for col in range(cols)])


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
    plain = plain_cells(rows, cols)
    every = zip(plain, texts or [""] * len(plain), marks or [()] * len(plain))
    cells = [
        Cell(row=cell.row, col=cell.col, text=text, marks=marked) if text or marked else cell
        for cell, text, marked in every
    ]
    return _board("square", (rows, cols), cells, pieces, (row_labels, col_labels))


def hex_board(
    grid: HexGrid,
    *,
    pieces: Iterable[Piece] = (),
    texts: Sequence[str] = (),
    marks: Sequence[tuple[str, ...]] = (),
    row_labels: Sequence[str] = (),
    col_labels: Sequence[str] = (),
) -> Board:
    """A board of hexes, its cells numbered as the grid numbers them."""
    count = grid.cells
    every = zip(grid.places, texts or [""] * count, marks or [()] * count, strict=True)
    cells = [Cell(row=row, col=col, text=text, marks=marked) for (col, row), text, marked in every]
    return _board("hex", (grid.rows, grid.cols), cells, pieces, (row_labels, col_labels))


def _board(
    kind: Literal["square", "hex"],
    shape: tuple[int, int],
    cells: Sequence[Cell],
    pieces: Iterable[Piece],
    labels: tuple[Sequence[str], Sequence[str]],
) -> Board:
    row_labels, col_labels = labels
    return Board(
        kind=kind,
        rows=shape[0],
        cols=shape[1],
        cells=tuple(cells),
        pieces=tuple(pieces),
        row_labels=tuple(row_labels),
        col_labels=tuple(col_labels),
    )


def _require_sides(kind: str, cells: Iterable[Cell], sides: Iterable[Side]) -> None:
    # A strict model: a client draws between the two cells, and would draw nonsense where they do not touch.
    places = tuple([(cell.row, cell.col) for cell in cells])
    touching = _touching(kind, places)
    for one, other in sides:
        if (one, other) in touching:
            continue
        if not (0 <= one < len(places) and 0 <= other < len(places)):
            raise ValueError(f"side ({one}, {other}): the board has {len(places)} cells")
        raise ValueError(f"side ({one}, {other}): these cells do not touch")


@lru_cache(maxsize=64)
def _touching(kind: str, places: tuple[tuple[int, int], ...]) -> frozenset[Side]:
    """The pairs of cells with a side in common, both ways round."""
    # On hexes in half rows, as odd columns stand half a hex lower.
    steps = ((2, 0), (1, 1)) if kind == "hex" else ((1, 0), (0, 1))
    found: dict[tuple[int, int], list[int]] = {}
    at = [(2 * row + (col & 1), col) if kind == "hex" else (row, col) for row, col in places]
    for number, place in enumerate(at):
        found.setdefault(place, []).append(number)
    ways = {(down * one, right * other) for down, right in steps for one in (1, -1) for other in (1, -1)}
    return frozenset(
        (number, beside)
        for number, (row, col) in enumerate(at)
        for down, right in ways
        for beside in found.get((row + down, col + right), ())
    )
