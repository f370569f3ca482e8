"""The metrics of a run: one row per round or update, as CSV for spreadsheets and as JSON lines for programs."""

from __future__ import annotations

import contextlib
import csv
import json
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Literal

import numpy as np

from boardwright.core.record import Array

Stage = Literal["imitation", "ppo", "self_play", "descent"]
"""A stage of a run; its metrics are in a folder of its name."""


Row = dict[str, float]
"""The figures of a round or an update, by name."""

ROWS: Final = "metrics.jsonl"


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


class TensorBoard:
    """The same rows for TensorBoard, which is an extra; without it nothing is written."""

    def __init__(self, folder: Path) -> None:
        self._writer = None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # its imports warn about their own dependencies
            with contextlib.suppress(ImportError):
                from torch.utils.tensorboard import SummaryWriter

                self._writer = SummaryWriter(str(folder))

    def write(self, row: Mapping[str, float], at: int) -> None:
        """Write every figure of a row."""
        if self._writer is not None:
            for name, value in row.items():
                self._writer.add_scalar(name, value, at)
            self._writer.flush()

    def write_histogram(self, name: str, counts: Array, at: int) -> None:
        """Write the count of each choice as a histogram."""
        if self._writer is None or counts.sum() == 0:
            return
        places = np.arange(len(counts), dtype=np.float64)
        total, squares = float((counts * places).sum()), float((counts * places**2).sum())
        self._writer.add_histogram_raw(
            name, 0.0, float(len(counts) - 1), int(counts.sum()), total, squares, (places + 0.5).tolist(),
            counts.tolist(), at,
        )  # fmt: skip
