"""Builds the page of `boardwright serve` from web/ into the package, so that an installed wheel needs no Node.

A wheel also gets the documentation and the examples, which authors of games read (`boardwright docs`).
"""

from __future__ import annotations

import fnmatch
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STATIC = "src/boardwright/server/static"
FOR_AUTHORS = ("docs", "examples")
"""Folders of the project that a wheel has inside the package, beside each other: pages of one link to the other."""

LEFT_BEHIND = (".*", "__pycache__", "*.egg-info", "build", "dist", "runs")
"""Names of what tests, tools and builds leave in those folders: no two working copies have the same of it."""

NOT_SOURCES = {"node_modules", "dist", "e2e"}
SKIP = "BOARDWRIGHT_SKIP_PAGE"
NODE = (20, 19)
"""The oldest Node that builds the page; web/package.json says so, too."""

NO_PAGE = "Built without the page of `boardwright serve`, because {cause}; everything else works."
OLD_PAGE = "Built with a page of `boardwright serve` that is older than its sources, because {cause}."


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs before a wheel, a source archive or an editable install is made."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page if its sources are newer, and let it into the archive although git ignores it."""
        root = Path(self.root)
        build_data["artifacts"].append(f"/{STATIC}/**")
        editable = version == "editable"
        if self.target_name == "wheel" and not editable:
            build_data["force_include"] |= for_authors(root)
        there = (root / STATIC / "index.html").exists()
        if os.environ.get(SKIP):
            # `make setup` builds the page beside its editable install.
            if not there and not editable:
                self.app.display_warning(NO_PAGE.format(cause=f"{SKIP} is set"))
            return
        if up_to_date(root):
            return
        cause = no_node() or build(root)
        if cause is None:
            return
        if there or editable or no_node():
            self.app.display_warning((OLD_PAGE if there else NO_PAGE).format(cause=cause))
        else:
            # Node is there, so the page was meant to be built. An exception would hide the sentence under a traceback.
            self.app.abort(f"The page of `boardwright serve` was not built, because {cause}")


def for_authors(root: Path) -> dict[str, str]:
    """The files of documentation and examples, each with its place in a wheel, in the same order on every machine."""
    files = (path for name in FOR_AUTHORS for path in sorted((root / name).rglob("*")) if path.is_file())
    inside = {path: path.relative_to(root) for path in files}
    return {
        str(path): f"boardwright/{place.as_posix()}"
        for path, place in inside.items()
        if not any(fnmatch.fnmatch(part, pattern) for part in place.parts for pattern in LEFT_BEHIND)
    }


def up_to_date(root: Path) -> bool:
    """Whether the page is there and no source of it is newer."""
    page = root / STATIC / "index.html"
    return page.exists() and all(source.stat().st_mtime <= page.stat().st_mtime for source in sources(root / "web"))


def sources(web: Path) -> Iterator[Path]:
    """Every file that the page is made from; none where the archive has no web folder."""
    for entry in web.iterdir() if web.exists() else ():
        if entry.name not in NOT_SOURCES:
            yield from [entry] if entry.is_file() else filter(Path.is_file, entry.rglob("*"))


def no_node() -> str | None:
    """Why the page cannot be built here, if Node is missing or too old."""
    needed = ".".join(map(str, NODE))
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return f"it is built with Node {needed} or later and npm, which are not here"
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    version = tuple(map(int, re.findall(r"\d+", said)[:2]))
    return (
        None if version >= NODE else f"it is built with Node {needed} or later, and this is {said or 'another program'}"
    )


def build(root: Path) -> str | None:
    """Build the page; what went wrong, if something did."""
    npm = shutil.which("npm") or "npm"
    for command in (["ci"], ["run", "build"]):
        done = subprocess.run([npm, *command], cwd=root / "web", capture_output=True, text=True, check=False)
        if done.returncode != 0:
            said = (done.stdout + done.stderr).strip()[-2000:]
            return f"`npm {' '.join(command)}` in web/ failed:\n{said}"
    return None
