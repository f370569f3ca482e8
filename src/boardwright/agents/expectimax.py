"""Expectimax search with iterative deepening, for games with or without chance.

The compiled loop is in `expectimax_loop.py`. A chance node with too many draws to enumerate is sampled by a hash of the
turn's generator and of the path to the position: the same samples for the same turn, never the draw to come.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from pydantic import Field

from boardwright.agents import expectimax_loop
from boardwright.core import dice
from boardwright.core.agent import NO_BUDGET, Explanation, Turn
from boardwright.core.config import Settings
from boardwright.core.errors import AgentError
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.words import Word

EVALUATIONS = 1.0e5
"""The contract keeps the absolute value of evaluations below this."""


class Options(Settings):
    """The options; configs/agents/expectimax.yaml documents each key."""

    depth: Annotated[int, Field(ge=1, le=100)]
    samples: Annotated[int, Field(ge=1)]
    enumerate_most: Annotated[int, Field(ge=1)]
    nodes: Annotated[int, Field(ge=1)]
    won: Annotated[float, Field(gt=0, allow_inf_nan=False)]
    weights: str


class ExpectimaxResult(NamedTuple):
    """The result of a search: the value to the player to move, the line up to the first draw, and the depth.

    With `sampled` the value is an estimate.
    """

    value: float
    line: tuple[int, ...]
    depth: int
    sampled: bool


class Expectimax:
    """Expectimax search; its memory is allocated once and reused for every position."""

    def __init__(self, game: Game, options: Options) -> None:
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
        """The value to the player to move, of `action` alone if given, and the line; None if the budget ran out."""
        if not 0 <= depth <= self.options.depth:
            raise AgentError("agent_depth", agent="expectimax", depth=depth, most=self.options.depth)
        self._begin(state, seed, self.options.nodes if nodes is None else nodes)
        return self._search_depth(depth, action)

    def act(self, turn: Turn) -> int:
        """The best action of the deepest search that the budget allows."""
        return self.deepen(turn.position, self._seed(turn)).line[0]

    def explain(self, turn: Turn) -> Explanation:
        """The choice with its line, and the value of every legal action at the depth reached."""
        state, seed = turn.position, self._seed(turn)
        result = self.deepen(state, seed)
        scores = {}
        for action in turn.legal_actions:
            value = self.search(state, result.depth, seed=seed, nodes=NO_BUDGET, action=action)
            assert value is not None
            scores[action] = value[0]
        return Explanation(result.line[0], scores, result.line, self._reason(result))

    def deepen(self, state: Array, seed: int) -> ExpectimaxResult:
        """Iterative deepening until the budget is spent, a win or a loss is certain, or `depth` is reached."""
        self._begin(state, seed, self.options.nodes)
        deepest: ExpectimaxResult | None = None
        for depth in range(1, self.options.depth + 1):
            result = self._search_depth(depth, -1)
            if result is None:
                break
            deepest = ExpectimaxResult(*result, depth, self._sampled)
            if self._certain(deepest):
                break
        if deepest is None:
            # The budget did not cover depth 1: search it anyway.
            result = self.search(state, 1, seed=seed, nodes=NO_BUDGET)
            assert result is not None
            deepest = ExpectimaxResult(*result, 1, self._sampled)
        return deepest

    # -- inside

    @property
    def _sampled(self) -> bool:
        return bool(self._memory["sampled"][0])

    def _seed(self, turn: Turn) -> int:
        return dice.any_seed(turn.rng) if self.game.has_chance else 0

    def _begin(self, state: Array, seed: int, nodes: int) -> None:
        self._memory["nodes"] = self._memory["stopped"] = 0
        self._memory["budget"], self._memory["seed"] = nodes, seed
        self._stack[0] = state[0]

    def _search_depth(self, depth: int, action: int) -> tuple[float, tuple[int, ...]] | None:
        self._memory["only_action"], self._memory["sampled"] = action, 0
        memory = (self._stack, self._rows, self._memory, self.options.won)
        run = (self.game.params, self.weights, *memory, 0, depth, 0, -np.inf, np.inf)
        value = self.game.run(expectimax_loop.average, *run)
        if self._memory["stopped"][0]:
            return None
        line = self._rows[0]
        return float(value), tuple(int(move) for move in line[1 : 1 + line[0]])

    def _certain(self, result: ExpectimaxResult) -> bool:
        """Whether every branch ends with the highest return, or every branch with the lowest."""
        ends = self.options.won * max(abs(bound) for bound in self.game.definition.returns)
        return (
            ends > EVALUATIONS
            and not result.sampled
            and abs(result.value) >= ends * (1.0 - expectimax_loop.SOONER * (result.depth + 1))
        )

    def _reason(self, result: ExpectimaxResult) -> Word:
        if self._certain(result):
            return Word("reason_surely_wins" if result.value > 0 else "reason_surely_loses", {"plies": result.depth})
        return Word("reason_average", {"depth": result.depth, "score": round(result.value, 2)})


def make(game: Game, options: Options) -> Expectimax:
    """Return the agent."""
    return Expectimax(game, options)
