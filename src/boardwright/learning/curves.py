"""The curves of a run, from the metrics in its folder."""

from __future__ import annotations

from pathlib import Path

from boardwright.core.words import Word
from boardwright.drawing import charts
from boardwright.learning.metrics import Metrics

LOSSES = ("policy_loss", "auxiliary_loss", "value_loss")


def draw(folder: Path, stages: list[str], path: Path, title: Word) -> None:
    """Draw win rates and losses of each stage over its rounds or updates."""
    charts.curves({stage: Metrics.rows(folder / stage) for stage in stages}, LOSSES, path, title)
