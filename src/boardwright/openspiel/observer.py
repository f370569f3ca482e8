"""Observations and information states of our games for OpenSpiel, as tensors and strings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from boardwright.core import forms
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.openspiel.line import record

if TYPE_CHECKING:
    from boardwright.openspiel.game import SpielGame
    from boardwright.openspiel.state import SpielState


class Observer:
    """OpenSpiel's observer protocol: `tensor`, its parts by name in `dict`, and strings.

    An observation is the rules' own `observe`, in the form `flat`. With perfect recall it is followed by the record of
    the player: a row for each action so far, with the action if the player may know it, and the observation after it.
    """

    def __init__(self, spiel: SpielGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"Observation parameters are not supported: {params}")
        if kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER or not kind.public_info:
            raise ValueError("An observation has what its player sees, public and private together.")
        self._game = game = spiel.ours
        self._recall = bool(kind.perfect_recall)
        size = forms.form(game, forms.FLAT).shape[0]
        shapes: dict[str, tuple[int, ...]] = {"player": (game.players,), "observation": (size,)}
        if self._recall:
            shapes |= {
                "actions": (game.max_plies, game.actions.policy),
                "observations": (game.max_plies, size),
            }
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.dict: dict[str, Array] = {}
        first = 0
        for name, shape in shapes.items():
            count = int(np.prod(shape))
            self.dict[name] = self.tensor[first : first + count].reshape(shape)
            first += count

    def set_from(self, state: SpielState, player: int) -> None:
        """Write a player's observation of a state into the tensor."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        write = forms.form(self._game, forms.FLAT).write
        if not self._recall:
            self.dict["observation"][:] = write(self._game.observe(state.node.row, player))[0]
            return
        actions, seen = record(self._game, state.node, player)
        rows = write(seen)
        self.dict["observation"][:] = rows[-1]
        for ply, action in enumerate(actions[: self._game.max_plies]):
            self.dict["observations"][ply] = rows[ply + 1]
            if action is not None and action < self._game.actions.policy:
                self.dict["actions"][ply, action] = 1

    def string_from(self, state: SpielState, player: int) -> str:
        """A player's observation of a state, or its whole record, as text."""
        if not self._recall:
            return f"player {player}: {observation_text(self._game, self._game.observe(state.node.row, player))}"
        actions, seen = record(self._game, state.node, player)
        texts = [observation_text(self._game, seen[row : row + 1]) for row in range(len(seen))]
        known = ["", *("?" if action is None else str(action) for action in actions)]
        due = "" if state.pending is None or state.current_actor() != player else f" {state.pending}!"
        return f"player {player}: " + " ".join(f"{action}[{text}]" for action, text in zip(known, texts)) + due


def observation_text(game: Game, observation: Array) -> str:
    """The fields of an observation as text."""
    return " ".join(
        f"{name}={','.join(map(str, np.ravel(observation[name][0]).tolist()))}" for name in game.layout.observation
    )
