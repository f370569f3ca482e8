"""Search under chance: the best action on average over what may be drawn, deepening ply by ply within a budget.

The compiled loop is in `expectimax_loop.py`. Draws that are too many to try are sampled by a hash of the turn's
generator and of the way to the position: the same again for the same turn, and never the draw that is to come.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from pydantic import Field

from boardwright.agents import expectimax_loop
from boardwright.agents.requirements import one_mind_or_two_opposed
from boardwright.core import dice
from boardwright.core.agent import NO_BUDGET, Explanation, Turn
from boardwright.core.config import Settings
from boardwright.core.errors import AgentError
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.words import Word

EVALUATIONS = 1.0e5
"""The contract keeps evaluations below this, either way."""


class Options(Settings):
    """configs/agents/expectimax.yaml says what each key means."""

    depth: Annotated[int, Field(ge=1, le=100)]
    samples: Annotated[int, Field(ge=1)]
    enumerate_most: Annotated[int, Field(ge=1)]
    nodes: Annotated[int, Field(ge=1)]
    won: Annotated[float, Field(gt=0, allow_inf_nan=False)]
    weights: str


class ExpectimaxResult(NamedTuple):
    """What a search came to: the value to the player to move, the line up to the first draw, and how deep it looked.

    Where draws were sampled the value is an estimate.
    """

    value: float
    line: tuple[int, ...]
    depth: int
    sampled: bool


class Expectimax:
    """Searches one position after another with memory that it sets aside once."""

    def __init__(self, game: Game, options: Options) -> None:
        one_mind_or_two_opposed("expectimax", game)
        self.game = game
        self.options = options
        self.weights = game.weights(options.weights)
        plies = options.depth + 1
        self._stack = game.new(plies)
        self._rows = np.zeros((plies, plies + 1 + 2 * game.actions.policy), np.int64)
        self._memory = np.zeros(1, expectimax_loop.MEMORY)
        self._memory["samples"] = options.samples
        self._memory["most_enumerated"] = options.enumerate_most

    @property
    def nodes(self) -> int:
        """Positions visited by the last search."""
        return int(self._memory["nodes"][0])

    def search(
        self, state: Array, depth: int, *, seed: int = 0, nodes: int | None = None, action: int = -1
    ) -> tuple[float, tuple[int, ...]] | None:
        """The value of a position to the player to move, of one action if it is named; None if the budget ran out."""
        if not 0 <= depth <= self.options.depth:
            raise AgentError("agent_depth", agent="expectimax", depth=depth, most=self.options.depth)
        self._begin(state, seed, self.options.nodes if nodes is None else nodes)
        return self._look(depth, action)

    def act(self, turn: Turn) -> int:
        """The best action of the deepest search that the budget allows."""
        return self.deepen(turn.position, self._seed(turn)).line[0]

    def explain(self, turn: Turn) -> Explanation:
        """The choice with its line, and the value of every legal action at the depth that was reached."""
        state, seed = turn.position, self._seed(turn)
        found = self.deepen(state, seed)
        scores = {}
        for action in turn.legal_actions:
            value = self.search(state, found.depth, seed=seed, nodes=NO_BUDGET, action=action)
            assert value is not None
            scores[action] = value[0]
        return Explanation(found.line[0], scores, found.line, self._reason(found))

    def deepen(self, state: Array, seed: int) -> ExpectimaxResult:
        """Search ply by ply deeper until the budget is spent, the end is certain, or `depth` is reached."""
        self._begin(state, seed, self.options.nodes)
        reached: ExpectimaxResult | None = None
        for depth in range(1, self.options.depth + 1):
            found = self._look(depth, -1)
            if found is None:
                break
            reached = ExpectimaxResult(*found, depth, self._sampled)
            if self._certain(reached):
                break
        if reached is None:
            # The budget did not even cover one ply: that one ply is searched all the same.
            found = self.search(state, 1, seed=seed, nodes=NO_BUDGET)
            assert found is not None
            reached = ExpectimaxResult(*found, 1, self._sampled)
        return reached

    # -- inside

    @property
    def _sampled(self) -> bool:
        return bool(self._memory["sampled"][0])

    def _seed(self, turn: Turn) -> int:
        return dice.raw(turn.rng) if self.game.has_chance else 0

    def _begin(self, state: Array, seed: int, nodes: int) -> None:
        self._memory["nodes"] = self._memory["stopped"] = 0
        self._memory["budget"], self._memory["seed"] = nodes, seed
        self._stack[0] = state[0]

    def _look(self, depth: int, action: int) -> tuple[float, tuple[int, ...]] | None:
        self._memory["only_action"], self._memory["sampled"] = action, 0
        memory = (self._stack, self._rows, self._memory, self.options.won)
        run = (self.game.params, self.weights, *memory, 0, depth, 0, -np.inf, np.inf)
        value = self.game.run(expectimax_loop.average, *run)
        if self._memory["stopped"][0]:
            return None
        line = self._rows[0]
        return float(value), tuple(int(move) for move in line[1 : 1 + line[0]])

    def _certain(self, found: ExpectimaxResult) -> bool:
        """Whether the game is won or lost whatever is drawn: then every branch ends, with the most or the least."""
        ends = self.options.won * max(abs(bound) for bound in self.game.definition.returns)
        return (
            ends > EVALUATIONS
            and not found.sampled
            and abs(found.value) >= ends * (1.0 - expectimax_loop.SOONER * (found.depth + 1))
        )

    def _reason(self, found: ExpectimaxResult) -> Word:
        if self._certain(found):
            return Word("reason_surely_wins" if found.value > 0 else "reason_surely_loses", {"plies": found.depth})
        return Word("reason_average", {"depth": found.depth, "score": round(found.value, 2)})


def make(game: Game, options: Options) -> Expectimax:
    """The agent, or the reason why it cannot play this game."""
    return Expectimax(game, options)
