"""A state of OpenSpiel over one of our records. An action that needs a draw is followed by a chance node."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from boardwright.core import dice
from boardwright.core.board_text import text_board
from boardwright.core.record import TERMINAL, Array
from boardwright.openspiel.line import Node

if TYPE_CHECKING:
    from boardwright.openspiel.game import SpielGame

_LAYOUTS = 0x5EED
"""The seed of the raw draws that stand for all."""


class Rules:
    """The game of a state. OpenSpiel copies a state by copying its attributes deeply, and the game is not copied."""

    def __init__(self, spiel: SpielGame) -> None:
        self.game, self.most_draws = spiel.ours, spiel.most_draws

    def __deepcopy__(self, memo: dict[int, Any]) -> Rules:
        return self


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel ships no types
    """A state of any of our games."""

    def __init__(self, spiel: SpielGame, row: Array | None = None) -> None:
        super().__init__(spiel)
        self.rules = spiel.rules
        self.node = Node(self.rules.game.new() if row is None else row)
        self.pending: int | None = None  # the action whose draw is due
        self.draws = 1

    # -- OpenSpiel's interface

    def current_player(self) -> int:
        if self.pending is not None:
            return int(pyspiel.PlayerId.CHANCE)
        mover = int(self.node.row["to_move"][0])
        return int(pyspiel.PlayerId.TERMINAL) if mover == TERMINAL else mover

    def _legal_actions(self, player: int) -> list[int]:
        actions: list[int] = np.flatnonzero(self.rules.game.legal_mask(self.node.row)[0]).tolist()
        return actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(draw, 1.0 / self.draws) for draw in range(self.draws)]

    def _apply_action(self, action: int) -> None:
        game = self.rules.game
        if self.pending is not None:
            pending, self.pending = self.pending, None
            self._advance(pending, self._draw(pending, action))
            return
        needed = int(game.chance(self.node.row, [action])[0]) if game.has_chance else 1
        if needed == 1:
            self._advance(action, 0)
        else:
            self.pending = action
            self.draws = needed if 0 < needed <= self.rules.most_draws else self.rules.most_draws

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action} of {self.draws}"
        return self.rules.game.actions.to_text(action, max(player, 0))

    def is_terminal(self) -> bool:
        return self.pending is None and int(self.node.row["to_move"][0]) == TERMINAL

    def returns(self) -> list[float]:
        # A game may keep provisional returns while it goes on; OpenSpiel's are rewards so far, which come at the end.
        return [float(value) for value in self.node.row["returns"][0]] if self.is_terminal() else self._zeros()

    def _zeros(self) -> list[float]:
        return [0.0] * self.rules.game.players

    def __str__(self) -> str:
        game, row = self.rules.game, self.node.row
        board = text_board(game.view(row, max(int(row["to_move"][0]), 0)).board)
        due = "" if self.pending is None else f"\n{game.actions.to_text(self.pending, int(row['to_move'][0]))}: a draw"
        return f"ply {int(row['ply'][0])}\n{board}{due}"

    def resample_from_infostate(self, player: int, probability_sampler: Any) -> SpielState:
        """A copy in which everything is redrawn that a player cannot see."""
        bits = dice.mix(int(probability_sampler() * 2**53))
        other: SpielState = self.clone()
        row = self.rules.game.resample(self.node.row, player, bits)
        known = self.node
        other.node = Node(row, known.parent, known.action, known.actor, imagined_by=player)
        return other

    # -- our side

    def current_actor(self) -> int:
        """The player to move, at a chance node the one whose action is drawn for."""
        return int(self.node.row["to_move"][0])

    def _draw(self, action: int, outcome: int) -> int:
        """The draw of an outcome: itself, or one of the fixed raw draws where they are too many to list."""
        needed = int(self.rules.game.chance(self.node.row, [action])[0])
        if 0 < needed <= self.rules.most_draws:
            return outcome
        return int(dice.plain_draw_for(needed, dice.plain_keyed(_LAYOUTS, outcome, int(self.node.row["ply"][0]))))

    def _advance(self, action: int, draw: int) -> None:
        before = self.node
        after = self.rules.game.apply(before.row, action, draw)
        self.node = Node(after, before, action, int(before.row["to_move"][0]))
