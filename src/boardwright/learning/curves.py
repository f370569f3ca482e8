"""The curves of runs, from the metrics in their folders."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from boardwright.core.errors import HistoryError
from boardwright.core.words import Word
from boardwright.drawing import curves
from boardwright.drawing.curve_panels import MEASURED
from boardwright.drawing.curves import Over
from boardwright.learning.metrics import Row
from boardwright.learning.run_folder import LOSSES, RECIPE, rows


def draw(folder: Path, paths: Sequence[Path], over: Over = "updates") -> None:
    """Draw win rates and losses of each stage of a run, once for each file. Raises HistoryError for another folder."""
    stages = _stages(folder)
    title = Word("curves_title", {"name": folder.resolve().name})
    for path in paths:
        curves.draw(stages, LOSSES, path, title, over)


def compare(folders: Sequence[Path], path: Path) -> None:
    """Draw the measured win rates of several runs over their CPU time.

    Raises HistoryError for another folder, and for runs of which none is measured yet.
    """
    runs = {}
    for folder, name in zip(folders, _names(folders)):
        ordered = sorted((row for stage in _stages(folder).values() for row in stage), key=lambda row: row["cpu_total"])
        recipe = folder / RECIPE
        if not recipe.is_file():
            raise HistoryError("curves_none", path=folder)
        board = json.loads(recipe.read_text(encoding="utf-8"))["board"]
        runs[name] = board, ordered
    if not any(MEASURED in row for _, ordered in runs.values() for row in ordered):
        raise HistoryError("curves_unmeasured", names=list(runs))
    curves.compare(runs, path, Word("curves_title", {"name": ", ".join(runs)}))


def _stages(folder: Path) -> dict[str, list[Row]]:
    stages = rows(folder)
    if not stages:
        raise HistoryError("curves_none", path=folder)
    return stages


def _names(folders: Sequence[Path]) -> list[str]:
    """The names of the folders, or their paths where two have the same name."""
    names = [folder.resolve().name for folder in folders]
    return names if len(set(names)) == len(names) else [str(folder) for folder in folders]
