"""The metrics of a run for TensorBoard, beside the files of `metrics.py`."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from boardwright.core.record import Array


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
