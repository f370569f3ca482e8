"""Pictures of deployment: the map of placements, the slots chosen, and outcomes of units by place.

Drawn from a watcher's tables (core/telemetry.py) that have `placed`, `finished`, `survived`, `damage` and
`damage_squared` by side, unit slot and hex slot; `cells`, `depth` and `centre` of hex slots by side, and the names
`units` of unit slots. A side is a player's, in order; counts of several tables may be added up. The caller passes the
chart functions: games import no charts.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.telemetry import Charts, correlation
from boardwright.core.view import Board
from boardwright.core.words import Word

ZONE = 3.7
"""The width in inches of each unit's zone; the whole board is as wide as the picture is high."""
OUTCOMES = (("survived", "survived", 100), ("damage", "damage_squared", 1))
"""An outcome's table, the table of its squares, and its display factor."""

Tables = Mapping[str, Array]


def draw(game: Game, tables: Tables, folder: Path, name: str, charts: Charts) -> dict[str, Path]:
    """Draw all three pictures of a learner, `name`, as PNG files in a folder; none without placements."""
    if not tables["placed"].any():
        return {}
    board = game.definition.scene(game, game.new(), 0).board
    paths = {kind: folder / f"deployment_{kind}.png" for kind in ("map", "slots", "outcomes")}
    _map(board, tables, paths["map"], name, charts)
    _slots(tables, paths["slots"], name, charts)
    _outcomes(tables, paths["outcomes"], name, charts)
    return paths


def _map(board: Board, tables: Tables, path: Path, name: str, charts: Charts) -> None:
    """Draw the whole board with all placements, and beside it each unit's in its own zone, a column a side."""
    sides = _sides(tables)
    units = max(int((tables["units"][side] != "").sum()) for side in sides)
    height = max(5.4, 1.2 + 1.45 * units)
    figure = charts.figure(height + ZONE * len(sides), height)
    title = Word("skirmish.placements_map_title", {"name": name, "games": _games(tables)})
    charts.head(figure, title)
    grid = figure.add_gridspec(
        units, 1 + len(sides), width_ratios=[height, *[ZONE] * len(sides)],
        left=0.015, right=0.985, top=1 - 0.75 / height, bottom=0.7 / height, wspace=0.04, hspace=0.3,
    )  # fmt: skip
    shares = {side: _shares(tables["placed"][side].sum(axis=0)) for side in sides}
    unit_shares = {side: [_shares(row) for row in tables["placed"][side]] for side in sides}
    most = max(values.max() for values in shares.values())
    most_of_one = max(values.max() for rows in unit_shares.values() for values in rows)
    whole = figure.add_subplot(grid[:, 0])
    density: dict[int, float] = {}
    for side in sides:
        for cell, share in _by_cell(tables["cells"][side], shares[side] / most).items():
            # Where both sides may place units, the higher share.
            density[cell] = max(share, density.get(cell, 0.0))
    charts.spread(whole, board, density)
    whole.set_title(str(Word("skirmish.placements_together")), loc="left", color=charts.ink, fontsize=10)
    for column, side in enumerate(sides, 1):
        for slot, label in enumerate(tables["units"][side]):
            if label:
                here, cells = figure.add_subplot(grid[slot, column]), tables["cells"][side]
                charts.spread(here, board, _by_cell(cells, unit_shares[side][slot] / most_of_one))
                charts.crop(here, board, [int(cell) for cell in cells if cell >= 0])
                here.set_title(str(label), loc="left", color=charts.ink, fontsize=9, pad=2)
    middle = 0.5 * height / (height + ZONE * len(sides))
    for at, greatest, label in (
        (middle, most, "skirmish.placements_share"),
        (0.5 + middle, most_of_one, "skirmish.placements_unit_share"),
    ):
        place = figure.add_axes((at - 0.11, 0.5 / height, 0.22, 0.08 / height))
        charts.scale(figure, place, greatest, Word(label))
    charts.save(figure, path)


def _slots(tables: Tables, path: Path, name: str, charts: Charts) -> None:
    """Draw the counts of each unit slot and each hex slot, by side."""
    sides, placed = _sides(tables), tables["placed"]
    hexes = int((tables["cells"] >= 0).any(axis=0).sum())
    named = [(side, slot) for side in sides for slot, label in enumerate(tables["units"][side]) if label]
    figure = charts.figure(13.0, max(3.6, 1.5 + 0.3 * len(named)))
    left, right = figure.subplots(1, 2, width_ratios=[1, 3])
    for at, (side, slot) in enumerate(named):
        left.barh(at, placed[side, slot].sum(), color=_colour(side, charts), height=0.72)
    left.set_yticks(range(len(named)), [str(tables["units"][side, slot]) for side, slot in named])
    left.invert_yaxis()
    charts.dress(left, Word("skirmish.placements_unit_slots"), Word("skirmish.placements_count"), "")
    left.grid(visible=False, axis="y")
    below = np.zeros(hexes)
    for side in sides:
        often = placed[side].sum(axis=0)[:hexes]
        right.bar(range(hexes), often, bottom=below, color=_colour(side, charts), label=str(_player(side)))
        below += often
    evenly = str(Word("skirmish.placements_evenly"))
    right.axhline(below.mean(), color=charts.ink, linewidth=0.9, linestyle=(0, (4, 3)), label=evenly)
    right.set_xlim(-0.8, hexes - 0.2)
    right.set_ylim(0, 1.22 * below.max())
    charts.legend(right, ncols=3, loc="upper right")
    charts.dress(right, Word("skirmish.placements_hex_slots"), "", Word("skirmish.placements_count"))
    right.grid(visible=False, axis="x")
    title = Word("skirmish.placements_slots_title", {"name": name})
    charts.head(figure, title)
    figure.tight_layout(rect=(0, 0, 1, 0.98))
    charts.save(figure, path)


def _outcomes(tables: Tables, path: Path, name: str, charts: Charts) -> None:
    """Draw survival and damage by depth and by distance from the centre, with standard errors, a line a side."""
    figure = charts.figure(10.4, 7.2)
    axes = figure.subplots(2, 2, sharex="col", sharey="row")
    for column, place in enumerate(("depth", "centre")):
        for row, (outcome, squares, factor) in enumerate(OUTCOMES):
            here, names = axes[row][column], ("finished", outcome, squares)
            for side in _sides(tables):
                at = np.broadcast_to(tables[place][side], tables["finished"][side].shape)
                _line(here, at, [tables[table][side] for table in names], factor, side, charts)
            related = correlation(tables[place][:, None, :], *(tables[table] for table in names))
            # A minus sign as wide as the plus, and no negative zero.
            label = "" if related is None else f"r = {related:+z.2f}".replace("-", "\N{MINUS SIGN}")
            across = Word(f"skirmish.placements_{place}") if row else ""
            charts.dress(here, label, across, "" if column else Word(f"skirmish.placements_{outcome}"))
            here.xaxis.get_major_locator().set_params(integer=True)
    axes[0][0].set_ylim(0, 100)
    axes[1][0].set_ylim(bottom=0)
    handles, labels = axes[0][0].get_legend_handles_labels()
    charts.legend(figure, handles, labels, fontsize=9, ncols=2, loc="lower right")
    title = Word("skirmish.placements_outcomes_title", {"name": name, "games": _games(tables)})
    charts.head(figure, title)
    figure.text(0.012, 0.012, str(Word("skirmish.placements_note")), color=charts.faint, fontsize=8)
    figure.tight_layout(rect=(0, 0.03, 1, 0.98))
    charts.save(figure, path)


def _line(axes: Any, at: Array, sums: list[Array], factor: float, side: int, charts: Charts) -> None:
    """Draw the means of an outcome over a place, from its count, sum and sum of squares in `sums`."""
    places = np.unique(at[sums[0] > 0])
    if not places.size:
        return
    count, total, squares = (np.array([table[at == place].sum() for place in places]) for table in sums)
    mean = total / count
    error = np.sqrt(np.maximum(squares / count - mean**2, 0) / count)
    colour = _colour(side, charts)
    # Offset the two sides, so that their error bars do not overlap.
    x = places + 0.06 * (side - 0.5)
    label = str(_player(side))
    axes.errorbar(x, factor * mean, factor * error, color=colour, linewidth=1.4, elinewidth=1, capsize=2, label=label)
    axes.scatter(x, factor * mean, s=12 + 60 * count / count.max(), color=colour, zorder=3, linewidths=0)


def _sides(tables: Tables) -> list[int]:
    """Return the sides that the learner played."""
    return [int(side) for side in np.flatnonzero(tables["placed"].any(axis=(1, 2)))]


def _games(tables: Tables) -> int:
    """Return the number of finished games: each has each of its side's units once."""
    return int(sum(tables["finished"][side].sum(axis=1).max() for side in _sides(tables)))


def _colour(side: int, charts: Charts) -> str:
    return charts.series[side % len(charts.series)]


def _player(side: int) -> Word:
    return Word("play_player", {"player": side})


def _shares(counts: Array) -> Array:
    shares: Array = counts / max(counts.sum(), 1)
    return shares


def _by_cell(cells: Array, shares: Array) -> dict[int, float]:
    return {int(cell): float(share) for cell, share in zip(cells, shares) if cell >= 0}
