"""A board as a picture, with the numbers of an analysis as a colour scale. Matplotlib is an extra: see plots.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, pi, sin, sqrt
from pathlib import Path
from typing import Any

from boardwright.arena.plots import FAINT, INK, PAPER, colours_of, figure_of, require, save
from boardwright.core.analysis import Overlay
from boardwright.core.view import Board
from boardwright.core.words import Word

SAFE, MIDDLE, RISK = "#dcf1ec", "#f2b35c", "#a3201c"
"""Light to dark, so that the order is seen without colour, too."""

OPEN, HIDDEN, WALL, GOAL = "#e6e9ed", "#aab4bf", "#6d675b", "#cfd4db"
NUMBERS = ("#1c4fc4", "#20702f", "#c02a1d", "#1c1f7a", "#7c1f14", "#11747a", "#22262b", "#6b7280")

__all__ = ["crop", "picture", "require", "spread"]


def picture(board: Board, overlay: Overlay | None, path: Path, title: Word) -> None:
    """Draw a board to a file whose ending says the format: what lies on it, and the overlay's numbers with colours."""
    across, down = _extent(board)
    size = 0.52 if max(board.rows, board.cols) <= 16 else 0.42
    width, height = max(across * size + (1.7 if overlay else 0.9), 4.6), down * size + 1.5
    figure = figure_of(width, height)
    axes = figure.add_subplot()
    scale = colours_of("heat", [SAFE, MIDDLE, RISK])
    values = overlay.values if overlay is not None else {}
    least, most = (0.0, 1.0) if overlay is None or overlay.share else (min(values.values()), max(values.values()))
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
    axes.set_title(str(title), loc="left", color=INK, fontsize=12, fontweight="bold", pad=8)
    if overlay is not None and values:
        # As high as the board, and always as wide.
        place = axes.inset_axes([1 + 0.25 / across, 0, 0.5 / across, 1])
        _bar(figure, place, scale, overlay, least, most)
    figure.tight_layout()
    save(figure, path)


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
        colour, certain = (PAPER if share > 0.62 else INK), share in {0.0, 1.0}
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
