"""Pictures of boards in Matplotlib: in files of its formats, and on the axes of charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from boardwright.core.view import Board
from boardwright.drawing import charts, colours, geometry
from boardwright.drawing.picture import ground
from boardwright.drawing.shapes import BASELINE, Circle, Label, Line, Picture, Polygon, Shape

UNIT = 72 / 96
"""Points a picture unit in a file, as in SVG."""

PIXELS = 2
"""Pixels a picture unit in a file: sharp on high-density screens, too."""

LINE = 0.5
"""The width in points of the lines between the cells of a `spread`."""


def save(picture: Picture, path: Path) -> None:
    """Write a picture to a file in the format of its suffix."""
    figure = charts.figure_of(picture.width * UNIT / 72, picture.height * UNIT / 72, 72 / UNIT * PIXELS)
    figure.set_facecolor(picture.paper)
    place(figure.add_axes((0, 0, 1, 1)), picture, UNIT)
    charts.save(figure, path)


def place(axes: Any, picture: Picture, unit: float) -> None:
    """Draw a picture on axes; a picture unit is `unit` points wide."""
    from matplotlib.collections import PolyCollection

    order = 0
    for kind, run in groupby(picture.shapes(), type):
        order += 1
        if kind is Polygon:
            # There are hundreds of cells: one collection draws much faster.
            polygons = [shape for shape in run if isinstance(shape, Polygon)]
            axes.add_collection(
                PolyCollection(
                    [shape.points for shape in polygons],
                    facecolors=[shape.fill or "none" for shape in polygons],
                    edgecolors=[shape.line or "none" for shape in polygons],
                    linewidths=[shape.width * unit for shape in polygons],
                    joinstyle="round",
                    zorder=order,
                )
            )
            continue
        for shape in run:
            axes.add_artist(_artist(shape, unit, order))
    axes.set_xlim(0, picture.width)
    axes.set_ylim(picture.height, 0)
    axes.set_aspect("equal")
    axes.set_axis_off()


def spread(axes: Any, board: Board, shares: Mapping[int, float]) -> None:
    """Draw a board's cells on axes, those in `shares` coloured by their share from 0 to 1."""
    painted = {cell: colours.blend(colours.OFTEN, share) for cell, share in shares.items()}
    place(axes, ground(board, painted), LINE)


def crop(axes: Any, board: Board, cells: Sequence[int]) -> None:
    """Limit the axes to these cells and a margin."""
    middles = geometry.centres(board)
    across, down = zip(*(middles[cell] for cell in cells))
    around = 0.7 * geometry.CELL
    axes.set_xlim(min(across) - around, max(across) + around)
    axes.set_ylim(max(down) + around, min(down) - around)


def _artist(shape: Shape, unit: float, order: int) -> Any:
    from matplotlib import patches, patheffects
    from matplotlib.lines import Line2D
    from matplotlib.text import Text

    match shape:
        case Circle(centre, radius, fill, line, width):
            paint = {"facecolor": fill or "none", "edgecolor": line or "none", "linewidth": width * unit}
            return patches.Circle(centre, radius, zorder=order, **paint)
        case Line(points, colour, width):
            x, y = zip(*points)
            ends: dict[str, Any] = {"solid_capstyle": "round", "solid_joinstyle": "round"}
            return Line2D(x, y, color=colour, linewidth=width * unit, zorder=order, **ends)
        case Label((x, y), text, size, colour, anchor, bold, halo):
            style: dict[str, Any] = {
                "color": colour,
                "fontsize": size * unit,
                "fontweight": "bold" if bold else "normal",
                "horizontalalignment": {"start": "left", "middle": "center", "end": "right"}[anchor],
                "verticalalignment": "baseline",
                "parse_math": False,
            }
            around = [patheffects.withStroke(linewidth=0.22 * size * unit, foreground=halo)] if halo else []
            return Text(x, y + BASELINE * size, text, path_effects=around, zorder=order, **style)
        case Polygon():
            raise TypeError(shape)
