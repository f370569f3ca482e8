"""`boardwright bench`: how fast, beside whom."""

from __future__ import annotations

from typing import Annotated

import typer


def command(
    game: Annotated[str, typer.Argument(help="The game's name.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure a game."""
