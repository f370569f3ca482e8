"""Fixtures of tests of commands."""

from __future__ import annotations

import sys

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
