"""A training run as an answer: its curves, its settings and its model card."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from boardwright.core.words import say
from boardwright.drawing import curve_panels
from boardwright.learning import run_folder
from boardwright.server.run_folders import read_bytes
from boardwright.server.run_schemas import CurveLine, CurvePanel, CurveStage, TrainingCurves
from boardwright.server.run_tables import without_places

T = TypeVar("T")

DIGITS = 6
"""Significant digits of a value: a chart is not finer."""


def training(folder: Path, there: Sequence[Path], language: str, *, most: int, points: int) -> TrainingCurves:
    """The curves of a folder. `there` are the files that may be read, `points` is the most of a line."""
    for path in there:
        read_bytes(path, most, start=most)  # refuses a file that is too large, and reads nothing of the others
    rows = run_folder.rows(folder)
    recipe = folder / run_folder.RECIPE
    card = folder / run_folder.CARD
    return TrainingCurves(
        stages=[_stage(stage, of_stage, language, points) for stage, of_stage in rows.items()],
        cpu_seconds=max((row["cpu_total"] for of_stage in rows.values() for row in of_stage), default=0.0),
        recipe=_recipe(read_bytes(recipe, most)) if recipe in there else None,
        card=without_places(read_bytes(card, most).decode("utf-8", "replace")) if card in there else None,
    )


def _stage(name: str, rows: curve_panels.Rows, language: str, points: int) -> CurveStage:
    label, at = curve_panels.axis(rows, "updates")
    panels = [
        CurvePanel(
            name=panel.name,
            title=say(panel.label, to=language),
            percent=panel.name in {"win_rate", "shares"},
            lines=[
                CurveLine(
                    name=line.name,
                    title=say(line.label, to=language),
                    points=[(_short(x), _short(y)) for x, y in thinned(line.points, points)],
                    band=[(_short(x), _short(low), _short(high)) for x, low, high in thinned(line.band, points)],
                )
                for line in panel.lines
            ],
        )
        for panel in curve_panels.panels(rows, run_folder.LOSSES, at)
    ]
    return CurveStage(name=name, axis=say(label, to=language), panels=panels)


def thinned(values: Sequence[T], most: int) -> list[T]:
    """At most so many of some values, evenly spaced, with the first and the last."""
    if len(values) <= most:
        return list(values)
    step = (len(values) - 1) / (most - 1)
    return [values[round(place * step)] for place in range(most)]


def _short(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")


def _recipe(text: bytes) -> dict[str, Any] | None:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None  # it is being written
    return _clean(data) if isinstance(data, dict) else None


def _clean(value: Any) -> Any:
    """Settings without the places of files."""
    if isinstance(value, str):
        return without_places(value)
    if isinstance(value, list):
        return [_clean(entry) for entry in value]
    if isinstance(value, dict):
        return {key: _clean(entry) for key, entry in value.items()}
    return value
