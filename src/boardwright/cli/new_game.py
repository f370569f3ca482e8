"""`boardwright new-game`: a package to start from."""

from __future__ import annotations

from typing import Annotated

import typer


def command(
    name: Annotated[str, typer.Argument(help="The game's name, in lower_case_with_underscores.")],
) -> None:
    """Write a package."""
