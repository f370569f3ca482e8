"""Proof: a model file cannot run code.

A corpus of malicious files, under every name that a model can have, is given to everything that reads models: the ONNX
player, safetensors and training states, the labelled positions, and an agent by its spec text. A payload would leave a
canary file. None may, and none may be read as a model; `outcomes` counts the errors by which they are refused, ours
and others'. The planted defect: `torch.load` without `weights_only`.
"""

from __future__ import annotations

import hashlib
import io
import json
import pickle
import random
import shutil
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

import boardwright
from boardwright.agents import make
from boardwright.core.errors import BoardwrightError
from boardwright.core.game import Game
from boardwright.learning import checkpoints
from boardwright.learning.imitation import dataset

from .mutations import mutated
from .report import main

MUTANTS = 20_000
NAMES = ("model.onnx", "model.safetensors", "training.safetensors", "model.pt", "model.zip", "positions.npz")


class Payload:
    """Writes the canary file when it is unpickled."""

    def __init__(self, canary: Path) -> None:
        self._canary = str(canary)

    def __reduce__(self) -> tuple[Any, ...]:
        return exec, (f"open({self._canary!r}, 'w').close()",)


def corpus(canary: Path) -> dict[str, bytes]:
    """The malicious files: pickles of every protocol, archives that hold them, and lying headers."""
    payload = Payload(canary)
    files = {f"pickle {protocol}": pickle.dumps(payload, protocol) for protocol in range(6)}
    files["pickle by hand"] = f"cos\nsystem\n(S'touch {canary}'\ntR.".encode()
    saved = io.BytesIO()
    torch.save({"weight": payload}, saved)
    files["torch zip"] = saved.getvalue()
    saved = io.BytesIO()
    torch.save({"weight": payload}, saved, _use_new_zipfile_serialization=False)
    files["torch legacy"] = saved.getvalue()
    saved = io.BytesIO()
    np.savez(saved, observations=np.array([payload], object), format=np.array("boardwright-positions-1"))
    files["npz of objects"] = saved.getvalue()
    saved = io.BytesIO()
    np.save(saved, np.array([payload], object), allow_pickle=True)
    files["npy of objects"] = saved.getvalue()
    for name in ("data.pkl", "archive/data.pkl", "../../escaped.pkl", "model.onnx", "observations.npy"):
        saved = io.BytesIO()
        with zipfile.ZipFile(saved, "w") as archive:
            archive.writestr(name, files["pickle 2"])
        files[f"zip of {name}"] = saved.getvalue()
    # Behind the first byte of ONNX, and behind a header of safetensors that says anything.
    files["onnx byte, then a pickle"] = b"\x08\x07" + files["pickle 2"]
    for header in (b"{}", b'{"__metadata__":{"format":"boardwright-model-1"}}', b"{" * 64, b'{"a":{"dtype":"F32"}}'):
        packed = struct.pack("<Q", len(header)) + header + files["pickle 2"]
        files[f"safetensors {header[:40]!r}"] = packed
    for length in (0, 1, 2**24 + 1, 2**63, 2**64 - 1):
        files[f"a header of {length} bytes"] = struct.pack("<Q", length) + b"{" + files["pickle 2"]
    evil = {"network": "!!python/object/apply:os.system ['touch x']", "shapes": "[]", "chart": "{}", "version": "1"}
    metadata = {"__metadata__": {"format": checkpoints.FORMAT, **evil, "config": json.dumps({}), "told": "{}"}}
    head = json.dumps(metadata).encode()
    files["safetensors with YAML"] = struct.pack("<Q", len(head)) + head
    return files


def readers() -> dict[str, Callable[[Path], Any]]:
    """Everything that reads a model file or what a model learns from."""
    game = boardwright.load("tic_tac_toe")
    return {
        "onnx": lambda path: make("model", game, file=str(path)),
        "safetensors": checkpoints.load_model,
        "about": checkpoints.read_about,
        "training": lambda path: checkpoints.load_training(path.parent),
        "dataset": lambda path: _positions(path, game),
    }


def _positions(path: Path, game: Game) -> Any:
    """Labelled positions whose manifest vouches for the file."""
    folder = path.parent / "positions"
    shutil.rmtree(folder, ignore_errors=True)
    made = dataset.Dataset(folder, game, source={})
    (folder / path.name).write_bytes(path.read_bytes())
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    made.manifest["shards"] = [{"file": path.name, "positions": 1, "sha256": digest}]
    return made.shard(0)


def unsafe(path: Path) -> Any:
    """The planted defect."""
    return torch.load(path, weights_only=False)


def attempt(folder: Path, data: bytes, reader: Callable[[Path], Any], names: tuple[str, ...]) -> list[str]:
    """Read a file under each name. The outcomes: `refused`, or the type of another error, or `read`."""
    outcomes = []
    for name in names:
        path = folder / name
        path.write_bytes(data)
        try:
            reader(path)
            outcomes.append("read")
        except BoardwrightError:
            outcomes.append("refused")
        except Exception as error:
            outcomes.append(type(error).__name__)
        path.unlink()
    return outcomes


def measure(folder: Path, share: float) -> dict[str, Any]:
    """The corpus by every reader under every name, mutants of it, and the planted defect."""
    folder.mkdir(parents=True, exist_ok=True)
    canary = folder / "canary"
    files, rng = corpus(canary), random.Random(0)
    assert not canary.exists()
    counts: dict[str, int] = {}
    failures: list[str] = []
    for label, data in files.items():
        for kind, reader in readers().items():
            for name, outcome in zip(NAMES, attempt(folder, data, reader, NAMES)):
                counts[outcome] = counts.get(outcome, 0) + 1
                if canary.exists() or outcome == "read":
                    failures.append(f"{label} as {name} by {kind}: {outcome}")
                    canary.unlink(missing_ok=True)
    mutants = max(100, round(MUTANTS * share))
    for number in range(mutants):
        data = mutated(rng, rng.choice([*files.values()]))
        kind, reader = rng.choice([*readers().items()])
        attempt(folder, data, reader, (rng.choice(NAMES),))
        if canary.exists():
            failures.append(f"mutant {number} by {kind}")
            canary.unlink()
    opened = 0
    for label in ("torch zip", "torch legacy", "pickle 2"):
        attempt(folder, files[label], unsafe, ("model.pt",))
        opened += canary.exists()
        canary.unlink(missing_ok=True)
    figures = {"files": len(files), "outcomes": counts, "mutants": mutants, "failures": len(failures)}
    return {**figures, **({"first": failures[:3]} if failures else {}), "caught": {"torch.load": opened > 0}}


if __name__ == "__main__":
    main("models", measure)
