"""Draws a board for the terminal, from its view alone: any game, square or hex, in colour or plain."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rich.text import Text

from boardwright.core.analysis import Overlay
from boardwright.core.board_guide import Guide, cell_labels
from boardwright.core.view import Board, Choice, Piece
from boardwright.drawing import terminal_edges as edges
from boardwright.drawing.canvas import Canvas, Segment

OWNERS = ("bold cyan", "bold yellow", "bold magenta", "bold green")
FAINT = "dim"
EMPTY = "·"
MARKS: Mapping[str, Segment] = {
    "wall": ("#", "bold"),
    "goal": ("*", "bold"),
    "goal0": ("*", "cyan"),
    "goal1": ("°", "yellow"),
    "hidden": ("■", FAINT),
    "open": (" ", ""),
    "zone0": (",", "cyan"),
    "zone1": ("'", "yellow"),
    "held0": ("1", OWNERS[0]),
    "held1": ("2", OWNERS[1]),
}
"""The sign of an empty cell, by the first of its marks in this table."""

REACH: Mapping[str, Segment] = {"reach": ("+", "bold green"), "far": ("~", "green")}
"""The sign of a reachable cell, after that of its mark, if any."""

AROUND: Mapping[str, tuple[str, str]] = {
    "active": ("<", ">"),
    "target": ("!", "!"),
    "line": ("=", "="),
    "wrong": ("/", "/"),
    "last": ("[", "]"),
}
"""The signs on both sides of a cell, by the first of these marks that it has."""

KINDS = {"flag": "bold red", "mine": "bold red"}
"""The colour of a piece without an owner, by kind."""

NUMBERS = ("bright_blue", "green", "bright_red", "magenta", "red", "cyan", "bold", "bright_black")
"""The usual colours of the numbers 1 to 8 on open cells."""

STRUCK = "bold white on red"
LAST = "reverse"
TALLEST_GRID = 9
"""Square boards with more rows have no lines between them, to fit one screen."""


def draw(
    board: Board,
    choices: Sequence[Choice] = (),
    *,
    how: Guide = "rulers",
    last: Collection[int] = (),
    over: Mapping[int, Segment] | None = None,
    width: int = 80,
) -> Text:
    """Draw the board. The cells of the `last` move are in [brackets], and pieces have the colour of their owner.

    The active cell is in <angles>, targets are between two !, a winning line between two =, wrong flags between two /,
    and + and ~ mark reachable cells.

    The texts in `over` replace the contents of their cells; a piece whose symbol is a number is then in parentheses.
    """
    labels = cell_labels(board, choices) if how == "cells" else {}
    contents = [
        [over[cell]] if over and cell in over else _content(board, cell, labels.get(cell, ""))
        for cell in range(len(board.cells))
    ]
    for piece in board.pieces:
        if over and piece.cell not in over and piece.symbol.isdigit():
            contents[piece.cell] = [(f"({piece.symbol})", colour(piece))]
    wide = max((_length(segments) for segments in contents), default=1)
    beside_cells = {number: AROUND["last"] for number in last if len(board.cells) > 1}
    beside_cells |= {n: AROUND[mark] for n in range(len(board.cells)) if (mark := outer_mark(board, n)) is not None}
    rows, cols = board.row_labels or range(board.rows), board.col_labels or range(board.cols)
    beside = max((len(str(row)) for row in rows), default=0) + 1 if how == "rulers" and board.cells else 0
    # Column numbers must fit, too; on a board that is too wide they are written vertically.
    needed = max([wide, *(len(str(col)) for col in cols)]) if how != "cells" else wide
    spread = edges.spread(board)
    tight = board.kind == "square" and not spread and board.cols * (needed + 2) > width - beside
    wide = wide if tight else needed
    canvas = Canvas(left=beside)
    place = _hexes if board.kind == "hex" else _spread if spread else _tight if tight else _squares
    at = place(canvas, board, wide, width - beside)
    for number, segments in enumerate(contents):
        line, column = at[number]
        _fill(canvas, line, column, segments, wide, beside_cells.get(number), tight=tight)
    if how != "cells" and len(board.cells) > 1:
        _rulers(canvas, board, at, wide, rows=how == "rulers", upright=tight)
    return canvas.text()


def heat(board: Board, overlay: Overlay, width: int = 80) -> dict[int, Segment]:
    """Return an overlay as the texts of cells: green for 0, red for 1, warmer colours for higher shares between.

    Shares have a percent sign, to differ from numbers on the board, unless there is no room for it.
    """
    texts = {}
    unit = "%" if overlay.share and board.cols * 7 < width else ""
    for cell, value in overlay.values.items():
        warm = "bold green" if value <= 0 else "bold red" if value >= 1 else "red" if value > 0.5 else "yellow"
        texts[cell] = overlay.shown(cell) + unit, warm if overlay.share and not overlay.signed else ""
    return texts


def ranks(board: Board, choices: Sequence[Choice], ranking: Sequence[int]) -> dict[int, Segment]:
    """Return the best actions of an agent as #1, #2 and so on, over the last cell of each."""
    cells = {choice.action: choice.cells[-1] for choice in choices if choice.cells}
    texts: dict[int, Segment] = {}
    for rank, action in enumerate(ranking, 1):
        if action in cells:
            texts.setdefault(cells[action], (f"#{rank}", "bold black on green" if rank == 1 else "bold green"))
    return texts


def symbol(board: Board, player: int) -> str:
    """The letter of a player's pieces; empty where they differ, or where there is none.

    Pieces with longer symbols are distinct: one symbol does not stand for all.
    """
    symbols = {piece.symbol for piece in board.pieces if piece.owner == player}
    alike = len(symbols) == 1 and all(len(symbol) == 1 for symbol in symbols)
    return symbols.pop() if alike else ""


def _squares(canvas: Canvas, board: Board, wide: int, room: int) -> list[tuple[int, int]]:
    # With lines between the cells where the board is small enough.
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


def _spread(canvas: Canvas, board: Board, wide: int, room: int) -> list[tuple[int, int]]:
    # No lines between the cells except edges.
    for line, column, text, edge in edges.drawn(board, wide):
        canvas.put(1 + line, column, text, "bold" if edge.owner is None else OWNERS[edge.owner % len(OWNERS)])
    return [(1 + 2 * cell.row, cell.col * (wide + 3)) for cell in board.cells]


def _tight(canvas: Canvas, board: Board, wide: int, room: int) -> list[tuple[int, int]]:
    # No lines and no room for brackets.
    return [(1 + cell.row, cell.col * (wide + 1)) for cell in board.cells]


def _hexes(canvas: Canvas, board: Board, wide: int, room: int) -> list[tuple[int, int]]:
    # Hexes in odd columns are half a hex lower, which is one line. On a wide board columns are closer: the next
    # hex on the same line is two columns away.
    outlined = board.cols * (wide + 3) + 1 <= room
    step = wide + 3 if outlined else wide + 2 if board.cols * (wide + 2) <= room else wide + 1
    places = []
    for cell in board.cells:
        line, column = 2 + 2 * cell.row + (cell.col & 1), cell.col * step
        places.append((line, column + outlined))
        if outlined:
            floor = "_" * (wide + 2)
            canvas.put(line - 1, column + 1, floor, FAINT)
            canvas.put(line, column, "/", FAINT)
            canvas.put(line, column + step, "\\", FAINT)
            canvas.put(line + 1, column, f"\\{floor}/", FAINT)
    return places


def _rulers(
    canvas: Canvas, board: Board, at: Sequence[tuple[int, int]], wide: int, *, rows: bool, upright: bool
) -> None:
    top = canvas.top - 1
    tall = len(str(board.cols - 1))
    # Labels are below the columns, as in notation; numbers above, where a piece would be dropped in.
    level = canvas.bottom + 1 if board.col_labels else top
    for number, cell in enumerate(board.cells):
        line, column = at[number]
        # Where the column number is itself the move, it is not faint.
        style = FAINT if rows else ""
        if upright:
            for above, digit in enumerate(str(cell.col).rjust(tall)):
                canvas.put(top - tall + 1 + above, column + 1 + (wide - 1) // 2, digit, style)
        else:
            name = board.col_labels[cell.col] if board.col_labels else str(cell.col)
            canvas.put(level, column, name.center(wide + 2), style)
        if rows and not (board.kind == "hex" and cell.col & 1):
            name = board.row_labels[cell.row] if board.row_labels else str(cell.row)
            canvas.put(line, -canvas.left, name.rjust(canvas.left - 1), FAINT)


def _fill(
    canvas: Canvas,
    line: int,
    column: int,
    segments: list[Segment],
    wide: int,
    around: tuple[str, str] | None,
    *,
    tight: bool,
) -> None:
    spare = wide - _length(segments)
    column += spare // 2
    if around and tight:
        segments = [(text, f"{style} {LAST}".strip()) for text, style in segments]
    before, after = (" ", "") if around is None or tight else around
    for text, style in [(before, "bold"), *segments, (after, "bold")]:
        canvas.put(line, column, text, style)
        column += len(text)


def _content(board: Board, number: int, label: str) -> list[Segment]:
    cell = board.cells[number]
    pieces = [piece for piece in board.pieces if piece.cell == number]
    if pieces:
        return [(piece.symbol, STRUCK if "struck" in cell.marks else colour(piece)) for piece in pieces]
    text = cell.text
    if label and text and label != text:
        return [(text, ""), (f" {label}", FAINT)]
    if text:
        return [(text, _number(text) if "open" in cell.marks else "")]
    return [{**MARKS, **REACH}[mark] for mark in inner_marks(board, number)] or [(label or EMPTY, FAINT)]


def inner_marks(board: Board, number: int) -> list[str]:
    """The marks that are drawn inside a cell: none under a piece or a text."""
    cell = board.cells[number]
    if cell.text or any(piece.cell == number for piece in board.pieces):
        return []
    return [*[mark for mark in cell.marks if mark in MARKS][:1], *(mark for mark in cell.marks if mark in REACH)]


def outer_mark(board: Board, number: int) -> str | None:
    """The mark that is drawn on both sides of a cell, if any."""
    return next((mark for mark in AROUND if mark in board.cells[number].marks), None)


def _number(text: str) -> str:
    return NUMBERS[int(text) - 1] if text in "12345678" else ""


def colour(piece: Piece) -> str:
    """The style of a piece: its owner's, or that of its kind."""
    return KINDS.get(piece.kind, "bold") if piece.owner is None else OWNERS[piece.owner % len(OWNERS)]


def _length(segments: Sequence[Segment]) -> int:
    return sum(len(text) for text, _ in segments)
