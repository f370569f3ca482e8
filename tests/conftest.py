"""Shared fixtures: sentences in English, toy games, and child processes with their own environment."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pytest_plugins = ["gate.meter"]

# There is a worker for each core: torch's threads would wait for those of the other.
os.environ.setdefault("OMP_NUM_THREADS", "1")

Child = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BOARDWRIGHT_LANGUAGE", raising=False)


@pytest.fixture(autouse=True)
def games_as_before() -> Iterator[None]:
    """Forget the games that a test registered: the next test of the process may list them all."""
    from boardwright.core import registry

    # Not `names`, which would keep the packages that a test pretends to have.
    before = set(registry._registered)
    yield
    for name in set(registry._registered) - before:
        registry.forget(name)


@pytest.fixture
def plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run every loop as plain Python in this test, whatever game it loads: nothing is compiled."""
    from boardwright.core.compiled import compiler

    monkeypatch.setattr(compiler, "INTERPRETED", True)


@pytest.fixture
def toy() -> Iterator[Callable[[str], Any]]:
    """Load a toy game by name, for the length of a test."""
    from boardwright.core import registry

    loaded = []

    def load(name: str) -> Any:
        registry.register(import_module(f"toys.{name}").DEFINITION)
        loaded.append(name)
        return registry.load(name)

    yield load
    for name in loaded:
        registry.forget(name)


@pytest.fixture(scope="session")
def hook() -> ModuleType:
    """The build hook, a module outside every package."""
    spec = importlib.util.spec_from_file_location("hatch_build", Path(__file__).parents[1] / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def child() -> Child:
    """Run a program in a new Python: `child(program, NUMBA_CACHE_DIR=..., PYTHONPATH=...)`."""
    return run_child


def run_child(program: str, **environment: str | Path) -> subprocess.CompletedProcess[str]:
    process = start_child(program, **environment)
    out, err = process.communicate()
    assert process.returncode == 0, err
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def start_child(program: str, **environment: str | Path) -> subprocess.Popen[str]:
    ours = ("NUMBA_", "BOARDWRIGHT_", "COV_", "COVERAGE_", "PYTHON")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    added = {name: str(value) for name, value in environment.items()}
    return subprocess.Popen(
        [sys.executable, "-c", program],
        env={**inherited, **added},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
