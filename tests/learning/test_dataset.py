"""Datasets of exact labels: the same bytes by any executor, and after being stopped at any moment."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import boardwright
from boardwright.cli import app
from boardwright.core.batch import Batch
from boardwright.core.errors import AgentError, ConfigError
from boardwright.core.words import Word
from boardwright.learning.imitation import dataset
from boardwright.learning.imitation.dataset import Dataset, load_dataset, write_whole
from boardwright.learning.imitation.exact_labels import exact_labels
from boardwright.learning.imitation.production import produce
from saying import refused

GAME = boardwright.load("minesweeper", "small")
POSITIONS, SHARD = 90, 20
LIMIT = 120.0
"""Seconds that a process may take before the test gives it up."""
PROGRAM = "from boardwright.cli import main; main()"


def files(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


def made(folder: Path, **options) -> dict[str, str]:
    assert produce(GAME, folder, POSITIONS, seed=1, shard=SHARD, **options).complete
    return files(folder)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A whole dataset."""
    folder = tmp_path_factory.mktemp("whole") / "data"
    made(folder)
    return folder


@pytest.fixture(scope="module")
def whole(folder) -> dict[str, str]:
    return files(folder)


class Killed(BaseException):
    """The end of the process at a call of the operating system."""


@pytest.mark.parametrize("function", ["fsync", "replace"])
def test_a_stop_before_any_write_is_resumed(tmp_path, whole, monkeypatch, function) -> None:
    owner = os if function == "fsync" else Path
    real, calls = getattr(owner, function), 0
    for stop in range(1, 40):
        folder, calls = tmp_path / str(stop), 0

        def stopping(*arguments, stop=stop):
            nonlocal calls
            calls += 1
            if calls == stop:
                raise Killed
            return real(*arguments)

        with monkeypatch.context() as patch:
            patch.setattr(owner, function, stopping)
            try:
                made(folder)
            except Killed:
                pass
            else:
                break
        assert made(folder) == whole
    assert stop > 10


def test_a_writer_that_is_not_atomic_is_caught(tmp_path, monkeypatch) -> None:
    def half(path: Path, data: bytes) -> None:
        if path.name == "shard-00002.npz":
            write_whole(path, data[: len(data) // 2])
        else:
            write_whole(path, data)

    with monkeypatch.context() as patch:
        patch.setattr(dataset, "write_whole", half)
        made(tmp_path)
    with refused(ConfigError, "dataset_damaged"):
        made(tmp_path)


@pytest.mark.slow
def test_kill_9_is_resumed_by_the_same_command(tmp_path, whole) -> None:
    arguments = ["dataset", "minesweeper", "--preset=small", f"--positions={POSITIONS}", f"--shard={SHARD}", "--seed=1"]
    driver = subprocess.Popen([sys.executable, "-c", PROGRAM, *arguments, "--out", str(tmp_path)])
    manifest = tmp_path / "manifest.json"
    limit = time.monotonic() + LIMIT
    while driver.poll() is None and not (manifest.is_file() and json.loads(manifest.read_text())["shards"]):
        assert time.monotonic() < limit, f"no shard yet, only {list(tmp_path.iterdir())}"
        time.sleep(0.002)
    driver.send_signal(signal.SIGKILL)
    assert driver.wait(LIMIT) in {0, -signal.SIGKILL}
    done = CliRunner().invoke(app, [*arguments, "--out", str(tmp_path), "--json"])
    assert done.exit_code == 0, done.output
    report = json.loads(done.stdout)
    assert (report["complete"], report["positions"]) == (True, POSITIONS)
    assert report["resumed"] >= 1
    assert files(tmp_path) == whole


def test_the_labels_are_exact(folder) -> None:
    data = load_dataset(folder)
    assert (len(data), data.game.config) == (POSITIONS, GAME.config)
    about = data.manifest
    assert (about["game"], about["version"], about["digest"]) == ("minesweeper", GAME.version, GAME.digest)
    assert "exact probability" in about["source"]["labels"]["chances"]
    for shard in data:
        # A certain cell is one, a best action is legal, and chances add up to the mines that are left.
        known = ~np.isnan(shard.chances)
        assert (shard.truth[shard.chances == 1] == 1).all()
        assert (shard.truth[shard.chances == 0] == 0).all()
        assert (shard.best & ~shard.masks).sum() == 0
        laid = known.any(axis=(1, 2))
        sums = np.where(known, shard.chances, 0).sum(axis=(1, 2))[laid]
        assert np.allclose(sums, np.where(known, shard.truth, 0).sum(axis=(1, 2))[laid], atol=0.05)


def test_a_folder_of_another_dataset_is_refused(tmp_path, folder, whole) -> None:
    for options in ({"seed": 2}, {"shard": 21}, {"positions": 91}, {"opening": 1}):
        with refused(ConfigError, "dataset_other", key=next(iter(options))):
            produce(GAME, folder, **{"positions": POSITIONS, "seed": 1, "shard": SHARD, **options})
    for game in (boardwright.load("minesweeper", "medium"), boardwright.load("connect_four")):
        with refused(ConfigError, "dataset_differs"):
            produce(game, folder, POSITIONS, seed=1, shard=SHARD)
    assert files(folder) == whole
    with refused(ConfigError, "dataset_absent"):
        load_dataset(tmp_path / "nothing")


def test_a_game_without_exact_labels_is_refused(tmp_path) -> None:
    with refused(AgentError, "dataset_teacher", game="quoridor"):
        produce(boardwright.load("quoridor"), tmp_path / "none")
    assert not (tmp_path / "none").exists()


def minimax(game, state) -> int:
    """The outcome for the player to move, by every line."""
    if state["to_move"][0] < 0:
        return int(np.sign(state["returns"][0][0]))
    player = int(state["to_move"][0])
    outcomes = [outcome(game, state, int(action)) for action in np.flatnonzero(game.legal_mask(state)[0])]
    return max(outcomes) if player == 0 else min(outcomes)


def outcome(game, state, action: int) -> int:
    """The outcome of an action for the first player."""
    return minimax(game, game.apply(state, action))


def test_a_solver_labels_every_move_that_keeps_the_outcome(tmp_path) -> None:
    game = boardwright.load("connect_four")
    assert produce(game, tmp_path, 12, seed=3, shard=6, opening=30).complete
    for shard in Dataset(tmp_path, game):
        stones = (shard.observations["own"] | shard.observations["other"]).reshape(len(shard), -1).sum(axis=1)
        assert stones.min() >= 30
        assert shard.best.any(axis=1).all()
        assert not (shard.best & ~shard.masks).any()
    teacher, batch = exact_labels(game).teacher, Batch(game, 40, seed=2)
    rng = np.random.default_rng(0)
    while (late := np.flatnonzero(batch.states["ply"] >= 36)).size < 2:
        batch.step(np.argmax(rng.random(batch.mask.shape) * batch.mask, axis=1))
    best, _ = teacher.teach_states(batch.states[late], batch.mask[late])
    for row, good in zip(late, best):
        state = batch.states[row : row + 1]
        sign = 1 if state["to_move"][0] == 0 else -1
        found = {int(a): sign * outcome(game, state, int(a)) for a in np.flatnonzero(batch.mask[row])}
        assert set(np.flatnonzero(good)) == {action for action in found if found[action] == max(found.values())}


def test_the_command_tells_what_it_wrote(tmp_path, monkeypatch) -> None:
    command = ["dataset", "minesweeper", "--preset=small", "--positions=40", "--shard=20", "--out", str(tmp_path)]
    about = {"folder": tmp_path, "positions": 40, "shards": 2}
    for before in (0, 2):
        told = CliRunner().invoke(app, command)
        assert str(Word("dataset_written", {**about, "before": before})) in told.output

    def interrupted(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(Dataset, "add", interrupted)
    ended = CliRunner().invoke(app, [*command[:-1], str(tmp_path / "other")])
    assert ended.exit_code == 130
    assert str(Word("dataset_stopped", {"done": 0, "total": 40})) in ended.output
