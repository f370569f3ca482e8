"""The background compiler as its owner sees it: requests, their progress, and what to do when it is lost.

`play` and `serve` have one each. It is a process of its own (background.py) that nobody waits for at the end.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from boardwright.agents.background import ACT, ANALYSE, EXPLAIN, LIGHT
from boardwright.core.compiled import folders
from boardwright.core.compiled.compiler import print_once
from boardwright.core.compiled.progress import CompileProgress
from boardwright.core.errors import NotCompiled
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.words import Word

R = TypeVar("R")

MODULE = "boardwright.agents.background"

PATIENCE = 2
"""What is asked for may be under way for another state: the second request is for the state at hand."""


class Request:
    """Something to compile. `finished` is set when it is compiled, has failed, or is lost with its process."""

    def __init__(self, game: Game, what: tuple[str, ...] = ()) -> None:
        self.title = game.title
        self.what = what
        self.finished = threading.Event()
        self.progress: CompileProgress | None = None

    def word(self) -> Word:
        """The progress in words."""
        if self.progress is None or not self.progress.total:
            return Word("preparing_soon", {"game": self.title})
        done, total, seconds = self.progress
        return Word("preparing", {"game": self.title, "done": done, "total": total, "seconds": max(1, round(seconds))})


class Preparation:
    """Compiles in the background. `prepare` is handed to the process: see `background.main`."""

    def __init__(self, prepare: str | None = None) -> None:
        self._prepare = prepare
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None
        self._requests: dict[int, tuple[subprocess.Popen[str], Request]] = {}
        self._count = 0
        self._closed = False

    def request(self, game: Game, use: str, agent: str = "", state: Array | None = None, player: int = 0) -> Request:
        """Ask for what a use of a game needs in a state, by default the first. The newest request comes first.

        While the same use of the same agent is under way, that is the answer, whatever its state and its options.
        """
        request = Request(game, (game.digest, use, agent.partition(":")[0]))
        if folders.folder() is None:
            # The result could not be handed over.
            request.finished.set()
            return request
        line = {
            "game": game.name,
            "config": game.config,
            "use": use,
            "agent": agent,
            "state": (game.new() if state is None else state).tobytes().hex(),
            "player": player,
        }
        with self._lock:
            if self._closed:
                request.finished.set()
                return request
            for _, other in self._requests.values():
                if other.what == request.what:
                    return other
            self._count += 1
            process = self._running()
            self._requests[self._count] = process, request
            assert process.stdin is not None
            with suppress(OSError, ValueError):  # it has just ended: its reader says so for all of its requests
                process.stdin.write(json.dumps({"id": self._count, **line}) + "\n")
                process.stdin.flush()
        return request

    def close(self) -> None:
        """End the process without waiting for what it is doing."""
        with self._lock:
            self._closed = True
            process, self._process = self._process, None
            reader = self._reader
        if process is not None and reader is not None:
            process.kill()
            reader.join()

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", MODULE, *([self._prepare] if self._prepare else [])],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
                env={**os.environ, "BOARDWRIGHT_QUIET": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
                start_new_session=True,  # Ctrl-C in the terminal is for the game
            )
            self._reader = threading.Thread(target=self._read, args=(self._process,), daemon=True)
            self._reader.start()
        return self._process

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                self._take(json.loads(line))
        process.wait()
        with suppress(OSError):  # a request that was on its way
            process.stdin.close()
        with self._lock:
            mine = [number for number, (whose, _) in self._requests.items() if whose is process]
            unfinished = [self._requests.pop(number)[1] for number in mine]
            lost = bool(unfinished) and not self._closed
        if lost:
            print_once(Word("preparation_lost"))
        for request in unfinished:
            request.finished.set()

    def _take(self, news: dict[str, Any]) -> None:
        with self._lock:
            _, request = self._requests[news["id"]] if "total" in news else self._requests.pop(news["id"])
        if "total" in news:
            request.progress = CompileProgress(news["done"], news["total"], news["seconds"])
        else:
            request.finished.set()


def when_compiled(call: Callable[[], R], game: Game, ask: Callable[[], Request], wait: Callable[[Request], None]) -> R:
    """The result of a call that may need machine code: wait for it, or compile in this process if nobody else does."""
    for _ in range(PATIENCE):
        try:
            return call()
        except NotCompiled:
            wait(ask())
    if game.tier is not None:
        game.tier.in_place = True
    return call()


__all__ = ["ACT", "ANALYSE", "EXPLAIN", "LIGHT", "PATIENCE", "Preparation", "Request", "when_compiled"]
