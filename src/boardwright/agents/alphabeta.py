"""Alpha-beta search for any game without chance or secrets: compiled, deepening ply by ply, within a node budget.

The sign of a value follows who is to move, not the ply, so a player may move twice.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from pydantic import Field

from boardwright.agents.refusals import two_sided
from boardwright.core.agent import Explanation, Turn
from boardwright.core.compiling import driver, kernel
from boardwright.core.config import Settings
from boardwright.core.drivers import perform
from boardwright.core.errors import AgentError
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array, Record
from boardwright.core.stubs import candidates, evaluate, order
from boardwright.core.words import Word

WON = 1.0e6
"""A return of 1 is worth this, less a point for each ply until it comes."""

NODES, BUDGET, STOPPED = 0, 1, 2
"""What the search keeps in its counters."""


class Options(Settings):
    """`depth` in plies; `nodes`: stop after so many; `weights`: the evaluation profile of the game."""

    depth: Annotated[int, Field(ge=1, le=200)]
    nodes: Annotated[int, Field(ge=1)]
    weights: str


@kernel
def _worth(s: Record, player: int, plies: int) -> float:
    # Of a finished game, to a player: a win soon is better than a win late, a loss late better than a loss soon.
    return float(s.returns[player]) * (WON - plies)


@kernel
def _sort(p: Record, s: Record, moves: Array, count: int, hints: Array) -> None:
    # Insertion, stable: equal hints keep the order in which the game names its candidates.
    for i in range(count):
        hints[i] = order(p, s, int(moves[i]))
    for i in range(1, count):
        move, hint = moves[i], hints[i]
        j = i
        while j > 0 and hints[j - 1] < hint:
            moves[j], hints[j] = moves[j - 1], hints[j - 1]
            j -= 1
        moves[j], hints[j] = move, hint


@driver
def search(
    p: Array,
    w: Array,
    stack: Array,
    moves: Array,
    hints: Array,
    lines: Array,
    counters: Array,
    ply: int,
    depth: int,
    alpha: float,
    beta: float,
) -> float:
    """The value of `stack[ply]` to the player to move there; to player 0 once the game is over."""
    counters[NODES] += 1
    lines[ply, 0] = 0
    s = stack[ply]
    if s.to_move == TERMINAL:
        return _worth(s, 0, ply)
    row = p[s.variant]
    player = int(s.to_move)
    if depth == 0:
        return evaluate(row, w[0], s, player)
    if counters[NODES] >= counters[BUDGET]:
        counters[STOPPED] = 1
        return 0.0
    count = candidates(row, s, moves[ply])
    _sort(row, s, moves[ply], count, hints[ply])
    best = -np.inf
    for i in range(count):
        stack[ply + 1] = stack[ply]
        perform(row, stack[ply + 1], int(moves[ply, i]), 0)
        if max(int(stack[ply + 1].to_move), 0) == player:
            value = search(p, w, stack, moves, hints, lines, counters, ply + 1, depth - 1, alpha, beta)
        else:
            value = -search(p, w, stack, moves, hints, lines, counters, ply + 1, depth - 1, -beta, -alpha)
        if counters[STOPPED] != 0:
            return 0.0
        if value > best:
            best = value
            lines[ply, 1] = moves[ply, i]
            for j in range(lines[ply + 1, 0]):
                lines[ply, 2 + j] = lines[ply + 1, 1 + j]
            lines[ply, 0] = lines[ply + 1, 0] + 1
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    return best


class AlphaBeta:
    """Searches one position after another with memory that it sets aside once."""

    def __init__(self, game: Game, options: Options) -> None:
        two_sided("alphabeta", game)
        self.game = game
        self.options = options
        self.weights = game.weights(options.weights)
        self._stack = game.new(options.depth + 1)
        self._moves = np.zeros((options.depth + 1, game.actions.policy), np.int64)
        self._hints = np.zeros_like(self._moves)
        self._lines = np.zeros((options.depth + 2, options.depth + 2), np.int64)
        self._counters = np.zeros(3, np.int64)

    @property
    def nodes(self) -> int:
        """Positions visited by the last search."""
        return int(self._counters[NODES])

    def search(self, state: Array, depth: int, *, nodes: int | None = None) -> tuple[float, tuple[int, ...]] | None:
        """The value of a position to the player to move and the line behind it; None if the budget ran out."""
        if not 0 <= depth <= self.options.depth:
            raise AgentError("agent_depth", depth=depth, most=self.options.depth)
        self._counters[:] = (0, self.options.nodes if nodes is None else nodes, 0)
        self._stack[0] = state[0]
        return self._look(depth, -np.inf, np.inf)

    def act(self, turn: Turn) -> int:
        """The best action of the deepest search that the budget allows."""
        return self._deepen(turn.position)[0][0]

    def explain(self, turn: Turn) -> Explanation:
        """The choice with its line, and the exact value of every legal action at the depth that was reached."""
        state = turn.position
        line, value, depth = self._deepen(state)
        scores = {}
        for action in turn.legal_actions:
            child = self.game.apply(state, action)
            found = self.search(child, depth - 1, nodes=1 << 62) if depth > 1 else self.search(child, 0)
            assert found is not None
            same = max(int(child["to_move"][0]), 0) == turn.player
            scores[action] = found[0] if same else -found[0]
        code = "reason_wins" if value > WON / 2 else "reason_loses" if value < -WON / 2 else "reason_search"
        params = {"plies": len(line)} if code != "reason_search" else {"depth": depth, "score": round(value, 2)}
        return Explanation(line[0], scores, line, Word(code, params))

    def _deepen(self, state: Array) -> tuple[tuple[int, ...], float, int]:
        self._counters[:] = (0, self.options.nodes, 0)
        self._stack[0] = state[0]
        reached: tuple[tuple[int, ...], float, int] | None = None
        for depth in range(1, self.options.depth + 1):
            found = self._look(depth, -np.inf, np.inf)
            if found is None:
                break
            reached = found[1], found[0], depth
            if abs(found[0]) > WON / 2:
                break
        if reached is None:
            # The budget did not even cover one ply: that one ply is searched all the same.
            value, line = self.search(state, 1, nodes=1 << 62) or (0.0, ())
            reached = line, value, 1
        return reached

    def _look(self, depth: int, alpha: float, beta: float) -> tuple[float, tuple[int, ...]] | None:
        memory = (self._stack, self._moves, self._hints, self._lines, self._counters)
        value = float(search(self.game.params, self.weights, *memory, 0, depth, alpha, beta))
        if self._counters[2]:
            return None
        return value, tuple(int(move) for move in self._lines[0, 1 : 1 + self._lines[0, 0]])


def make(game: Game, options: Options) -> AlphaBeta:
    """The agent, or the reason why it cannot play this game."""
    return AlphaBeta(game, options)
