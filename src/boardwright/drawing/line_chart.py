"""Line charts as SVG for a page, without any library. The page's style has the colours, for light and dark."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

WIDTH, HEIGHT = 720.0, 280.0
LEFT, RIGHT, TOP, BOTTOM = 56.0, 120.0, 28.0, 40.0

MOST = 600
"""The most points of a drawn curve: more would not be seen."""

STYLE = """
.chart { --ink: #23272e; --muted: #6b7280; --grid: #e3e6ea; --s0: #2f7f79; --s1: #c8553d; --s2: #8f6bb3; --s3: #6d675b }
@media (prefers-color-scheme: dark) {
.chart { --ink: #e6e8eb; --muted: #9aa3ae; --grid: #343b44; --s0: #5fc4bc; --s1: #f08c72; --s2: #bfa0e0; --s3: #c9c1b0 }
}
.chart text { fill: var(--muted); font: 12px system-ui, sans-serif }
.chart .grid { stroke: var(--grid) } .chart .level { stroke: var(--ink); stroke-dasharray: 6 4 }
.chart polyline { fill: none; stroke-width: 1.8; stroke-linejoin: round }
.chart .c0 { stroke: var(--s0) } .chart .c1 { stroke: var(--s1) }
.chart .c2 { stroke: var(--s2) } .chart .c3 { stroke: var(--s3) }
.chart .c4 { stroke: var(--s0); stroke-dasharray: 4 3 } .chart .c5 { stroke: var(--s1); stroke-dasharray: 4 3 }
.chart .c6 { stroke: var(--s2); stroke-dasharray: 4 3 } .chart .c7 { stroke: var(--s3); stroke-dasharray: 4 3 }
"""
LOOKS = 8

APART = 14.0
"""The least distance of two names at the right edge."""


class Curve(NamedTuple):
    """A curve: its name, shown at its end, and its points in order."""

    name: str
    points: Sequence[tuple[float, float]]


class Level(NamedTuple):
    """A dashed horizontal line with a name."""

    name: str
    value: float


def line_chart(title: str, curves: Sequence[Curve], levels: Sequence[Level], across: str, up: str) -> str:
    """Return a chart as an SVG element with a style of its own."""
    xs = [x for curve in curves for x, _ in curve.points] or [0.0]
    ys = [y for curve in curves for _, y in curve.points] + [level.value for level in levels] or [0.0]
    right = max(*xs, min(xs) + 1) if len(xs) > 1 else xs[0] + 1
    low, high = min(ys), max(ys)
    margin = 0.06 * (high - low) or 1.0
    place = _Place(min(xs), right, low - margin, high + margin)
    names = [(place.y(level.value), level.name) for level in levels]
    names += [(place.y(curve.points[-1][1]), curve.name) for curve in curves if curve.points]
    parts = [_grid(place, across, up), *(_level(place.y(level.value)) for level in levels)]
    parts += [_curve(place, curve, number) for number, curve in enumerate(curves)]
    parts.append(_names(names))
    head = f'<svg class="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img"'
    return f'{head} aria-label="{escape(title)}"><style>{STYLE}</style>{"".join(parts)}</svg>'


class _Place(NamedTuple):
    """The part of the plane that a chart shows."""

    left: float
    right: float
    low: float
    high: float

    def x(self, value: float) -> float:
        return LEFT + (value - self.left) / (self.right - self.left) * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        return HEIGHT - BOTTOM - (value - self.low) / (self.high - self.low) * (HEIGHT - TOP - BOTTOM)


def _grid(place: _Place, across: str, up: str) -> str:
    parts = []
    for value in _ticks(place.low, place.high):
        y = place.y(value)
        parts.append(f'<line class="grid" x1="{LEFT:g}" x2="{WIDTH - RIGHT:g}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{LEFT - 6:g}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>')
    for value in _ticks(place.left, place.right):
        parts.append(
            f'<text x="{place.x(value):.1f}" y="{HEIGHT - BOTTOM + 16:g}" text-anchor="middle">{value:g}</text>'
        )
    parts.append(f'<text x="{WIDTH - RIGHT:g}" y="{HEIGHT - 6:g}" text-anchor="end">{escape(across)}</text>')
    parts.append(f'<text x="6" y="{TOP / 2:g}">{escape(up)}</text>')
    return "".join(parts)


def _ticks(low: float, high: float) -> list[float]:
    """Four to nine round numbers."""
    rough = (high - low) / 5
    unit = 10.0 ** floor(log10(rough))
    step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= rough)
    return [round(number * step, 10) for number in range(ceil(low / step), floor(high / step) + 1)]


def _level(y: float) -> str:
    return f'<line class="level" x1="{LEFT:g}" x2="{WIDTH - RIGHT:g}" y1="{y:.1f}" y2="{y:.1f}"/>'


def _curve(place: _Place, curve: Curve, number: int) -> str:
    stride = max(1, ceil(len(curve.points) / MOST))
    # The last point is the present state: it is always there.
    kept = [*curve.points[:-1:stride], *curve.points[-1:]]
    points = " ".join(f"{place.x(x):.1f},{place.y(y):.1f}" for x, y in kept)
    return f'<polyline class="c{number % LOOKS}" points="{points}"/>'


def _names(names: Sequence[tuple[float, str]]) -> str:
    """The names at the right edge, each near its height and apart from the next."""
    parts, least = [], TOP
    for y, name in sorted(names):
        least = max(y, least)
        parts.append(f'<text x="{WIDTH - RIGHT + 8:g}" y="{least + 4:.1f}">{escape(name)}</text>')
        least += APART
    return "".join(parts)
