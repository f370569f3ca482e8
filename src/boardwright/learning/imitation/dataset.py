"""Labelled positions on disk: shards of plain arrays and a manifest with their source.

Observations are stored as bytes, masks and good actions as bits, probabilities as half floats. Nothing in a shard is
executed when it is read: shards are NumPy archives without objects, checked against the manifest's digests.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from boardwright.core import registry
from boardwright.core.errors import ConfigError
from boardwright.core.game import Game, Mask
from boardwright.core.record import Array

FORMAT = 1
MANIFEST = "manifest.json"


@dataclass(frozen=True)
class Labelled:
    """Positions with the labels of a teacher.

    `best` are the good actions, [N, A]; a row without one has no policy label. `chances` are the probabilities of the
    auxiliary target in every cell, [N, H, W], NaN where unknown. `truth` is the true content of the cells.
    """

    observations: Array
    masks: Mask
    best: Mask
    chances: Array
    truth: Array

    def __len__(self) -> int:
        return len(self.observations)

    def take(self, rows: Array) -> Labelled:
        """Some of the positions."""
        return Labelled(*(part[rows] for part in self._parts()))

    @staticmethod
    def joined(parts: list[Labelled]) -> Labelled:
        """Concatenate several."""
        return Labelled(*(np.concatenate(arrays) for arrays in zip(*(part._parts() for part in parts))))

    def _parts(self) -> tuple[Array, ...]:
        return self.observations, self.masks, self.best, self.chances, self.truth


class Shard(NamedTuple):
    """A shard as it is written, packed where its positions were labelled: the one who writes only writes."""

    positions: int
    data: bytes
    sha256: str


def packed(labelled: Labelled) -> Shard:
    """Pack positions into the bytes of a shard."""
    written = io.BytesIO()
    np.savez(
        written,
        observations=labelled.observations.view(np.uint8).reshape(len(labelled), -1),
        masks=np.packbits(labelled.masks, axis=1),
        best=np.packbits(labelled.best, axis=1),
        chances=labelled.chances.astype(np.float16),
        truth=np.packbits(labelled.truth.reshape(len(labelled), -1), axis=1),
    )
    data = written.getvalue()
    return Shard(len(labelled), data, hashlib.sha256(data).hexdigest())


class Dataset:
    """A folder of shards. `add` appends one; reading needs the game that the dataset was made with."""

    def __init__(self, folder: Path, game: Game, source: dict[str, Any] | None = None) -> None:
        self.folder, self.game = folder, game
        path = folder / MANIFEST
        if path.is_file():
            self.manifest = _read(path)
            for key, wanted in (("game", game.name), ("version", game.version), ("digest", game.digest)):
                if self.manifest[key] != wanted:
                    raise ConfigError("dataset_differs", path=f"{path}: {key}", found=self.manifest[key], wanted=wanted)
        elif source is None:
            raise ConfigError("dataset_absent", path=str(path))
        else:
            folder.mkdir(parents=True, exist_ok=True)
            about = {"game": game.name, "version": game.version, "digest": game.digest, "config": game.config}
            self.manifest = {"format": FORMAT, **about, "source": source, "shards": []}
            self._write()

    def __len__(self) -> int:
        return sum(shard["positions"] for shard in self.manifest["shards"])

    def add(self, shard: Shard) -> None:
        """Write one more shard."""
        name = f"shard-{len(self.manifest['shards']):05d}.npz"
        write_whole(self.folder / name, shard.data)
        self.manifest["shards"].append({"file": name, "positions": shard.positions, "sha256": shard.sha256})
        self._write()

    def cut(self, count: int) -> None:
        """Keep the first shards only: later ones belong to a round that was interrupted."""
        for entry in self.manifest["shards"][count:]:
            (self.folder / entry["file"]).unlink(missing_ok=True)
        del self.manifest["shards"][count:]
        self._write()

    def discard(self, before: int) -> None:
        """Delete the files of the first shards. The manifest still lists them."""
        for entry in self.manifest["shards"][: max(before, 0)]:
            (self.folder / entry["file"]).unlink(missing_ok=True)

    def shard(self, number: int) -> Labelled:
        """Read one shard; probabilities are rounded to half floats."""
        entry = self.manifest["shards"][number]
        data = self._bytes(entry)
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            count, actions = entry["positions"], self.game.actions.policy
            chances = archive["chances"].astype(np.float32)
            cells = int(np.prod(chances.shape[1:]))
            return Labelled(
                observations=np.ascontiguousarray(archive["observations"])
                .view(self.game.observation_dtype)
                .reshape(count),
                masks=np.unpackbits(archive["masks"], axis=1, count=actions).astype(np.bool_),
                best=np.unpackbits(archive["best"], axis=1, count=actions).astype(np.bool_),
                chances=chances,
                truth=np.unpackbits(archive["truth"], axis=1, count=cells).reshape(chances.shape),
            )

    def verify(self) -> None:
        """Require that every shard is what was written."""
        for entry in self.manifest["shards"]:
            self._bytes(entry)

    def _bytes(self, entry: dict[str, Any]) -> bytes:
        path = self.folder / entry["file"]
        data = path.read_bytes() if path.is_file() else b""
        if hashlib.sha256(data).hexdigest() != entry["sha256"]:
            raise ConfigError("dataset_damaged", path=str(path))
        return data

    def __iter__(self) -> Iterator[Labelled]:
        return (self.shard(number) for number in range(len(self.manifest["shards"])))

    def _write(self) -> None:
        write_whole(self.folder / MANIFEST, (json.dumps(self.manifest, indent=2) + "\n").encode())


def load_dataset(folder: Path) -> Dataset:
    """Load a dataset with the game that its manifest names."""
    manifest = _read(folder / MANIFEST)
    return Dataset(folder, registry.load(manifest["game"], config=manifest["config"]))


def write_whole(path: Path, data: bytes) -> None:
    """Write a file that, whenever the machine stops, is there as a whole or as it was before."""
    fresh = path.with_name(f"{path.name}.part")
    with fresh.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    if os.name == "posix":  # elsewhere a folder cannot be opened
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)  # the new name, too
        finally:
            os.close(folder)


def _read(path: Path) -> dict[str, Any]:
    if not path.is_file():
        raise ConfigError("dataset_absent", path=str(path))
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise ConfigError("config_yaml", path=str(path), line=error.lineno) from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise ConfigError("dataset_format", path=str(path), wanted=FORMAT)
    return manifest
