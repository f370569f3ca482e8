"""The configuration: the keys of the files of configs/skirmish. docs/games/skirmish.md documents each key.

Keys in capitals and the names of the deployment's keys come from the specifications. Each key is validated alone here;
setup.py checks that they fit together.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import Field, ValidatorFunctionWrapHandler, WrapValidator

from boardwright.core.config import Settings

PLAYERS = 2

MOST_STAT = 120
"""Small enough for the unit table of an observation, which has a signed byte for each stat."""

Stat = Annotated[int, Field(ge=0, le=MOST_STAT)]
Positive = Annotated[int, Field(ge=1, le=MOST_STAT)]
Side = Annotated[int, Field(ge=1, le=64)]
Index = Annotated[int, Field(ge=0, le=63)]
Hex = Annotated[list[int], Field(min_length=2, max_length=2)]
"""[col, row]."""


class Missing(Settings):
    """Hexes that a board lacks: those of a row in the columns of one parity."""

    row: Index
    col_parity: Literal["even", "odd"]


class BoardConfig(Settings):
    """board_config.json: flat-top hexes, odd columns half a hex lower."""

    cols: Side
    rows: Side
    missing_hexes: list[Missing]
    wall_hexes: list[Hex]


class Edge(Settings):
    """A zone along an edge of the board; north and south count their depth inside each column."""

    edge: Literal["north", "south", "east", "west"]
    depth: Annotated[int, Field(ge=1, le=64)]


class Rectangle(Settings):
    """A zone from corner to corner, both included."""

    col_min: Index
    col_max: Index
    row_min: Index
    row_max: Index


def _zone(given: Any, _: ValidatorFunctionWrapHandler) -> Edge | Rectangle:
    # Distinguished by a key, so that errors refer to the intended form, under its own path.
    if isinstance(given, Edge | Rectangle):
        return given
    edge = isinstance(given, dict) and ("edge" in given or "depth" in given)
    return Edge.model_validate(given) if edge else Rectangle.model_validate(given)


Zone = Annotated[Edge | Rectangle, WrapValidator(_zone)]


class Zones(Settings):
    """deployment/<name>.json: the deployment zones of both players."""

    p1: Zone
    p2: Zone


class Melee(Settings):
    """CC, a weapon for adjacent enemies."""

    DICE: Positive
    ACC: Annotated[int, Field(ge=2, le=6)]
    POWER: Stat
    DMG: Positive
    TRAITS: list[Literal["swift"]]


class Ranged(Settings):
    """RNG, a weapon that shoots."""

    RANGE: Positive
    DICE: Positive
    ACC: Annotated[int, Field(ge=2, le=6)]
    POWER: Stat
    DMG: Positive
    TRAITS: list[Literal["mobile", "steady", "sidearm"]]


class UnitType(Settings):
    """unit_types.json: the stats of a unit type. Without an RNG (null) its units do not shoot."""

    HP_MAX: Positive
    MOVE: Positive
    ARMOUR: Stat
    OC: Stat
    VALUE: Stat
    RNG: Ranged | None
    CC: Melee


class Unit(Settings):
    """A unit of a scenario. With `allowed_hexes` it may be deployed only on those of them in its zone."""

    id: Annotated[str, Field(pattern=r"^[12]-\d\d$")]
    player: Annotated[int, Field(ge=1, le=PLAYERS)]
    type: str
    name: Annotated[str, Field(min_length=1)]
    allowed_hexes: list[Hex] | None = None


class Scenario(Settings):
    """scenarios/<name>.json. The only deployment type is by the players: `active`."""

    deployment_type: Literal["active"]
    deployment_zone: str
    objectives: list[Hex]
    units: Annotated[list[Unit], Field(min_length=1)]


class Battle(Settings):
    """The numbers of a round."""

    rounds: Positive
    sprint_bonus: Stat
    charge_reach: Positive
    charge_dice: Annotated[list[Positive], Field(min_length=1)]
    attack_die: Positive
    opening_penalty: Stat
    opening_charge: bool
    activation_choice: Literal["fixed", "chosen"]
    cover_penalty: Stat
    steady_bonus: Stat
    pierce_base: Stat
    needed_least: Positive
    needed_most: Positive
    sticky_control: bool
    score_from_round: Positive
    vp_per_objective: Stat
    vp_for_more: Stat


class GameConfig(Settings):
    """game_config.json: the order of deployment, the phase after it, and the size of the action space."""

    deployment_order_mode: Literal["sequential_p1_start", "alternated_p1_start"]
    post_deployment_start_phase: Literal["command", "move"]
    deployment_max_unit_slots: Annotated[int, Field(ge=1, le=60)]
    deployment_max_hex_slots: Annotated[int, Field(ge=1, le=4096)]
    battle: Battle


class Configuration(Settings):
    """A preset: the files of a board, and its scenario."""

    game: GameConfig
    board: BoardConfig
    deployment: dict[str, Zones]
    types: dict[str, UnitType]
    scenario: Scenario

    @cached_property
    def text(self) -> str:
        """The whole configuration as JSON: the key of its tables, which every view asks for several times."""
        return self.model_dump_json()
