"""The log of a long run: its settings, then one line of JSON for each finished part, so that it can be resumed.

A line is handed to the operating system before the next part counts: it survives the process, whatever kills it. A last
line without its end was cut off by a kill, and is dropped.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from boardwright.core import config
from boardwright.core.errors import BoardwrightError, HistoryError

P = TypeVar("P", bound=config.Settings)


class RunLog(Generic[P]):
    """A log with parts of one model, numbered from 0 by their field `number`."""

    def __init__(self, path: Path, model: type[P], number: str, settings: Mapping[str, Any], *, resume: bool) -> None:
        """Begin a log, or continue one of the same settings. Raises HistoryError for any other."""
        self.path = path
        self.parts: list[P] = []
        kept = 0
        try:
            if path.exists():
                whole = path.read_bytes()
                kept = whole.rfind(b"\n") + 1
                lines = whole[:kept].decode("utf-8", "replace").splitlines()
                if lines and not resume:
                    raise HistoryError("run_exists", path=path)
                self.parts = _read(path, lines, model, number, settings) if lines else []
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("ab")
            self._file.truncate(kept)
            if not kept:
                self._write([json.dumps(dict(settings), ensure_ascii=False)])
        except OSError as error:
            raise HistoryError("file_unwritable", path=path, detail=error.strerror) from None

    def append(self, parts: Sequence[P]) -> None:
        """Write finished parts."""
        self._write([part.model_dump_json() for part in parts])

    def _write(self, lines: Sequence[str]) -> None:
        self._file.write("".join(f"{line}\n" for line in lines).encode())
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()


def _read(path: Path, lines: Sequence[str], model: type[P], number: str, settings: Mapping[str, Any]) -> list[P]:
    recorded = _parsed(lines[0])
    if recorded is None:
        raise HistoryError("run_damaged", path=path, line=1)
    # As it is read back: tuples are lists there.
    given = json.loads(json.dumps(dict(settings)))
    for key in [*given, *recorded]:
        if recorded.get(key) != given.get(key):
            there, here = (json.dumps(side.get(key), ensure_ascii=False) for side in (recorded, given))
            raise HistoryError("run_differs", path=path, key=key, recorded=there, given=here)
    parts: list[P] = []
    for place, line in enumerate(lines[1:]):
        part = None
        with suppress(BoardwrightError):
            part = config.validate(model, _lists_as_tuples(_parsed(line) or {}))
        if part is None or getattr(part, number) != place:
            raise HistoryError("run_damaged", path=path, line=place + 2)
        parts.append(part)
    return parts


def _parsed(line: str) -> dict[str, Any] | None:
    with suppress(ValueError):
        data = json.loads(line)
        return data if isinstance(data, dict) else None
    return None


def _lists_as_tuples(data: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}
