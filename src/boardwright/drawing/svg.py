"""Writes a picture as SVG, without any library."""

from __future__ import annotations

import re
from html import escape

from boardwright.drawing.shapes import BASELINE, Circle, Group, Label, Line, Picture, Point, Polygon, Shape

FONTS = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'Liberation Sans', sans-serif"


def write(picture: Picture) -> str:
    """Return the picture as an SVG document, for a file or a page."""
    width, height = _number(picture.width), _number(picture.height)
    name = f' aria-label="{escape(picture.title)}"' if picture.title else ""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img"{name} font-family="{FONTS}">',
        f'<rect width="{width}" height="{height}" fill="{picture.paper}"/>',
        *map(_group, picture.groups),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _group(group: Group) -> str:
    names = " ".join(re.sub(r"\W", "-", name) for name in group.names)
    title = f"<title>{escape(group.title)}</title>" if group.title else ""
    return f'<g class="{names}">{title}{"".join(map(_shape, group.shapes))}</g>'


def _shape(shape: Shape) -> str:
    match shape:
        case Polygon(points, fill, line, width):
            return f'<polygon points="{_points(points)}"{_paint(fill, line, width)} stroke-linejoin="round"/>'
        case Circle((x, y), radius, fill, line, width):
            return f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}"{_paint(fill, line, width)}/>'
        case Line(points, colour, width):
            paint = _paint("", colour, width)
            return f'<polyline points="{_points(points)}"{paint} stroke-linecap="round" stroke-linejoin="round"/>'
        case Label((x, y), text, size, colour, anchor, bold, halo):
            place = f'x="{_number(x)}" y="{_number(y + BASELINE * size)}" font-size="{_number(size)}"'
            weight = ' font-weight="650"' if bold else ""
            around = f'{_stroke(halo, size * 0.22)} paint-order="stroke" stroke-linejoin="round"' if halo else ""
            paint = f' fill="{colour}"{around}'
            return f'<text {place} text-anchor="{anchor}"{weight}{paint}>{escape(text, quote=False)}</text>'


def _paint(fill: str, line: str, width: float) -> str:
    return f' fill="{fill or "none"}"{_stroke(line, width) if line else ""}'


def _stroke(line: str, width: float) -> str:
    return f' stroke="{line}" stroke-width="{_number(width)}"'


def _points(points: tuple[Point, ...]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(value: float) -> str:
    return f"{round(value, 2) + 0.0:.10g}"
