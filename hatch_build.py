"""Builds the page of `boardwright serve` from web/ into the package, so that an installed wheel needs no Node."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STATIC = "src/boardwright/server/static"
NOT_SOURCES = {"node_modules", "dist", "e2e"}
NO_NODE = (
    "The page of `boardwright serve` is not built, and there is no Node to build it with: "
    "install Node 20.19 or later, then run this again."
)


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs before a wheel, a source archive or an editable install is made."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page if its sources are newer, and let it into the archive although git ignores it."""
        root = Path(self.root)
        build_data["artifacts"].append(f"/{STATIC}/**")
        # Set by `make setup`, which builds the page beside the installation.
        skipped = version == "editable" and os.environ.get("BOARDWRIGHT_SKIP_PAGE")
        problem = None if skipped or up_to_date(root) else build(root)
        if problem is None:
            return
        if version == "editable" or (root / STATIC / "index.html").exists():
            self.app.display_warning(problem)
        else:
            raise RuntimeError(problem)


def up_to_date(root: Path) -> bool:
    """Whether the page is there and no source of it is newer."""
    page = root / STATIC / "index.html"
    return page.exists() and all(source.stat().st_mtime <= page.stat().st_mtime for source in sources(root / "web"))


def sources(web: Path) -> Iterator[Path]:
    """Every file that the page is made from; none where the archive has no web folder."""
    for entry in web.iterdir() if web.exists() else ():
        if entry.name not in NOT_SOURCES:
            yield from [entry] if entry.is_file() else filter(Path.is_file, entry.rglob("*"))


def build(root: Path) -> str | None:
    """Build the page; what went wrong, if something did."""
    npm = shutil.which("npm")
    if npm is None:
        return NO_NODE
    for command in (["ci"], ["run", "build"]):
        done = subprocess.run([npm, *command], cwd=root / "web", capture_output=True, text=True, check=False)
        if done.returncode != 0:
            said = (done.stdout + done.stderr).strip()[-2000:]
            return f"`npm {' '.join(command)}` in web/ could not build the page of `boardwright serve`:\n{said}"
    return None
