"""Models that are shipped are the ones whose checksums are kept, and the archives stay small."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from releases.archives import ROOT, tracked

SUMS = "SHA256SUMS"
ENDINGS = (".onnx", ".npz")
FOLDERS = sorted({(ROOT / name).parent for name in tracked() if name.endswith(ENDINGS)})
MOST = 10_000_000
"""Bytes of one model, and"""
MOST_TOGETHER = 25_000_000
"""of all: an index takes wheels of 100 MB, and every version of them is kept."""


def problems(folder: Path) -> list[str]:
    """Name the models of a folder that are not listed, changed or gone."""
    lines = (folder / SUMS).read_text(encoding="utf-8").splitlines()
    listed = {name: digest for digest, name in (line.split("  ") for line in lines)}
    found = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir() if path.suffix in ENDINGS
    }
    return sorted(name for name in listed.keys() | found.keys() if listed.get(name) != found.get(name))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.relative_to(ROOT)))
def test_a_shipped_model_has_its_checksum(folder):
    assert problems(folder) == [], f"run sha256sum *.onnx *.npz >{SUMS} in {folder}"


def test_a_changed_an_added_and_a_lost_model_are_named(tmp_path):
    for name in "abc":
        (tmp_path / f"{name}.onnx").write_text(name)
    digests = {name: hashlib.sha256(name.encode()).hexdigest() for name in "abd"}
    (tmp_path / SUMS).write_text("".join(f"{digest}  {name}.onnx\n" for name, digest in digests.items()))
    (tmp_path / "b.onnx").write_text("changed")
    assert problems(tmp_path) == ["b.onnx", "c.onnx", "d.onnx"]


def test_models_are_small_enough_to_be_shipped():
    sizes = [path.stat().st_size for folder in FOLDERS for path in folder.glob("*.onnx")]
    assert max(sizes) <= MOST
    assert sum(sizes) <= MOST_TOGETHER
