"""What a game wants told of its training: its watcher sees every step of a learner's, and what the rules refuse."""

from __future__ import annotations

from typing import Any

import numpy as np

from boardwright.core.errors import RuleFault
from boardwright.core.game import Game
from boardwright.core.record import OK
from boardwright.core.telemetry import Watcher
from boardwright.envs.vector import Step, Vector


def watcher_of(game: Game) -> Watcher | None:
    """The game's own, if it has one."""
    return None if game.definition.learning.telemetry is None else game.definition.learning.telemetry(game)


def step_watched(env: Vector, actions: Any, watcher: Watcher | None) -> Step:
    """A step that the watcher sees. A dead end of the rules is counted before it leaves."""
    if watcher is None:
        return env.step(actions)
    watcher.before(env.states, env.seats, np.asarray(actions, np.int64))
    try:
        came = env.step(actions)
    except RuleFault as error:
        watcher.fault(error)
        raise
    watcher.refused(env.reasons != OK)
    watcher.after(env.states, env.seats, env.ended, env.final, env.final_seats)
    return came
