"""The server's log on standard error: lines to read or JSON objects, without secrets, and without floods.

Tokens, invitations, idempotency keys and draws are never logged. An exception's message may hold any value, such as
the parameters of an SQL statement, so only the messages of our own errors and of the system's are logged; of others
the type and the lines of code.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import threading
import time
import traceback
from collections import OrderedDict
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from boardwright.core.errors import BoardwrightError
from boardwright.server.open_files import OUT_OF_FILES
from boardwright.server.settings import ServerSettings

logger = logging.getLogger(__name__)
access = logging.getLogger("boardwright.access")

SHOWN: Final = (BoardwrightError, OSError)
"""Exceptions whose message is logged."""

LOGGERS: Final = ("boardwright", "uvicorn")
"""The loggers that have the level of the settings. Others begin at warnings: a database logs its parameters below."""

FLOOD_SECONDS: Final = 60
OF_A_KIND: Final = 20
"""Messages of one kind in a minute that differ by their values, such as the number of a match."""

KEPT: Final = 1000
"""Kinds that are remembered."""


@dataclass
class Kind:
    """The records of one kind in a minute: the messages that were logged, and the records that were not."""

    since: float
    logged: set[str]
    newest: logging.LogRecord
    held: int = 0


class Floods(logging.Filter):
    """Lets a warning or an error through once a minute, and some others of its kind, and counts those it holds back."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._kinds: OrderedDict[tuple[Any, ...], Kind] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is logged now."""
        if record.levelno < logging.WARNING:
            return True
        key, text, now = _kind(record), record.getMessage(), time.monotonic()
        with self._lock:
            kind = self._kinds.get(key)
            if kind is not None and now - kind.since < FLOOD_SECONDS:
                if text in kind.logged or len(kind.logged) >= OF_A_KIND:
                    kind.newest, kind.held = record, kind.held + 1
                    return False
                kind.logged.add(text)
                return True
            record.repeated = 0 if kind is None else kind.held
            self._kinds[key] = Kind(now, {text}, record)
            self._kinds.move_to_end(key)
            if len(self._kinds) > KEPT:
                self._kinds.popitem(last=False)
        return True

    def due(self, *, all_of_them: bool = False) -> list[logging.LogRecord]:
        """The newest record of each kind that was held back for a minute, to be logged now."""
        now, due = time.monotonic(), []
        with self._lock:
            for kind in self._kinds.values():
                if kind.held and (all_of_them or now - kind.since >= FLOOD_SECONDS):
                    kind.newest.repeated = kind.held - 1
                    due.append(kind.newest)
                    kind.since, kind.held = now, 0
        return due


class Handler(logging.StreamHandler[Any]):
    """Writes the log. `tick` is to be called now and then, and `close` at the end: they log what was held back."""

    def __init__(self, formatter: logging.Formatter) -> None:
        super().__init__(sys.stderr)
        self.setFormatter(formatter)
        self._floods = Floods()
        self.addFilter(self._floods)

    def tick(self, *, last: bool = False) -> None:
        """Log what was held back for a minute, or all of it."""
        for record in self._floods.due(all_of_them=last):
            with self.lock or threading.RLock():
                self.emit(record)


class Plain(logging.Formatter):
    """A line to read: time, level, logger and message; below it an exception."""

    def format(self, record: logging.LogRecord) -> str:
        """The text of a record."""
        when = datetime.fromtimestamp(record.created).strftime("%Y-%m-%d %H:%M:%S")
        again = getattr(record, "repeated", 0)
        text = f"{when} {record.levelname} {record.name}: {record.getMessage()}"
        if again:
            text += f" ({again} more of this kind)"
        return f"{text}\n{error}" if (error := _error(record)) else text


class Json(logging.Formatter):
    """A JSON object on one line: time, level, logger, message, the fields of an access, and an exception."""

    def format(self, record: logging.LogRecord) -> str:
        """The text of a record."""
        fields = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if again := getattr(record, "repeated", 0):
            fields["repeated"] = again
        if error := _error(record):
            fields["error"] = error
        return json.dumps(fields, default=str)


FORMATS: Final = {"plain": Plain, "json": Json}


def configure(settings: ServerSettings) -> Handler:
    """Send the log of this process to standard error, in the format and from the level of the settings."""
    handler = Handler(FORMATS[settings.log_format]())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    for name in LOGGERS:
        logging.getLogger(name).setLevel(settings.log_level.upper())
    threading.excepthook = _of_thread
    return handler


def of_loop(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """An exception handler of the event loop. asyncio's own would write the exception's message."""
    error = context.get("exception")
    if context["message"] == OUT_OF_FILES:
        logger.error("no connection can be accepted, because no more files can be opened (%s)", error)
    else:
        logger.error("%s", context["message"], exc_info=error)


def _of_thread(hook: threading.ExceptHookArgs) -> None:
    logger.error("a thread ended: %s", hook.thread.name if hook.thread else "", exc_info=hook.exc_value)


def _kind(record: logging.LogRecord) -> tuple[Any, ...]:
    """Equal for records of one kind: the same message, but for its values, and the same place of an exception."""
    error = record.exc_info[1] if record.exc_info else None
    last = error.__traceback__ if error is not None else None
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    place = (last.tb_frame.f_code.co_filename, last.tb_lineno) if last is not None else None
    return record.name, record.levelno, str(record.msg), type(error).__name__, place


def _error(record: logging.LogRecord) -> str:
    error = record.exc_info[1] if record.exc_info else None
    return "" if error is None else "\n".join(_lines(error))


def _lines(error: BaseException) -> list[str]:
    """An exception and its causes, first to last, without messages that may hold a secret."""
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    before = [] if cause is None else [*_lines(cause), ""]
    for inner in getattr(error, "exceptions", ()):
        before += [*_lines(inner), ""]
    frames = "".join(traceback.format_tb(error.__traceback__)).rstrip("\n")
    said = f": {error}" if isinstance(error, SHOWN) else ""
    return [*before, *([frames] if frames else []), f"{type(error).__module__}.{type(error).__qualname__}{said}"]
