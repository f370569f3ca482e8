"""The size of the house now and a day ago: lines, folders, commands, and the modules that the documentation uses."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMMANDS = "from boardwright.cli import PANELS; print(sum(map(len, PANELS.values())))"
IMPORTED = re.compile(r"^(?:>>> )?\s*(?:from|import) (boardwright[\w.]*)(?: import (\w+))?", re.M)


def figures(tree: Path) -> dict[str, int | str]:
    """The figures of a working tree."""
    source = tree / "src" / "boardwright"
    modules = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in source.rglob("*.py")}
    tests = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in (tree / "tests").rglob("*.py"))
    folder, crowd = Counter(path.parent for path in modules).most_common(1)[0]
    longest = max(modules, key=lambda path: modules[path])
    commands = subprocess.run(
        [sys.executable, "-c", COMMANDS],
        env={"PYTHONPATH": str(tree / "src")},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    pages = [tree / "README.md", *(tree / "docs").rglob("*.md")]
    used = {name for page in pages for name, _ in IMPORTED.findall(page.read_text(encoding="utf-8"))}
    return {
        "lines of src/boardwright": sum(modules.values()),
        "files of src/boardwright": len(modules),
        "files in the fullest folder": f"{crowd} ({folder.relative_to(source)})",
        "lines of the longest file": f"{modules[longest]} ({longest.relative_to(source)})",
        "lines of tests": tests,
        "visible commands": int(commands),
        "public modules that documents use": len(used),
    }


def show() -> None:
    """Print the figures beside those of the last commit that is a day old."""
    with tempfile.TemporaryDirectory() as folder:
        before = _a_day_ago(Path(folder))
        for name, now in figures(ROOT).items():
            print(f"{name:34} {now!s:>28} {before.get(name, '')!s:>28}")


def _a_day_ago(folder: Path) -> dict[str, int | str]:
    def git(*arguments: str) -> bytes:
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, check=True).stdout

    commit = git("rev-list", "-1", "--before=1 day ago", "HEAD").decode().strip()
    if not commit:
        return {}
    with tarfile.open(fileobj=io.BytesIO(git("archive", commit, "src", "tests", "docs", "README.md"))) as archive:
        archive.extractall(folder, filter="data")
    return figures(folder)
