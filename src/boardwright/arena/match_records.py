"""Match records as lines of JSON, with all actions and draws, so that the rules alone can replay them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from json import loads
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from boardwright.core import config
from boardwright.core.errors import BoardwrightError, HistoryError
from boardwright.core.game import Game
from boardwright.core.position import Position
from boardwright.core.record import Array
from boardwright.core.words import Word


class Record(config.Settings):
    """One match. `agents` are named by seat; `history` is a list of [action, draw]; `digest` is of the last state.

    `resigned` is the seat that resigned, None if the rules ended the match; `forfeit` says why, as a code with
    parameters, if that agent has a reason.
    """

    game: str
    version: int
    config: dict[str, Any]
    seed: int
    number: int
    agents: list[str]
    history: list[list[int]]
    returns: list[float]
    truncated: bool
    plies: int
    digest: str
    resigned: int | None = None
    forfeit: dict[str, Any] | None = None


class UnfinishedRecord(config.Settings):
    """The record of a game that need not be over, as `Position.to_dict` and `play --json` write it."""

    game: str
    version: int
    config: dict[str, Any]
    seed: int | None
    history: list[list[int]]


class Recorder:
    """Writes one record a line, each as soon as its match is over: an interrupted run keeps its finished matches."""

    def __init__(self, path: Path) -> None:
        try:
            self._file = path.open("w", encoding="utf-8")
        except OSError as error:
            raise HistoryError("file_unwritable", path=path, detail=error.strerror) from None

    def write(self, record: Record | UnfinishedRecord) -> None:
        """Write a record as a line."""
        self._file.write(record.model_dump_json() + "\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()


def digest(state: Array) -> str:
    """A short hash of every byte of a state."""
    return hashlib.sha256(state.tobytes()).hexdigest()[:16]


def record_of(position: Position, agents: list[str], resigned: int | None = None) -> Record | UnfinishedRecord:
    """Return the record of a game; an unfinished game gives an UnfinishedRecord."""
    if position.outcome is None and resigned is None:
        return UnfinishedRecord(**position.to_dict())
    return Record(
        **{**position.to_dict(), "seed": position.seed or 0},
        number=0,
        agents=agents,
        plies=len(position.history),
        digest=digest(position.state),
        resigned=resigned,
        **_ending(position, resigned),
    )


def lines(path: Path) -> Iterator[tuple[int, str]]:
    """Return the non-blank lines of a file, numbered from 1. A file that is one JSON object counts as one line."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise HistoryError("record_absent", path=path) from None
    except (OSError, UnicodeDecodeError):
        raise HistoryError("record_unreadable", path=path) from None
    if text.startswith("{\n"):  # indented over several lines, as `play --json` prints it
        return iter([(1, text)])
    return ((number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip())


def read(line: str, number: int) -> Record | UnfinishedRecord:
    """Parse the record of a line; `number` is for the error."""
    try:
        data = loads(line)
        if not isinstance(data, dict):
            raise HistoryError("record_not_json")
        if set(data) == set(UnfinishedRecord.model_fields):
            return config.validate(UnfinishedRecord, data)
        return config.validate(Record, data)
    except (ValueError, RecursionError, BoardwrightError) as error:
        # JSON also ends in a number of 5,000 digits, and in brackets that are nested too deep.
        raise _at(number, error) from error


def replay(record: Record | UnfinishedRecord, *, line: int = 1, game: Game | None = None) -> Position:
    """Replay a record by the rules, and compare the end of a finished match. Raises HistoryError on a difference.

    `game` is the record's own, if it is loaded already.
    """
    try:
        position = Position.from_dict(record.model_dump()) if game is None else Position.replay(game, record.history)
        if isinstance(record, UnfinishedRecord):
            return position
        played = {
            "plies": len(position.history),
            **_ending(position, record.resigned),
            "digest": digest(position.state),
        }
        for field, value in played.items():
            if (recorded := getattr(record, field)) != value:
                raise HistoryError("record_differs", field=field, recorded=str(recorded), played=str(value))
    except BoardwrightError as error:
        raise _at(line, error) from error
    return position


def _ending(position: Position, resigned: int | None) -> dict[str, Any]:
    """The returns and truncation of a match that ended by its rules or by resignation."""
    outcome = position.outcome
    if resigned is None and outcome is not None:
        return {"returns": list(outcome.returns), "truncated": outcome.truncated}
    if resigned is None or outcome is not None or not 0 <= resigned < position.game.players:
        raise HistoryError("record_unfinished", plies=len(position.history))
    return {"returns": list(position.game.resigned(resigned)), "truncated": False}


def _at(line: int, error: Exception) -> HistoryError:
    problem = error.word if isinstance(error, BoardwrightError) else Word("record_not_json")
    return HistoryError("record_line", line=line, problem=problem)
