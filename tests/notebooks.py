"""Runs the notebooks of `examples/notebooks`, and writes what their cells show: `python tests/notebooks.py [FILE ...]`.

It needs nbclient and ipykernel, which `make setup-tools` installs in an environment of their own.
"""

from __future__ import annotations

import sys
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "examples" / "notebooks"


def run(path: Path) -> str:
    """Run a notebook from its beginning. Return it as text, with its outputs and without the times of its cells."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    NotebookClient(
        notebook, timeout=300, resources={"metadata": {"path": str(path.parent)}}, record_timing=False
    ).execute()
    for cell in notebook.cells:
        # The first run compiles, and says so.
        cell["outputs"] = (
            [out for out in cell.get("outputs", []) if out.get("name") != "stderr"] if "outputs" in cell else []
        )
        if cell.cell_type != "code":
            del cell["outputs"]
    notebook.metadata.pop("language_info", None)
    text: str = nbformat.writes(notebook)
    return text + "\n"


if __name__ == "__main__":
    for path in [Path(name) for name in sys.argv[1:]] or sorted(FOLDER.glob("*.ipynb")):
        path.write_text(run(path), encoding="utf-8")
        print(path)
