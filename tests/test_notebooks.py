"""The notebooks of `examples/notebooks` run, and keep what their cells showed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))
TOOLS = ROOT / ".cache" / "tools" / "notebooks" / "bin" / "python"


COMPILING = {"minesweeper_chances"}
"""Their boards are compiled for nothing else in the gate."""


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=pytest.mark.slow) if path.stem in COMPILING else path for path in NOTEBOOKS],
    ids=lambda path: path.stem,
)
def test_code_cells_run_one_after_the_other(path: Path, tmp_path: Path) -> None:
    cells = [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    # A notebook shows pictures by IPython, which a program need not have.
    program = "\n".join("".join(cell["source"]) for cell in cells)
    program = program.replace("from IPython.display import SVG", "SVG = str")
    ran = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_last_cell_shows_something_and_none_an_error(path: Path) -> None:
    cells = [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    kinds = [output["output_type"] for cell in cells for output in cell["outputs"]]
    assert cells[-1]["outputs"]
    assert "error" not in kinds
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run_in_jupyter(path: Path, tmp_path: Path) -> None:
    if not TOOLS.is_file():
        pytest.skip("`make setup-tools` installs Jupyter's kernel in an environment of its own")
    copy = tmp_path / path.name
    copy.write_bytes(path.read_bytes())
    command = [str(TOOLS), str(ROOT / "tests" / "notebooks.py"), str(copy)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert ran.returncode == 0, ran.stderr
