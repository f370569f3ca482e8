"""Work for processes of the tests of executors. It imports little: every process imports it."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from boardwright.core.errors import AgentError


def square(number: int) -> int:
    time.sleep(0.02 * (number % 3))  # later pieces end earlier
    return number * number


def die_once(piece: tuple[str, int]) -> int:
    folder, number = piece
    if number % 4 == 1:
        try:
            (Path(folder) / str(number)).touch(exist_ok=False)
        except FileExistsError:
            return number
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def fail(number: int) -> int:
    raise AgentError("tournament_few", found=number)


def process(number: int) -> int:
    time.sleep(0.2)
    return os.getpid()
