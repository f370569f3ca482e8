"""Every game has a golden playthrough and a perft table, and reproduces both.

A game whose draws are raw bits has no perft table: there are too many draws to count. It must not have one, either.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.core import registry
from boardwright.core.compiled.compiler import INTERPRETED
from boardwright.core.errors import AgentError
from boardwright.testing import perft, playthrough

MOST = 3_000_000
"""Sequences that the gate counts again at a time; beyond, a slow test."""

DATA = Path(__file__).parents[1] / "data"
EXAMPLES = Path(__file__).parents[2] / "examples"


def data_of(name: str, kind: str) -> Path:
    """The folder of a game's golden data: here for our games, in its own package for others."""
    own = DATA / kind / f"{name}.json"
    return own if own.exists() else EXAMPLES / name / "tests" / "data" / kind / f"{name}.json"


def draws_raw_bits(name: str) -> bool:
    """Whether perft cannot count the sequences from the start."""
    game = registry.load(name).as_interpreted()
    try:
        perft.perft(game, game.new(), 1)
    except AgentError as refused:
        return refused.code == "perft_raw_bits"
    return False


COUNTED = [name for name in registry.names() if name != "minesweeper"]


@pytest.mark.parametrize("name", COUNTED)
def test_perft(name):
    # Where a move has many outcomes, or there are many moves, few numbers are small enough to be counted interpreted.
    assert perft.verify(data_of(name, "perft"), most=3000 if INTERPRETED else MOST) >= (1 if INTERPRETED else 3)


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="millions of moves; test_perft counts some of them in plain Python")
@pytest.mark.parametrize("name", COUNTED)
def test_perft_to_the_last_ply(name):
    assert perft.verify(data_of(name, "perft")) >= 4


@pytest.mark.parametrize("name", registry.names())
def test_playthrough(name, plain_python):
    assert playthrough.verify(data_of(name, "playthroughs")) >= 5


def test_only_raw_bits_excuse_a_game_from_perft():
    assert [name for name in registry.names() if draws_raw_bits(name)] == ["minesweeper"]
    assert not data_of("minesweeper", "perft").exists()


def test_a_missing_table_fails():
    with pytest.raises(FileNotFoundError):
        perft.verify(data_of("no_such_game", "perft"))


def test_a_changed_playthrough_is_noticed(tmp_path):
    changed = tmp_path / "changed.json"
    text = data_of("tic_tac_toe", "playthroughs").read_text()
    changed.write_text(text.replace('"index": ', '"index": 1', 1))
    with pytest.raises(AssertionError, match="ply 0"):
        playthrough.verify(changed)


def test_a_changed_perft_is_noticed(tmp_path):
    changed = tmp_path / "changed.json"
    changed.write_text(data_of("tic_tac_toe", "perft").read_text().replace("504", "505", 1))
    with pytest.raises(AssertionError, match="505"):
        perft.verify(changed, most=3000)
