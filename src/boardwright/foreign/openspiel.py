"""OpenSpiel's games, for the laws. Chance nodes are sampled by the seed of the episode."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np
import pyspiel

from boardwright.core.errors import ConfigError
from boardwright.foreign.environment import RAISES, Environment, Mask

PYTHON = "python_"
"""The beginning of the names of the games that OpenSpiel registers from Python."""


class OpenSpiel(Environment):
    """A game by OpenSpiel's own text: `tic_tac_toe`, or `go(board_size=5)`. Simultaneous moves are made turn-based.

    An illegal action is refused by `apply_action_with_legality_check`; what `apply_action` does is undefined.
    """

    library = "open_spiel"
    refusals = (RAISES,)

    def __init__(self, name: str) -> None:
        self.name = name
        if name.startswith(PYTHON):
            pass
        self.game: Any = pyspiel.load_game(name)
        kind = self.game.get_type()
        if kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
            self.game = pyspiel.convert_to_turn_based(self.game)
            kind = self.game.get_type()
        if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
            raise ConfigError("env_actions", path=name, found=str(kind.dynamics))
        self.players = self.game.num_players()
        self.actions = self.game.num_distinct_actions()
        self.longest = self.game.max_game_length()
        self.bounds = (self.game.min_utility(), self.game.max_utility())
        self.total = self.game.utility_sum()
        self._kind = kind
        self.begin(0)

    def begin(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        self.state = self.game.new_initial_state()
        self._sample()

    @property
    def mover(self) -> int | None:
        return None if self.state.is_terminal() else int(self.state.current_player())

    def mask(self) -> Mask:
        mask = np.zeros(self.actions, np.bool_)
        if not self.state.is_terminal():
            mask[self.state.legal_actions()] = True
        return mask

    def act(self, action: int) -> None:
        self.state.apply_action(action)
        self._sample()

    def act_illegally(self, action: int) -> None:
        """By the function that checks, since `apply_action` need not."""
        with _quietly():
            self.state.apply_action_with_legality_check(action)
        self._sample()

    def returns(self) -> list[float]:
        return list(self.state.returns())

    def observations(self) -> Mapping[str, Any]:
        seen: dict[str, Any] = {"state": str(self.state)}
        for player in range(self.players):
            if self._kind.provides_observation_string:
                seen[f"observation_string {player}"] = self.state.observation_string(player)
            if self._kind.provides_information_state_string:
                seen[f"information_state_string {player}"] = self.state.information_state_string(player)
            for name, tensor, _ in self._tensors(player):
                seen[f"{name} {player}"] = tensor
        return seen

    def misfits(self) -> list[str]:
        return [
            f"{name} {player}"
            for player in range(self.players)
            for name, tensor, size in self._tensors(player)
            if tensor.size != size or not np.isfinite(tensor).all()
        ]

    def copies(self) -> Mapping[str, Environment]:
        return {
            "clone": self._with(self.state.clone()),
            "serialize": self._with(self.game.deserialize_state(self.state.serialize())),
        }

    def unfinished(self) -> list[str]:
        """A terminal state has the terminal player and no legal action."""
        wrong = [] if self.state.current_player() == pyspiel.PlayerId.TERMINAL else ["current_player"]
        return [*wrong, *(["legal_actions"] if self.state.legal_actions() else [])]

    def _tensors(self, player: int) -> list[tuple[str, Any, int]]:
        tensors = []
        if self._kind.provides_observation_tensor:
            size = int(np.prod(self.game.observation_tensor_shape()))
            tensors.append(("observation_tensor", np.asarray(self.state.observation_tensor(player)), size))
        if self._kind.provides_information_state_tensor:
            size = int(np.prod(self.game.information_state_tensor_shape()))
            tensors.append(("information_state_tensor", np.asarray(self.state.information_state_tensor(player)), size))
        return tensors

    def _with(self, state: Any) -> OpenSpiel:
        other = object.__new__(OpenSpiel)
        other.__dict__.update(self.__dict__)
        other.state = state
        other._rng = np.random.default_rng()
        other._rng.bit_generator.state = self._rng.bit_generator.state
        return other

    def _sample(self) -> None:
        while self.state.is_chance_node():
            outcomes, chances = zip(*self.state.chance_outcomes())
            share = np.cumsum(chances)
            drawn = int(np.searchsorted(share, self._rng.random() * share[-1], side="right"))
            self.state.apply_action(outcomes[drawn])


@contextmanager
def _quietly() -> Iterator[None]:
    """Close the process's standard error: OpenSpiel prints every error there before it raises it."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
