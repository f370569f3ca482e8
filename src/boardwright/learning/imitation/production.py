"""The making of datasets with exact labels: shard by shard, by an executor, resumed wherever it was stopped.

A shard is a piece of work that depends on the seed and its number alone. The driver writes the shards in order, each as
a whole, and then names it in the manifest: whenever it is killed, the folder is the beginning of the whole dataset.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
from pydantic import Field

from boardwright.arena.executors import IN_PROCESS, Executor
from boardwright.core import config, dice
from boardwright.core.config import Count
from boardwright.core.errors import ConfigError
from boardwright.core.game import Game
from boardwright.core.progress import Progress, silent
from boardwright.learning.imitation.collection import Sources, collect
from boardwright.learning.imitation.dataset import Dataset, Shard, packed
from boardwright.learning.imitation.exact_labels import ExactLabels, exact_labels


class Defaults(config.Settings):
    """See configs/learning/dataset.yaml for the meaning of each key."""

    positions: Count
    shard: Count
    rows: Count
    plies: Count
    seed: Annotated[int, Field(ge=0)]
    sources: Sources


@cache
def defaults() -> Defaults:
    """The settings of the package."""
    return config.validate(Defaults, config.read(config.SHIPPED / "learning", "dataset"))


class ShardPiece(NamedTuple):
    """A shard to label, as an executor takes it."""

    game: Game
    positions: int
    rows: int
    opening: int
    seed: int
    number: int


class Production(NamedTuple):
    """A dataset, how many shards it had when the work began, and whether it is complete."""

    data: Dataset
    resumed: int
    complete: bool

    def to_dict(self) -> dict[str, Any]:
        """For `--json`: the manifest, and where it is."""
        about = {"folder": str(self.data.folder), "positions": len(self.data), "complete": self.complete}
        return {**about, "resumed": self.resumed, "manifest": self.data.manifest}


def produce(
    game: Game,
    folder: Path,
    positions: int | None = None,
    *,
    seed: int | None = None,
    shard: int | None = None,
    opening: int = 0,
    executor: Executor = IN_PROCESS,
    progress: Progress = silent,
) -> Production:
    """Write a dataset of exactly labelled positions to a folder, or continue the one that is there.

    The same arguments give the same bytes, by any executor and however often it was stopped. Ctrl-C ends it early;
    finished shards stay. Numbers not given are those of dataset.yaml.
    """
    known = defaults()
    positions = known.positions if positions is None else positions
    shard = known.shard if shard is None else shard
    seed = dice.usable_seed(known.seed if seed is None else seed)
    labels = exact_labels(game)
    rows = min(max(shard // known.plies, 1), known.rows)
    work = {"seed": seed, "positions": positions, "shard": shard, "rows": rows, "opening": opening}
    source = {"teacher": labels.exact_by, "truth": labels.truth, "sources": known.sources.model_dump(), **work}
    data = _begun(folder, game, {"labels": dict(labels.meaning), **source})
    resumed = len(data.manifest["shards"])
    sizes = [min(shard, positions - first) for first in range(0, positions, shard)]
    pieces = [ShardPiece(game, size, rows, opening, seed, number) for number, size in enumerate(sizes)]
    progress(len(data), positions, {})
    try:
        for made in executor.map(label_shard, pieces[resumed:]):
            data.add(made)
            progress(len(data), positions, {})
    except KeyboardInterrupt:
        pass
    return Production(data, resumed, len(data) == positions)


def label_shard(piece: ShardPiece) -> Shard:
    """Collect and pack the positions of a shard, from games of its own."""
    game = piece.game
    key = (game.name, repr(game.config))
    if key not in _labels:
        _labels[key] = exact_labels(game)
    labels = _labels[key]
    seed = int(np.random.SeedSequence((piece.seed, piece.number)).generate_state(1, np.uint64)[0] >> np.uint64(2))
    labelled = collect(
        game, labels.teacher, defaults().sources, piece.positions, rows=piece.rows, seed=seed, truth=labels.truth,
        own=None, opening=piece.opening,
    )  # fmt: skip
    return packed(labelled)


_labels: dict[tuple[str, str], ExactLabels] = {}
"""The teachers of a process by game and configuration."""


def _begun(folder: Path, game: Game, source: dict[str, Any]) -> Dataset:
    """The dataset of a folder, which is empty or holds the beginning of this very dataset."""
    data = Dataset(folder, game, source)
    found = data.manifest["source"]
    for key in sorted({*found, *source}):
        if found.get(key) != source.get(key):
            about = {"found": found.get(key), "wanted": source.get(key)}
            raise ConfigError("dataset_other", path=str(folder), key=key, **about)
    data.verify()
    return data
