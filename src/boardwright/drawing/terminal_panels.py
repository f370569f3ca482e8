"""Panels for the terminal: small tables, side by side where they fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from boardwright.core.prose import said
from boardwright.core.view import Panel

if TYPE_CHECKING:
    from rich.table import Table

SPACE = 2
"""The space between two tables on a line."""


def table(panel: Panel) -> Table:
    """Return a panel as a small table."""
    from rich import box
    from rich.table import Table

    title = said(panel.title)
    # At least as wide as its title, which would wrap in a narrow table.
    out = Table(
        title=Text(title), title_justify="left", box=box.ROUNDED, show_header=bool(panel.columns), min_width=len(title)
    )
    for column in panel.columns:
        out.add_column(Text(said(column)))
    for row in panel.rows:
        out.add_row(*(Text(said(value)) for value in row))
    return out


def tables(panels: Sequence[Panel], width: int) -> list[Table]:
    """Return panels as tables, in order; small ones share a line."""
    from rich.console import Console
    from rich.table import Table

    ruler = Console(width=width)
    lines: list[list[Table]] = []
    room = 0
    for panel in panels:
        made = table(panel)
        wide = ruler.measure(made).maximum + SPACE
        if wide > room:
            lines.append([])
            room = width
        lines[-1].append(made)
        room -= wide
    out = []
    for line in lines:
        grid = Table.grid(padding=(0, SPACE, 0, 0))
        grid.add_row(*line)
        out.append(line[0] if len(line) == 1 else grid)
    return out
