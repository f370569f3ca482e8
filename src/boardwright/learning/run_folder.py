"""The folder of a training run: the names of its files, and the rows that it has so far. Nothing here needs torch."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final, get_args

from boardwright.learning.metrics import Metrics, Row, StageName

RECIPE: Final = "recipe.json"
CARD: Final = "README.md"
TIMES: Final = "times.json"
"""The CPU seconds of a run, apart from its models: their bytes follow from recipe, seed and versions alone."""
LOSSES: Final = ("policy_loss", "auxiliary_loss", "value_loss")
STAGES: Final[tuple[StageName, ...]] = get_args(StageName)


def times(folder: Path) -> dict[str, float]:
    """The CPU seconds of a run."""
    read: dict[str, float] = json.loads((folder / TIMES).read_text(encoding="utf-8"))
    return read


def write_times(folder: Path, seconds: Mapping[str, float]) -> None:
    """Write the CPU seconds of a run."""
    (folder / TIMES).write_text(json.dumps(seconds, indent=2) + "\n", encoding="utf-8")


def rows(folder: Path) -> dict[str, list[Row]]:
    """The finished rows of each stage that has some. The row of an update that ended in a fault has no times."""
    read: dict[str, list[Row]] = {
        stage: [row for row in Metrics.rows(folder / stage) if "cpu_total" in row] for stage in STAGES
    }
    return {stage: finished for stage, finished in read.items() if finished}
