"""The background compiler: a process that compiles what a player will need, while the game goes on as plain Python.

`python -m boardwright.agents.background` reads requests from stdin and writes news to stdout, a JSON line each. The
newest request comes first. It ends when stdin is closed: nobody is interested any more.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

import numpy as np
from numba.core import event

from boardwright.agents import make, spec
from boardwright.agents.options import choose
from boardwright.core import registry
from boardwright.core.agent import Agent, Turn
from boardwright.core.compiled import folders
from boardwright.core.compiled.progress import CompileProgress, ProgressListener
from boardwright.core.game import Game
from boardwright.core.record import Array

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

ACT, EXPLAIN, ANALYSE, LIGHT = "act", "explain", "analyse", "light"
"""The uses of a game: an agent's move, its explanation, the game's analysis, and all that a person's move needs."""

LESS_URGENT = 10
"""Added to the niceness: the game itself goes first."""

_SMALL = {"depth": 1, "nodes": 1, "iterations": 1, "seconds": 0.0}
"""Budgets of searching agents: the machine code is the same for a short search."""


def steps(game: Game, use: str, agent: str, state: Array, player: int) -> Iterator[None]:
    """Compile what a use of a tiered game needs in a state, a loop or a few at a time."""
    if use in {ACT, EXPLAIN} and not getattr(smallest(agent, game), "compiles", True):
        return
    if use == LIGHT:
        yield from light(game.as_compiled())
        return
    assert game.tier is not None
    game.tier.in_place = True
    turn = Turn(game, state, player, np.random.default_rng(0))
    if use == ANALYSE:
        assert game.definition.people.analysis is not None
        game.definition.people.analysis(game, turn.observation)
    elif use == EXPLAIN:
        smallest(agent, game).explain(turn)
    else:
        smallest(agent, game).act(turn)
    yield


def light(game: Game) -> Iterator[None]:
    """Compile all that a person's move needs."""
    state = game.new()
    action = int(game.legal_mask(state)[0].argmax())
    yield
    draws = game.inspect(state, [action]).draws(game.integers(0, state))
    yield
    game.step(state.copy(), [action], draws)
    yield
    game.observe(state)
    yield
    if not game.definition.perfect_information:
        game.resample(state, 0, 0)


def smallest(text: str, game: Game) -> Agent:
    """The agent of a text with the smallest budgets that it takes."""
    name, options = spec.parse(text)
    known = type(choose(name, game, options).options).model_fields
    return make(name, game, **{**options, **{option: least for option, least in _SMALL.items() if option in known}})


@contextmanager
def _alone() -> Iterator[None]:
    """Hold the lock of the folder of machine code: two processes would only compile the same thing twice."""
    folder = folders.folder()
    if fcntl is None or folder is None:
        yield
        return
    with (folder / "compiler.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


class Compiler:
    """The requests at hand, newest last, and the news about them."""

    def __init__(self, news: TextIO) -> None:
        self._news = news
        self._arrived: queue.Queue[dict[str, Any]] = queue.Queue()
        self._open: list[tuple[int, Iterator[None]]] = []
        self._current = 0

        def tell(progress: CompileProgress) -> None:
            self._say(id=self._current, **progress._asdict())

        self._listener = ProgressListener(tell)
        event.register("numba:compile", self._listener)

    def listen(self, requests: TextIO) -> None:
        """Take requests until there are no more to come; then end the process, whatever it is compiling."""
        for line in requests:
            self._arrived.put(json.loads(line))
        os._exit(0)

    def work(self) -> None:
        """Compile, a step of the newest request at a time."""
        while True:
            self._take(wait=not self._open)
            number, left = self._open[-1]
            if number != self._current:
                self._current = number
                self._listener.begin()
            try:
                with _alone():
                    next(left)
            except StopIteration:
                self._open.pop()
                self._say(id=number, ready=True)
            except Exception as error:  # whoever asked meets the same error, and can say it
                self._open.pop()
                self._say(id=number, failed=str(error))

    def _take(self, *, wait: bool) -> None:
        while wait or not self._arrived.empty():
            request = self._arrived.get()
            self._open.append((request["id"], self._steps(request)))
            wait = False

    def _steps(self, request: dict[str, Any]) -> Iterator[None]:
        game = registry.load(request["game"], config=request["config"], tiered=True)
        state = np.frombuffer(bytes.fromhex(request["state"]), game.state_dtype).copy()
        yield from steps(game, request["use"], request["agent"], state, request["player"])

    def _say(self, **news: Any) -> None:
        self._news.write(json.dumps(news) + "\n")
        self._news.flush()


def main(prepare: str = "") -> None:
    """Run until stdin is closed. `prepare` names a function (`module:function`) that registers more games."""
    news = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # whatever a library prints is no news
    os.nice(LESS_URGENT)
    if prepare:
        registry.prepare(prepare)
    compiler = Compiler(news)
    threading.Thread(target=compiler.listen, args=(sys.stdin,), daemon=True).start()
    compiler.work()


if __name__ == "__main__":
    main(*sys.argv[1:])
