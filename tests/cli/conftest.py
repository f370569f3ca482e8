"""Fixtures of tests of commands."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from boardwright.cli import main


@pytest.fixture
def ran(monkeypatch, capsys):
    """Run a command in this process, and return its exit status, standard output and standard error."""

    def run(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["boardwright", *arguments])
        monkeypatch.setenv("COLUMNS", "200")
        with pytest.raises(SystemExit) as ended:
            main()
        output = capsys.readouterr()
        return int(ended.value.code or 0), output.out, output.err

    return run


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which `serve` keeps its matches by default, not made yet."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "boardwright"
