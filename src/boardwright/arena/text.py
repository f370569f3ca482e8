"""A board for the terminal, drawn from what leaves for a person alone: any game, square or hex, in colour or plain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from rich.text import Text

from boardwright.core import view
from boardwright.core.view import Board, Choice, Panel
from boardwright.core.words import Word

if TYPE_CHECKING:
    from rich.table import Table

Guide = Literal["cells", "columns", "rulers"]
"""What tells a person what to type: a number in each cell, one above each column, or rows and columns at the side."""

OWNERS = ("bold cyan", "bold yellow", "bold magenta", "bold green")
FAINT = "dim"
EMPTY = "·"
MARKS = {"wall": "#", "goal": "*"}
TALLEST_GRID = 9
"""A square board with more rows goes without lines between them, to stay on one screen."""

Segment = tuple[str, str]


def guide(board: Board, choices: Sequence[Choice]) -> Guide:
    """How to show what to type. Ask at the start of a game, when most can be played, and keep the answer."""
    singles = _singles(choices)
    if singles and all(text == str(board.cells[cell].col) for cell, text in singles.items()):
        return "columns"
    return "cells" if singles or _by_number(choices) else "rulers"


def draw(
    board: Board,
    choices: Sequence[Choice] = (),
    *,
    how: Guide = "rulers",
    last: Collection[int] = (),
    width: int = 80,
) -> Text:
    """The board. The cells of the `last` move stand in brackets, and a colour says whose a piece is."""
    labels = _labels(board, choices) if how == "cells" else {}
    shown = [_content(board, cell, labels.get(cell, "")) for cell in range(len(board.cells))]
    wide = max((_length(segments) for segments in shown), default=1)
    marked = {
        *(last if len(board.cells) > 1 else ()),
        *(number for number, cell in enumerate(board.cells) if "last" in cell.marks),
    }
    beside = max((len(str(cell.row)) for cell in board.cells), default=0) + 1 if how == "rulers" else 0
    # Numbers above the columns must fit, too.
    wide = max(wide, len(str(board.cols - 1))) if how != "cells" else wide
    canvas = _Canvas(left=beside)
    place = _hexes if board.kind == "hex" else _squares
    at = place(canvas, board, wide, width - beside)
    for number, segments in enumerate(shown):
        line, column = at[number]
        _fill(canvas, line, column, segments, wide, marked=number in marked)
    if how != "cells" and len(board.cells) > 1:
        _rulers(canvas, board, at, wide, rows=how == "rulers")
    return canvas.text()


def table(panel: Panel) -> Table:
    """A panel as a small table."""
    from rich import box
    from rich.table import Table

    title = _said(panel.title)
    # As wide as its title, which a narrow table would break.
    out = Table(
        title=title, title_justify="left", box=box.ROUNDED, show_header=bool(panel.columns), min_width=len(title)
    )
    for column in panel.columns:
        out.add_column(_said(column))
    for row in panel.rows:
        out.add_row(*(Text(value) for value in row))
    return out


def symbol(board: Board, player: int) -> str:
    """The letter that a player looks for on the board; none where the player's pieces differ, or before the first."""
    symbols = {piece.symbol for piece in board.pieces if piece.owner == player}
    return symbols.pop() if len(symbols) == 1 else ""


class _Canvas:
    """Characters with styles, put anywhere."""

    def __init__(self, left: int) -> None:
        self.left = left
        self._placed: dict[int, dict[int, Segment]] = {}

    def put(self, line: int, column: int, text: str, style: str = "") -> None:
        row = self._placed.setdefault(line, {})
        for offset, letter in enumerate(text):
            row[self.left + column + offset] = letter, style

    @property
    def top(self) -> int:
        return min(self._placed, default=0)

    def text(self) -> Text:
        lines = []
        for line in range(self.top, max(self._placed, default=-1) + 1):
            row = self._placed.get(line, {})
            lines.append(Text.assemble(*(row.get(column, (" ", "")) for column in range(max(row, default=-1) + 1))))
            lines[-1].rstrip()
        out = Text("\n").join(lines)
        out.no_wrap = True
        return out


def _squares(canvas: _Canvas, board: Board, wide: int, room: int) -> list[tuple[int, int]]:
    # Lines between the cells where the board is small enough; else the cells alone.
    step = wide + 3
    if board.rows > TALLEST_GRID or board.cols * step + 1 > room:
        return [(1 + cell.row, cell.col * (wide + 2)) for cell in board.cells]
    bar = "─" * (wide + 2)
    for row in range(board.rows + 1):
        left, middle, right = "┌┬┐" if row == 0 else "└┴┘" if row == board.rows else "├┼┤"
        canvas.put(1 + 2 * row, 0, left + middle.join([bar] * board.cols) + right, FAINT)
    for row in range(board.rows):
        for col in range(board.cols + 1):
            canvas.put(2 + 2 * row, col * step, "│", FAINT)
    return [(2 + 2 * cell.row, cell.col * step + 1) for cell in board.cells]


def _hexes(canvas: _Canvas, board: Board, wide: int, room: int) -> list[tuple[int, int]]:
    # Hexes in odd columns stand half a hex lower, which is one line.
    step = wide + 3
    outlined = board.cols * step + 1 <= room
    places = []
    for cell in board.cells:
        line, column = 2 + 2 * cell.row + (cell.col & 1), cell.col * (step if outlined else wide + 2)
        places.append((line, column + outlined))
        if outlined:
            floor = "_" * (wide + 2)
            canvas.put(line - 1, column + 1, floor, FAINT)
            canvas.put(line, column, "/", FAINT)
            canvas.put(line, column + step, "\\", FAINT)
            canvas.put(line + 1, column, f"\\{floor}/", FAINT)
    return places


def _rulers(canvas: _Canvas, board: Board, at: Sequence[tuple[int, int]], wide: int, *, rows: bool) -> None:
    top = canvas.top - 1
    for number, cell in enumerate(board.cells):
        line, column = at[number]
        # Where a column's number is itself the move, it is for reading, not for reference.
        canvas.put(top, column, str(cell.col).center(wide + 2), FAINT if rows else "")
        if rows and not (board.kind == "hex" and cell.col & 1):
            canvas.put(line, -canvas.left, str(cell.row).rjust(canvas.left - 1), FAINT)


def _fill(canvas: _Canvas, line: int, column: int, segments: list[Segment], wide: int, *, marked: bool) -> None:
    spare = wide - _length(segments)
    column += spare // 2
    for text, style in [("[", "bold"), *segments, ("]", "bold")] if marked else [(" ", ""), *segments]:
        canvas.put(line, column, text, style)
        column += len(text)


def _content(board: Board, number: int, label: str) -> list[Segment]:
    pieces = [piece for piece in board.pieces if piece.cell == number]
    if pieces:
        return [(piece.symbol, _colour(piece.owner)) for piece in pieces]
    text = board.cells[number].text
    if label and text and label != text:
        return [(text, ""), (f" {label}", FAINT)]
    if text:
        return [(text, "")]
    for mark in board.cells[number].marks:
        if mark in MARKS:
            return [(MARKS[mark], "bold")]
    return [(label or EMPTY, FAINT)]


def _colour(owner: int | None) -> str:
    return "bold" if owner is None else OWNERS[owner % len(OWNERS)]


def _length(segments: Sequence[Segment]) -> int:
    return sum(len(text) for text, _ in segments)


def _singles(choices: Sequence[Choice]) -> dict[int, str]:
    # Cells that one action alone touches, where what is typed for it is a number.
    touched = Counter(cell for choice in choices for cell in choice.cells)
    alone = [choice for choice in choices if len(choice.cells) == 1 and choice.text.isdigit()]
    return {choice.cells[0]: choice.text for choice in alone if touched[choice.cells[0]] == 1}


def _by_number(choices: Sequence[Choice]) -> bool:
    # Whether actions name the cell they go to by its number.
    aimed = [choice for choice in choices if choice.cells]
    return bool(aimed) and all(choice.cells[-1] in choice.semantic.values() for choice in aimed)


def _labels(board: Board, choices: Sequence[Choice]) -> Mapping[int, str]:
    singles = _singles(choices)
    if not singles and _by_number(choices):
        return {number: str(number) for number in range(len(board.cells))}
    return singles


def _said(words: view.Text) -> Text:
    return Text(str(Word(words.code, words.params)))
