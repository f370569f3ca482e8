"""Boards as pictures: cells, marks, pieces, texts, edges, and the numbers of an analysis in colours.

One list of shapes becomes SVG (no dependency), pixels (Pillow), or a file or axes of Matplotlib.
"""

from __future__ import annotations

import errno
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING

from boardwright.core.analysis import Overlay, Route
from boardwright.core.errors import HistoryError
from boardwright.core.view import Board, Edge, View
from boardwright.drawing import colours, geometry, marks
from boardwright.drawing import svg as svg_text
from boardwright.drawing.geometry import CELL, GAP
from boardwright.drawing.heat import faces
from boardwright.drawing.pieces import piece_shapes, places
from boardwright.drawing.routes import BestMove, best_groups, route_groups
from boardwright.drawing.shapes import (
    Circle,
    Group,
    Label,
    Line,
    Picture,
    Point,
    Polygon,
    Shape,
    between,
    dashes,
    distance,
    moved,
    recoloured,
)  # fmt: skip

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MARGIN = CELL / 4
"""The margin around the cells."""

ROOM = CELL / 2
"""The room for the names of rows or columns."""

BAR = 6.0
"""The width of an edge between cells."""


def svg(view: View | Board, overlay: Overlay | None = None) -> str:
    """Return a board as SVG, for a page, a file or a notebook."""
    return svg_text.write(draw(_board(view), overlay))


def pixels(view: View | Board, overlay: Overlay | None = None) -> npt.NDArray[np.uint8]:
    """Return a board as bytes, [height, width, 3]. Needs Pillow."""
    from boardwright.drawing import raster

    return raster.pixels(draw(_board(view), overlay))


def save(picture: Picture, path: Path) -> None:
    """Write a picture to a file in the format of its suffix. Only SVG needs no Matplotlib."""
    if path.suffix != ".svg":
        from boardwright.drawing import axes

        axes.save(picture, path)
        return
    try:
        path.write_text(svg_text.write(picture), encoding="utf-8")
    except OSError as error:
        raise HistoryError("file_unwritable", path=path, detail=error.strerror) from None


def require(path: Path) -> None:
    """Raise HistoryError for a file that cannot be written, before anything is computed."""
    if path.suffix != ".svg":
        from boardwright.drawing import charts

        charts.require(path)
    elif not path.parent.is_dir():
        raise HistoryError("file_unwritable", path=path, detail=os.strerror(errno.ENOENT))


def draw(
    board: Board, overlay: Overlay | None = None, routes: Sequence[Route] = (), best: BestMove | None = None
) -> Picture:
    """Draw a board with its pieces, texts, edges and labels, and an analysis: numbers, routes and the best move."""
    left, below = ROOM * bool(board.row_labels), ROOM * bool(board.col_labels)
    across, down = geometry.extent(board)
    middles = geometry.centres(board)
    groups = (
        *ground(board, faces(overlay)).groups,
        *(_edge(board, edge, middles) for edge in board.edges),
        *route_groups(board, routes, middles),
        *_pieces(board, middles, overlay),
        *_crosses(board, middles),
        *_texts(board, middles, overlay),
        *(best_groups(board, best, middles) if best is not None else ()),
        *_coordinates(board),
    )
    width, height = left + across + 2 * MARGIN, down + below + 2 * MARGIN
    return Picture(width, height, moved(groups, left + MARGIN, MARGIN), colours.PAPER)


def ground(board: Board, painted: Mapping[int, str]) -> Picture:
    """Draw the cells with their marks and nothing on them; `painted` gives some their own colours."""
    across, down = geometry.extent(board)
    middles = geometry.centres(board)
    cells = (_cell(board, number, middles[number], painted.get(number)) for number in range(len(board.cells)))
    return Picture(across, down, tuple(cells), colours.PAPER)


def _board(view: View | Board) -> Board:
    return view.board if isinstance(view, View) else view


def _cell(board: Board, number: int, middle: Point, painted: str | None) -> Group:
    marked = board.cells[number].marks
    fill = painted or marks.face(board, marked)
    shapes: list[Shape] = [Polygon(geometry.outline(board, middle), fill, colours.GROOVE, 1.0)]
    ring = marks.ring(board, marked, painted is not None)
    if ring is not None:
        colour, width, style = ring
        # On a dark number's colour only a light ring is seen.
        colour = colours.CARD if painted and colours.is_dark(painted) else colour
        shapes += _ring(geometry.outline(board, middle, 0.88), colour, width, style)
    radius, faint = geometry.inner(board) * 0.16, colours.blend((fill, colours.ACCENT), 0.45)
    if "reach" in marked:
        shapes.append(Circle(middle, radius, fill=faint))
    if "far" in marked:
        shapes.append(Circle(middle, radius, line=faint, width=1.6))
    return Group(("cell", *marked), tuple(shapes))


def _ring(corners: tuple[Point, ...], colour: str, width: float, style: str) -> tuple[Shape, ...]:
    if style == "dashes":
        return dashes(corners, colour, width, count=3, share=0.45)
    if style == "dots":
        steps = [step / 5 for step in range(5)]
        dots = [between(start, end, at) for start, end in zip(corners, (*corners[1:], corners[0])) for at in steps]
        return tuple(Circle(dot, width / 2, colour) for dot in dots)
    return (Polygon(corners, "", colour, width),)


def _edge(board: Board, edge: Edge, middles: list[Point]) -> Group:
    # One unbroken bar: only its outer ends stop short of the corner.
    sides = [geometry.side(board, middles, cells) for cells in edge.sides]
    ends = Counter((round(x), round(y)) for side in sides for x, y in side)
    corner = GAP if board.kind == "square" else GAP / sqrt(3)
    lines = []
    for start, end in sides:
        short = (corner + BAR) / 2 / distance(start, end)
        first, last = (short if ends[round(x), round(y)] == 1 else 0.0 for x, y in (start, end))
        lines.append((between(start, end, first), between(start, end, 1 - last)))
    layers = [(colours.LAST, BAR + 4)] if "last" in edge.marks else []
    layers.append((colours.owner(edge.owner), BAR))
    if edge.owner is not None and edge.owner & 1:
        layers.append((colours.CARD, BAR * 0.3))
    shapes = tuple(Line(points, colour, width) for colour, width in layers for points in lines)
    return Group(("edge", edge.kind, _owner(edge.owner), *edge.marks), shapes, edge.label)


def _pieces(board: Board, middles: list[Point], overlay: Overlay | None) -> Iterator[Group]:
    room = geometry.inner(board)
    won = any("line" in cell.marks for cell in board.cells)
    for number, on_cell in groupby(sorted(board.pieces, key=lambda piece: piece.cell), key=lambda piece: piece.cell):
        pieces, (x, y) = list(on_cell), middles[number]
        # Above the cell's number, if any.
        spot, size = ((x, y - room * 0.38), room * 0.6) if _valued(overlay, number) else ((x, y), room)
        for piece, (at, radius) in zip(pieces, places(len(pieces), spot, size)):
            names, shapes = ("piece", piece.kind, _owner(piece.owner)), piece_shapes(piece, at, radius)
            if won and "line" not in board.cells[number].marks:
                shapes = _faded(shapes, marks.face(board, board.cells[number].marks))
            yield Group(names, shapes, piece.label)


def _faded(shapes: tuple[Shape, ...], below: str) -> tuple[Shape, ...]:
    """Pieces that are not in a winning line step back."""
    return recoloured(shapes, lambda colour: colours.blend((colour, below), colours.FADED))


def _crosses(board: Board, middles: list[Point]) -> Iterator[Group]:
    """Cross out what is wrong, over the piece on it."""
    reach = geometry.inner(board) * 0.75
    for cell, (x, y) in zip(board.cells, middles):
        if marks.CROSSED in cell.marks:
            falling = ((x - reach, y - reach), (x + reach, y + reach))
            rising = ((x + reach, y - reach), (x - reach, y + reach))
            yield Group(("cross",), tuple(Line(points, colours.DANGER, 3.0) for points in (falling, rising)))


def _texts(board: Board, middles: list[Point], overlay: Overlay | None) -> Iterator[Group]:
    room, taken = geometry.inner(board), {piece.cell for piece in board.pieces}
    painted = faces(overlay)
    for number, (cell, (x, y)) in enumerate(zip(board.cells, middles)):
        if overlay is not None and number in overlay.values:
            colour = colours.CARD if colours.is_dark(painted[number]) else colours.INK
            at, size = ((x, y + room * 0.5), room * 0.5) if number in taken else ((x, y), room * 0.62)
            # A share of 0 or 1 is bold.
            certain = overlay.share and not overlay.signed and overlay.values[number] in {0.0, 1.0}
            label = Label(at, overlay.shown(number), size, colour, bold=certain)
            yield Group(("value",), (label,))
        elif cell.text and number in taken:
            yield Group(("text", "corner"), (_corner(board, cell.text, (x, y), room),))
        elif cell.text:
            counted = "open" in cell.marks and cell.text in set("12345678")
            colour = colours.NUMBERS[int(cell.text) - 1] if counted else colours.INK
            size = room * 0.95 / max(1.0, len(cell.text) * 0.55)
            yield Group(("text",), (Label((x, y), cell.text, size, colour, bold=True),))


def _corner(board: Board, text: str, middle: Point, room: float) -> Label:
    # A hex has no corner there: the text is on the rim of the piece.
    (x, y), hexes = middle, board.kind == "hex"
    at = (x + room * 0.62, y - room * 0.52) if hexes else (x - room * 0.72, y - room * 0.66)
    size = room * (0.5 if hexes else 0.36)
    return Label(
        at, text, size, colours.INK if hexes else colours.MUTED, bold=hexes, halo=colours.CARD if hexes else ""
    )


def _coordinates(board: Board) -> Iterator[Group]:
    down = geometry.extent(board)[1]
    for row, text in enumerate(board.row_labels):
        y = geometry.centre(board, row, 0)[1]
        yield Group(("coordinate", "row"), (Label((-(ROOM + MARGIN) / 2, y), text, CELL * 0.27, colours.MUTED),))
    for col, text in enumerate(board.col_labels):
        x = geometry.centre(board, 0, col)[0]
        yield Group(("coordinate", "col"), (Label((x, down + (ROOM + MARGIN) / 2), text, CELL * 0.27, colours.MUTED),))


def _valued(overlay: Overlay | None, cell: int) -> bool:
    return overlay is not None and cell in overlay.values


def _owner(player: int | None) -> str:
    return "unowned" if player is None else f"owner-{player}"
