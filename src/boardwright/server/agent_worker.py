"""The worker process: reads jobs, asks agents for actions and sends the answers. It knows no match and no log."""

from __future__ import annotations

import signal
from collections import OrderedDict
from dataclasses import dataclass
from multiprocessing.connection import Connection
from operator import index
from typing import Any

import numpy as np

from boardwright.core.words import Word


@dataclass(frozen=True)
class Job:
    """A decision to make: the agent, the player, the state and the seed. `seq` is the event number of the move.

    In a game with hidden information `state` was resampled before it came here: not even a worker sees the true one.
    `payer` is the address whose time it takes. `waits` counts how often it has waited for the compiler; where that does
    not help, the worker compiles for itself.
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


@dataclass(frozen=True)
class Answer:
    """The action, or the problem that prevented one. With `not_compiled` the agent's search has no machine code yet."""

    action: int | None
    problem: Word | None = None
    not_compiled: bool = False


def work(pipe: Connection, kept: int, prepare: str | None) -> None:
    """Answer jobs until the other end of the pipe is closed."""
    # Ctrl-C in the terminal reaches the whole group; the service decides when a worker ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
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
    """Return the agent's action for a job."""
    from boardwright.agents import make
    from boardwright.agents.preparation import PATIENCE
    from boardwright.core import registry
    from boardwright.core.agent import Turn
    from boardwright.core.errors import BoardwrightError, NotCompiled

    key = repr((job.game, sorted(job.config.items()), job.agent, sorted(job.options.items())))
    try:
        game = registry.load(job.game, config=job.config, tiered=True)
        assert game.tier is not None
        game.tier.in_place = job.waits >= PATIENCE
        if key not in agents:
            agents[key] = make(job.agent, game, **job.options)
        agents.move_to_end(key)
        state = np.frombuffer(job.state, game.state_dtype).copy()
        action = agents[key].act(Turn(game, state, job.player, np.random.default_rng(job.seed)))
        return Answer(index(action))
    except NotCompiled as error:
        return Answer(None, error.word, not_compiled=True)
    except BoardwrightError as error:
        return Answer(None, error.word)
    except Exception as error:
        return Answer(None, Word("agent_failed", {"agent": job.agent, "error": type(error).__name__}))
