"""The bar that follows matches as they are played, and the file that they are written to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from boardwright.arena.match_records import Record, Recorder

SLOW = 3600.0
"""Seconds that the time left is estimated from: a match, or a round of training, may take minutes."""


@contextmanager
def following(title: str, total: int, path: Path | None) -> Iterator[Callable[[Record | None], None]]:
    """What to do with each match: move the bar on standard error, and write the match down if there is a file."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with ExitStack() as stack:
        file = stack.enter_context(Recorder(path)) if path else None
        console = Console(stderr=True)
        # Without a terminal a bar would leave an empty line.
        options: Any = {"transient": True, "disable": not console.is_terminal, "speed_estimate_period": SLOW}
        bar = Progress(*columns, console=console, **options)
        progress = stack.enter_context(bar)
        task = progress.add_task(title, total=total)

        def tell(record: Record | None) -> None:
            if file is not None and record is not None:
                file.write(record)
            progress.advance(task)

        yield tell
