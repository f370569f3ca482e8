"""Unbounded best-first minimax with a value network: `descent:model=NAME`, for two players without chance and secrets.

It reads the value head alone, so that a model trained by Descent, which has no policy, plays by it. The line with the
best value is extended until the network was asked so often, or the outcome is proved. The same turn gives the same
answer.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
import numpy.typing as npt
from pydantic import Field

from boardwright.agents import onnx_model
from boardwright.agents.descent_trees import Evaluator, Trees
from boardwright.agents.descent_trees import Options as TreeOptions
from boardwright.core.agent import Explanation, Turn
from boardwright.core.config import Settings
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.words import Word

PROVED = 4
"""Nodes of a tree for each question to the network: ends of games and solved nodes need room and no answer."""


class Options(Settings):
    """The options; configs/agents/descent.yaml documents each key."""

    model: str
    evaluations: Annotated[int, Field(ge=1, le=1 << 20)]


class BestFirst:
    """Best-first minimax with an evaluator; its memory is allocated once and reused for every turn."""

    def __init__(self, game: Game, evaluator: Evaluator, evaluations: int) -> None:
        self.game = game
        self.trees = Trees(game, 1, TreeOptions(evaluations, PROVED * evaluations), evaluator)

    @property
    def nodes(self) -> int:
        """Nodes in the tree of the last search."""
        return int(self.trees.trees["nodes"][0])

    def act(self, turn: Turn) -> int:
        """The action with the best value; of equals the most visited one."""
        legal = turn.legal_actions
        return legal[0] if len(legal) == 1 else self._action(self.search(turn)[0][0])

    def explain(self, turn: Turn) -> Explanation:
        """The choice, with the value of each action that the network was asked about, and the principal variation."""
        children, values = self.search(turn)
        numbers = zip(children, values)
        scores = {self._action(child): float(value) for child, value in numbers if not np.isnan(value)}
        asked, share = int(self.trees.trees["evaluations"][0]), round(50.0 * (1.0 + float(values[0])), 1)
        certain = bool(self.trees.nodes["solved"][0])
        reason = Word("reason_best_first", {"share": share, "evaluations": asked})
        return Explanation(self._action(children[0]), scores, self._line(), reason, certain)

    def search(self, turn: Turn) -> tuple[Array, Array]:
        """Build the tree for a turn. Return the root's children, the best first, and their values for the player."""
        self.trees.begin(turn.position)
        self.trees.extend(turn.position)
        return self.trees.children(0)

    def _action(self, node: int) -> int:
        return int(self.trees.nodes["action"][node])

    def _line(self) -> tuple[int, ...]:
        """The principal variation, as far as the tree goes."""
        line: list[int] = []
        while len(children := self.trees.children(0)[0]):
            line.append(self._action(children[0]))
            self.trees.trees["root"][0] = children[0]
        return tuple(line)


def make(game: Game, options: Options) -> BestFirst:
    """Return the agent with its network."""
    network = onnx_model.make(game, onnx_model.for_search(options.model))

    def values(observations: Array) -> npt.NDArray[np.float32]:
        answers: npt.NDArray[np.float32] = network.outputs(observations)[1]
        return answers

    return BestFirst(game, values, options.evaluations)
