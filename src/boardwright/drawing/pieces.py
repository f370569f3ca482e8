"""Pieces as shapes. Owners differ by rim, shape and sign, not by colour alone; a mark has no body.

Crosses, rings, flags and mines are shapes rather than text: they look the same in every font.
"""

from __future__ import annotations

from math import ceil, sqrt

from boardwright.core.view import Piece
from boardwright.drawing import colours
from boardwright.drawing.shapes import Circle, Label, Line, Point, Polygon, Shape


def places(count: int, middle: Point, room: float) -> list[tuple[Point, float]]:
    """The centre and radius of each piece of a cell: one in the middle, several in a grid."""
    if count == 1:
        return [(middle, room * 0.72)]
    across = ceil(sqrt(count))
    down, step = ceil(count / across), room * 1.4 / across
    left, top = middle[0] - (across - 1) / 2 * step, middle[1] - (down - 1) / 2 * step
    return [((left + n % across * step, top + n // across * step), step * 0.45) for n in range(count)]


def piece_shapes(piece: Piece, at: Point, size: float) -> tuple[Shape, ...]:
    """The shapes of a piece; `size` is its radius."""
    if piece.kind == "flag":
        return _flag(at, size / 10)
    if piece.kind == "mine":
        return _mine(at, size / 10)
    colour = colours.owner(piece.owner)
    if piece.kind == "mark":
        return _sign(piece.symbol, at, size * 1.75, colour, 0.11)
    body = [_body(piece, at, size, fill=colour)]
    if piece.owner is not None and piece.owner & 1:
        body.append(_body(piece, at, size * 0.85, line=colours.CARD))
    return (*body, *_sign(piece.symbol, at, size, colours.CARD, 0.16))


def _body(piece: Piece, at: Point, size: float, fill: str = "", line: str = "") -> Shape:
    if piece.owner is not None and piece.owner < 2:
        return Circle(at, size, fill, line, 1.5 if line else 0.0)
    # A square with its corners cut off.
    near, far = size * 0.7, size
    corners = ((-near, -far), (near, -far), (far, -near), (far, near), (near, far), (-near, far), (-far, near))
    points = tuple((at[0] + x, at[1] + y) for x, y in (*corners, (-far, -near)))
    return Polygon(points, fill, line, 1.5 if line else 0.0)


def _sign(symbol: str, at: Point, size: float, colour: str, weight: float) -> tuple[Shape, ...]:
    x, y = at
    reach = size * 0.32
    if symbol == "X":
        falling, rising = (
            ((x - reach, y - reach), (x + reach, y + reach)),
            ((x + reach, y - reach), (x - reach, y + reach)),
        )
        return tuple(Line(points, colour, size * weight) for points in (falling, rising))
    if symbol == "O":
        return (Circle(at, size * 0.38, line=colour, width=size * weight),)
    return (Label(at, symbol, size * 1.15 / max(1.0, len(symbol) * 0.72), colour, bold=True),)


def _flag(at: Point, unit: float) -> tuple[Shape, ...]:
    pole = (_line(at, unit, 1.6, (-2.5, -7), (-2.5, 7.5)), _line(at, unit, 1.6, (-6, 7.5), (1.5, 7.5)))
    cloth = tuple((at[0] + unit * x, at[1] + unit * y) for x, y in ((-2.5, -7.5), (6.5, -3.6), (-2.5, 0.6)))
    return (*pole, Polygon(cloth, colours.NUMBERS[2]))


def _mine(at: Point, unit: float) -> tuple[Shape, ...]:
    spikes = ((0, 7.5), (7.5, 0), (5, 5), (5, -5))
    lines = (_line(at, unit, 1.7, (-x, -y), (x, y)) for x, y in spikes)
    glint = (at[0] - 1.5 * unit, at[1] - 1.5 * unit)
    return (*lines, Circle(at, 4.6 * unit, colours.INK), Circle(glint, 1.2 * unit, colours.FACES["open"]))


def _line(at: Point, unit: float, width: float, *points: Point) -> Line:
    return Line(tuple((at[0] + unit * x, at[1] + unit * y) for x, y in points), colours.INK, width * unit)
