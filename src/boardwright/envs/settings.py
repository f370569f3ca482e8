"""The settings of an environment: configs/envs.yaml updated by the caller's, checked against the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from boardwright.agents.spec import Named, named
from boardwright.core import config, forms, registry
from boardwright.core.agent import Agent
from boardwright.core.errors import AgentError, ConfigError
from boardwright.core.game import Game
from boardwright.envs.opponents import Pool, StandIn
from boardwright.envs.rewards import Rewards
from boardwright.envs.turns import ALTERNATE

Opponent = str | Agent
Profile = str | Mapping[str, Any]


class Defaults(config.Settings):
    """The defaults; configs/envs.yaml documents each key."""

    opponent: str
    seat: int | Literal["alternate"]
    rewards: str
    on_illegal: Literal["raise", "penalise"]
    first: Literal["own", "uniform"]
    random_plies: Annotated[int, Field(ge=0)]
    threads: Annotated[int, Field(ge=1)]
    patience: Annotated[int, Field(ge=0)]


@dataclass(frozen=True)
class Settled:
    """Complete settings that fit the game. `opponent` is None in a single-player game.

    `opens` says whether the environment plays a uniformly random first action, `random_plies` how many random plies
    it plays at most before the learner's first decision.
    """

    game: Game
    opponent: Named | Pool | None
    seat: int
    rewards: Rewards
    penalise: bool
    threads: int
    patience: int
    observation: str = forms.FIELDS
    stand_in: StandIn | None = None
    opens: bool = False
    random_plies: int = 0


def settle(
    game: Game | str,
    *,
    preset: str | None = None,
    opponent: Opponent | Pool | None = None,
    seat: int | str | None = None,
    rewards: Profile | None = None,
    on_illegal: str | None = None,
    first: str | None = None,
    random_plies: int | None = None,
    threads: int | None = None,
    observation: str | None = None,
    stand_in: Mapping[str, Any] | None = None,
) -> Settled:
    """Complete the caller's settings with the defaults. Raises ConfigError or AgentError if they do not fit the game.

    `observation` is the form of observations (core/forms.py): `fields` by default, `flat`, `planes`, or one of the
    game's expansions. `opponent` may be a pool of several. `stand_in` is one of the game's wrappers with its value
    (deploy: sorted), which makes its decisions in place of the learner. With `first` as `uniform` the environment plays
    the first action of a game for one player, a random candidate of the game's search. With `random_plies` every
    episode begins with 0 to so many random actions of all players: the learner meets positions far from its own play.
    """
    if isinstance(game, Game) and preset is not None:
        raise ConfigError("envs_preset", path="preset", preset=preset)
    loaded = game if isinstance(game, Game) else registry.load(game, preset)
    given = {
        "seat": seat,
        "on_illegal": on_illegal,
        "first": first,
        "random_plies": random_plies,
        "threads": threads,
    }
    data = config.read(config.SHIPPED, "envs")
    chosen = config.validate(Defaults, data | {name: value for name, value in given.items() if value is not None})
    if loaded.players == 1 and opponent is not None:
        raise AgentError("play_for_one", game=loaded.name)
    if loaded.players > 1 and chosen.first == "uniform":
        raise ConfigError("envs_first", path="first", game=loaded.name, players=loaded.players)
    if observation is not None and observation not in forms.names(loaded):
        raise ConfigError("config_absent", path=observation, known=list(forms.names(loaded)))
    if isinstance(chosen.seat, int) and not 0 <= chosen.seat < loaded.players:
        raise ConfigError("config_value", path="seat", value=chosen.seat, expected=f"0 ... {loaded.players - 1}")
    return Settled(
        game=loaded,
        opponent=_seated(opponent or chosen.opponent, loaded) if loaded.players > 1 else None,
        seat=ALTERNATE if chosen.seat == "alternate" else chosen.seat,
        rewards=Rewards(loaded, chosen.rewards if rewards is None else rewards),
        penalise=chosen.on_illegal == "penalise",
        threads=chosen.threads,
        patience=chosen.patience,
        observation=observation or forms.FIELDS,
        stand_in=_stand_in(loaded, stand_in or {}),
        opens=chosen.first == "uniform",
        random_plies=chosen.random_plies,
    )


def _seated(opponent: Opponent | Pool, game: Game) -> Named | Pool:
    return opponent if isinstance(opponent, Pool) else named(opponent, game)


def _stand_in(game: Game, wrappers: Mapping[str, Any]) -> StandIn | None:
    if len(wrappers) > 1:
        raise ConfigError("config_value", path="stand_in", value=dict(wrappers), expected="{deploy: sorted}")
    stand_ins = [StandIn(game, wrapper, value) for wrapper, value in wrappers.items()]
    return stand_ins[0] if stand_ins and not stand_ins[0].idle else None
