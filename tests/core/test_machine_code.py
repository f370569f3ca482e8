"""Machine code on disk: the folder it is kept in, folders that travel, and entries that must never be run."""

from __future__ import annotations

import json
import os
from pathlib import Path

import llvmlite.binding as llvm
import pytest

from boardwright.core.compiled import cache, folders, targets
from boardwright.core.compiled.compiler import INTERPRETED
from boardwright.core.compiled.targets import Target
from boardwright.core.errors import ConfigError
from boardwright.core.words import Word
from conftest import Child
from saying import refused

compiled_only = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")

MOVE = """
from boardwright.core import registry
from boardwright.core.compiled import compiler
from boardwright.core.position import Position
position = Position(registry.load("tic_tac_toe"))
position.push(4)
print(*compiler.compilations())
"""


def compiled(child: Child, cache: Path | str, **environment: str | Path) -> str:
    return child(MOVE, NUMBA_CACHE_DIR=cache, BOARDWRIGHT_QUIET="1", **environment).stdout.strip()


@pytest.fixture(scope="module")
def travelling(tmp_path_factory: pytest.TempPathFactory, child: Child) -> Path:
    """A folder of code for any machine of this kind, made as `warmup --target generic --out` does."""
    made, out = tmp_path_factory.mktemp("made"), tmp_path_factory.mktemp("out")
    assert compiled(child, made, NUMBA_CPU_NAME=targets.GENERIC, NUMBA_CPU_FEATURES="") == "loops.step"
    folders.write_card(out, targets.portable(targets.GENERIC))
    for entry in cache.entries(made / "boardwright"):
        assert entry.target == targets.portable(targets.GENERIC)
        entry.path.rename(out / entry.path.name)
    return out


@compiled_only
def test_code_that_was_compiled_elsewhere_is_used(child: Child, travelling: Path, tmp_path: Path) -> None:
    listed = f"{tmp_path / 'nothing'}{os.pathsep}{travelling}"
    assert compiled(child, "/dev/null/nowhere", BOARDWRIGHT_MACHINE_CODE=listed) == ""
    assert compiled(child, tmp_path, BOARDWRIGHT_MACHINE_CODE="-") == "loops.step"


FAULTS = ("another processor", "no card", "another key", "cut off", "not code")


def spoilt(travelling: Path, folder: Path, fault: str) -> Path:
    """A copy of a folder of code with a fault."""
    folder.mkdir()
    for path in travelling.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    (file,) = folder.glob("*.code")
    key, _, data = file.read_bytes().partition(b"\n")
    if fault == "another processor":
        folders.write_card(folder, Target(llvm.get_process_triple(), "znver9", ""))
    elif fault == "no card":
        (folder / folders.CARD).unlink()
    elif fault == "another key":
        file.write_bytes(json.dumps({**json.loads(key), "reach": "0"}).encode() + b"\n" + data)
    else:
        file.write_bytes(key + b"\n" + (data[: len(data) // 2] if fault == "cut off" else b""))
    return folder


@compiled_only
def test_what_does_not_fit_is_ignored_never_run(child: Child, travelling: Path, tmp_path: Path) -> None:
    spoilt_folders = [spoilt(travelling, tmp_path / fault, fault) for fault in FAULTS]
    listed = os.pathsep.join(map(str, spoilt_folders))
    assert compiled(child, tmp_path / "cache", BOARDWRIGHT_MACHINE_CODE=listed) == "loops.step"


@compiled_only
def test_a_full_disk_is_told_once_and_the_game_goes_on(child: Child, tmp_path: Path) -> None:
    full = """
import errno, pathlib
def write_bytes(path, data):
    raise OSError(errno.ENOSPC, "No space left on device")
pathlib.Path.write_bytes = write_bytes
"""
    done = child(full + MOVE + "position.view(), position.pop()\n", NUMBA_CACHE_DIR=tmp_path)
    assert done.stdout.strip() == "loops.step"
    said = Word("cache_failed", {"folder": str(tmp_path / "boardwright"), "error": "No space left on device"})
    assert done.stderr.count(str(said)) == 1
    assert list((tmp_path / "boardwright").iterdir()) == []


def test_an_unknown_target_is_refused_with_those_there_are() -> None:
    with refused(ConfigError, "target_unknown") as caught:
        targets.portable("z80")
    assert targets.GENERIC in caught.value.params["known"]


def test_a_target_runs_where_the_processor_has_its_features(monkeypatch: pytest.MonkeyPatch) -> None:
    assert targets.runs_here(targets.portable(targets.GENERIC))
    monkeypatch.setattr(targets, "known", lambda: {"old": ("sse2",), "new": ("avx9000",)})
    monkeypatch.setattr(targets, "_features", lambda: {"sse2"})
    assert targets.runs_here(targets.portable("old"))
    assert not targets.runs_here(targets.portable("new"))
    assert not targets.runs_here(Target("another-triple", "old", ""))
