"""A picture of any board, drawn from the view alone: square or hex cells, pieces by owner, what is written on cells."""

from __future__ import annotations

from collections import Counter
from math import cos, hypot, pi, sin, sqrt

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from boardwright.core.view import Board, Cell, Edge

CELL = 48
"""Pixels across a cell."""

GAP = 10
"""Pixels between cells where something may stand between them."""

_BACKGROUND, _FIELD, _LINE, _TEXT = (243, 240, 232), (253, 251, 246), (168, 160, 146), (60, 56, 50)
_OWNERS = ((31, 94, 148), (190, 74, 32), (44, 120, 68), (126, 66, 140))
_UNOWNED = (120, 112, 100)
_LAST = (250, 214, 90)

Point = tuple[float, float]


def draw(board: Board) -> npt.NDArray[np.uint8]:
    """The board as [height, width, 3] bytes."""
    outlines = [_hexagon(cell) if board.kind == "hex" else _square(cell) for cell in board.cells]
    edge = CELL // 4
    left, below = edge + CELL // 2 * bool(board.row_labels), CELL // 2 * bool(board.col_labels)
    width = round(max(x for outline in outlines for x, _ in outline)) + left + edge
    floor = round(max(y for outline in outlines for _, y in outline)) + edge
    image = Image.new("RGB", (width, floor + edge + below), _BACKGROUND)
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(CELL * 0.45)
    # Where there are gaps, a cell is drawn smaller around its middle.
    share = 1 - GAP / CELL if board.gaps or board.edges else 1.0
    centres = []
    for cell, outline in zip(board.cells, outlines):
        moved = [(x + left, y + edge) for x, y in outline]
        centre = (sum(x for x, _ in moved) / len(moved), sum(y for _, y in moved) / len(moved))
        centres.append(centre)
        corners = [(centre[0] + (x - centre[0]) * share, centre[1] + (y - centre[1]) * share) for x, y in moved]
        pen.polygon(corners, fill=_FIELD, outline=_LINE, width=1)
        if cell.text:
            pen.text(centre, cell.text, fill=_TEXT, font=font, anchor="mm")
    for piece in board.pieces:
        x, y = centres[piece.cell]
        size = CELL * 0.36 * share
        pen.ellipse((x - size, y - size, x + size, y + size), fill=_colour(piece.owner))
        # The symbol too: colours alone are lost on many readers.
        pen.text((x, y), piece.symbol, fill=_FIELD, font=font, anchor="mm")
    for each in board.edges:
        _bar(pen, board, each, centres)
    _coordinates(pen, board, centres, floor)
    return np.asarray(image, np.uint8).copy()


def _bar(pen: ImageDraw.ImageDraw, board: Board, edge: Edge, centres: list[Point]) -> None:
    # One unbroken bar: only the ends where the edge does not go on stop short of the corner.
    lines = [_side(board, centres[one], centres[other]) for one, other in edge.sides]
    ends = Counter((round(x), round(y)) for line in lines for x, y in line)
    for start, end in lines:
        long = hypot(end[0] - start[0], end[1] - start[1])
        short = GAP / 2 / long
        cut = [short if ends[round(x), round(y)] == 1 else 0.0 for x, y in (start, end)]
        points = [
            (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            for share in (cut[0], 1 - cut[1])
        ]
        pen.line(points, fill=_colour(edge.owner), width=GAP - 2)
        if "last" in edge.marks:
            pen.line(points, fill=_LAST, width=GAP // 4)


def _side(board: Board, here: Point, there: Point) -> tuple[Point, Point]:
    # The line on which two cells touch, across the line between their middles.
    x, y = (here[0] + there[0]) / 2, (here[1] + there[1]) / 2
    half = 0.5 if board.kind == "square" else 0.5 / sqrt(3)
    along, up = (there[1] - here[1]) * half, (here[0] - there[0]) * half
    return (x - along, y - up), (x + along, y + up)


def _coordinates(pen: ImageDraw.ImageDraw, board: Board, centres: list[Point], floor: int) -> None:
    font = ImageFont.load_default(CELL * 0.3)
    for cell, (x, y) in zip(board.cells, centres):
        if board.row_labels and cell.col == 0:
            pen.text((CELL * 0.4, y), board.row_labels[cell.row], fill=_TEXT, font=font, anchor="mm")
        if board.col_labels and cell.row == board.rows - 1:
            pen.text((x, floor + CELL * 0.3), board.col_labels[cell.col], fill=_TEXT, font=font, anchor="mm")


def _colour(owner: int | None) -> tuple[int, int, int]:
    return _UNOWNED if owner is None else _OWNERS[owner % len(_OWNERS)]


def _square(cell: Cell) -> list[Point]:
    left, top = cell.col * CELL, cell.row * CELL
    return [(left, top), (left + CELL, top), (left + CELL, top + CELL), (left, top + CELL)]


def _hexagon(cell: Cell) -> list[Point]:
    # Flat tops; odd columns stand half a cell lower, as in the text board.
    radius, tall = CELL / 2, CELL * sqrt(3) / 2
    x = radius + cell.col * radius * 1.5
    y = tall / 2 + cell.row * tall + (cell.col & 1) * tall / 2
    return [(x + radius * cos(pi / 3 * corner), y + radius * sin(pi / 3 * corner)) for corner in range(6)]
