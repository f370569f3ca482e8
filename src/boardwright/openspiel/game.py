"""One of our games as a game of OpenSpiel, from its definition alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pyspiel

from boardwright.core import forms, registry
from boardwright.core.definition import Definition
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.openspiel.observer import Observer
from boardwright.openspiel.state import Rules, SpielState

PREFIX: Final = "boardwright_"
"""The beginning of our games' names in OpenSpiel."""

MOST_DRAWS: Final = 1296
"""The default of `most_draws`: chance nodes up to four dice of six sides are exact."""

MOST_NUMBERS: Final = 20_000
"""Information states as tensors are left out where they would have more numbers: long games."""


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel ships no types
    """A game of ours. `preset` is one of its presets, empty for the standard one.

    Chance nodes have at most `most_draws` outcomes. Where an action draws from more, or raw bits, so many draws stand
    for all of them, fixed by the ply: the distribution is then a sample of the game's own.
    """

    def __init__(self, name: str, params: Mapping[str, Any] | None = None, ours: Game | None = None) -> None:
        chosen = dict(params or {})
        self.ours: Game = registry.load(name, chosen.get("preset") or None) if ours is None else ours
        self.most_draws = int(chosen.get("most_draws", MOST_DRAWS))
        self.rules = Rules(self)
        definition, game = self.ours.definition, self.ours
        low, high = definition.returns
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions.policy,
            max_chance_outcomes=self.most_draws if game.has_chance else 0,
            num_players=game.players,
            min_utility=low,
            max_utility=high,
            utility_sum=0.0 if is_zero_sum(definition) else None,
            max_game_length=game.max_plies,
        )
        numbers = game.max_plies * (game.actions.policy + forms.form(game, forms.FLAT).shape[0])
        super().__init__(game_type(definition, tensors=numbers <= MOST_NUMBERS), info, chosen)

    def new_initial_state(self) -> SpielState:
        """A state at the start."""
        return SpielState(self)

    def state_of(self, row: Array) -> SpielState:
        """A state over one of our records, without the line of play that led to it."""
        return SpielState(self, row)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """The observer of a kind, by default of observations without recall."""
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def as_openspiel(game: Game) -> SpielGame:
    """A loaded game in OpenSpiel, registered or not, with any configuration."""
    return SpielGame(game.name, {}, game)


def is_zero_sum(definition: Definition) -> bool:
    """Whether OpenSpiel may call the game zero-sum: it takes two."""
    return definition.zero_sum and definition.players > 1


def game_type(definition: Definition, *, tensors: bool = True) -> Any:
    """OpenSpiel's description of a game, from the facts of its definition."""
    kind = pyspiel.GameType
    chance = "chance" in definition.kernels()
    hidden = not definition.perfect_information
    return kind(
        short_name=f"{PREFIX}{definition.name}",
        long_name=f"Boardwright: {definition.name}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if chance else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION if hidden else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if is_zero_sum(definition) else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=definition.players,
        min_num_players=definition.players,
        provides_information_state_string=True,
        provides_information_state_tensor=tensors,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"preset": "", "most_draws": MOST_DRAWS},
    )
