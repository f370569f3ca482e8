"""`boardwright docs`: the documentation that is installed with the package."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

PACKAGE = Path(__file__).parents[1]


def command(page: Annotated[str, typer.Argument(help="The page to print, `contract` for example.")] = "") -> None:
    """Print a page of the documentation, or list the pages.

    The list has the folders of the examples, too.

    Authors of games read `adding-a-game`, `contract` and `api/definition`, authors of agents `adding-an-agent`.

    Example: `boardwright docs adding-a-game`
    """
    from boardwright.cli import docstrings
    from boardwright.core.errors import ConfigError
    from boardwright.core.words import Word

    documentation = folder("docs")
    pages = {path.relative_to(documentation).with_suffix("").as_posix(): path for path in documentation.rglob("*.md")}
    # Decisions and specifications can be printed, too, but are not listed.
    names = sorted(name for name in pages if "/" not in name or name.startswith(("games/", "api/")))
    if page:
        if page not in pages:
            raise ConfigError("docs_absent", path=page, known=names)
        print(docstrings.expand(pages[page].read_text(encoding="utf-8")), end="")
        return
    print(Word("docs_pages", {"path": documentation}))
    for name in names:
        print(" ", name)
    print(Word("docs_examples", {"path": folder("examples")}))


def folder(name: str) -> Path:
    """A folder for authors: inside the package where a wheel was installed, else at the root of the working copy."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parents[1] / name
