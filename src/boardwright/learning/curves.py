"""A run as a picture: how often the model won as it learned, and its losses. Matplotlib is an extra."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from boardwright.core.words import Word
from boardwright.drawing.charts import FAINT, INK, figure_of, save
from boardwright.learning.metrics import Metrics

BLUE, ORANGE = "#2f7f79", "#c8553d"
LOSSES = ("policy_loss", "mine_loss", "aux_loss", "value_loss")


def draw(folder: Path, stages: list[str], path: Path, title: Word) -> None:
    """One column a stage: win rates with their intervals above, losses below, over rounds or updates."""
    figure = figure_of(1.0 + 4.6 * len(stages), 6.2)
    axes = figure.subplots(2, len(stages), squeeze=False, sharex="col")
    for column, stage in enumerate(stages):
        rows = Metrics.rows(folder / stage)
        _rates(axes[0][column], rows, stage)
        _losses(axes[1][column], rows)
    figure.suptitle(str(title), x=0.02, ha="left", color=INK, fontsize=12, fontweight="bold")
    figure.tight_layout(rect=(0, 0, 1, 0.97))
    save(figure, path)


def _at(row: dict[str, Any]) -> float:
    return float(row.get("round", row.get("update", 0)))


def _rates(axes: Any, rows: list[dict[str, Any]], stage: str) -> None:
    measured = [row for row in rows if "win_rate" in row]
    x = [_at(row) for row in measured]
    rates, label = [100 * row["win_rate"] for row in measured], str(Word("curves_measured"))
    axes.plot(x, rates, color=BLUE, marker="o", markersize=3, linewidth=1.5, label=label)
    low, high = ([100 * row[name] for row in measured] for name in ("low", "high"))
    axes.fill_between(x, low, high, color=BLUE, alpha=0.18, linewidth=0)
    played = [row for row in rows if "rollout_win_rate" in row]
    if played:
        x, rates = [_at(row) for row in played], [100 * row["rollout_win_rate"] for row in played]
        axes.plot(x, rates, color=FAINT, linewidth=0.8, label=str(Word("curves_played")))
        axes.legend(frameon=False, fontsize=7, labelcolor=INK, loc="lower right")
    axes.set_ylim(0, 100)
    if rows:
        axes.set_xlim(0, _at(rows[-1]) + 1)  # however few evaluations there were
    _dress(axes, stage, "win %")


def _losses(axes: Any, rows: list[dict[str, Any]]) -> None:
    for name, colour in zip(LOSSES, (BLUE, ORANGE, ORANGE, FAINT)):
        there = [row for row in rows if name in row]
        if any(row[name] for row in there):  # a loss that is always nothing is one that the game does not have
            axes.plot(
                [_at(row) for row in there], [row[name] for row in there], color=colour, label=name, linewidth=1.2
            )
    if axes.lines:
        axes.legend(frameon=False, fontsize=7, labelcolor=INK)
    _dress(axes, "", "loss")


def _dress(axes: Any, title: str, label: str) -> None:
    axes.set_title(title, loc="left", color=INK, fontsize=9)
    axes.set_ylabel(label, color=FAINT, fontsize=8)
    axes.tick_params(labelsize=7, colors=FAINT)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.grid(color="#e6e9ed", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)
