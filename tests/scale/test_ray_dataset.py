"""A dataset that Ray makes has the bytes of one that this process makes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import boardwright
from boardwright.learning.imitation.production import produce
from boardwright.scale import loopback

PROGRAM = "from boardwright.cli import main; main()"


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2, 4])
def test_ray_makes_the_same_bytes(tmp_path: Path, workers: int) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    produce(boardwright.load("minesweeper", "small"), here, 600, seed=1, shard=128)
    options = ["--preset=small", "--positions=600", "--seed=1", "--shard=128", "--out", str(there)]
    work = [sys.executable, "-c", PROGRAM, "dataset", "minesweeper", *options, "--on=ray", f"--workers={workers}"]
    ran = subprocess.run(loopback.command(work), capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    one, other = ({path.name: path.read_bytes() for path in folder.iterdir()} for folder in (here, there))
    assert len(one) == 6
    assert one == other
