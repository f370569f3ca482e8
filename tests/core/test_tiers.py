"""Tiered games: plain Python until there is machine code, with the same results."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

from boardwright.core import registry
from boardwright.core.batch import Batch
from boardwright.core.compiled import folders, loops
from boardwright.core.compiled.compiler import INTERPRETED
from boardwright.core.compiled.tier import MOST_ROWS
from boardwright.core.errors import NotCompiled
from boardwright.core.game import Game
from boardwright.core.position import Position
from conftest import Child

compiled_only = pytest.mark.skipif(INTERPRETED, reason="everything is interpreted")


def tiered(name: str) -> Game:
    definition = registry.definition(name)
    return Game(definition, [registry.preset_of(definition, definition.files.preset)], tiered=True)


@pytest.fixture
def nothing_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """No machine code in memory or on disk, as in a new installation."""
    monkeypatch.setattr("boardwright.core.compiled.compiler.Loop.in_memory", lambda loop, *args: False)
    monkeypatch.setattr("boardwright.core.compiled.compiler.Loop.files", lambda loop, *args: [])


@compiled_only
def test_a_move_needs_no_machine_code(nothing_compiled: None) -> None:
    game = tiered("quoridor")
    position = Position(game)
    position.push(position.legal_actions[0])
    position.view()
    assert game.tier is not None
    assert game.tier.interpreted


@compiled_only
def test_a_batch_and_many_rows_are_refused_until_there_is(nothing_compiled: None) -> None:
    game = tiered("tic_tac_toe")
    with pytest.raises(NotCompiled):
        Batch(game, 2, seed=0)
    game.legal_mask(game.new(MOST_ROWS))
    with pytest.raises(NotCompiled) as caught:
        game.legal_mask(game.new(MOST_ROWS + 1))
    assert caught.value.params == {"game": "tic_tac_toe", "loop": "masks"}


@compiled_only
def test_compiled_in_place_where_nobody_else_compiles(nothing_compiled: None) -> None:
    game = tiered("tic_tac_toe")
    assert game.tier is not None
    game.tier.in_place = True
    Batch(game, 2, seed=0)


@compiled_only
def test_machine_code_is_used_once_it_is_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game, file = tiered("tic_tac_toe"), tmp_path / "masks.code"
    monkeypatch.setattr("boardwright.core.compiled.compiler.Loop.in_memory", lambda loop, *args: False)
    monkeypatch.setattr("boardwright.core.compiled.compiler.Loop.files", lambda loop, *args: [file])
    assert game.tier is not None
    call = (game.params, game.new(), np.zeros((1, 9), np.bool_))
    assert game.tier.interprets(loops.masks, call)
    file.touch()
    assert not game.tier.interprets(loops.masks, call)
    file.unlink()  # loaded by now
    assert not game.tier.interprets(loops.masks, call)


def test_a_tiered_game_is_still_one_after_a_journey() -> None:
    game = registry.load("tic_tac_toe", tiered=True)
    assert game is not registry.load("tic_tac_toe")
    assert pickle.loads(pickle.dumps(game)) is game


GAMES = {
    "tic_tac_toe": None,
    "connect_four": None,
    "royal_ur": None,
    "battleship": "small",
    "minesweeper": "small",
    "quoridor": None,
    "skirmish": "small",
}
"""Each game with its preset."""
LONGEST = 120


@pytest.mark.parametrize("matches", [2, pytest.param(100, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", GAMES)
def test_a_match_begun_interpreted_and_finished_compiled_has_the_same_states(name: str, matches: int) -> None:
    compiled = registry.load(name, GAMES[name])
    plain = compiled.as_interpreted()
    rng = np.random.default_rng(20)
    for seed in range(matches):
        whole, mixed = Position(compiled, seed=seed), Position(plain, seed=seed)
        turn = int(rng.integers(40))
        while whole.to_move is not None and whole.ply < LONGEST:
            if whole.ply == turn:
                mixed.game = compiled
            legal = whole.legal_actions
            assert mixed.legal_actions == legal
            action = int(rng.choice(legal))
            whole.push(action)
            mixed.push(action)
            assert mixed.state.tobytes() == whole.state.tobytes()


LOADS = """
from boardwright.core import registry
from boardwright.core.compiled import compiler
from boardwright.core.position import Position
game = registry.load("tic_tac_toe", tiered=TIERED)
position = Position(game)
position.push(4)
print(*compiler.compilations(), game.tier and game.tier.interpreted)
"""


@compiled_only
def test_another_process_hands_its_machine_code_over(child: Child, tmp_path: Path) -> None:
    def run(tiered: bool) -> str:
        return child(LOADS.replace("TIERED", str(tiered)), NUMBA_CACHE_DIR=tmp_path, BOARDWRIGHT_QUIET="1").stdout

    assert run(tiered=True).split() == ["True"]
    assert "loops.step" in run(tiered=False)
    assert run(tiered=True).split() == ["False"]


def test_the_folder_is_the_one_that_was_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.config.CACHE_DIR", str(tmp_path))
    assert folders.folder() == tmp_path / "boardwright"
    monkeypatch.setattr("numba.config.CACHE_DIR", "/dev/null/nowhere")
    assert folders.folder() is None
