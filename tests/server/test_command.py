"""`boardwright serve`, and the modules that must not be imported before it runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx

from cli.conftest import Ran
from conftest import Child

from .harness import PATIENCE, said

MAIN = [sys.executable, "-c", "from boardwright.cli import main; main()"]


def test_the_command_serves_prints_its_address_and_ends(tmp_path: Path, ran: Callable[..., Ran]) -> None:
    command = [*MAIN, "serve", "--port", "0"]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "BOARDWRIGHT_LANGUAGE": "fr"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"http://127\.0\.0\.1:\d+/", line)
    assert found
    address = found[0]
    assert line == said("serve_address", "fr", address=address) + "\n"
    games = httpx.get(f"{address}api/v1/games", timeout=60, trust_env=False).json()
    assert "tic_tac_toe" in {game["name"] for game in games}
    assert (tmp_path / "boardwright" / "matches.sqlite").exists()
    port = address.rstrip("/").rpartition(":")[2]
    ran("serve", "--port", port, "--data", tmp_path / "b").refuses("port_taken", address=f"127.0.0.1:{port}")
    process.send_signal(2)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (0, "", "")


def test_help_imports_no_web_and_no_database(child: Child) -> None:
    program = """
import sys
from typer.testing import CliRunner
from boardwright.cli import app
assert "--port" in CliRunner().invoke(app, ["serve", "--help"], env={"COLUMNS": "200", "TERM": "dumb"}).output
print([name for name in ("fastapi", "starlette", "sqlalchemy", "alembic", "uvicorn", "numba") if name in sys.modules])
"""
    assert child(program).stdout == "[]\n"
