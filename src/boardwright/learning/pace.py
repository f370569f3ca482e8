"""The pace of a run by minutes: how far each stage was when each round began, so that the run can be repeated."""

from __future__ import annotations

import math
from collections.abc import Mapping

from boardwright.learning.stage import Stage

Paces = dict[str, list[float]]
"""For each stage, how far it was from 0 to 1 at the beginning of each of its rounds."""


class Pace:
    """The pace of a run's stages.

    A run by minutes writes its pace as it goes, and a learning rate falls by it. `repeated` is the pace of such a run,
    from its recipe: the run does the same rounds again, at the same learning rates. A run by rounds has none of this.
    """

    def __init__(self, repeated: Mapping[str, list[float]], kept: Mapping[str, list[float]], limit: float) -> None:
        """`kept` is the pace of a run that is resumed; `limit` the CPU seconds of a run by minutes."""
        self.limit = limit
        self.repeated: Paces = {} if limit < math.inf else {name: list(of) for name, of in repeated.items()}
        self.stages: Paces = {name: list(of) for name, of in (self.repeated or kept).items()}
        self.began = 0.0

    def ends_before(self, name: str) -> bool:
        """Whether the run that is repeated never came to a stage."""
        return bool(self.repeated) and name not in self.repeated

    def rounds(self, name: str, stage: Stage, *, goes_on: bool) -> float:
        """The most rounds of a stage. One that goes on ends by the minutes alone."""
        if self.repeated:
            return len(self.repeated[name])
        return math.inf if goes_on and self.limit < math.inf else stage.total

    def begin(self, name: str, stage: Stage, began: float) -> None:
        """Begin a stage, or resume it. `began` is the run's CPU time when the stage started."""
        self.began = began
        if self.limit < math.inf or self.stages.get(name):
            stage.pace = self.stages.setdefault(name, [])
            del stage.pace[stage.done if not self.repeated else len(stage.pace) :]

    def note(self, name: str, stage: Stage, spent: float) -> None:
        """Note how far a stage is before its next round: by its rounds or by the time, whichever is further."""
        if name in self.stages and len(self.stages[name]) == stage.done:
            share = (spent - self.began) / max(self.limit - self.began, 1e-9) if self.limit < math.inf else 0.0
            self.stages[name].append(round(min(1.0, max(stage.done / stage.total, share)), 6))

    def expected(self, stage: Stage, most: float, done_before: int, spent_before: float, spent: float) -> float:
        """The number of rounds that the time suffices for, by the rounds so far, but at most `most`."""
        if self.limit == math.inf or spent == spent_before:
            return max(stage.done, most)
        seconds = (spent - spent_before) / max(1, stage.done - done_before)
        return min(most, stage.done + max(0, math.ceil((self.limit - spent) / seconds)))

    def so_far(self, name: str, stage: Stage) -> Paces:
        """The pace of all finished rounds."""
        if self.repeated:
            return self.repeated
        return {other: of[: stage.done] if other == name else of for other, of in self.stages.items()}
