"""`boardwright train --recipe incremental`: trains a network inside alpha-beta, with progress bars."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer


def run(
    game: str, folder: Path, *, changes: list[str], seed: int | None, workers: int | None, on: str, as_json: bool
) -> None:
    """Train into a folder, or go on with what is there. Ctrl-C keeps finished shards, and ends with 130."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from boardwright.cli.output import print_json
    from boardwright.cli.positions import settings
    from boardwright.cli.train_recipe import Follower
    from boardwright.core import registry
    from boardwright.core.words import Word
    from boardwright.learning.incremental import trainer
    from boardwright.scale.executors import open_executor

    given = {**settings(changes), **({} if seed is None else {"seed": seed})}
    options = trainer.read(game, given)
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[figures]}"),
    )
    stopped = False
    with (
        open_executor(on, workers) as executor,
        Progress(*columns, console=console, disable=not console.is_terminal) as progress,
    ):
        work = trainer.IncrementalRun(registry.load(game, options.board), options, folder, executor=executor)
        follow = Follower(progress, {}, console.is_terminal)
        try:
            report: dict[str, Any] = dict(work.go(follow.track))
        except KeyboardInterrupt:
            stopped, report = True, dict(follow.last)
    about = {"game": game, "recipe": trainer.NAME, "folder": str(folder), "model": str(folder / trainer.MODEL)}
    if as_json:
        print_json({**report, **about, "complete": not stopped, "cpu_seconds": round(work.spent, 1)})
    else:
        seconds = round(work.spent)
        print(Word("train_stopped_again" if stopped else "train_done", {"folder": folder, "seconds": seconds}))
        if not stopped:
            shares = {name: round(report[name], 4) for name in ("evaluation_error", "value_error", "played_error")}
            print(Word("train_incremental", {**shares, "game": game, "model": folder / trainer.MODEL}))
    if stopped:
        raise typer.Exit(130)
