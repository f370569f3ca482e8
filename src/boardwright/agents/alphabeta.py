"""Alpha-beta search with iterative deepening for any game of perfect information without chance.

The compiled loop is in `alphabeta_loop.py`. The same options, position and noise give the same answer, whatever was
searched before, unless a time budget ends the search.

The transposition table knows a value by its position and depth, and neither the ply nor the path is in the position:

* A search to one depth, without reductions, reaches equal depths at equal plies, so a limit of plies means the same to
  both. Iterative deepening keeps the entries of shallower searches, which may have ended before the limit.
* Where a third occurrence is a draw, it depends on the path. It comes four plies or more after the second. So in a
  search to depth 4 the second is in the past of all paths, and no value differs; from depth 5 on, a value may.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from pydantic import Field

from boardwright.agents import alphabeta_loop, incremental_model
from boardwright.agents.accumulators import Net
from boardwright.agents.alphabeta_loop import WON
from boardwright.agents.clock import clock
from boardwright.core import dice
from boardwright.core.agent import Explanation, Turn
from boardwright.core.config import Settings
from boardwright.core.errors import AgentError
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.words import Word


class Options(Settings):
    """The options; configs/agents/alphabeta.yaml documents each key."""

    depth: Annotated[int, Field(ge=1, le=200)]
    nodes: Annotated[int, Field(ge=1)]
    seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    weights: str
    model: str
    policy: bool
    noise: Annotated[int, Field(ge=0, lt=1 << 30)]
    table: Annotated[int, Field(ge=0, le=26)]
    pvs: bool
    aspiration: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    killers: bool
    history: bool
    reduce_after: Annotated[int, Field(ge=0)]
    mate_distance: bool
    endgame: bool


class AlphaBetaResult(NamedTuple):
    """The result of a search: the value to the player to move, the principal variation, and the depth."""

    value: float
    line: tuple[int, ...]
    depth: int


class AlphaBeta:
    """Alpha-beta search; its memory is allocated once and reused for every position."""

    def __init__(self, game: Game, options: Options) -> None:
        self.game = game
        self.options = options
        self.weights = game.weights(options.weights)
        policy, plies = game.actions.policy, options.depth + 1
        self._stack = game.new(plies)
        self._words = self._stack.view(np.ndarray).view(np.int64).reshape(plies, -1)
        self._rows = np.zeros((plies, alphabeta_loop.LINE + 1 + plies + 1 + 2 * policy), np.int64)
        self._net = network(game, options, plies)
        self._memory = np.zeros(1, alphabeta_loop.memory_dtype(game.players, policy))
        self._table = np.zeros(1 << options.table if options.table else 0, alphabeta_loop.ENTRY)
        for name in ("noise", "pvs", "killers", "history", "reduce_after", "mate_distance"):
            self._memory[name] = getattr(options, name)

    @property
    def nodes(self) -> int:
        """Positions visited by the last search."""
        return int(self._memory["nodes"][0])

    def search(self, state: Array, depth: int, *, nodes: int | None = None) -> tuple[float, tuple[int, ...]] | None:
        """The value of a position to the player to move and its principal variation; None if the budget ran out."""
        if not 0 <= depth <= self.options.depth:
            raise AgentError("agent_depth", agent="alphabeta", depth=depth, most=self.options.depth)
        self._begin(state, self.options.nodes if nodes is None else nodes)
        value = self._search_depth(depth, -np.inf, np.inf)
        return None if self._stopped else (value, self._line())

    def act(self, turn: Turn) -> int:
        """The best action of the deepest search that the budget allows."""
        self._draw_noise(turn)
        return self.best(turn.position).line[0]

    def best(self, state: Array) -> AlphaBetaResult:
        """The best move by the game's endgame solver where it has the position, else by the deepest search."""
        known = self._known(state)
        if known is None:
            return self.deepen(state)
        action = max(known, key=known.__getitem__)
        return AlphaBetaResult(known[action], (action,), 1)

    def explain(self, turn: Turn) -> Explanation:
        """The choice with its principal variation, and the exact value of every legal action at the depth reached."""
        self._draw_noise(turn)
        state = turn.position
        known = self._known(state)
        if known is not None:
            action = max(known, key=known.__getitem__)
            reason = _reason(known[action], 1, None)
            return Explanation(action, known, (action,), reason, certain=True, ends=_ends(known, 0))
        result = self.deepen(state)
        scores = {}
        for action in turn.legal_actions:
            child = self.game.apply(state, action)
            below = self.search(child, max(result.depth - 1, 0), nodes=alphabeta_loop.UNLIMITED)
            assert below is not None
            same = max(int(child["to_move"][0]), 0) == turn.player
            scores[action] = below[0] if same else -below[0]
        reason = _reason(result.value, len(result.line), result.depth)
        return Explanation(result.line[0], scores, result.line, reason, ends=_ends(scores, 1))

    def deepen(self, state: Array) -> AlphaBetaResult:
        """Iterative deepening until the budget is spent, a win or a loss is certain, or `depth` is reached."""
        self._begin(state, self.options.nodes)
        deepest: AlphaBetaResult | None = None
        with clock(self.options.seconds, self.stop):
            for depth in range(1, self.options.depth + 1):
                value = self._within(depth, deepest)
                if self._stopped:
                    # The best move of the previous depth is searched first: the best so far is no worse.
                    line = self._line()
                    if deepest is not None and line and len(self._table):
                        deepest = AlphaBetaResult(deepest.value, line, deepest.depth)
                    break
                deepest = AlphaBetaResult(value, self._line(), depth)
                if abs(value) > alphabeta_loop.NEAR_WON:
                    break
        if deepest is None:
            # The budget did not cover depth 1: search it anyway, even after `stop`.
            result = self.search(state, 1, nodes=alphabeta_loop.UNLIMITED)
            assert result is not None
            deepest = AlphaBetaResult(*result, 1)
        return deepest

    def stop(self) -> None:
        """Stop a search that runs in another thread; it returns its best result so far."""
        self._memory["stop"] = 1

    # -- inside

    @property
    def _stopped(self) -> bool:
        return bool(self._memory["stopped"][0])

    def _line(self) -> tuple[int, ...]:
        line = self._rows[0, alphabeta_loop.LINE :]
        return tuple(int(move) for move in line[1 : 1 + line[0]])

    def _begin(self, state: Array, nodes: int) -> None:
        """Reset the counters, killers, history and table: an answer depends on its own position alone."""
        for name in ("nodes", "stop", "stopped", "cutoffs"):
            self._memory[name] = 0
        self._memory["budget"] = nodes
        self._memory["generation"] += 1
        self._rows[:, alphabeta_loop.KILLER : alphabeta_loop.KILLER + 2] = -1
        self._stack[0] = state[0]

    def _draw_noise(self, turn: Turn) -> None:
        if self.options.noise:
            self._memory["seed"] = dice.any_seed(turn.rng)

    def _known(self, state: Array) -> dict[int, float] | None:
        """The exact value of every action, where the game's endgame solver has it."""
        endgame = self.game.definition.search.endgame
        if endgame is None or not self.options.endgame:
            return None
        plies = endgame(self.game, state)
        return None if plies is None else {action: float(np.sign(n)) * (WON - abs(n)) for action, n in plies.items()}

    def _within(self, depth: int, previous: AlphaBetaResult | None) -> float:
        """The value at a depth, searched first in an aspiration window around the previous value."""
        window = self.options.aspiration
        if window and previous is not None and previous.depth > 1 and abs(previous.value) < alphabeta_loop.NEAR_WON:
            low, high = previous.value - window, previous.value + window
            value = self._search_depth(depth, low, high)
            if self._stopped or low < value < high:
                return value
        return self._search_depth(depth, -np.inf, np.inf)

    def _search_depth(self, depth: int, alpha: float, beta: float) -> float:
        memory = (self._stack, self._words, self._rows, self._memory, self._table)
        start = self.game.state.position_start // 8
        value = self.game.run(
            alphabeta_loop.search, self.game.params, self.weights, self._net, *memory, start, 0, depth, alpha, beta
        )
        return float(value)


def network(game: Game, options: Options, plies: int) -> Net:
    """The network that the options name, with the memory of a search of so many plies; `()` for none."""
    if not options.model:
        return ()
    model = incremental_model.read(game, options.model)
    return incremental_model.loaded(game, model if options.policy else model.without_policy(), plies)


def _reason(value: float, plies: int, depth: int | None) -> Word:
    if value > alphabeta_loop.NEAR_WON:
        return Word("reason_wins", {"plies": plies if depth else round(WON - value)})
    if value < -alphabeta_loop.NEAR_WON:
        return Word("reason_loses", {"plies": plies if depth else round(WON + value)})
    return Word("reason_search", {"depth": depth or 0, "score": round(value, 2)})


def _ends(scores: dict[int, float], before: int) -> dict[int, int]:
    """The signed plies to the end of the game, for each score that is a certain win or loss.

    `before` counts the plies made before the search.
    """
    ended = {action: score for action, score in scores.items() if abs(score) > alphabeta_loop.NEAR_WON}
    return {action: int(np.sign(score)) * (round(WON - abs(score)) + before) for action, score in ended.items()}


def make(game: Game, options: Options) -> AlphaBeta:
    """Return the agent."""
    return AlphaBeta(game, options)
