"""The metrics of a run: one row per round or update, as CSV for spreadsheets and as JSON lines for programs."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Literal

StageName = Literal["imitation", "ppo", "self_play", "descent"]
"""The name of a stage of a run, and of the folder with its metrics."""


Row = dict[str, float]
"""The figures of a round or an update, by name."""

ROWS: Final = "metrics.jsonl"


TIMES: Final = ("_seconds", "_per_s", "cpu_total")
"""The ends of the names of figures that a clock gave."""


def timeless(row: Mapping[str, float]) -> Row:
    """The figures of a row that a repeated run has, too."""
    return {name: value for name, value in row.items() if not name.endswith(TIMES)}


class Metrics:
    """Writes `metrics.csv` and `metrics.jsonl` in a folder, row by row, so that a run that crashes leaves its rows.

    A resumed run keeps the first `keep` rows: those it had when it was saved.
    """

    def __init__(self, folder: Path, *, keep: int = 0) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.csv, self.jsonl = folder / "metrics.csv", folder / ROWS
        self._columns: list[str] = []
        kept = self.rows(folder)[:keep]
        self.csv.write_text("", encoding="utf-8")
        self.jsonl.write_text("", encoding="utf-8")
        for row in kept:
            self.write(row)

    @staticmethod
    def rows(folder: Path) -> list[Row]:
        """All whole rows of a folder, which may be growing."""
        path = folder / ROWS
        if not path.is_file():
            return []
        # A last line without its end is being written, or was cut off by a kill.
        whole, _, _ = path.read_text(encoding="utf-8").rpartition("\n")
        return [json.loads(line) for line in whole.splitlines()]

    def write(self, row: Mapping[str, float]) -> None:
        """Add a row. A new column is empty in the rows before it."""
        with self.jsonl.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        new = [column for column in row if column not in self._columns]
        if new:
            self._columns += new
            self._write_csv(self.rows(self.csv.parent), "w", head=True)
        else:
            self._write_csv([row], "a", head=False)

    def _write_csv(self, rows: Sequence[Mapping[str, float]], mode: str, *, head: bool) -> None:
        with self.csv.open(mode, newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, self._columns)
            if head:
                writer.writeheader()
            writer.writerows(rows)
