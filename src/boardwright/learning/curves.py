"""The curves of a run, from the metrics in its folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from boardwright.core.errors import HistoryError
from boardwright.core.words import Word
from boardwright.drawing import curves
from boardwright.drawing.curves import Over
from boardwright.learning.run_folder import LOSSES, rows


def draw(folder: Path, paths: Sequence[Path], over: Over = "updates") -> None:
    """Draw win rates and losses of each stage of a run, once for each file. Raises HistoryError for another folder."""
    stages = rows(folder)
    if not stages:
        raise HistoryError("curves_none", path=folder)
    title = Word("curves_title", {"name": folder.resolve().name})
    for path in paths:
        curves.draw(stages, LOSSES, path, title, over)
