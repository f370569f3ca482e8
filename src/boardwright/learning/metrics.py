"""What a run tells of itself: one row a piece of work, as CSV for spreadsheets and as JSON lines for programs."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from pathlib import Path


class Metrics:
    """Writes `metrics.csv` and `metrics.jsonl` in a folder, row by row, so that a run that dies leaves its rows."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.csv, self.jsonl = folder / "metrics.csv", folder / "metrics.jsonl"
        self._columns: list[str] = []
        self.csv.write_text("", encoding="utf-8")
        self.jsonl.write_text("", encoding="utf-8")

    def write(self, row: Mapping[str, float]) -> None:
        """Add a row. The first one names the columns."""
        first = not self._columns
        self._columns = self._columns or list(row)
        with self.csv.open("a", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, self._columns, extrasaction="ignore")
            if first:
                writer.writeheader()
            writer.writerow(row)
        with self.jsonl.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
