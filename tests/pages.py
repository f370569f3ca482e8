"""The pages of the documentation, and their blocks of code."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
FENCE = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.M | re.S)
CONTRACT = "def reset(p, s): ..."
"""In a block that lists signatures, which is no program."""


def name(page: Path) -> str:
    """The path of a page from the root."""
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path, language: str) -> list[tuple[str, str]]:
    """The blocks of a language in a page: the title, which names a file that it quotes, and the text."""
    fences = FENCE.findall(page.read_text(encoding="utf-8"))
    return [(title, body) for named, title, body in fences if named == language]


def snippets(page: Path) -> list[str]:
    """The Python in a page that a reader would run, in order."""
    return [body for title, body in blocks(page, "python") if not title and CONTRACT not in body]


WITH_SNIPPETS = [page for page in PAGES if snippets(page)]
