"""The progress bar of matches, and the file that records them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from rich import progress as bars
from rich.console import Console

from boardwright.arena.evaluation import Keep
from boardwright.arena.match_records import Recorder
from boardwright.core.progress import Progress

SLOW = 3600.0
"""Seconds over which the remaining time is estimated: a match, or a round of training, may take minutes."""


class Following(NamedTuple):
    """The callbacks of matches: one for records, if they are kept, and one for the bar."""

    keep: Keep | None
    progress: Progress


def moving(bar: bars.Progress, task: bars.TaskID) -> Progress:
    """Return a progress callback that moves a bar."""

    def move(done: float, total: float | None, values: Mapping[str, float]) -> None:
        bar.update(task, completed=done, total=total)

    return move


@contextmanager
def following(title: str, total: int, path: Path | None) -> Iterator[Following]:
    """Yield callbacks that move a bar on standard error, and record each match if there is a file."""
    columns = (
        bars.TextColumn("{task.description}"),
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        bars.TimeRemainingColumn(),
    )
    with ExitStack() as stack:
        file = stack.enter_context(Recorder(path)) if path else None
        console = Console(stderr=True)
        # Without a terminal a bar would leave an empty line.
        options: Any = {"transient": True, "disable": not console.is_terminal, "speed_estimate_period": SLOW}
        bar = stack.enter_context(bars.Progress(*columns, console=console, **options))
        yield Following(None if file is None else file.write, moving(bar, bar.add_task(title, total=total)))
