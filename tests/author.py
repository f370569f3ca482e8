"""An author at work: the package of a new game, installed for child processes only, and edits of its files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from boardwright.cli import new_game

NAME = "first_steps"


class Author:
    """Writes the skeleton of a game to a folder, with the metadata by which Boardwright finds it."""

    def __init__(self, folder: Path) -> None:
        new_game.write(NAME, folder / NAME)
        self.sources = folder / NAME / "src"
        self.package = self.sources / NAME
        metadata = self.sources / f"{NAME}-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {NAME}\nVersion: 1.0\n", encoding="utf-8")
        (metadata / "entry_points.txt").write_text(
            f"[boardwright.games]\n{NAME} = {NAME}:DEFINITION\n", encoding="utf-8"
        )

    def edit(self, file: str, old: str, new: str) -> None:
        """Replace a text in a file of the package."""
        path = self.package / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{file} has no {old!r}"
        path.write_text(text.replace(old, new), encoding="utf-8")

    def start(self, *arguments: str, **environment: str) -> subprocess.Popen[str]:
        """Start `boardwright check` on the game."""
        path = os.pathsep.join(filter(None, [str(self.sources), os.environ.get("PYTHONPATH")]))
        own = {"PYTHONPATH": path, "COLUMNS": "200", **environment}
        return subprocess.Popen(
            [sys.executable, "-m", "boardwright", "check", NAME, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **own},
        )

    def check(self, *arguments: str, **environment: str) -> tuple[int, str, str]:
        """Run `boardwright check` on the game; returns its exit status, standard output and standard error."""
        process = self.start(*arguments, **environment)
        out, err = process.communicate()
        return process.returncode, out, err
