"""What an environment is told, complete: the caller's choices over configs/envs.yaml, each checked against the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from boardwright.agents.spec import Named, named
from boardwright.core import config, registry
from boardwright.core.agent import Agent
from boardwright.core.errors import AgentError, ConfigError
from boardwright.core.game import Game
from boardwright.envs.opponents import Pool, StandIn
from boardwright.envs.rewards import Rewards
from boardwright.envs.turns import ALTERNATE

Opponent = str | Agent
Profile = str | Mapping[str, Any]


class Defaults(config.Settings):
    """See configs/envs.yaml for what each key means."""

    opponent: str
    seat: int | Literal["alternate"]
    rewards: str
    on_illegal: Literal["raise", "penalise"]
    threads: Annotated[int, Field(ge=1)]
    patience: Annotated[int, Field(ge=0)]


@dataclass(frozen=True)
class Settled:
    """Choices that fit the game. `opponent` is None where there is nobody else to play."""

    game: Game
    opponent: Named | Pool | None
    seat: int
    rewards: Rewards
    penalise: bool
    threads: int
    patience: int
    observation: str | None = None
    stand_in: StandIn | None = None


def settle(
    game: Game | str,
    *,
    preset: str | None = None,
    opponent: Opponent | Pool | None = None,
    seat: int | str | None = None,
    rewards: Profile | None = None,
    on_illegal: str | None = None,
    threads: int | None = None,
    observation: str | None = None,
    stand_in: Mapping[str, Any] | None = None,
) -> Settled:
    """Fill in what the caller left open, and refuse what does not fit.

    `observation` is one of the game's expansions, for shapes that show observations as one array; None leaves fields.
    `opponent` may be a pool of several. `stand_in` is one of the game's wrappers with its value (deploy: sorted): what
    that wrapper decides is not asked of the learner.
    """
    if isinstance(game, Game) and preset is not None:
        raise ConfigError("envs_preset", path="preset", preset=preset)
    loaded = game if isinstance(game, Game) else registry.load(game, preset)
    told = {"seat": seat, "on_illegal": on_illegal, "threads": threads}
    data = config.read(config.SHIPPED, "envs")
    found = config.validate(Defaults, data | {name: value for name, value in told.items() if value is not None})
    if loaded.players == 1 and opponent is not None:
        raise AgentError("play_for_one", game=loaded.name)
    if observation is not None and observation not in loaded.definition.learning.expansions:
        raise ConfigError("config_absent", path=observation, known=list(loaded.definition.learning.expansions))
    if isinstance(found.seat, int) and not 0 <= found.seat < loaded.players:
        raise ConfigError("config_value", path="seat", value=found.seat, expected=f"0 ... {loaded.players - 1}")
    return Settled(
        game=loaded,
        opponent=_seated(opponent or found.opponent, loaded) if loaded.players > 1 else None,
        seat=ALTERNATE if found.seat == "alternate" else found.seat,
        rewards=Rewards(loaded, found.rewards if rewards is None else rewards),
        penalise=found.on_illegal == "penalise",
        threads=found.threads,
        patience=found.patience,
        observation=observation,
        stand_in=_stand_in(loaded, stand_in or {}),
    )


def _seated(opponent: Opponent | Pool, game: Game) -> Named | Pool:
    return opponent if isinstance(opponent, Pool) else named(opponent, game)


def _stand_in(game: Game, asked: Mapping[str, Any]) -> StandIn | None:
    if len(asked) > 1:
        raise ConfigError("config_value", path="stand_in", value=dict(asked), expected="{deploy: sorted}")
    made = [StandIn(game, wrapper, value) for wrapper, value in asked.items()]
    return made[0] if made and not made[0].idle else None
