"""The programs of `examples/scripts` run as a reader would run them, with little to do."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parent.parent / "examples" / "scripts"

CASES = {
    "random_play.py": (("tic_tac_toe", "0.2"), "PettingZoo"),
    "heat_map.py": (("heat.svg",), "heat.svg"),
    "own_agent.py": (("4", "table.svg"), "perfect"),
    "self_play.py": (("tic_tac_toe", "0.05", "run"), "against random: "),
    "language_model.py": (("tic_tac_toe",), "> hint"),
}
LONG = {
    "heat_map.py": "compiles the solver for a larger board",
    "self_play.py": "trains a network",
    "language_model.py": "starts a server for a language model",
}
"""Scripts that take more than the gate has, and why: there they are only read, and what they import is imported."""


def test_every_script_is_tried() -> None:
    assert {path.name for path in SCRIPTS.glob("*.py")} == CASES.keys() > LONG.keys()


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.slow if name in LONG else ()) for name in CASES])
def test_a_script_runs(name: str, tmp_path: Path) -> None:
    arguments, expected = CASES[name]
    command = [sys.executable, str(SCRIPTS / name), *arguments]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    assert expected in ran.stdout


@pytest.mark.parametrize("name", LONG)
def test_what_a_script_imports_is_there(name: str) -> None:
    tree = ast.parse((SCRIPTS / name).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("boardwright"):
            for alias in node.names:
                module = import_module(str(node.module))
                assert hasattr(module, alias.name) or import_module(f"{node.module}.{alias.name}"), alias.name
