"""Positions of self-play: what was seen, what the search preferred, and how the game ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import numpy.typing as npt

from boardwright.core.game import Mask
from boardwright.core.record import Array

Floats = npt.NDArray[np.float32]

SHARD = "round-{:05d}.npz"


@dataclass(frozen=True)
class Positions:
    """Observations [N], legal actions and the policy of the search [N, A], and values for the observing player [N]."""

    observations: Array
    masks: Mask
    policies: Floats
    values: Floats

    def __len__(self) -> int:
        return len(self.values)

    def take(self, rows: npt.NDArray[np.int64]) -> Positions:
        """Return some of the positions."""
        return Positions(*(getattr(self, part.name)[rows] for part in fields(self)))

    @classmethod
    def joined(cls, parts: Sequence[Positions]) -> Positions:
        """Return the positions of several parts, in order."""
        return cls(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(cls)))


class Window:
    """The positions of the latest rounds, each a file in a folder, so that another process can go on."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._rounds: dict[int, Positions] = {}

    def add(self, number: int, positions: Positions, keep: int) -> None:
        """Add a round, and forget all but the latest ones."""
        self.folder.mkdir(parents=True, exist_ok=True)
        # Records as bytes: a file of plain numbers is read without pickle.
        seen = positions.observations.view(np.uint8).reshape(len(positions), -1)
        with (self.folder / SHARD.format(number)).open("wb") as file:
            np.savez(
                file,
                observations=seen,
                masks=positions.masks,
                policies=positions.policies,
                values=positions.values,
            )
        self._rounds[number] = positions
        for old in [name for name in self._rounds if name <= number - keep]:
            del self._rounds[old]

    def discard(self, before: int) -> None:
        """Delete the files of rounds that no later one learns from."""
        for path in self.folder.glob("round-*.npz"):
            if int(path.stem.removeprefix("round-")) < before:
                path.unlink()

    def restore(self, done: int, keep: int, dtype: np.dtype[np.void]) -> None:
        """Read the latest rounds before `done` from the folder."""
        self._rounds = {}
        for number in range(max(0, done - keep), done):
            with np.load(self.folder / SHARD.format(number), allow_pickle=False) as saved:
                parts = {name: saved[name] for name in saved.files}
            parts["observations"] = np.ascontiguousarray(parts["observations"]).view(dtype).reshape(-1)
            self._rounds[number] = Positions(**parts)

    def positions(self) -> Positions:
        """Return all positions of the window."""
        return Positions.joined([self._rounds[number] for number in sorted(self._rounds)])
