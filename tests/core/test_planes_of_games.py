"""The planes of every game, from both seats, against what people are shown of the same position (seen.py).

Two parts have no statement of their own, since it would be the same code again: what the enemy sees in the skirmish,
a table that tests/games/skirmish/test_geometry.py measures, and the fields of toys, whose rule is their shape.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

import boardwright
from boardwright.core import forms, registry
from boardwright.core.compiled.compiler import INTERPRETED
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from seen import SEEN, Fields, around
from turning import BOARDS, game_of, walk

STEPS = {"quoridor": 29, "quoridor 4x7": 17, "quoridor 7x4": 17, "royal_ur": 31, "battleship": 13, "skirmish": 23}
ALL = (*BOARDS, "royal_ur", "battleship", "battleship 3x6", "skirmish")


def loaded(board: str) -> Game:
    if board in BOARDS:
        return game_of(board)
    if board == "battleship 3x6":
        return Game(registry.definition("battleship"), [{"rows": 3, "cols": 6, "ships": [2, 3]}], interpreted=True)
    return boardwright.load(board)


@cache
def positions(board: str) -> Array:
    game = loaded(board)
    return walk(game, 1 if INTERPRETED or game.interpreted else 4, seed=23, step=STEPS.get(board, 3))


def wanted(game: Game, fields: Fields) -> Array:
    """The planes of fields, each divided by the largest value that the page of observations gives."""
    planes = [np.array(plane) / forms.largest(game, field) for field, some in fields.items() for plane in some]
    return np.array(planes)


def minesweeper_planes(game: Game, fields: Fields) -> Array:
    """Revealed, flagged, the numbers 0 to 8; the frontier, the mines left and the cells revealed as shares."""
    (cells,), (left,) = fields["cells"], fields["mines_left"]
    rows, cols, mines = game.config["H"], game.config["W"], game.config["mine_count"]
    out = np.zeros((14, rows, cols))
    opened = sum(code < 9 for row in cells for code in row)
    for row in range(rows):
        for col in range(cols):
            code = cells[row][col]
            out[0, row, col], out[1, row, col] = code < 9, code == 10
            if code < 9:
                out[2 + code, row, col] = 1
            out[11, row, col] = code >= 9 and any(other < 9 for other in around(cells, row, col))
            out[12, row, col] = max(0, left[row][col]) / (rows * cols)
            out[13, row, col] = opened / (rows * cols - mines)
    return out


def test_every_game_is_here() -> None:
    assert set(SEEN) == set(registry.names()) == {loaded(board).name for board in ALL}


def wrong_rows(board: str, form: str, change: Callable[[Array], Array] = lambda planes: planes) -> int:
    """The positions whose planes, seen by either player, are others than people are shown."""
    game, states = loaded(board), positions(board)
    wrong = set()
    for player in range(game.players):
        planes = change(forms.form(game, form).write(game.observe(states, player)))
        for row in range(len(states)):
            fields = SEEN[game.name](game, states[row : row + 1], player)
            if game.name == "minesweeper":
                expected = minesweeper_planes(game, fields)[: planes.shape[1]]
            elif game.name == "skirmish":
                expected = np.array([plane for (plane,) in fields.values()]) / 255
            else:
                expected = wanted(game, fields)
            # The last planes say what the enemy sees in the skirmish, and in Quoridor how often a position was there.
            got = np.delete(planes[row], {"skirmish": [8], "quoridor": [7]}.get(game.name, []), axis=0)
            if got.shape != expected.shape or not np.allclose(got, expected, atol=1e-6):
                wrong.add(row)
    return len(wrong)


@pytest.mark.parametrize("board", ALL)
def test_planes_show_what_people_are_shown(board: str) -> None:
    game = loaded(board)
    assert (positions(board)["to_move"] == TERMINAL).any()
    assert {name: wrong_rows(board, name) for name in forms.names(game)[2:]} == dict.fromkeys(forms.names(game)[2:], 0)


@pytest.mark.parametrize("board", ["quoridor 4x7", "battleship 3x6", "connect_four 4x5", "minesweeper 3x5"])
def test_planes_upside_down_or_of_neighbouring_fields_exchanged_are_found(board: str) -> None:
    some = len(positions(board)) // 2
    assert wrong_rows(board, "planes", lambda planes: planes[:, :, ::-1]) > some
    assert wrong_rows(board, "planes", lambda planes: planes[:, [1, 0, *range(2, planes.shape[1])]]) > some


def test_a_position_that_comes_again_is_counted_on_the_last_plane() -> None:
    game, rng = game_of("quoridor 4x7"), np.random.default_rng(4)
    met = set()
    for _ in range(6):
        state, texts = game.new(), [str(game.text_key(game.new()))]
        while state["to_move"][0] != TERMINAL and len(texts) < 60:
            steps = np.flatnonzero(game.legal_mask(state)[0, :81])
            home = [step for step in steps if step // 9 == (0 if state["to_move"][0] == 0 else 3)]
            game.step(state, [int(rng.choice(home or steps))])
            texts.append(str(game.text_key(state)))
            if state["to_move"][0] != TERMINAL:
                times = texts.count(texts[-1])
                met.add(times)
                for player in (0, 1):
                    plane = forms.form(game, "planes").write(game.observe(state, player))[0, -1]
                    assert np.allclose(plane, times / 3)
    assert met == {1, 2}
