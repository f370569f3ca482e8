"""A comparison of a model's chances with the exact ones, for `boardwright analyse --model`."""

from __future__ import annotations

from typing import Any, NamedTuple

from boardwright.agents import make
from boardwright.core.analysis import Overlay, difference
from boardwright.core.errors import AgentError
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.words import Word


class ModelComparison(NamedTuple):
    """A model's chances of the hidden cells, the exact ones, and the differences of the model from them."""

    name: str
    model: Overlay
    exact: Overlay
    difference: Overlay

    @property
    def panels(self) -> tuple[tuple[Word, Overlay], ...]:
        """The boards of a picture with their titles."""
        model = Word("beside_model", {"model": self.name})
        return (model, self.model), (Word("beside_exact"), self.exact), (Word("beside_difference"), self.difference)

    @property
    def mean(self) -> float:
        """The mean absolute difference."""
        values = self.difference.values.values()
        return sum(map(abs, values)) / max(len(values), 1)

    @property
    def most(self) -> float:
        """The largest absolute difference."""
        return max(map(abs, self.difference.values.values()), default=0.0)

    @property
    def summary(self) -> Word:
        """Both in a sentence."""
        points = {"mean": f"{100 * self.mean:.1f}", "most": f"{100 * self.most:.1f}"}
        return Word("beside_summary", {"model": self.name, **points})

    def to_dict(self) -> dict[str, Any]:
        """The comparison as data, for `--json`."""
        values = {"values": dict(self.model.values), "differences": dict(self.difference.values)}
        return {"name": self.name, **values, "mean_difference": self.mean, "most_difference": self.most}


def compare(game: Game, state: Array, name: str, exact: Overlay | None) -> ModelComparison:
    """Compare a model's chances with an analysis, on the cells whose exact chance it knows."""
    if exact is None or not exact.share:
        raise AgentError("beside_nothing", game=game.name)
    agent: Any = make("model", game, file=name)
    risks = agent.risks(game.observe(state))[0].ravel()
    model = Overlay(exact.title, {cell: float(risks[cell]) for cell in exact.values})
    return ModelComparison(name, model, exact, difference(Word("beside_points"), model, exact))
