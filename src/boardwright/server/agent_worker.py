"""The worker process: reads jobs, asks agents for actions or for their reasons, and sends the answers.

It knows no match and no log.
"""

from __future__ import annotations

import os
import signal
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from operator import index
from typing import Any

import numpy as np

from boardwright.core.words import Word
from boardwright.server.findings import Findings, find, reviewed


@dataclass(frozen=True)
class Job:
    """A decision to make: the agent, the player, the state and the seed. `seq` is the event number of the move.

    In a game with hidden information `state` was resampled before it came here: not even a worker sees the true one.
    `payer` is the address whose time it takes. `waits` counts how often it has waited for the compiler; where that does
    not help, the worker compiles for itself. With `best` above 0 it is a question: the answer has findings, with so
    many of the best moves and the action `also`. With a `line` of moves it asks for the game's review of them; no
    agent is asked.
    """

    match: str
    seq: int
    game: str
    config: dict[str, Any]
    agent: str
    options: dict[str, Any]
    player: int
    state: bytes
    seed: int
    waits: int = 0
    payer: str = ""
    best: int = 0
    also: int | None = None
    line: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Answer:
    """The action or the findings, or the problem that prevented them.

    `seconds` is the time that the agent thought, without the compiler's. With `not_compiled` the agent's search has no
    machine code yet; with `lost` the process died or took too long.
    """

    action: int | None
    problem: Word | None = None
    not_compiled: bool = False
    findings: Findings | None = None
    review: tuple[Word, ...] = ()
    seconds: float = 0.0
    lost: bool = False


def work(pipe: Connection, kept: int, prepare: str | None, niceness: int) -> None:
    """Answer jobs until the other end of the pipe is closed. With `niceness` other processes come first."""
    # Ctrl-C in the terminal reaches the whole group; the service decides when a worker ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    if prepare is not None:
        from boardwright.core import registry

        registry.prepare(prepare)
    agents: OrderedDict[str, Any] = OrderedDict()
    while True:
        try:
            pipe.send(think(pipe.recv(), agents))
        except (EOFError, OSError):
            return
        while len(agents) > kept:
            agents.popitem(last=False)


def think(job: Job, agents: OrderedDict[str, Any]) -> Answer:
    """Return the agent's action for a job, or its findings."""
    from boardwright.agents import make, spec
    from boardwright.agents.preparation import PATIENCE
    from boardwright.core import registry
    from boardwright.core.agent import Turn
    from boardwright.core.errors import BoardwrightError, NotCompiled

    key = repr((job.game, sorted(job.config.items()), job.agent, sorted(job.options.items())))
    try:
        game = registry.load(job.game, config=job.config, tiered=True)
        assert game.tier is not None
        game.tier.in_place = job.waits >= PATIENCE
        if job.line:
            with _thinking() as thought:
                words = reviewed(game, job.line)
            return Answer(None, review=words, seconds=sum(thought))
        if key not in agents:
            agents[key] = make(job.agent, game, **job.options)
        agents.move_to_end(key)
        state = np.frombuffer(job.state, game.state_dtype).copy()
        turn = Turn(game, state, job.player, np.random.default_rng(job.seed))
        with _thinking() as thought:
            if job.best:
                text = spec.to_text(job.agent, job.options)
                answer = Answer(None, findings=find(turn, agents[key], text, job.best, job.also))
            else:
                answer = Answer(index(agents[key].act(turn)))
        return replace(answer, seconds=sum(thought))
    except NotCompiled as error:
        return Answer(None, error.word, not_compiled=True)
    except BoardwrightError as error:
        return Answer(None, error.word)
    except Exception as error:
        return Answer(None, Word("agent_failed", {"agent": job.agent, "error": type(error).__name__}))


@contextmanager
def _thinking() -> Iterator[list[float]]:
    """Measure the seconds of a block, without those of the compiler."""
    from numba.core import event

    seconds: list[float] = []
    began = time.monotonic()
    with event.install_timer("numba:compile", lambda compiled: seconds.append(-compiled)):
        yield seconds
    seconds.append(time.monotonic() - began)
