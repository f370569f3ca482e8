"""What a game wants told of its training: its watcher sees every step of a learner's, and what the rules refuse."""

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
        """The colours of `spread`."""
        charts.colour_bar(figure, place, charts.colours_of("often", colours.OFTEN), most, label)


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
