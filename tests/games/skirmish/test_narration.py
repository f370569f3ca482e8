"""The battle as people read it: dice in sentences, marks on the board, tables, and what an action would do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from boardwright import Position
from boardwright.cli import app
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.view import Panel
from boardwright.core.words import Word, say
from boardwright.drawing import terminal, terminal_panels
from boardwright.games.skirmish.enums import Flag, Phase

from .battles import charge_roll, do, prepared, rolls, settings, small, stats

FIELD = {"1-01": (6, 5), "1-02": (3, 6), "1-03": (2, 8), "2-01": (8, 3), "2-02": (9, 5), "2-03": (4, 2)}
CHARGER = {"1-01": Flag.CHARGED}
"""In a fight who charged is first; else the player whose turn it is not."""


def read(game: Game, state: Array, to: str = "en") -> list[str]:
    return [say(Word(event.code, event.params), to) for event in game.view(state, 0).events]


def described(game: Game, state: Array, typed: str) -> str:
    describe = game.definition.people.describe
    assert describe is not None
    return " ".join(map(str, describe(game, state, game.index(state, game.actions.from_text(typed)))))


def panel(game: Game, state: Array, name: str) -> list[list[str]]:
    result: Panel = next(panel for panel in game.view(state, 0).panels if panel.title.code == f"skirmish.panel.{name}")
    return [[terminal_panels.said(value) for value in row] for row in result.rows]


def marked(game: Game, state: Array, mark: str) -> set[tuple[int, int]]:
    return {(cell.col, cell.row) for cell in game.view(state, 0).board.cells if mark in cell.marks}


# -- the log


def test_an_attack_is_one_text_with_every_die_and_what_it_needed() -> None:
    game = small()
    state = prepared(game, FIELD, Phase.SHOOT)
    do(game, state, "target 2-01", rolls(5, 4, 2, 6, 1))
    assert read(game, state) == [
        "Captain C1 shoots at Alpha a1: 5 hits (3+) and 4 pierces (4+), 2 misses (3+), "
        "6 hits (3+) but 1 is stopped (4+). "
        "Alpha a1 takes 1 damage and has 7 HP left."
    ]
    assert read(game, state, "fr") == [
        "L'unité Captain C1 tire sur Alpha a1 : 5 touche (3+) et 4 perce (4+), 2 manque (3+), "
        "6 touche (3+) mais 1 est arrêté (4+). L'unité Alpha a1 subit 1 de dégâts ; il lui reste 7 PV."
    ]
    assert len(game.events(state, None)) == 7, "the events themselves are told one by one, as before"


def test_dice_are_told_as_numbers_in_the_order_of_their_fall() -> None:
    """Clients draw them as faces."""
    game = small()
    state = prepared(game, FIELD, Phase.SHOOT)
    do(game, state, "target 2-01", rolls(5, 4, 2, 6, 1))
    assert [event.params["thrown"] for event in game.view(state, 0).events] == [[5, 4, 2, 6, 1]]


def test_an_attack_that_does_nothing_says_so() -> None:
    game = small()
    state = prepared(game, FIELD, Phase.SHOOT)
    do(game, state, "target 2-02", rolls(1, 1, 1))
    assert (
        read(game, state)[0]
        == "Captain C1 shoots at Stalker s2: 1 misses (3+), 1 misses (3+), 1 misses (3+). No damage."
    )


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
    texts = read(game, state)
    assert texts[0].endswith("Stalker s2 takes 1 damage and is removed.")
    assert texts[1:] == [
        "Round 2: player 2's command phase.",
        "Player 1 controls objective 1.",
        "Round 2: player 2 moves.",
    ]
    assert read(game, state, "fr")[1:3] == [
        "Tour 2 : phase de commandement du joueur 2.",
        "Le joueur 1 contrôle l'objectif 1.",
    ]


@pytest.mark.parametrize(
    ("roll", "english", "french"),
    [
        ((1, 2), "it gets to (5, 4).", "elle arrive en (5, 4)."),
        ((1, 1), "it stays where it is.", "elle reste sur place."),
    ],
)
def test_a_charge_tells_its_dice_and_what_they_had_to_reach(roll: tuple[int, int], english: str, french: str) -> None:
    game = small()
    state = prepared(game, {"1-01": (2, 5), "2-01": (6, 5)}, Phase.CHARGE)
    do(game, state, "target 2-01", charge_roll(*roll))
    dice = "{} + {}".format(*roll)
    assert read(game, state)[0] == f"Captain C1 charges Alpha a1, needs 3 and rolls {dice}: {english}"
    assert read(game, state, "fr")[0] == (
        f"L'unité Captain C1 charge Alpha a1 ; il lui faut 3, les dés font {dice} : {french}"
    )


@pytest.mark.parametrize(
    ("typed", "places", "sentence"),
    [
        ("move 6 4", {"1-01": (6, 5), "2-01": (0, 0)}, "Captain C1 moves to (6, 4)."),
        ("move 6 10", {"1-01": (6, 3), "2-01": (0, 0)}, "Captain C1 sprints to (6, 10)."),
        ("move 6 7", {"1-01": (6, 5), "2-01": (6, 4)}, "Captain C1 withdraws to (6, 7)."),
        ("hold", {"1-01": (6, 5), "2-01": (0, 0)}, "Captain C1 holds."),
    ],
)
def test_the_kind_of_a_move_is_told(typed: str, places: dict[str, tuple[int, int]], sentence: str) -> None:
    game = small()
    state = prepared(game, places)
    do(game, state, typed)
    assert read(game, state)[0] == sentence


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
        ["2", "3/5", "shoot", "Alpha a1", "1", "0"],
    ]
    assert panel(game, state, "objectives") == [["1", "6,5", "1"], ["2", "2,5", "-"], ["3", "10,5", "1"]]


def test_phases_and_flags_are_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDWRIGHT_LANGUAGE", "fr")
    game = small()
    state = prepared(game, FIELD, Phase.SHOOT, flags={"1-01": Flag.SPRINTED | Flag.ACTED, "1-02": Flag.MOVED})
    assert panel(game, state, "battle")[0][2] == "tir"
    assert [row[3] for row in panel(game, state, "status_1")] == ["a couru", "a bougé", "-"]


def test_sight_tells_range_cover_and_what_an_attack_needs() -> None:
    game = small()
    state = prepared(game, {**FIELD, "1-01": (7, 4)}, Phase.SHOOT)
    assert panel(game, state, "sight") == [
        ["Alpha a1", "8/8", "2/10", "clear", "Hit 3+, pierce 4+: 1.00 HP on average."],
        ["Stalker s2", "5/5", "2/10", "clear", "Hit 3+, pierce 2+: 1.67 HP on average."],
        ["Spitter s3", "4/4", "4/10", "cover", "Hit 4+, pierce 2+: 1.25 HP on average."],
    ]
    state = prepared(game, FIELD)
    assert {row[-1] for row in panel(game, state, "sight")} == {"-"}, "nobody is attacked in the move phase"


# -- what an action would do


def test_a_move_is_described_by_its_kind_and_what_can_be_done_from_there() -> None:
    game = small()
    state = prepared(game, {"1-02": (6, 9), "2-01": (6, 0)})
    assert described(game, state, "move 6 5") == "A move of 4. It is on objective 1. It can shoot from there."
    assert described(game, state, "move 6 3") == "A sprint of 6. It cannot shoot from there."
    state = prepared(game, {"1-02": (6, 5), "2-01": (6, 4)})
    assert described(game, state, "move 6 7") == "A withdrawal of 2. It cannot shoot from there."
    state = prepared(game, {"2-02": (6, 5), "1-01": (0, 9)}, turn=2)
    assert described(game, state, "move 6 3") == "A move of 2.", "who has nothing to shoot with is not told that"
    assert described(game, state, "hold") == ""


def test_an_attack_is_described_by_the_rules_own_numbers() -> None:
    game = small(settings(opening_penalty=1))
    state = prepared(game, {"1-01": (6, 5), "2-02": (8, 4)}, Phase.SHOOT, in_round=1)
    assert described(game, state, "target 2-02") == "Hit 4+, pierce 2+: 1.25 HP on average."
    state = prepared(game, {"1-01": (6, 5), "2-02": (7, 4)}, Phase.FIGHT, flags=CHARGER)
    assert described(game, state, "target 2-02") == "Hit 3+, pierce 2+: 2.22 HP on average."
    state = prepared(game, {"1-01": (6, 5), "2-02": (7, 4)}, Phase.FIGHT, hp={"2-02": 1}, flags=CHARGER)
    assert described(game, state, "target 2-02").endswith("0.96 HP on average."), "no more than it has left"


def test_a_charge_is_described_by_its_length_and_the_throws_that_reach_it() -> None:
    game = small(stats("captain", ARMOUR=3))
    state = prepared(game, {"1-01": (2, 5), "2-02": (9, 5)}, Phase.CHARGE)
    length = int(state["lengths"][0].max())
    ways = sum(first + second >= length for first in range(1, 7) for second in range(1, 7))
    assert described(game, state, "target 2-02").startswith(f"Needs {length}: {ways} of 36 throws. Then hit 3+")


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
    heading = Word("replay_match", {"number": 1, "game": "skirmish", "players": ["Player 1", "Player 2"]})
    assert output.startswith(str(heading))
    assert "7. Player 1: move 6 6 Captain C1 moves to (6, 6)." in output
    assert "10. Player 1: target 2-01 Captain C1 shoots at Alpha a1: " in output
    assert "<R2>" in output, "the board after that move, with who acts next"
    assert "1 of 1 match replayed to the same end." in output
    assert "Captain" not in CliRunner().invoke(app, ["replay", str(path)]).output
