"""The battle as people read it: dice in words, marks on the board, tables, and what an action would do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from boardwright import Position
from boardwright.cli import app
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.view import Panel, Text
from boardwright.core.words import Word
from boardwright.drawing import terminal
from boardwright.games.skirmish.enums import Flag, Phase
from saying import told

from .battles import charge_roll, do, prepared, rolls, settings, small, stats

FIELD = {"1-01": (6, 5), "1-02": (3, 6), "1-03": (2, 8), "2-01": (8, 3), "2-02": (9, 5), "2-03": (4, 2)}
CHARGER = {"1-01": Flag.CHARGED}
"""In a fight who charged is first; else the player whose turn it is not."""


Coded = tuple[str, dict[str, Any]]


def coded(word: Word | Text) -> Coded:
    """A word as its code, without the game's name, and its parameters: units by id, words in them alike."""
    told(Word(word.code, word.params), word.code)
    return word.code.removeprefix("skirmish."), {name: plain(value) for name, value in word.params.items()}


def plain(value: Any) -> Any:
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, Word | Text):
        return value.params["unit_id"] if value.code == "skirmish.unit" else coded(value)
    return value


def read(game: Game, state: Array) -> list[Coded]:
    """What is told of the last step."""
    return [coded(event) for event in game.view(state, 0).events]


def described(game: Game, state: Array, typed: str) -> dict[str, dict[str, Any]]:
    """What is told of an action before it is taken: parameters by code."""
    describe = game.definition.people.describe
    assert describe is not None
    words = describe(game, state, game.index(state, game.actions.from_text(typed)))
    return {code.removeprefix("act."): params for code, params in map(coded, words)}


def panel(game: Game, state: Array, name: str) -> list[list[Any]]:
    """The rows of a table; words in it as codes."""
    result: Panel = next(panel for panel in game.view(state, 0).panels if panel.title.code == f"skirmish.panel.{name}")
    return [[plain(value) for value in row] for row in result.rows]


def marked(game: Game, state: Array, mark: str) -> set[tuple[int, int]]:
    return {(cell.col, cell.row) for cell in game.view(state, 0).board.cells if mark in cell.marks}


# -- the log


def test_an_attack_is_one_text_with_every_die_and_what_it_needed() -> None:
    """The dice are also told as numbers in the order of their fall: clients draw them as faces."""
    game = small()
    state = prepared(game, FIELD, Phase.SHOOT)
    do(game, state, "target 2-01", rolls(5, 4, 2, 6, 1))
    dice = [
        ("told.pierced", {"rolled": 5, "needed": 3, "pierce": 4, "armour": 4}),
        ("told.missed", {"rolled": 2, "needed": 3}),
        ("told.stopped", {"rolled": 6, "needed": 3, "pierce": 1, "armour": 4}),
    ]
    effect = ("event.damaged", {"unit": "2-01", "damage": 1, "hp": 7})
    attack = {"unit": "1-01", "target": "2-01", "dice": dice, "effect": effect, "thrown": [5, 4, 2, 6, 1]}
    assert read(game, state) == [("told.shoots", attack)]
    assert len(game.events(state, None)) == 7, "the events themselves are told one by one, as before"
    # People read a unit's name and sign.
    (event,) = game.view(state, 0).events
    assert [event.params[name].params["title"] for name in ("unit", "target")] == ["Captain C1", "Alpha a1"]
    assert "Captain C1" in str(Word(event.code, event.params))


def test_an_attack_that_does_nothing_says_so() -> None:
    game = small()
    state = prepared(game, FIELD, Phase.SHOOT)
    do(game, state, "target 2-02", rolls(1, 1, 1))
    (_, attack), *_ = read(game, state)
    assert attack["dice"] == [("told.missed", {"rolled": 1, "needed": 3})] * 3
    assert attack["effect"] == ("told.unhurt", {})


def test_who_is_removed_is_told_in_the_same_text_and_then_how_the_battle_goes_on() -> None:
    game = small()
    state = prepared(
        game,
        {"1-01": (6, 5), "2-02": (7, 4), "2-03": (0, 0)},
        Phase.FIGHT,
        hp={"2-02": 1},
        flags=CHARGER,
        control={1: 2},
    )
    do(game, state, "target 2-02", rolls(6, 6, 1, 1, 1))
    (code, attack), *then = read(game, state)
    assert (code, attack["effect"]) == ("told.fights", ("told.removed", {"unit": "2-02", "damage": 1}))
    assert then == [
        ("event.command_phase", {"player": 2, "round": 2}),
        ("event.controlled", {"player": 1, "objective": 1}),
        ("event.move_phase", {"player": 2, "round": 2}),
    ]


@pytest.mark.parametrize(
    ("roll", "code", "end"), [((1, 2), "charged", {"col": 5, "row": 4}), ((1, 1), "charge_failed", {})]
)
def test_a_charge_tells_its_dice_and_what_they_had_to_reach(
    roll: tuple[int, int], code: str, end: dict[str, int]
) -> None:
    game = small()
    state = prepared(game, {"1-01": (2, 5), "2-01": (6, 5)}, Phase.CHARGE)
    do(game, state, "target 2-01", charge_roll(*roll))
    (told_as, params), *_ = read(game, state)
    assert told_as == f"told.{code}"
    dice = {"rolled": "{} + {}".format(*roll), "thrown": list(roll)}
    assert params == {"unit": "1-01", "target": "2-01", "needed": 3, **dice, **end}


@pytest.mark.parametrize(
    ("typed", "places", "event"),
    [
        ("move 6 4", {"1-01": (6, 5), "2-01": (0, 0)}, ("event.moved", {"unit": "1-01", "col": 6, "row": 4})),
        ("move 6 10", {"1-01": (6, 3), "2-01": (0, 0)}, ("event.sprinted", {"unit": "1-01", "col": 6, "row": 10})),
        ("move 6 7", {"1-01": (6, 5), "2-01": (6, 4)}, ("event.withdrew", {"unit": "1-01", "col": 6, "row": 7})),
        ("hold", {"1-01": (6, 5), "2-01": (0, 0)}, ("event.held", {"unit": "1-01"})),
    ],
)
def test_the_kind_of_a_move_is_told(typed: str, places: dict[str, tuple[int, int]], event: Coded) -> None:
    game = small()
    state = prepared(game, places)
    do(game, state, typed)
    assert read(game, state)[0] == event


# -- the board


def test_who_acts_and_where_it_can_go_is_marked_and_a_sprint_apart_from_a_move() -> None:
    game = small()
    state = prepared(game, {"1-01": (6, 10), "2-01": (0, 0)})
    assert marked(game, state, "active") == {(6, 10)}
    assert (6, 5) in marked(game, state, "reach")
    assert (6, 4) in marked(game, state, "far")
    both = marked(game, state, "reach") | marked(game, state, "far")
    offered = game.view(state, 0).choices
    assert both == {(choice.semantic["col"], choice.semantic["row"]) for choice in offered if choice.cells}
    assert marked(game, state, "target") == set()


def test_zones_are_shown_until_the_battle_begins() -> None:
    game = small()
    for zone in ("zone0", "zone1"):
        assert marked(game, game.new(), zone)
        assert not marked(game, prepared(game, FIELD), zone)


def test_the_enemies_that_can_be_attacked_are_marked_and_they_alone() -> None:
    game = small()
    state = prepared(game, FIELD, Phase.SHOOT, flags={"1-01": Flag.WITHDREW})
    assert marked(game, state, "active") == {(3, 6)}
    assert marked(game, state, "target") == {(8, 3), (9, 5)}, "2-03 is behind walls"
    assert marked(game, state, "reach") == set()
    offered = [choice for choice in game.view(state, 0).choices if choice.cells]
    assert len(offered) == 2


def test_who_holds_an_objective_is_marked() -> None:
    game = small()
    state = prepared(game, FIELD, control={1: 1, 2: 2})
    assert (6, 5) in marked(game, state, "held0")
    assert (2, 5) in marked(game, state, "held1")
    assert (10, 5) in marked(game, state, "goal")
    assert not {(10, 5)} & (marked(game, state, "held0") | marked(game, state, "held1"))


def test_the_text_board_says_all_that_without_colours() -> None:
    game = small()
    state = prepared(game, FIELD, control={1: 1, 2: 2})
    view = game.view(state, 0)
    drawn = terminal.draw(view.board, view.choices).plain
    assert "<C1>" in drawn
    assert [sign for sign in ("1+", "2+", " * ", " + ", " ~ ") if sign not in drawn] == []
    state = prepared(game, FIELD, Phase.SHOOT)
    drawn = terminal.draw(game.view(state, 0).board).plain
    assert [sign for sign in ("!a1!", "!s2!", "<C1>") if sign not in drawn] == []


def test_what_a_unit_has_left_is_written_on_its_hex() -> None:
    game = small()
    view = game.view(prepared(game, FIELD, hp={"2-01": 3}), 0)
    assert {(cell.col, cell.row): cell.text for cell in view.board.cells if cell.text} == {
        FIELD[unit]: hp
        for unit, hp in {"1-01": "8", "1-02": "5", "1-03": "4", "2-01": "3", "2-02": "5", "2-03": "4"}.items()
    }


# -- the tables


def test_the_battle_table_says_how_it_stands() -> None:
    game = small()
    state = prepared(game, FIELD, Phase.SHOOT, turn=2, in_round=3, vp=(2, 1), control={1: 1, 3: 1})
    assert panel(game, state, "battle") == [
        ["1", "3/5", "-", "-", "2", "2"],
        ["2", "3/5", ("phase.shoot", {}), "Alpha a1", "1", "0"],
    ]
    assert panel(game, state, "objectives") == [["1", "6,5", "1"], ["2", "2,5", "-"], ["3", "10,5", "1"]]


def test_flags_are_words_and_that_a_unit_has_acted_is_none_of_them() -> None:
    game = small()
    state = prepared(game, FIELD, Phase.SHOOT, flags={"1-01": Flag.SPRINTED | Flag.ACTED, "1-02": Flag.MOVED})
    flags = [("flags", {"flags": [(f"flag.{name}", {})]}) for name in ("sprinted", "moved")]
    assert [row[3] for row in panel(game, state, "status_1")] == [*flags, "-"]


def test_sight_tells_range_cover_and_what_an_attack_needs() -> None:
    game = small()
    state = prepared(game, {**FIELD, "1-01": (7, 4)}, Phase.SHOOT)
    assert panel(game, state, "sight") == [
        ["Alpha a1", "8/8", "2/10", ("sight.clear", {}), ("act.attack", {"hit": 3, "pierce": 4, "damage": "1.00"})],
        ["Stalker s2", "5/5", "2/10", ("sight.clear", {}), ("act.attack", {"hit": 3, "pierce": 2, "damage": "1.67"})],
        ["Spitter s3", "4/4", "4/10", ("sight.cover", {}), ("act.attack", {"hit": 4, "pierce": 2, "damage": "1.25"})],
    ]
    state = prepared(game, FIELD)
    assert {row[-1] for row in panel(game, state, "sight")} == {"-"}, "nobody is attacked in the move phase"


# -- what an action would do


def test_a_move_is_described_by_its_kind_and_what_can_be_done_from_there() -> None:
    game = small()
    state = prepared(game, {"1-02": (6, 9), "2-01": (6, 0)})
    assert described(game, state, "move 6 5") == {"moved": {"cost": 4}, "objective": {"objective": 1}, "can_shoot": {}}
    assert described(game, state, "move 6 3") == {"sprinted": {"cost": 6}, "cannot_shoot": {}}
    state = prepared(game, {"1-02": (6, 5), "2-01": (6, 4)})
    assert described(game, state, "move 6 7") == {"withdrew": {"cost": 2}, "cannot_shoot": {}}
    state = prepared(game, {"2-02": (6, 5), "1-01": (0, 9)}, turn=2)
    assert described(game, state, "move 6 3") == {"moved": {"cost": 2}}, "who has no gun is not told of shooting"
    assert described(game, state, "hold") == {}


def test_an_attack_is_described_by_the_rules_own_numbers() -> None:
    game = small(settings(opening_penalty=1))
    state = prepared(game, {"1-01": (6, 5), "2-02": (8, 4)}, Phase.SHOOT, in_round=1)
    assert described(game, state, "target 2-02") == {"attack": {"hit": 4, "pierce": 2, "damage": "1.25"}}
    state = prepared(game, {"1-01": (6, 5), "2-02": (7, 4)}, Phase.FIGHT, flags=CHARGER)
    assert described(game, state, "target 2-02") == {"attack": {"hit": 3, "pierce": 2, "damage": "2.22"}}
    state = prepared(game, {"1-01": (6, 5), "2-02": (7, 4)}, Phase.FIGHT, hp={"2-02": 1}, flags=CHARGER)
    assert described(game, state, "target 2-02")["attack"]["damage"] == "0.96", "no more than it has left"


def test_a_charge_is_described_by_its_length_and_the_throws_that_reach_it() -> None:
    game = small(stats("captain", ARMOUR=3))
    state = prepared(game, {"1-01": (2, 5), "2-02": (9, 5)}, Phase.CHARGE)
    length = int(state["lengths"][0].max())
    ways = sum(first + second >= length for first in range(1, 7) for second in range(1, 7))
    charge = described(game, state, "target 2-02")["charge"]
    assert (charge["length"], charge["ways"], charge["every"], charge["hit"]) == (length, ways, 36, 3)


# -- a match from a file


def test_a_recorded_match_is_told_move_by_move(tmp_path: Path) -> None:
    position = Position(small(), seed=1)
    for typed in ("deploy 1-01 6 8", "deploy 1-02 4 8", "deploy 1-03 8 8"):
        position.push_text(typed)
    for typed in ("deploy 2-01 6 2", "deploy 2-02 4 2", "deploy 2-03 8 2", "move 6 6", "hold", "hold", "target 2-01"):
        position.push_text(typed)
    path = tmp_path / "match.json"
    path.write_text(json.dumps(position.to_dict()), encoding="utf-8")
    ran = CliRunner().invoke(app, ["replay", str(path), "--log", "--boards"])
    assert ran.exit_code == 0, ran.output
    output = " ".join(ran.output.split())
    players = [str(Word("play_player", {"player": seat})) for seat in (0, 1)]
    assert output.startswith(str(Word("replay_match", {"number": 1, "game": "skirmish", "players": players})))
    moved = Word("skirmish.event.moved", {"unit": "Captain C1", "col": 6, "row": 6})
    assert f"7. {players[0]}: move 6 6 {moved}" in output
    assert f"10. {players[0]}: target 2-01 " in output
    assert "<R2>" in output, "the board after that move, with who acts next"
    assert str(Word("replay_agrees", {"agree": 1, "matches": 1})) in output
    assert "Captain" not in CliRunner().invoke(app, ["replay", str(path)]).output
