"""Builds the page of `boardwright serve` from web/ into the package, so that an installed wheel needs no Node.

A wheel also gets the documentation and the examples, which authors of games read (`boardwright docs`).
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STATIC = "src/boardwright/server/static"
FOR_AUTHORS = ("docs", "examples")
"""Folders of the project that a wheel has inside the package, beside each other: pages of one link to the other."""

NOT_SOURCES = {"node_modules", "dist", "e2e"}
SKIP = "BOARDWRIGHT_SKIP_PAGE"
NO_NODE = (
    "The page of `boardwright serve` is built with Node 20.19 or later, and there is no Node here. "
    f"Install Node and run this again, or set {SKIP}=1 to build without the page: everything else works."
)
NO_PAGE = f"Built without the page of `boardwright serve`, because {SKIP} is set."


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs before a wheel, a source archive or an editable install is made."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page if its sources are newer, and let it into the archive although git ignores it."""
        root = Path(self.root)
        build_data["artifacts"].append(f"/{STATIC}/**")
        editable = version == "editable"
        if self.target_name == "wheel" and not editable:
            build_data["force_include"] |= {str(root / name): f"boardwright/{name}" for name in FOR_AUTHORS}
        there = (root / STATIC / "index.html").exists()
        if os.environ.get(SKIP):
            # `make setup` builds the page beside its editable install.
            if not there and not editable:
                self.app.display_warning(NO_PAGE)
            return
        problem = None if up_to_date(root) else build(root)
        if problem is None:
            return
        if editable or there:
            self.app.display_warning(problem)
        else:
            self.app.abort(problem)  # an exception would hide the sentence under a traceback of the build's own


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
