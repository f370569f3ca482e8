"""The worker process: reads jobs, asks agents for actions or for their reasons, and sends the answers.

It knows no match and no log.
"""

from __future__ import annotations

import os
import signal
from collections import OrderedDict
from dataclasses import dataclass
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

    With `not_compiled` the agent's search has no machine code yet.
    """

    action: int | None
    problem: Word | None = None
    not_compiled: bool = False
    findings: Findings | None = None
    review: tuple[Word, ...] = ()


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
            return Answer(None, review=reviewed(game, job.line))
        if key not in agents:
            agents[key] = make(job.agent, game, **job.options)
        agents.move_to_end(key)
        state = np.frombuffer(job.state, game.state_dtype).copy()
        turn = Turn(game, state, job.player, np.random.default_rng(job.seed))
        if job.best:
            return Answer(
                None, findings=find(turn, agents[key], spec.to_text(job.agent, job.options), job.best, job.also)
            )
        return Answer(index(agents[key].act(turn)))
    except NotCompiled as error:
        return Answer(None, error.word, not_compiled=True)
    except BoardwrightError as error:
        return Answer(None, error.word)
    except Exception as error:
        return Answer(None, Word("agent_failed", {"agent": job.agent, "error": type(error).__name__}))
