"""A picture as pixels, for environments. Pillow is an extra, imported only when it is needed."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from boardwright.drawing.shapes import BASELINE, Circle, Label, Line, Picture, Point, Polygon, Shape

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

FINE = 3
"""The supersampling factor: Pillow does not antialias lines."""

_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}


def pixels(picture: Picture) -> npt.NDArray[np.uint8]:
    """Return the picture as bytes, [height, width, 3], one pixel a unit."""
    size = FINE * round(picture.width), FINE * round(picture.height)
    image = Image.new("RGB", size, picture.paper)
    pen = ImageDraw.Draw(image)
    for shape in picture.shapes():
        _draw(pen, shape)
    return np.array(image.reduce(FINE), np.uint8)


def _draw(pen: ImageDraw.ImageDraw, shape: Shape) -> None:
    match shape:
        case Polygon(points, fill, line, width):
            corners = _fine(points)
            if fill:
                pen.polygon(corners, fill=fill)
            if line:
                # Beyond the first corner, so that it has a joint, too.
                pen.line([*corners, *corners[:2]], fill=line, width=round(width * FINE), joint="curve")
        case Circle(centre, radius, fill, line, width):
            ((x, y),) = _fine((centre,))
            # The line is half inside and half outside, as in SVG.
            reach = (radius + width / 2) * FINE
            around = (x - reach, y - reach, x + reach, y + reach)
            pen.ellipse(around, fill=fill or None, outline=line or None, width=round(width * FINE))
        case Line(points, colour, width):
            _stroke(pen, _fine(points), colour, width * FINE)
        case Label((x, y), text, size, colour, anchor, bold, halo):
            _write(pen, (x, y + BASELINE * size), text, size, colour, _ANCHORS[anchor], bold, halo)


def _stroke(pen: ImageDraw.ImageDraw, points: list[Point], colour: str, width: float) -> None:
    pen.line(points, fill=colour, width=round(width), joint="curve")
    reach = width / 2
    for x, y in (points[0], points[-1]):
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=colour)


def _write(
    pen: ImageDraw.ImageDraw, at: Point, text: str, size: float, colour: str, anchor: str, bold: bool, halo: str
) -> None:
    (place,) = _fine((at,))
    # Pillow's default font has one weight: a stroke makes it bold.
    heavy = 0.025 * size * FINE if bold else 0.0
    font = _font(size)
    if halo:
        pen.text(place, text, fill=halo, font=font, anchor=anchor, stroke_width=heavy + 0.11 * size * FINE)
    pen.text(place, text, fill=colour, font=font, anchor=anchor, stroke_width=heavy)


@lru_cache(maxsize=32)
def _font(size: float) -> FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size * FINE)


def _fine(points: tuple[Point, ...]) -> list[Point]:
    return [(x * FINE, y * FINE) for x, y in points]
