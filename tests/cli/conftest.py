"""What tests of commands share."""

from __future__ import annotations

import sys

import pytest

from boardwright.cli import main


@pytest.fixture
def ran(monkeypatch, capsys):
    """Run a command in this process: its exit status, and what it said on both ways out."""

    def run(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["boardwright", *arguments])
        monkeypatch.setenv("COLUMNS", "200")
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        return int(ended.value.code or 0), said.out, said.err

    return run
