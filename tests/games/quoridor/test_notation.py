"""A position as one line: what is written is read back, and each fault of a line has a code of its own."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from boardwright.core import registry
from boardwright.core.errors import FormatError
from boardwright.core.game import Game
from boardwright.core.position import Position
from boardwright.core.record import Array
from boardwright.core.words import Word
from boardwright.games.quoridor import DEFINITION
from boardwright.games.quoridor.notation import FORMATS
from saying import refused, told

LINE = FORMATS["line"]


@cache
def plain(preset: str = "standard") -> Game:
    """Quoridor as plain Python: nothing is compiled."""
    return Game(DEFINITION, [registry.preset_of(DEFINITION, preset)], interpreted=True)


def opened(text: str, preset: str = "standard") -> tuple[Game, Array]:
    """The game and the state that a line stands for."""
    game = plain(preset)
    setup = LINE.read(text.encode(), {} if preset == "standard" else registry.preset_of(DEFINITION, preset))
    state = game.new()
    for field, value in setup.fields.items():
        state[field][0] = value
    return game, state


def test_the_start_is_the_start() -> None:
    game, state = opened("e1 e9 10 10 - 1")
    assert state.tobytes() == game.new().tobytes()


def test_what_a_line_says_is_what_the_state_holds() -> None:
    game, state = opened("e4 e6 8 7 c6v,a1v,h8h 2\n")
    assert game.text_key(state) == "e4 e6 8 7 a1v,c6v,h8h 2"
    assert state["to_move"][0] == 1
    assert LINE.write(game, state) == b"e4 e6 8 7 a1v,c6v,h8h 2\n"
    assert LINE.ending == ".qdr"


@pytest.mark.parametrize("preset", ["standard", "small"])
def test_positions_of_random_games_are_read_back_as_after_a_wall(preset: str) -> None:
    game = plain(preset)
    rng = np.random.default_rng(7)
    read_back = 0
    for _ in range(6):
        position = Position(game)
        while position.to_move is not None and len(position.history) < 40:
            position.push(int(rng.choice(position.legal_actions)))
            if position.to_move is None:
                break
            _, state = opened(game.text_key(position.state), preset)
            assert game.key(state) == game.key(position.state)
            assert (game.legal_mask(state) == game.legal_mask(position.state)).all()
            if position.history[-1].action >= 81:
                # A wall forgets what was before it, as a line does.
                assert state["since"][0] == position.state["since"][0] == 0
                assert state["seen"][0][:, 0].tolist() == position.state["seen"][0][:, 0].tolist()
            read_back += 1
    assert read_back > 50


def test_repetition_is_counted_from_the_line_on() -> None:
    game, state = opened("e4 e6 8 8 a1v,c6v 1")
    for _ in range(2):
        for move in ("d4", "d6", "e4", "e6"):
            assert state["to_move"][0] >= 0
            state = game.apply(state, game.actions.from_text(move))
    assert game.text_key(state).endswith(" 0")
    assert state["returns"][0].tolist() == [0.0, 0.0]


FAULTS: list[tuple[str, str, dict[str, Any]]] = [
    ("e1 e9 10 10 -", "position_parts", {"found": 5}),
    ("", "position_parts", {"found": 0}),
    ("e0 e9 10 10 - 1", "position_square", {"found": "e0", "last": "i9"}),
    ("j1 e9 10 10 - 1", "position_square", {"found": "j1", "last": "i9"}),
    ("e1 E9 10 10 - 1", "position_square", {"found": "E9", "last": "i9"}),
    ("e1 e9 11 10 - 1", "position_stock", {"player": 0, "found": "11", "most": 10}),
    ("e1 e9 10 -1 - 1", "position_stock", {"player": 1, "found": "-1", "most": 10}),
    ("e1 e9 10 x - 1", "position_stock", {"player": 1, "found": "x", "most": 10}),
    ("e1 e9 9 10 e3 1", "position_wall", {"found": "e3", "last": "h8"}),
    ("e1 e9 9 10 i3h 1", "position_wall", {"found": "i3h", "last": "h8"}),
    ("e1 e9 9 10 a9v 1", "position_wall", {"found": "a9v", "last": "h8"}),
    ("e1 e9 9 10 a2h, 1", "position_wall", {"found": "", "last": "h8"}),
    (
        "e1 e9 9 9 c3h,c3h 1",
        "position_walls",
        {"wall": "c3h", "problem": Word("quoridor.taken", {"square": "c3", "way": "h"})},
    ),
    (
        "e1 e9 9 9 c3h,c3v 1",
        "position_walls",
        {"wall": "c3v", "problem": Word("quoridor.crosses", {"square": "c3", "way": "v"})},
    ),
    (
        "e1 e9 9 9 c3h,d3h 1",
        "position_walls",
        {"wall": "d3h", "problem": Word("quoridor.overlaps", {"square": "d3", "way": "h"})},
    ),
    (
        "e1 e9 9 9 c3v,c2v 1",
        "position_walls",
        {"wall": "c2v", "problem": Word("quoridor.overlaps", {"square": "c2", "way": "v"})},
    ),
    ("e1 e9 10 10 - 3", "position_mover", {"found": "3"}),
    ("e1 e9 10 10 - 0", "position_mover", {"found": "0"}),
    ("e5 e5 10 10 - 1", "position_same_square", {"square": "e5"}),
    ("c9 e5 10 10 - 2", "position_goal", {"player": 0, "square": "c9"}),
    ("e5 a1 10 10 - 1", "position_goal", {"player": 1, "square": "a1"}),
    ("a1 e9 8 10 a1h,b1v 1", "position_no_path", {"player": 0}),
]


@pytest.mark.parametrize(("text", "code", "params"), FAULTS, ids=[f"{code} {text}" for text, code, _ in FAULTS])
def test_each_fault_of_a_line_has_its_own_code(text: str, code: str, params: dict[str, Any]) -> None:
    with pytest.raises(FormatError) as caught:
        opened(text)
    assert caught.value.params == params
    told(caught.value.word, f"quoridor.{code}")


def test_the_size_of_the_board_is_that_of_the_configuration() -> None:
    _, state = opened("c1 c5 3 3 d4h 1", "small")
    assert state["seen"].shape == (1, 2, 101)
    with refused(FormatError, "quoridor.position_square", found="e9", last="e5"):
        opened("e1 e9 3 3 - 1", "small")
    with refused(FormatError, "quoridor.position_wall", found="e4h", last="d4"):
        opened("c1 c5 3 3 e4h 1", "small")
    with refused(FormatError, "quoridor.position_stock", found="4", most=3):
        opened("c1 c5 4 3 - 1", "small")


def test_rows_and_columns_of_a_line_are_those_of_the_configuration() -> None:
    given = {"rows": 3, "cols": 8}
    read = LINE.read(b"e1 e3 3 3 g2h,a1v 2", given)
    assert (read.fields["pawns"], read.fields["to_move"]) == ([4, 22], 1)
    with refused(FormatError, "quoridor.position_square", found="e4", last="h3"):
        LINE.read(b"e1 e4 3 3 - 1", given)
    with refused(FormatError, "quoridor.position_wall", found="h2v", last="g2"):
        LINE.read(b"e1 e3 3 3 h2v 1", given)


def test_bytes_that_are_no_text_are_refused() -> None:
    with refused(FormatError, "quoridor.position_encoding"):
        LINE.read(b"\xff\xfe", {})


def test_a_finished_game_has_no_line() -> None:
    game, state = opened("e8 a5 0 0 - 1")
    won = game.apply(state, game.actions.from_text("e9"))
    with refused(FormatError, "quoridor.position_over"):
        LINE.write(game, won)
