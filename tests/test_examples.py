"""The programs of `examples/scripts` run as a reader would run them, with little to do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parent.parent / "examples" / "scripts"

CASES = {
    "random_play.py": (("tic_tac_toe", "0.2"), "PettingZoo"),
    "heat_map.py": (("heat.svg",), "is safe"),
    "own_agent.py": (("4", "table.svg"), "perfect"),
    "self_play.py": (("tic_tac_toe", "0.05", "run"), "against random: "),
    "language_model.py": (("tic_tac_toe",), "> hint"),
}


def test_every_script_is_tried() -> None:
    assert {path.name for path in SCRIPTS.glob("*.py")} == CASES.keys()


@pytest.mark.parametrize("name", CASES)
def test_a_script_runs(name: str, tmp_path: Path) -> None:
    arguments, expected = CASES[name]
    command = [sys.executable, str(SCRIPTS / name), *arguments]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    assert expected in ran.stdout
