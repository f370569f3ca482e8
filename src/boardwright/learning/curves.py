"""The curves of a run, from the metrics in its folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import get_args

from boardwright.core.errors import HistoryError
from boardwright.core.words import Word
from boardwright.drawing import curves
from boardwright.drawing.curves import Over
from boardwright.learning.metrics import Metrics, Stage

LOSSES = ("policy_loss", "auxiliary_loss", "value_loss")


def draw(folder: Path, paths: Sequence[Path], over: Over = "updates") -> None:
    """Draw win rates and losses of each stage of a run, once for each file. Raises HistoryError for another folder."""
    # The row of an update that ended in a fault has no times: it is not drawn.
    rows = {stage: [row for row in Metrics.rows(folder / stage) if "cpu_total" in row] for stage in get_args(Stage)}
    stages = {stage: finished for stage, finished in rows.items() if finished}
    if not stages:
        raise HistoryError("curves_none", path=folder)
    title = Word("curves_title", {"name": folder.resolve().name})
    for path in paths:
        curves.draw(stages, LOSSES, path, title, over)
