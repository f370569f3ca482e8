"""`boardwright train --recipe`: a network learns, watched as it does."""

from __future__ import annotations

from pathlib import Path

import typer


def run(game: str, name: str, folder: Path, *, start: str, resume: bool, as_json: bool) -> None:
    """Train by a recipe into a folder."""
    from boardwright.learning import recipes
    from boardwright.learning.training import Run

    recipe = recipes.read(game, name)
    if start:
        recipe = recipe.model_copy(update={"start": start})

    def tell(stage: str, row: dict[str, float]) -> None:
        if "round" in row:
            typer.echo(f"{stage} " + " ".join(f"{key}={value:.4g}" for key, value in row.items()))

    Run(game, recipe, folder, resume=resume).go(tell)
