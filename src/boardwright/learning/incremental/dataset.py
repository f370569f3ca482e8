"""Scored games on disk: shards and a manifest that says how they were played. Whoever is stopped goes on."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from boardwright.core.errors import ConfigError
from boardwright.learning.imitation.dataset import write_whole
from boardwright.learning.incremental.games import ScoredGames

MANIFEST = "manifest.json"
SHARD = "shard-{:05d}.npz"


class GameFiles:
    """A folder of shards, in order. `about` says how they are played: a folder of other games is refused."""

    def __init__(self, folder: Path, about: dict[str, Any]) -> None:
        self.folder = folder
        path = folder / MANIFEST
        if path.is_file():
            self._manifest = json.loads(path.read_text(encoding="utf-8"))
            for key, wanted in about.items():
                if self._manifest[key] != wanted:
                    found = self._manifest[key]
                    raise ConfigError("dataset_other", path=str(folder), key=key, found=found, wanted=wanted)
        else:
            folder.mkdir(parents=True, exist_ok=True)
            self._manifest = {**about, "shards": []}
            self._write()

    def __len__(self) -> int:
        return len(self._manifest["shards"])

    def add(self, games: ScoredGames) -> None:
        """Write one more shard, then name it in the manifest."""
        written = io.BytesIO()
        np.savez(written, **games._asdict())
        data, name = written.getvalue(), SHARD.format(len(self))
        write_whole(self.folder / name, data)
        entry = {"file": name, "games": len(games.returns), "sha256": hashlib.sha256(data).hexdigest()}
        self._manifest["shards"].append(entry)
        self._write()

    def shards(self) -> Iterator[ScoredGames]:
        """All shards. Raises ConfigError where a file is not the one that was written."""
        for entry in self._manifest["shards"]:
            path = self.folder / entry["file"]
            data = path.read_bytes()
            if hashlib.sha256(data).hexdigest() != entry["sha256"]:
                raise ConfigError("dataset_damaged", path=str(path))
            with np.load(io.BytesIO(data), allow_pickle=False) as archive:
                yield ScoredGames(*(archive[part] for part in ScoredGames._fields))

    def _write(self) -> None:
        write_whole(self.folder / MANIFEST, (json.dumps(self._manifest, indent=1) + "\n").encode())
