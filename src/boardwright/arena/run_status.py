"""The file `run.json` in a run's folder: the kind of run, its state, and the results so far, to be read meanwhile.

It is replaced as a whole, so that a reader never meets half of it. A process that is killed leaves `running` behind: a
reader also looks at the time of the latest change.
"""

from __future__ import annotations

import json
import time
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Literal, Protocol, Self

from boardwright.arena.ratings import defaults
from boardwright.core import config
from boardwright.core.errors import BoardwrightError, HistoryError

FILE: Final = "run.json"

Kind = Literal["tournament", "ladder", "evaluation", "training"]
State = Literal["running", "finished", "stopped"]


class RunStatus(config.Settings):
    """A run. `done` and `total` count games, or rounds of a training; `result` is what `--json` prints."""

    kind: Kind
    game: str
    title: str
    state: State
    done: int
    total: int | None
    result: dict[str, Any] | None


class Result(Protocol):
    """The results of a tournament, a ladder or an evaluation so far."""

    @property
    def played(self) -> int: ...
    @property
    def complete(self) -> bool: ...
    def to_dict(self) -> dict[str, Any]: ...


def write(folder: Path, status: RunStatus) -> None:
    """Replace the file of a folder, which is made if it is not there."""
    temporary = folder / f"{FILE}.partial"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        temporary.write_text(status.model_dump_json(indent=1) + "\n", encoding="utf-8")
        temporary.replace(folder / FILE)
    except OSError as error:
        raise HistoryError("file_unwritable", path=folder / FILE, detail=error.strerror) from None


def read(text: str | bytes, path: Path | str) -> RunStatus:
    """Parse the file; `path` is for the error. Raises HistoryError for anything else."""
    try:
        data = json.loads(text)
        if isinstance(data, dict):
            return config.validate(RunStatus, data)
    except (ValueError, RecursionError, BoardwrightError):
        pass
    raise HistoryError("run_status_unreadable", path=path)


class Report:
    """Writes the results of games to a folder while they are played, every few seconds, and at the end."""

    def __init__(self, folder: Path, kind: Kind, game: str, title: str, total: int) -> None:
        """Begin a run in a folder without one. Raises HistoryError if it has one already."""
        if (folder / FILE).exists():
            raise HistoryError("run_there", path=folder)
        self._folder = folder
        self._begun = RunStatus(kind=kind, game=game, title=title, state="running", done=0, total=total, result=None)
        self._result: Result | None = None
        self._write("running")

    def __call__(self, result: Result) -> None:
        """Take the results so far, after a game."""
        self._result = result
        if time.monotonic() - self._written >= defaults().report_seconds:
            self._write("running")

    def _write(self, state: State) -> None:
        changes: dict[str, Any] = {"state": state}
        if self._result is not None:
            changes |= {"done": self._result.played, "result": self._result.to_dict()}
        write(self._folder, self._begun.model_copy(update=changes))
        self._written = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        complete = error is None and self._result is not None and self._result.complete
        self._write("finished" if complete else "stopped")


def reporting(
    folder: Path | None, kind: Kind, game: str, title: str, total: int
) -> AbstractContextManager[Report | None]:
    """A report to a folder; None without one."""
    return nullcontext() if folder is None else Report(folder, kind, game, title, total)
