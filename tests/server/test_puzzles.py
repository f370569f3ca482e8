"""Variants without a guess: the first move is drawn so that the game's own reasoning solves the board from there."""

from __future__ import annotations

import httpx
import numpy as np
import pytest

from boardwright.core import dice, registry
from boardwright.core.game import Game
from boardwright.core.grids import SquareGrid
from boardwright.core.record import Array
from boardwright.core.words import Word
from boardwright.games.minesweeper.cells import FLAGGED, HIDDEN
from boardwright.games.minesweeper.puzzles import LEVELS, PUZZLES, certain, search
from boardwright.games.minesweeper.solver.deduction import SAFE
from saying import told

from .harness import Player, refusal, sit

SUBSET = LEVELS.index("subset")
SIZE = {"small_no_guess": (8, 8), "medium_no_guess": (16, 16)}


def shown(player: Player) -> Array:
    """The board as the page is told it."""
    cells = player.read()["view"]["board"]["cells"]
    codes = [
        HIDDEN if "hidden" in cell["marks"] else FLAGGED if "flagged" in cell["marks"] else int(cell["text"] or 0)
        for cell in cells
    ]
    return np.array(codes, np.uint8)


def sweep(player: Player, rows: int, cols: int) -> bool:
    """Open what numbers prove safe until nothing is certain; whether that wins the match."""
    near = SquareGrid(rows, cols).neighbours()
    known, chances = np.zeros(rows * cols, np.uint8), np.zeros(rows * cols)
    while not player.read()["finished"]:
        board = shown(player)
        if certain(near, board, 0, SUBSET, known, chances) == 0:
            return False
        for cell in np.flatnonzero((known == SAFE) & (board >= HIDDEN)).tolist():
            match = player.read()
            if not match["finished"] and "open" not in match["view"]["board"]["cells"][cell]["marks"]:
                player.plays(cell)
    return bool(player.read()["result"]["returns"] == [1.0])


@pytest.mark.parametrize(
    ("preset", "first", "flag"),
    [
        ("small_no_guess", 27, None),
        ("small_no_guess", 0, 9),
        pytest.param("small_no_guess", 62, None, marks=pytest.mark.slow),
        pytest.param("medium_no_guess", 5, None, marks=pytest.mark.slow),
    ],
)
def test_a_board_without_a_guess_is_won_by_reasoning_alone(
    client: httpx.Client, preset: str, first: int, flag: int | None
) -> None:
    (player,) = sit(client, "minesweeper", "person", preset=preset)
    rows, cols = SIZE[preset]
    if flag is not None:
        player.plays(rows * cols + flag)
    player.plays(first)
    assert sweep(player, rows, cols)
    assert (player.read()["preset"], player.read()["options"]) == (preset, {})


def test_plain_boards_often_need_a_guess() -> None:
    # The fault that the test above would see: draws as they come.
    definition = registry.definition("minesweeper")
    game = Game(definition, [registry.preset_of(definition, "small")], interpreted=True)
    draws = [np.array([dice.plain_keyed(5, 0, number)], np.int64) for number in range(12)]
    solved = [search.interpret(game.params, game.new(), 27, SUBSET, draw) == 0 for draw in draws]
    assert 0 < sum(solved) < len(solved)


def test_no_number_is_chosen_in_a_variant_of_puzzles(client: httpx.Client) -> None:
    body = {"game": "minesweeper", "preset": "small_no_guess", "seats": ["person"], "options": {"mine_count": 12}}
    assert refusal(client.post("/matches", json=body)) == (400, "config_no_keys")


def test_every_variant_has_a_title_and_a_preset() -> None:
    for name, (preset, level) in PUZZLES.presets.items():
        told(Word(f"minesweeper.preset.{name}"), f"minesweeper.preset.{name}")
        assert preset in registry.presets("minesweeper")
        assert level in PUZZLES.levels
        assert name not in registry.presets("minesweeper")
