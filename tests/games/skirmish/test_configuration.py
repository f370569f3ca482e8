"""Specification 001, sources of data: every missing, unknown or contradictory key is an error that names its path."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

import boardwright
from boardwright.core import registry
from boardwright.core.errors import ConfigError
from boardwright.core.words import Word
from boardwright.games.skirmish.config import Edge, Rectangle, Zones
from boardwright.games.skirmish.setup import setup
from saying import told

from .scenarios import BOARDS, config, load, tables, without, zone_of

Data = dict[str, Any]


def path(data: Data, dotted: str) -> tuple[Any, Any]:
    *parents, last = [int(part) if part.isdigit() else part for part in dotted.split(".")]
    for parent in parents:
        data = data[parent]
    return data, last


def put(dotted: str, value: Any) -> Callable[[Data], None]:
    def change(data: Data) -> None:
        holder, key = path(data, dotted)
        holder[key] = value

    return change


def refused(change: Callable[[Data], None], board: str = "small") -> ConfigError:
    with pytest.raises(ConfigError) as caught:
        load(board, "sequential", change)
    return caught.value


KEYS = [
    "game.deployment_order_mode",
    "game.post_deployment_start_phase",
    "game.deployment_max_unit_slots",
    "game.deployment_max_hex_slots",
    "game.battle.rounds",
    "board.cols",
    "board.rows",
    "board.wall_hexes",
    "board.missing_hexes",
    "board.missing_hexes.0.row",
    "board.missing_hexes.0.col_parity",
    "deployment.hammer.p1",
    "deployment.hammer.p2.edge",
    "deployment.hammer.p2.depth",
    "types.captain.HP_MAX",
    "types.captain.RNG",
    "types.captain.RNG.RANGE",
    "types.captain.CC.DICE",
    "scenario.deployment_type",
    "scenario.deployment_zone",
    "scenario.objectives",
    "scenario.units",
    "scenario.units.2.id",
    "scenario.units.2.player",
    "scenario.units.2.type",
    "scenario.units.2.name",
    "game",
    "board",
    "deployment",
    "types",
    "scenario",
]


@pytest.mark.parametrize("key", KEYS)
def test_a_missing_key_is_named_with_its_path(key: str) -> None:
    def change(data: Data) -> None:
        holder, last = path(data, key)
        del holder[last]

    error = refused(change)
    assert (error.code, error.path) == ("config_missing", key)


@pytest.mark.parametrize(
    ("key", "known"),
    [
        ("surprise", ["board", "deployment", "game", "scenario", "types"]),
        ("game.surprise", ["battle", "deployment_max_hex_slots"]),
        ("board.missing_hexes.0.surprise", ["col_parity", "row"]),
        ("deployment.hammer.surprise", ["p1", "p2"]),
        ("deployment.hammer.p1.surprise", ["depth", "edge"]),
        ("types.rifle.CC.surprise", ["ACC", "DICE", "DMG", "POWER", "TRAITS"]),
        ("scenario.units.0.surprise", ["allowed_hexes", "id", "name", "player", "type"]),
    ],
)
def test_an_unknown_key_is_named_with_its_path_and_with_what_may_stand_there(key: str, known: list[str]) -> None:
    error = refused(put(key, 1))
    assert (error.code, error.path) == ("config_unknown", key)
    assert set(known) <= set(error.params["known"])


@pytest.mark.parametrize(
    ("key", "value", "blamed"),
    [
        ("scenario.deployment_type", "random", "scenario.deployment_type"),
        ("scenario.deployment_type", "fixed", "scenario.deployment_type"),
        ("game.deployment_order_mode", "alternated", "game.deployment_order_mode"),
        ("game.post_deployment_start_phase", "shoot", "game.post_deployment_start_phase"),
        ("scenario.deployment_zone", "anvil", "scenario.deployment_zone"),
        ("scenario.units.1.id", "1-01", "scenario.units.1.id"),
        ("scenario.units.1.id", "2-09", "scenario.units.1.id"),
        ("scenario.units.1.id", "1-2", "scenario.units.1.id"),
        ("scenario.units.1.type", "wizard", "scenario.units.1.type"),
        ("scenario.units.1.player", 3, "scenario.units.1.player"),
        ("scenario.units.1.allowed_hexes", [[6, 9], [13, 0]], "scenario.units.1.allowed_hexes.1"),
        ("scenario.objectives", [[6, 5], [0, 0]], "scenario.objectives.1"),
        ("scenario.objectives", [[6, 5], [7, 5]], "scenario.objectives.1"),
        ("scenario.objectives", [[60, 5]], "scenario.objectives.0"),
        ("game.deployment_max_unit_slots", 2, "game.deployment_max_unit_slots"),
        ("game.deployment_max_hex_slots", 38, "game.deployment_max_hex_slots"),
        ("board.wall_hexes", [[4, 3], [4, 3]], "board.wall_hexes.1"),
        ("board.wall_hexes", [[1, 10]], "board.wall_hexes.0"),
        ("board.wall_hexes", [[-1, 0]], "board.wall_hexes.0"),
        ("board.missing_hexes.0.row", 11, "board.missing_hexes.0.row"),
        ("board.missing_hexes", [], "board.missing_hexes"),
        ("deployment.hammer.p1.depth", 12, "deployment.hammer.p1.depth"),
        ("deployment.hammer.p1.edge", "up", "deployment.hammer.p1.edge"),
        ("types.captain.HP_MAX", "8", "types.captain.HP_MAX"),
        ("types.captain.HP_MAX", 121, "types.captain.HP_MAX"),
    ],
)
def test_a_wrong_or_contradictory_value_is_named_with_its_path(key: str, value: Any, blamed: str) -> None:
    error = refused(put(key, value))
    told(error.word, "config_value", path=blamed)


@pytest.mark.parametrize(
    ("zone", "blamed"),
    [
        ({"col_min": 0, "col_max": 13, "row_min": 0, "row_max": 2}, "deployment.hammer.p2.col_max"),
        ({"col_min": 5, "col_max": 4, "row_min": 0, "row_max": 2}, "deployment.hammer.p2.col_min"),
        ({"col_min": 0, "col_max": 12, "row_min": 3, "row_max": 2}, "deployment.hammer.p2.row_min"),
    ],
)
def test_a_rectangle_keeps_to_the_board(zone: Data, blamed: str) -> None:
    assert refused(zone_of(2, zone)).path == blamed


def test_a_rectangle_without_a_corner_is_told_which(recwarn: pytest.WarningsRecorder) -> None:
    error = refused(zone_of(1, {"col_min": 0, "col_max": 12, "row_min": 3}))
    assert (error.code, error.path) == ("config_missing", "deployment.hammer.p1.row_max")


def test_zones_may_be_given_as_what_they_are() -> None:
    edge, rectangle = Edge(edge="south", depth=2), Rectangle(col_min=0, col_max=3, row_min=0, row_max=1)
    zones = Zones(p1=edge, p2=rectangle)
    assert (zones.p1, zones.p2) == (edge, rectangle)


def test_an_army_must_have_a_unit() -> None:
    error = refused(without("2-01", "2-02", "2-03"))
    assert (error.path, error.params["expected"]) == ("scenario.units", "player = 2")


def test_specification_001_the_rectangle_form_of_a_zone_is_accepted_and_a_warning_says_where_pools_differ() -> None:
    south = {"col_min": 0, "col_max": 12, "row_min": 8, "row_max": 10}
    registry.load("skirmish", "small")  # its words
    warning = str(Word("skirmish.pools_differ", {"first": 33, "second": 39}))
    with pytest.warns(UserWarning, match=re.escape(warning)):
        game = load("small", "sequential", zone_of(1, south))
    places = [tables(game).grid.places[cell] for cell in tables(game).pools[0]]
    assert all(8 <= row <= 10 for _, row in places)
    assert len(places) == 33


@pytest.mark.parametrize(("edge", "size"), [("east", 21 + 20), ("west", 21 + 20)])
def test_zones_may_lie_along_any_edge(edge: str, size: int) -> None:
    zone = {"edge": edge, "depth": 2}

    def change(data: Data) -> None:
        data["deployment"]["hammer"] = {"p1": zone, "p2": zone}
        data["board"]["wall_hexes"] = []

    assert [len(pool) for pool in tables(load("large", "sequential", change)).pools] == [size, size]


@pytest.mark.parametrize("board", BOARDS)
def test_presets_in_either_order_differ_in_that_alone(board: str) -> None:
    one, other = boardwright.load("skirmish", board).config, boardwright.load("skirmish", f"{board}_alternated").config
    assert one["game"].pop("deployment_order_mode") == "sequential_p1_start"
    assert other["game"].pop("deployment_order_mode") == "alternated_p1_start"
    assert one == other


def test_a_configuration_is_the_same_after_it_went_through_a_game() -> None:
    game = load("small")
    assert setup(game.configs[0]) is setup(boardwright.load("skirmish", config=game.config).configs[0])
    ways = ("", "_alternated", "_chosen")
    assert registry.presets("skirmish") == [f"{board}{way}" for board in ("large", "small") for way in ways]
    assert config("small")["scenario"]["units"][0]["id"] == "1-01"


@pytest.mark.parametrize(("army", "points"), [(1, 100), (2, 100)])
def test_both_armies_of_the_large_board_are_worth_the_same(army: int, points: int) -> None:
    data = config("large")
    units = [unit for unit in data["scenario"]["units"] if unit["player"] == army]
    assert sum(data["types"][unit["type"]]["VALUE"] for unit in units) == points
