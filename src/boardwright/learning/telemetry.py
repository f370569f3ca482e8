"""Training telemetry: a game's watcher receives every step of the learner, and the rule faults."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from boardwright.core.errors import RuleFault
from boardwright.core.game import Game
from boardwright.core.record import OK
from boardwright.core.telemetry import Watcher
from boardwright.core.words import Word
from boardwright.drawing import axes, charts, colours
from boardwright.envs.vector import Step, Vector


class Style:
    """The charts of this package, as `core.telemetry.Charts` describes them."""

    ink, faint = charts.INK, charts.FAINT
    series: Sequence[str] = charts.SERIES
    figure, save = staticmethod(charts.figure_of), staticmethod(charts.save)
    head, dress, legend = staticmethod(charts.head), staticmethod(charts.dress), staticmethod(charts.legend)
    spread, crop = staticmethod(axes.spread), staticmethod(axes.crop)

    def scale(self, figure: Any, place: Any, most: float, label: Word) -> None:
        """Draw the colour bar of `spread`."""
        charts.colour_bar(figure, place, charts.colours_of("often", colours.OFTEN), most, label)


def watcher_of(game: Game) -> Watcher | None:
    """The game's watcher, if it has one."""
    return None if game.definition.learning.telemetry is None else game.definition.learning.telemetry(game)


def step_watched(env: Vector, actions: Any, watcher: Watcher | None) -> Step:
    """Step, and pass the step to the watcher. A rule fault is counted before it is raised."""
    if watcher is None:
        return env.step(actions)
    watcher.before(env.states, env.seats, np.asarray(actions, np.int64))
    try:
        step = env.step(actions)
    except RuleFault as error:
        watcher.fault(error)
        raise
    watcher.refused(env.reasons != OK)
    watcher.after(env.states, env.seats, env.ended, env.final, env.final_seats)
    return step
