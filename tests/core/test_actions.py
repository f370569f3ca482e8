"""Actions: an index, a dataclass, JSON and text are four names of one thing."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, make_dataclass
from typing import Any

import pytest

from boardwright.core.actions import Actions, Group
from boardwright.core.errors import MalformedAction
from saying import refused


@dataclass(frozen=True)
class PlaceWall:
    side: int
    row: int
    col: int


@dataclass(frozen=True)
class Step:
    direction: str


@dataclass(frozen=True)
class Pass:
    pass


@dataclass(frozen=True)
class Undo:
    moves: int


WAYS = ("north", "east", "south", "west")


def directions() -> Group:
    """Numbered by hand: only two of the four ways have an index."""
    numbered = {"north": 0, "south": 1}
    return Group(
        Step,
        count=2,
        encode=lambda step: numbered.get(step.direction),
        decode=lambda rank: Step(("north", "south")[rank]),
    )


def several() -> Actions:
    return Actions(
        [Group(PlaceWall, {"side": 2, "row": 3, "col": 4}), directions(), Group(Pass, {})],
        people=[Group(Undo, {"moves": 5})],
    )


def test_indices_of_policies_come_first_and_people_have_the_rest() -> None:
    actions = several()
    assert (actions.policy, actions.count) == (24 + 2 + 1, 24 + 2 + 1 + 5)
    assert isinstance(actions.decode(26), Pass)
    assert actions.decode(27) == Undo(0)


def test_the_index_is_the_fields_in_mixed_radix() -> None:
    assert several().encode(PlaceWall(1, 2, 3)) == 1 * 12 + 2 * 4 + 3
    assert several().decode(23) == PlaceWall(1, 2, 3)


@pytest.mark.parametrize("index", range(32))
def test_every_face_names_the_same_action(index: int) -> None:
    actions = several()
    semantic = actions.decode(index)
    assert actions.encode(semantic) == index
    assert actions.from_dict(json.loads(json.dumps(actions.to_dict(index)))) == semantic
    assert actions.from_text(actions.to_text(index)) == semantic


def test_the_kind_is_the_name_of_the_dataclass_in_small_letters() -> None:
    assert several().to_dict(5) == {"kind": "place_wall", "side": 0, "row": 1, "col": 1}
    assert several().to_text(5) == "place_wall 0 1 1"
    assert several().to_text(26) == "pass"


def test_where_there_is_one_kind_its_name_need_not_be_typed() -> None:
    alone = Actions([Group(Undo, {"moves": 5})])
    assert alone.to_text(3) == "3"
    assert alone.from_text("3") == alone.from_text("undo 3") == Undo(3)


@pytest.mark.parametrize("action", [PlaceWall(2, 0, 0), PlaceWall(0, -1, 0), Step("east"), Undo(5)], ids=str)
def test_what_can_be_said_may_have_no_index(action: Any) -> None:
    assert several().encode(action) is None


@pytest.mark.parametrize("index", [-1, 32])
def test_an_index_outside_the_table_cannot_be_decoded(index: int) -> None:
    with pytest.raises(MalformedAction) as caught:
        several().decode(index)
    assert (caught.value.code, caught.value.params) == ("no_such_action", {"index": index, "last": 31})


def test_a_dataclass_of_another_game_is_unknown() -> None:
    with pytest.raises(MalformedAction) as caught:
        several().encode(object())
    assert caught.value.params["known"] == ["place_wall", "step", "pass", "undo"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (None, "action_not_object"),
        ({}, "action_not_object"),
        ({"kind": 4}, "action_not_object"),
        ({"kind": "jump"}, "unknown_action"),
        ({"kind": "undo"}, "action_field_missing"),
        ({"kind": "undo", "moves": 1, "far": 2}, "action_field_unknown"),
        ({"kind": "undo", "moves": "1"}, "action_field_type"),
        ({"kind": "undo", "moves": 1.0}, "action_field_type"),
        ({"kind": "undo", "moves": True}, "action_field_type"),
        ({"kind": "undo", "moves": None}, "action_field_type"),
        ({"kind": "step", "direction": ["north"]}, "action_field_type"),
    ],
    ids=str,
)
def test_json_is_read_strictly(data: Any, code: str) -> None:
    with pytest.raises(MalformedAction) as caught:
        several().from_dict(data)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "action_empty"),
        (" \t ", "action_empty"),
        ("4", "unknown_action"),
        ("undo", "action_words"),
        ("undo 1 2", "action_words"),
        ("undo one", "action_field_type"),
        ("undo 1.0", "action_field_type"),
        ("undo 99999999999999999999", "action_field_type"),
    ],
    ids=repr,
)
def test_text_is_read_strictly(text: str, code: str) -> None:
    with pytest.raises(MalformedAction) as caught:
        several().from_text(text)
    assert caught.value.code == code


@pytest.mark.parametrize("word", ["12", "007", "+5"])
def test_a_field_of_text_keeps_the_digits_as_they_were_typed(word: str) -> None:
    assert several().from_text(f"step {word}") == Step(word)


def test_the_wanted_type_is_named_plainly() -> None:
    # Without postponed annotations a field's type is a class, not its name.
    kind = make_dataclass("Leap", [("far", int)], frozen=True)
    assert fields(kind)[0].type is int
    with pytest.raises(MalformedAction) as caught:
        Actions([Group(kind, {"far": 3})]).from_text("leap")
    assert caught.value.code == "action_words"
    with refused(MalformedAction, "action_field_type", field="far", kind="leap", value="x", wanted="int"):
        Actions([Group(kind, {"far": 3})]).from_dict({"kind": "leap", "far": "x"})


def test_sizes_must_name_the_fields_in_order() -> None:
    with pytest.raises(ValueError, match="PlaceWall: sizes name"):
        Group(PlaceWall, {"row": 3, "side": 2, "col": 4})


def test_a_group_needs_sizes_or_a_numbering() -> None:
    with pytest.raises(ValueError, match="Step: give sizes, or count with encode and decode"):
        Group(Step, count=4)


def across() -> Actions:
    """Columns counted from each player's own left: index 0 is the left end for one and the right end for the other."""

    def encode(step: Undo, player: int) -> int | None:
        rank = step.moves if player == 0 else 4 - step.moves
        return rank if 0 <= rank < 5 else None

    seated = Group(
        Undo,
        count=5,
        encode=encode,
        decode=lambda rank, player: Undo(rank if player == 0 else 4 - rank),
        seated=True,
    )
    return Actions([seated, Group(Pass, {})])


@pytest.mark.parametrize("player", [0, 1])
def test_where_an_index_is_each_players_own_every_face_names_the_same_action(player: int) -> None:
    actions = across()
    for index in range(6):
        semantic = actions.decode(index, player)
        assert actions.encode(semantic, player) == index
        assert actions.from_dict(json.loads(json.dumps(actions.to_dict(index, player)))) == semantic
        assert actions.from_text(actions.to_text(index, player)) == semantic
    assert actions.decode(0, 0) == Undo(0)
    assert actions.decode(0, 1) == Undo(4)
    assert actions.to_text(1, 1) == "undo 3"


def test_a_kind_may_be_shortened_as_long_as_it_is_clear() -> None:
    actions = several()
    assert actions.from_text("place 1 2 3") == PlaceWall(1, 2, 3)
    assert actions.from_text("u 3") == Undo(3)
    assert actions.from_text("pass") == Pass()
    with pytest.raises(MalformedAction):
        actions.from_text("p 3")
    with pytest.raises(MalformedAction):
        actions.from_dict({"kind": "place", "side": 1, "row": 1, "col": 1})
