"""A board as a picture, with the numbers of an analysis as a colour scale. Matplotlib is an extra: see plots.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, pi, sin, sqrt
from pathlib import Path
from typing import Any

from boardwright.core.analysis import Overlay
from boardwright.core.view import Board
from boardwright.core.words import Word
from boardwright.drawing.charts import FAINT, INK, PAPER, colours_of, figure_of, require, save

SAFE, MIDDLE, RISK = "#dcf1ec", "#f2b35c", "#a3201c"
"""Light to dark, so that the order is seen without colour, too."""

OPEN, HIDDEN, WALL, GOAL = "#e6e9ed", "#aab4bf", "#6d675b", "#cfd4db"
NUMBERS = ("#1c4fc4", "#20702f", "#c02a1d", "#1c1f7a", "#7c1f14", "#11747a", "#22262b", "#6b7280")

LOWER, EQUAL, HIGHER = "#1f5f9e", "#f6f4ef", "#a8480a"
"""Of differences: blue and orange are told apart by people who do not tell red from green."""

FAINTEST = 0.1
"""A difference scale reaches this far at least, so that what is nearly equal looks so."""

WIDE = 16
"""Boards with more columns than this are drawn one above the other."""

LABEL = 0.4
"""Inches for the label of a colour bar at the right, which Matplotlib does not reckon with."""

__all__ = ["comparison", "crop", "picture", "require", "spread"]


def picture(board: Board, overlay: Overlay | None, path: Path, title: Word) -> None:
    """Draw a board to a file whose ending says the format: what lies on it, and the overlay's numbers with colours."""
    across, down = _extent(board)
    size = _size(board)
    width, height = max(across * size + (1.7 if overlay else 0.9), 4.6), down * size + 1.5
    figure = figure_of(width, height)
    _draw(figure, figure.add_subplot(), board, overlay, title)
    figure.tight_layout(rect=(0, 0, 1 - (LABEL / width if overlay else 0), 1))
    save(figure, path)


def comparison(board: Board, panels: Sequence[tuple[Word, Overlay]], path: Path, title: Word, note: Word) -> None:
    """Draw a board several times in one file, each with a title and an overlay of its own, and a note below."""
    across, down = _extent(board)
    size = _size(board)
    width, height = max(across * size + 1.7, 3.4), down * size + 1.1
    rows, cols = (len(panels), 1) if board.cols > WIDE else (1, len(panels))
    figure = figure_of(max(width * cols, 6.4), height * rows + 0.9)
    for place, (name, overlay) in enumerate(panels, 1):
        _draw(figure, figure.add_subplot(rows, cols, place), board, overlay, name, letters=11)
    inches = figure.get_size_inches()
    figure.text(0.12 / inches[0], 1 - 0.16 / inches[1], str(title), va="top", color=INK, fontsize=14, fontweight="bold")
    figure.text(0.12 / inches[0], 0.16 / inches[1], str(note), va="bottom", color=FAINT, fontsize=9)
    figure.tight_layout(rect=(0, 0.4 / inches[1], 1 - LABEL / inches[0], 1 - 0.55 / inches[1]), w_pad=3.0, h_pad=2.0)
    save(figure, path)


def span(overlay: Overlay | None) -> tuple[float, float]:
    """The numbers at both ends of the colours: all shares, as far below 0 as above, or what there is."""
    if overlay is not None and overlay.signed:
        most = max((abs(value) for value in overlay.values.values()), default=0.0)
        return -max(most, FAINTEST), max(most, FAINTEST)
    if overlay is None or overlay.share:
        return 0.0, 1.0
    return min(overlay.values.values()), max(overlay.values.values())


def _size(board: Board) -> float:
    """How many inches a cell is wide."""
    return 0.52 if max(board.rows, board.cols) <= WIDE else 0.42


def _draw(figure: Any, axes: Any, board: Board, overlay: Overlay | None, title: Word, letters: int = 12) -> None:
    across, down = _extent(board)
    size = _size(board)
    signed = overlay is not None and overlay.signed
    scale = colours_of("difference", [LOWER, EQUAL, HIGHER]) if signed else colours_of("heat", [SAFE, MIDDLE, RISK])
    values = overlay.values if overlay is not None else {}
    least, most = span(overlay)
    for number, cell in enumerate(board.cells):
        value = values.get(number)
        share = None if value is None else (value - least) / ((most - least) or 1.0)
        x, y = _centre(board, cell.row, cell.col)
        marks = set(cell.marks)
        face = scale(share) if share is not None else WALL if "wall" in marks else HIDDEN if "hidden" in marks else OPEN
        axes.fill(*_outline(board, x, y), facecolor=face, edgecolor=PAPER, linewidth=1.6)
        _write(axes, board, number, x, y, size, overlay, share)
    _edges(axes, board, size)
    axes.set_xlim(0, across)
    axes.set_ylim(down, 0)
    axes.set_aspect("equal")
    _rulers(axes, board)
    axes.set_title(str(title), loc="left", color=INK, fontsize=letters, fontweight="bold", pad=8)
    if overlay is not None and values:
        # As high as the board, and always as wide.
        place = axes.inset_axes([1 + 0.25 / across, 0, 0.5 / across, 1])
        _bar(figure, place, scale, overlay, least, most)


def spread(axes: Any, board: Board, shares: Mapping[int, float], scale: Any) -> None:
    """A board on given axes, without letters: some cells coloured by a share from 0 to 1, the others as they are.

    A goal that is coloured has a dot.
    """
    from matplotlib.collections import PolyCollection
    from matplotlib.patches import Circle

    outlines, faces = [], []
    for number, cell in enumerate(board.cells):
        x, y = _centre(board, cell.row, cell.col)
        outlines.append(list(zip(*_outline(board, x, y))))
        if number in shares and "goal" in cell.marks:
            axes.add_patch(Circle((x, y), 0.12, facecolor=PAPER, edgecolor=FAINT, linewidth=0.4, zorder=3))
        bare = WALL if "wall" in cell.marks else GOAL if "goal" in cell.marks else OPEN
        faces.append(scale(shares[number]) if number in shares else bare)
    axes.add_collection(PolyCollection(outlines, facecolors=faces, edgecolors=PAPER, linewidths=0.5))
    across, down = _extent(board)
    axes.set_xlim(0, across)
    axes.set_ylim(down, 0)
    axes.set_aspect("equal")
    axes.set_axis_off()


def crop(axes: Any, board: Board, cells: Sequence[int]) -> None:
    """Show no more of a board than these cells and a little around them."""
    centres = [_centre(board, board.cells[cell].row, board.cells[cell].col) for cell in cells]
    (left, right), (top, bottom) = ((min(each), max(each)) for each in zip(*centres))
    axes.set_xlim(left - 0.7, right + 0.7)
    axes.set_ylim(bottom + 0.7, top - 0.7)


def _write(
    axes: Any, board: Board, number: int, x: float, y: float, size: float, overlay: Overlay | None, share: float | None
) -> None:
    cell = board.cells[number]
    symbols = [piece.symbol for piece in board.pieces if piece.cell == number]
    large, small = 26 * size, 17 * size
    if share is not None and overlay is not None:
        # Dark faces need light letters; what is certain is bold.
        dark = abs(share - 0.5) > 0.31 if overlay.signed else share > 0.62
        colour, certain = (PAPER if dark else INK), not overlay.signed and share in {0.0, 1.0}
        weight = "bold" if certain else "normal"
        axes.text(
            x,
            y + (0.12 if symbols else 0),
            overlay.shown(number),
            ha="center",
            va="center",
            color=colour,
            fontsize=(small if symbols else small * 1.15),
            fontweight=weight,
        )
        if symbols:
            axes.text(x, y - 0.26, symbols[0], ha="center", va="center", color=colour, fontsize=small * 0.9)
        return
    shown = symbols[0] if symbols else cell.text
    number_colour = NUMBERS[int(shown) - 1] if shown in set("12345678") else INK
    axes.text(x, y, shown, ha="center", va="center", color=number_colour, fontsize=large, fontweight="bold")


def _bar(figure: Any, place: Any, scale: Any, overlay: Overlay, least: float, most: float) -> None:
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize

    factor = 100 if overlay.share else 1
    drawn = ScalarMappable(Normalize(factor * least, factor * most), scale)
    bar = figure.colorbar(drawn, cax=place)
    bar.set_label(str(overlay.title), color=FAINT, fontsize=8)
    bar.ax.tick_params(labelsize=7, colors=FAINT, length=2)
    bar.outline.set_visible(False)


def _edges(axes: Any, board: Board, size: float) -> None:
    for edge in board.edges:
        for one, other in edge.sides:
            (x, y), (u, v) = (_centre(board, board.cells[cell].row, board.cells[cell].col) for cell in (one, other))
            half = 0.5 if board.kind == "square" else 0.5 / sqrt(3)
            along, up = (v - y) * half, (x - u) * half
            middle = ((x + u) / 2, (y + v) / 2)
            ends = [middle[0] - along, middle[0] + along], [middle[1] - up, middle[1] + up]
            axes.plot(*ends, color=INK, linewidth=10 * size, solid_capstyle="butt")


def _rulers(axes: Any, board: Board) -> None:
    first_row = [_centre(board, 0, col)[0] for col in range(board.cols)]
    first_col = [_centre(board, row, 0)[1] for row in range(board.rows)]
    axes.set_xticks(first_row, board.col_labels or [str(col) for col in range(board.cols)])
    axes.set_yticks(first_col, board.row_labels or [str(row) for row in range(board.rows)])
    axes.tick_params(
        length=0, top=False, bottom=False, labeltop=True, labelbottom=False, labelsize=7, colors=FAINT, pad=3
    )
    axes.spines[:].set_visible(False)


def _extent(board: Board) -> tuple[float, float]:
    if board.kind == "square":
        return board.cols, board.rows
    return 0.25 + 0.75 * board.cols, sqrt(3) / 2 * (board.rows + (0.5 if board.cols > 1 else 0))


def _centre(board: Board, row: int, col: int) -> tuple[float, float]:
    if board.kind == "square":
        return col + 0.5, row + 0.5
    return 0.5 + 0.75 * col, sqrt(3) / 2 * (row + 0.5 + (col & 1) / 2)


def _outline(board: Board, x: float, y: float) -> tuple[list[float], list[float]]:
    corners = 6 if board.kind == "hex" else 4
    turn, reach = (0.0, 0.5) if corners == 6 else (pi / 4, sqrt(0.5))
    angles = [turn + 2 * pi * k / corners for k in range(corners)]
    return [x + reach * cos(angle) for angle in angles], [y + reach * sin(angle) for angle in angles]
