"""Exact verdicts on the moves of a position: proven wins, draws and losses, by plies. What is unproven has none."""

from __future__ import annotations

import numpy as np

from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.puzzles import proof_loop
from boardwright.puzzles.proof_loop import HOLD, WIN


class Prover:
    """Proves results within `plies` plies and `nodes` positions a question. Its memory is reused for every question."""

    def __init__(self, game: Game, *, plies: int, nodes: int, table: int) -> None:
        self.game, self.plies, self._nodes = game, plies, nodes
        policy = game.actions.policy
        self._stack = game.new(plies + 1)
        self._words = self._stack.view(np.ndarray).view(np.int64).reshape(plies + 1, -1)
        self._masks = np.zeros((plies + 1, policy), np.bool_)
        self._moves = np.full((plies + 1, 1 + 2 * policy), -1, np.int64)
        self._memory = np.zeros(1, proof_loop.MEMORY)
        self._table = np.zeros(1 << table, proof_loop.ENTRY)

    def verdict(self, state: Array, action: int, plies: int) -> int | None:
        """The signed plies to the end after an action, as in `Explanation.ends`: a loss below 0, a draw 0.

        None if nothing is proved within `plies` plies, of which the action is one.
        """
        return self._after(self.game.apply(state, action), int(state["to_move"][0]), plies - 1)

    def wins_within(self, state: Array, action: int, plies: int) -> bool | None:
        """Whether an action wins by force within `plies` plies, of which it is one; None if the budget ran out."""
        player, after = int(state["to_move"][0]), self.game.apply(state, action)
        if after["to_move"][0] == TERMINAL:
            return bool(after["returns"][0, player] > 0)
        wins = self.forces(after, player, WIN, plies - 1)
        return None if self.stopped else wins

    def soonest(self, state: Array, plies: int) -> int | None:
        """The plies within which the player to move wins by force, None if no win is proved."""
        player = int(state["to_move"][0])
        for depth in range(1, plies + 1):
            if self.forces(state, player, WIN, depth):
                return depth
            if self.stopped:
                return None
        return None

    def line(self, state: Array, action: int, end: int, most: int) -> list[int]:
        """The moves after an action that ends so: the winner's quickest, the loser's slowest, up to `most` of them.

        Empty after a move to a draw.
        """
        player, line = int(state["to_move"][0]), list[int]()
        winner, left = player if end > 0 else 1 - player, abs(end) - 1
        now = self.game.apply(state, action)
        while left > 0 and len(line) < most and now["to_move"][0] != TERMINAL:
            ends = {}
            for reply in np.flatnonzero(self.game.legal_mask(now)[0]).tolist():
                lasts = self._lasts(self.game.apply(now, reply), winner, left - 1)
                if lasts is not None:
                    ends[reply] = lasts
            chooses = min if now["to_move"][0] == winner else max
            chosen = chooses(ends, key=ends.__getitem__)
            line.append(chosen)
            left, now = ends[chosen], self.game.apply(now, chosen)
        return line

    def forces(self, state: Array, player: int, aim: int, depth: int) -> bool:
        """Whether a player can force an aim from a position within some plies."""
        memory = self._memory
        memory["nodes"] = memory["stopped"] = 0
        memory["budget"] = self._nodes
        memory["generation"] += 1
        # An answer must not depend on earlier questions, where the budget ends it.
        self._moves[:, 0] = -1
        self._stack[0] = state[0]
        arguments = (self._stack, self._words, self._masks, self._moves, memory, self._table)
        start = self.game.state.position_start // 8
        yes = self.game.run(proof_loop.forced, self.game.params, *arguments, start, 0, depth, player, aim)
        return bool(yes) and not self.stopped

    @property
    def stopped(self) -> bool:
        """Whether the budget ended the last question."""
        return bool(self._memory["stopped"][0])

    def _after(self, state: Array, player: int, plies: int) -> int | None:
        """The signed plies to the end of a position to a player, and one more: the move that led to it."""
        if state["to_move"][0] == TERMINAL:
            ended = not state["truncated"][0] and not state["fault"][0]
            return int(np.sign(state["returns"][0, player])) if ended else None
        for depth in range(1, plies + 1):
            for side, sign in ((player, 1), (1 - player, -1)):
                if self.forces(state, side, WIN, depth):
                    return sign * (depth + 1)
                if self.stopped:
                    return None
        held = self.forces(state, player, HOLD, plies) and self.forces(state, 1 - player, HOLD, plies)
        return 0 if held else None

    def _lasts(self, state: Array, winner: int, plies: int) -> int | None:
        """The plies within which a player wins, None if these do not suffice."""
        if state["to_move"][0] == TERMINAL:
            return 0 if state["returns"][0, winner] > 0 else None
        return next((depth for depth in range(1, plies + 1) if self.forces(state, winner, WIN, depth)), None)
