"""Positions to learn from: what was seen, what a search preferred, and how the game ended; and files of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Generic, Self, TypeVar

import numpy as np
import numpy.typing as npt

from boardwright.core.game import Mask
from boardwright.core.record import Array

Floats = npt.NDArray[np.float32]

SHARD = "round-{:05d}.npz"


@dataclass(frozen=True)
class Valued:
    """Observations [N], and values for the observing player [N]."""

    observations: Array
    values: Floats

    def __len__(self) -> int:
        return len(self.values)

    def take(self, rows: npt.NDArray[np.int64]) -> Self:
        """Return some of the positions."""
        return type(self)(*(getattr(self, part.name)[rows] for part in fields(self)))

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """Return the positions of several parts, in order."""
        return cls(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(cls)))


@dataclass(frozen=True)
class Positions(Valued):
    """The same with legal actions and the policy of the search [N, A]."""

    masks: Mask
    policies: Floats


P = TypeVar("P", bound=Valued)


class Window(Generic[P]):
    """The positions of the latest rounds, each a file in a folder, so that another process can go on."""

    def __init__(self, folder: Path, kind: type[P]) -> None:
        self.folder, self.kind = folder, kind
        self._rounds: dict[int, P] = {}

    def __len__(self) -> int:
        return sum(map(len, self._rounds.values()))

    def add(self, number: int, positions: P, keep: int) -> None:
        """Add a round, and forget all but the latest ones."""
        self.folder.mkdir(parents=True, exist_ok=True)
        # Records as bytes: a file of plain numbers is read without pickle.
        parts = {part.name: getattr(positions, part.name) for part in fields(positions)}
        parts["observations"] = positions.observations.view(np.uint8).reshape(len(positions), -1)
        with (self.folder / SHARD.format(number)).open("wb") as file:
            np.savez(file, **parts)
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
            self._rounds[number] = self.kind(**parts)

    def positions(self) -> P:
        """Return all positions of the window."""
        return self.kind.joined([self._rounds[number] for number in sorted(self._rounds)])
