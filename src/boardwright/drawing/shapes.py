"""Pictures as lists of shapes, the common input of SVG, pixels and Matplotlib.

Lengths are in units of a picture, x to the right and y down. A later shape covers an earlier one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import Literal

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]

BASELINE = 0.36
"""The distance from the middle of capitals and digits to their baseline, as a share of the font size."""

LETTER = 0.56
"""The approximate width of a letter, as a share of the font size: fonts differ between machines."""


@dataclass(frozen=True)
class Polygon:
    """A polygon: filled, outlined, or both."""

    points: tuple[Point, ...]
    fill: str
    line: str = ""
    width: float = 0.0


@dataclass(frozen=True)
class Circle:
    """A circle: filled, or a ring, or both."""

    centre: Point
    radius: float
    fill: str = ""
    line: str = ""
    width: float = 0.0


@dataclass(frozen=True)
class Line:
    """A line through points, with round ends and corners."""

    points: tuple[Point, ...]
    colour: str
    width: float


@dataclass(frozen=True)
class Label:
    """A text, centred vertically on `at`. A `halo` separates it from the shapes below."""

    at: Point
    text: str
    size: float
    colour: str
    anchor: Anchor = "middle"
    bold: bool = False
    halo: str = ""


Shape = Polygon | Circle | Line | Label


@dataclass(frozen=True)
class Group:
    """The shapes of one object, such as a piece, with names for style sheets and tests and a title for people."""

    names: tuple[str, ...]
    shapes: tuple[Shape, ...]
    title: str = ""


@dataclass(frozen=True)
class Picture:
    """Groups of shapes on paper of `width` by `height` units."""

    width: float
    height: float
    groups: tuple[Group, ...]
    paper: str
    title: str = ""

    def shapes(self) -> Iterator[Shape]:
        """All shapes, from the lowest to the topmost."""
        for group in self.groups:
            yield from group.shapes


def moved(groups: Iterable[Group], across: float, down: float) -> tuple[Group, ...]:
    """Return the groups, translated."""

    def translated(point: Point) -> Point:
        return point[0] + across, point[1] + down

    def shifted(shape: Shape) -> Shape:
        match shape:
            case Polygon() | Line():
                return replace(shape, points=tuple(map(translated, shape.points)))
            case Circle():
                return replace(shape, centre=translated(shape.centre))
            case Label():
                return replace(shape, at=translated(shape.at))

    return tuple(replace(group, shapes=tuple(map(shifted, group.shapes))) for group in groups)


def recoloured(shapes: Iterable[Shape], change: Callable[[str], str]) -> tuple[Shape, ...]:
    """Return the shapes with each of their colours changed."""

    def changed(shape: Shape) -> Shape:
        match shape:
            case Polygon() | Circle():
                return replace(shape, fill=shape.fill and change(shape.fill), line=shape.line and change(shape.line))
            case Line():
                return replace(shape, colour=change(shape.colour))
            case Label():
                return replace(shape, colour=change(shape.colour), halo=shape.halo and change(shape.halo))

    return tuple(map(changed, shapes))


def dashes(corners: Sequence[Point], colour: str, width: float, count: int, share: float) -> tuple[Line, ...]:
    """A dashed outline of a polygon: `count` dashes a side, each over a `share` of its part."""
    lines = []
    for start, end in zip(corners, (*corners[1:], corners[0])):
        for number in range(count):
            ends = ((number + 0.5 - share / 2) / count, (number + 0.5 + share / 2) / count)
            lines.append(Line(tuple(between(start, end, at) for at in ends), colour, width))
    return tuple(lines)


def between(start: Point, end: Point, share: float) -> Point:
    """The point at a share of the way from start to end."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def distance(start: Point, end: Point) -> float:
    """The distance between two points."""
    return hypot(end[0] - start[0], end[1] - start[1])


def text_width(text: str, size: float) -> float:
    """The approximate width of a text."""
    return LETTER * size * len(text)
