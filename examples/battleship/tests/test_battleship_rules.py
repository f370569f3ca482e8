"""The rules of Battleship, case by case, on the small board: ships of 3, 2 and 2 cells on 6 by 6."""

import numpy as np
import pytest

from battleship.config import Configuration
from battleship.rules import HIT, MISS, SUNK, Reason
from boardwright import Position, load
from boardwright.core.errors import ConfigError, IllegalAction

GAME = load("battleship", "small").as_interpreted()
FLEETS = ("a1 right", "a2 right", "a3 right"), ("d6 right", "d5 right", "d4 right")

REDRAWN = 1000
"""Rows of redrawn ships, some dozens for each layout."""


@pytest.fixture
def position() -> Position:
    position = Position(GAME)
    for fleet in FLEETS:
        for text in fleet:
            position.push_text(text)
    return position


def refused(position: Position, text: str) -> Reason:
    with pytest.raises(IllegalAction) as caught:
        position.push_text(text)
    return Reason(caught.value.reason)


def test_each_player_places_all_ships_and_then_they_shoot_in_turn(position: Position) -> None:
    assert position.movers == [0, 0, 0, 1, 1, 1]
    position.push_text("f1")
    assert position.to_move == 1
    position.push_text("f1")
    assert position.to_move == 0


def test_refusals(position: Position) -> None:
    start = Position(position.game)
    assert refused(start, "a1") == Reason.PLACE_FIRST
    assert refused(start, "e1 right") == Reason.OFF_BOARD
    assert refused(start, "g1 right") == Reason.OFF_BOARD
    start.push_text("a1 right")
    assert refused(start, "c1 down") == Reason.SHIPS_OVERLAP
    assert refused(position, "a5 down") == Reason.PLACED_ALREADY
    assert refused(position, "a9") == Reason.OFF_BOARD
    position.push_text("f1")
    position.push_text("f1")
    assert refused(position, "f1") == Reason.SHOT_ALREADY


def test_a_ship_is_sunk_by_its_last_cell_and_then_everybody_knows_it(position: Position) -> None:
    for text in ("d4", "f6", "e4"):
        position.push_text(text)
    shot = position.state["shot"][0]
    assert shot[1, [21, 22]].tolist() == [SUNK + 2] * 2
    assert (shot[0, 35], shot[1, 35]) == (MISS, 0)
    assert [event.code.rpartition(".")[2] for event in position.view(0).events] == ["struck", "sank"]
    assert position.state["tally"][0].tolist() == [[2, 1], [0, 0]]


def test_who_sinks_all_ships_wins(position: Position) -> None:
    water = iter(["f1", "e1", "d1", "f2", "e2", "d2", "f3"])
    for text in ["d6", "e6", "f6", "d5", "e5", "d4", "e4"]:
        assert position.outcome is None
        position.push_text(text)
        if position.to_move == 1:
            position.push_text(next(water))
    assert position.outcome is not None
    assert position.outcome.returns == (1.0, -1.0)
    assert "A" in {piece.symbol for piece in position.view(1).board.pieces if piece.owner == 0}, "the end shows all"


def test_redrawn_ships_fit_what_was_seen_and_are_uniform(position: Position) -> None:
    shots = ("e5", "c3", "d4", "e4", "b2", "b5", "e2", "b4")  # a hit, the third ship sunk, and misses
    for text, other in zip(shots, ("f1", "f2", "f3", "f4", "f5", "f6", "e5", "e6")):
        position.push_text(text)
        position.push_text(other)
    game, state = position.game, position.state
    rows = game.resample(np.repeat(state, REDRAWN), 0, np.arange(REDRAWN) * 7919)
    assert (game.observe(rows, 0) == game.observe(state, 0)).all()
    layouts, counts = np.unique(rows["ship"][:, 1], axis=0, return_counts=True)
    assert len(layouts) == len(possible(state))
    expected = REDRAWN / len(layouts)
    square = float(((counts - expected) ** 2 / expected).sum())
    assert square < len(layouts) + 4 * (2 * len(layouts)) ** 0.5


def possible(state: np.ndarray) -> list[tuple[frozenset[int], frozenset[int]]]:
    """Every way in which the two ships that are afloat can be placed, by trying all."""
    shot = state["shot"][0, 1]
    spots = {}
    for length in (3, 2):
        across = [range(6 * r + c, 6 * r + c + length) for r in range(6) for c in range(7 - length)]
        down = [range(6 * r + c, 6 * (r + length) + c, 6) for c in range(6) for r in range(7 - length)]
        fit = [frozenset(spot) for spot in across + down if all(shot[cell] in (0, HIT) for cell in spot)]
        spots[length] = [spot for spot in fit if any(shot[cell] == 0 for cell in spot)]
    hits = set(np.flatnonzero(shot == HIT).tolist())
    pairs = [(three, two) for three in spots[3] for two in spots[2]]
    return [pair for pair in pairs if not pair[0] & pair[1] and hits <= pair[0] | pair[1]]


def test_a_board_that_might_have_no_room_for_a_ship_is_refused() -> None:
    assert Configuration(rows=3, cols=4, ships=[2, 4]).ships == [2, 4]
    with pytest.raises(ConfigError, match="ship 2"):
        load("battleship", rows=3, cols=4, ships=[4, 4, 4])
