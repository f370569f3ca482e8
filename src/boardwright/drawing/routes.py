"""Lines and frames over a board in the picture of an analysis: the routes of players, and the best move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, cos, pi, sin
from typing import NamedTuple

from boardwright.core.analysis import Route
from boardwright.core.view import Board, Side
from boardwright.core.words import Word
from boardwright.drawing import colours, geometry
from boardwright.drawing.shapes import Group, Line, Point, Polygon, Shape, between, distance

WIDTH = 3.4
"""The width of a route."""

ASIDE = 0.6
"""The distance of a route from the middles of cells, where numbers are, as a share of a cell's inner radius."""

HEAD = 9.0
"""The length of an arrow's head."""


class BestMove(NamedTuple):
    """A move to mark: its description, and the cells and sides that it touches."""

    title: Word
    cells: tuple[int, ...]
    sides: tuple[Side, ...]


def route_groups(board: Board, routes: Sequence[Route], middles: Sequence[Point]) -> Iterator[Group]:
    """Draw each route as an arrow from its first cell; routes of different players stay side by side."""
    room = geometry.inner(board)
    for route in routes:
        aside = ASIDE * room * (1 if route.player & 1 else -1)
        start = middles[route.cells[0]]
        rest = [(x + aside, y + aside) for x, y in (middles[cell] for cell in route.cells[1:])]
        if rest:
            yield Group(("route", f"owner-{route.player}"), arrow((start, *rest), route.player))


def arrow(points: tuple[Point, ...], player: int) -> tuple[Shape, ...]:
    """A line with a head in a player's colour; odd players' have a light line along them, as their walls do."""
    colour, (before, tip) = colours.owner(player), points[-2:]
    # The line ends inside the head, which covers its round end.
    end = between(tip, before, min(1.0, HEAD * 0.6 / distance(before, tip)))
    line, head = (*points[:-1], end), _head(before, tip)
    shapes: list[Shape] = [Line(line, colours.CARD, WIDTH + 2.5), Polygon(head, colours.CARD, colours.CARD, 2.5)]
    shapes.append(Line(line, colour, WIDTH))
    if player & 1:
        shapes.append(Line(line, colours.CARD, WIDTH * 0.3))
    return (*shapes, Polygon(head, colour))


def best_groups(board: Board, best: BestMove, middles: Sequence[Point]) -> Iterator[Group]:
    """Frame the cells of the best move twice over, and draw its sides as a bar with a light line along it."""
    for cell in best.cells:
        yield Group(("best", "cell"), frame(geometry.outline(board, middles[cell], 1.04)))
    if best.sides:
        yield Group(("best", "edge"), bar(*(geometry.side(board, list(middles), side) for side in best.sides)))


def frame(corners: tuple[Point, ...]) -> tuple[Shape, ...]:
    """The frame around a cell of the best move."""
    return Polygon(corners, "", colours.BEST, 4.5), Polygon(corners, "", colours.CARD, 1.2)


def bar(*sides: tuple[Point, Point]) -> tuple[Shape, ...]:
    """The bar on the sides of the best move; its light line is above all of it, so that it is unbroken."""
    layers = ((colours.BEST, 8.0), (colours.CARD, 1.6))
    return tuple(Line(side, colour, width) for colour, width in layers for side in sides)


def _head(before: Point, tip: Point) -> tuple[Point, ...]:
    angle = atan2(tip[1] - before[1], tip[0] - before[0])
    turns = (angle + pi - 0.45, angle + pi + 0.45)
    return (tip, *((tip[0] + HEAD * cos(turn), tip[1] + HEAD * sin(turn)) for turn in turns))
