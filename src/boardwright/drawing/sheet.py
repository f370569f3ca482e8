"""Sheets of boards for files, with titles, colour scales and a note."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from boardwright.core.analysis import Overlay, Route
from boardwright.core.view import Board
from boardwright.core.words import Word
from boardwright.drawing import colours
from boardwright.drawing.heat import scale, span
from boardwright.drawing.picture import draw
from boardwright.drawing.routes import BestMove, arrow, bar, frame
from boardwright.drawing.shapes import Anchor, Group, Label, Picture, Polygon, Shape, moved, text_width

WIDE = 16
"""Boards with more columns than this are stacked vertically."""

EDGE, SPACE = 18.0, 28.0
"""The margin of a sheet, and the space between its boards."""

TITLE, NAME, NOTE = 19.0, 15.0, 12.0
"""Font sizes: of a sheet's title, of a board's title, and of notes."""

STEPS = 96
"""The number of colour steps in a drawn scale."""


SAMPLE = 30.0
"""The width of a sample beside its explanation."""


class Panel(NamedTuple):
    """One board of a sheet, with its title and overlay, and the routes and the best move drawn on it."""

    title: Word | str
    overlay: Overlay | None
    routes: Sequence[Route] = ()
    best: BestMove | None = None


def sheet(board: Board, panels: Sequence[Panel], title: Word, note: Word | None = None) -> Picture:
    """Draw a board once for each panel, side by side or stacked where it is wide, with the note below."""
    # Analyses name cells by row and column numbers where the board has no labels.
    named = {
        "row_labels": board.row_labels or _numbers(board.rows),
        "col_labels": board.col_labels or _numbers(board.cols),
    }
    parts = [
        _panel(draw(board.model_copy(update=named), panel.overlay, panel.routes, panel.best), panel) for panel in panels
    ]
    groups: list[Group] = []
    x, y = EDGE, EDGE + 2 * TITLE
    right = bottom = 0.0
    for part in parts:
        groups += moved(part.groups, x, y)
        right, bottom = max(right, x + part.width), max(bottom, y + part.height)
        x, y = (x, y + part.height + SPACE) if board.cols > WIDE else (x + part.width + SPACE, y)
    groups.append(Group(("title",), (_text(str(title), EDGE, EDGE + TITLE / 2, TITLE, bold=True),)))
    widths = [right, EDGE + text_width(str(title), TITLE)]
    if note is not None:
        groups.append(Group(("note",), (_text(str(note), EDGE, bottom + NOTE * 1.5, NOTE, colours.MUTED),)))
        widths.append(EDGE + text_width(str(note), NOTE))
        bottom += 2 * NOTE
    return Picture(max(widths) + EDGE, bottom + EDGE, tuple(groups), colours.PAPER, str(title))


def _panel(drawn: Picture, panel: Panel) -> Picture:
    groups, width, height = list(drawn.groups), drawn.width, drawn.height
    if str(panel.title):
        name = _text(str(panel.title), 0.0, NAME / 2, NAME, bold=True)
        groups = [Group(("title",), (name,)), *moved(groups, 0.0, NAME * 1.5)]
        width, height = max(width, text_width(name.text, NAME)), height + NAME * 1.5
    if panel.overlay is not None and panel.overlay.values:
        legend = _legend(panel.overlay, min(drawn.width, 240.0))
        groups += moved(legend.groups, 0.0, height + NOTE / 2)
        width, height = max(width, legend.width), height + NOTE / 2 + legend.height
    keys = _keys(panel, width)
    if keys.groups:
        groups += moved(keys.groups, 0.0, height + NOTE)
        height += NOTE + keys.height
    return Picture(width, height, tuple(groups), colours.PAPER)


def _keys(panel: Panel, width: float) -> Picture:
    """A sample of each route and of the best move, with its explanation beside it."""
    y = 0.0
    groups: list[Group] = []
    letters = int((width - SAMPLE) / text_width("x", NOTE))
    samples = [(arrow(((2.0, NOTE / 2), (SAMPLE - 8, NOTE / 2)), route.player), route.title) for route in panel.routes]
    if panel.best is not None:
        low, high = (2.0, NOTE / 2), (SAMPLE - 8, NOTE / 2)
        box = ((5.0, -1.0), (SAMPLE - 11, -1.0), (SAMPLE - 11, NOTE + 1), (5.0, NOTE + 1))
        samples.append((bar((low, high)) if panel.best.sides else frame(box), panel.best.title))
    for sample, title in samples:
        lines = wrap(str(title), letters)
        texts = [_text(line, SAMPLE, NOTE / 2 + row * NOTE * 1.4, NOTE) for row, line in enumerate(lines)]
        groups += moved([Group(("key",), (*sample, *texts))], 0.0, y)
        y += len(lines) * NOTE * 1.4 + NOTE * 0.5
    return Picture(width, y, tuple(groups), colours.PAPER)


def _legend(overlay: Overlay, width: float) -> Picture:
    """A bar of the colour scale, with the title above and numbers below."""
    shapes: list[Shape] = [_text(str(overlay.title), 0.0, NOTE / 2, NOTE, colours.MUTED)]
    top, step = NOTE * 1.5, width / STEPS
    for number in range(STEPS):
        colour = colours.blend(scale(overlay), number / (STEPS - 1))
        # Each step overlaps the next, so that no seam is visible.
        left, right = number * step, min((number + 1.5) * step, width)
        shapes.append(Polygon(((left, top), (right, top), (right, top + 10), (left, top + 10)), colour))
    whole = ((0.0, top), (width, top), (width, top + 10), (0.0, top + 10))
    shapes.append(Polygon(whole, "", colours.GROOVE, 1.0))
    (low, high), below = span(overlay), top + 10 + NOTE * 0.8
    anchors: tuple[tuple[Anchor, float], ...] = (("start", low), ("middle", (low + high) / 2), ("end", high))
    for place, (anchor, value) in enumerate(anchors):
        number_text = Overlay(overlay.title, {0: value}, overlay.share, overlay.signed).shown(0)
        shapes.append(_text(number_text, place * width / 2, below, NOTE, colours.MUTED, anchor))
    across = max(width, text_width(str(overlay.title), NOTE))
    return Picture(across, below + NOTE / 2, (Group(("scale",), tuple(shapes)),), colours.PAPER)


def _text(
    text: str, x: float, y: float, size: float, colour: str = colours.INK, anchor: Anchor = "start", bold: bool = False
) -> Label:
    return Label((x, y), text, size, colour, anchor, bold)


def _numbers(count: int) -> tuple[str, ...]:
    return tuple(map(str, range(count)))
