"""A limit for the time of plain Python: it stops where it is, and says which functions of the game were at work."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from boardwright.core.compiled.fingerprint import inside


class OutOfTime(BaseException):
    """The time is over. No rule that catches every Exception can catch it."""

    def functions(self, homes: Iterable[str]) -> list[str]:
        """The functions of games in which it was raised, from the outermost, with file and line."""
        found = []
        step, known = self.__traceback__, tuple(homes)
        while step is not None:
            module, code = step.tb_frame.f_globals.get("__name__", ""), step.tb_frame.f_code
            if any(inside(module, home) for home in known):
                found.append(f"`{code.co_name}` ({Path(code.co_filename).name}:{step.tb_lineno})")
            step = step.tb_next
        return found


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise OutOfTime in this block after some seconds. Machine code runs on until it returns.

    Without effect where the system has no timers (Windows), and outside the main thread: callers have other limits.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
