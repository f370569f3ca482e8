"""File formats: a written position reads back the same, and every malformed file has its error."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from boardwright.core import registry
from boardwright.core.errors import FormatError
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.games.minesweeper.cells import FLAGGED, HIDDEN
from boardwright.games.minesweeper.formats import FORMATS
from saying import refused

from .boards import do, laid, plain

TEXT, MBF = FORMATS["text"], FORMATS["mbf"]


def opened(text: str, **given: Any) -> tuple[Game, Array]:
    """The game and the state that a text stands for."""
    setup = TEXT.read(text.encode(), given)
    game = plain(**setup.config)
    state = game.new()
    for field, value in setup.fields.items():
        state[field][0] = value
    return game, state


def test_a_typed_position_is_what_a_player_would_see() -> None:
    game, state = opened("mines 2\n1 # #\n# F #\n# # #")
    assert game.config["mine_count"] == 2
    assert state["shown"][0].tolist() == [1, HIDDEN, HIDDEN, HIDDEN, FLAGGED, HIDDEN, HIDDEN, HIDDEN, HIDDEN]
    assert (state["flagged"][0], state["safe_left"][0], state["laid"][0]) == (1, 6, 1)
    assert game.observe(state)["mines_left"][0] == 1


@pytest.mark.parametrize("text", ["mines 3/1../...", "3 mines/1../...", "Mines: 3\n1..\n..."])
def test_the_number_of_mines_stands_above_the_rows(text: str) -> None:
    assert opened(text)[0].config["mine_count"] == 3


def test_a_chosen_board_says_how_many_mines_unless_the_text_does() -> None:
    assert opened("1./..", mine_count=2)[0].config["mine_count"] == 2
    assert opened("mines 1/1./..", mine_count=2)[0].config["mine_count"] == 1


def test_what_is_written_as_text_is_read_back() -> None:
    game, state = laid("*...\n....\n..*.")
    state = do(game, state, "reveal 2 0", "flag 0 0")
    data = TEXT.write(game, state)
    assert data == b"mines 2\nF###\n12##\n01##\n"
    again, other = opened(data.decode())
    assert again.observe(other).tobytes() == game.observe(state).tobytes()
    won = do(game, state, "reveal 0 1", "reveal 0 3", "reveal 2 3")
    assert TEXT.write(game, won) == b"mines 2\n*...\n....\n..*.\n"


def test_a_board_of_which_all_is_known_is_whole() -> None:
    for text in ("mines 1/1#/11", "*./..", "mines 1/*./.."):
        setup = TEXT.read(text.encode(), {})
        assert setup.whole
        assert setup.fields["to_move"] == TERMINAL
    # Every safe cell is open, and yet the numbers are wrong: left for the analysis to say so.
    assert not TEXT.read(b"mines 1/1#/21", {}).whole


def test_mbf_byte_by_byte() -> None:
    game, state = laid("*..\n...")
    assert MBF.write(game, state) == bytes([3, 2, 0, 1, 0, 0])
    setup = MBF.read(bytes([3, 2, 0, 2, 2, 0, 0, 1]), {})
    assert setup.config == {"H": 2, "W": 3, "mine_count": 2}
    assert setup.fields["mine"].tolist() == [0, 0, 1, 1, 0, 0]
    assert setup.fields["shown"].tolist() == [1, 2, HIDDEN, HIDDEN, 2, 1]
    assert setup.whole


def test_mbf_round_trips_for_random_layouts() -> None:
    rng = np.random.default_rng(1)
    for _ in range(20):
        rows, cols = (int(side) for side in rng.integers(2, 9, 2))
        mine = np.zeros(rows * cols, np.uint8)
        mine[rng.choice(rows * cols, size=int(rng.integers(1, rows * cols)), replace=False)] = 1
        game = plain(H=rows, W=cols, mine_count=int(mine.sum()))
        state = game.new()
        state["mine"][0], state["laid"] = mine, 1
        data = MBF.write(game, state)
        setup = MBF.read(data, {})
        assert setup.config == {"H": rows, "W": cols, "mine_count": int(mine.sum())}
        assert setup.fields["mine"].tolist() == mine.tolist()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\xff\xfe", "text_encoding"),
        (b" \n\n", "text_empty"),
        (b"mines 3", "text_empty"),
        (b"mines 1/1#/1", "text_ragged"),
        (b"mines 1/1#/1?", "text_sign"),
        (b"mines 1/1#/1.", "text_hidden"),
        (b"1#/1#", "text_mines"),
        (b"*1/..", "text_layout"),
        (b"mines 2/*./..", "text_count"),
        (b"mines 1/" + b"/".join([b"#" * 200] * 100), "board_large"),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_its_code(data: bytes, code: str) -> None:
    _refused("text", data, code)


def test_a_text_of_another_size_than_the_chosen_board_is_refused() -> None:
    with refused(FormatError, "minesweeper.text_size", H=2, W=2, rows=8, cols=8):
        TEXT.read(b"1#/##", {"H": 8, "W": 8, "mine_count": 10})


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "mbf_short"),
        (b"\x08\x08\x00", "mbf_short"),
        (b"\x00\x08\x00\x00", "mbf_size"),
        (b"\x08\x00\x00\x00", "mbf_size"),
        (b"\x08\x08\x00\x01", "mbf_length"),
        (b"\x08\x08\x00\x01\x00\x00\x00", "mbf_length"),
        (b"\x08\x08\x01\x00\x00\x00", "mbf_length"),
        (b"\x02\x03\x00\x01\x02\x00", "mbf_off_board"),
        (b"\x02\x03\x00\x01\x00\x03", "mbf_off_board"),
        (b"\x02\x03\x00\x02\x00\x01\x00\x01", "mbf_twice"),
        (b"\xff\xff\x00\x00", "board_large"),
    ],
)
def test_a_wrong_mbf_file_is_refused_with_its_code(data: bytes, code: str) -> None:
    _refused("mbf", data, code)


def test_what_mbf_cannot_hold_is_not_written() -> None:
    game = plain(H=2, W=2, mine_count=1)
    with refused(FormatError, "minesweeper.mbf_unlaid"):
        MBF.write(game, game.new())
    game, state = laid("*" + "." * 256)
    with refused(FormatError, "minesweeper.mbf_large", rows=1, cols=257):
        MBF.write(game, state)


def _refused(name: str, data: bytes, code: str) -> None:
    plain(H=2, W=2, mine_count=1)  # makes the game's words known
    with refused(FormatError, f"minesweeper.{code}"):
        registry.definition("minesweeper").files.formats[name].read(data, {})
