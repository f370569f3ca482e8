"""The laws hold for every registered game and for every toy."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from boardwright.core import config, registry
from boardwright.core.compiled import compiler
from boardwright.core.game import Game
from boardwright.testing.cases import Cases
from boardwright.testing.laws import LAWS, judge, rules, running

TOYS = [
    ("pig", "standard"),
    ("pig", "small_die"),
    ("pairs", "standard"),
    ("peek", "standard"),
    ("deploy", "standard"),
    ("deploy", "crowded"),
    ("fences", "standard"),
    ("hexes", "standard"),
    ("hide", "standard"),
    ("kuhn", "standard"),
    ("ranks", "standard"),
    pytest.param("gather", "standard", marks=pytest.mark.slow),
]

PRESETS = {"battleship": "small", "minesweeper": "small", "skirmish": "small"}
"""The boards that tests share, so that each game is compiled once."""

THREADED = ("tic_tac_toe",)
"""Games in which the gate tries `threads_agree`: for each game the compiler takes seconds for the threads alone, and
the loop is the same for all. The others are tried by a slow test, and by `boardwright check`."""


def broken(game: Game, games: int, most: int) -> list[str]:
    """Fewer games and states than `boardwright check` and `make proof-*` try."""
    threaded = compiler.INTERPRETED or game.name in THREADED
    laws = [law for law in LAWS if law is not running.threads_agree or threaded]
    results = judge(laws, game, Cases(game, games=games, most=most, seed=1))
    idle = {result.law for result in results if result.passed and not result.cases}
    optional = {"symmetries_commute", "states_are_bounded", "observations_keep_their_bounds"}
    assert idle <= optional, "a law that tried nothing says nothing"
    return [str(result.error) for result in results if not result.passed]


EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("name", registry.names())
def test_every_registered_game_holds_to_every_law(name):
    own = EXAMPLES / name / "tests" / f"test_{name}.py"
    if own.exists():
        assert "broken_laws(" in own.read_text(encoding="utf-8")
        pytest.skip("its own tests hold it to every law, compiled")
    assert broken(registry.load(name, PRESETS.get(name)), games=6, most=30) == []


@pytest.mark.parametrize("name", registry.names())
def test_no_function_of_a_registered_game_wraps_an_integer_or_reads_a_wrong_field(name, plain_python):
    # Both are errors in plain Python alone, which is hundreds of times slower. A slow test tries every law.
    game = registry.load(name, PRESETS.get(name))
    laws = [rules.game_can_be_played, running.interpreted_agrees]  # the second calls every function of the rules
    results = judge(laws, game, Cases(game, games=2, most=5, seed=1))
    assert [str(result.error) for result in results if not result.passed] == []
    assert all(result.cases for result in results)


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
def test_every_registered_game_holds_to_every_law_as_plain_python(name, plain_python):
    assert broken(registry.load(name, PRESETS.get(name)), games=20, most=25) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in registry.names() if name not in THREADED])
def test_every_registered_game_is_the_same_on_several_threads(name):
    game = registry.load(name)
    (result,) = judge([running.threads_agree], game, Cases(game, games=1, most=1, seed=1))
    assert result.passed, str(result.error)


@pytest.mark.parametrize(("toy", "preset"), TOYS)
def test_every_toy_holds_to_every_law(toy, preset, plain_python):
    definition = registry.register(import_module(f"toys.{toy}").DEFINITION)
    try:
        assert broken(registry.load(toy, preset), games=10, most=25) == []
    finally:
        registry.forget(definition.name)


def test_variants_of_one_shape_share_a_batch(plain_python):
    registry.register(import_module("toys.pig").DEFINITION)
    try:
        mixed = registry.mix(registry.load("pig"), registry.load("pig", "small_die"))
        assert broken(mixed, games=10, most=25) == []
        assert config.read(mixed.definition.files.configs, "small_die")["sides"] == 4
    finally:
        registry.forget("pig")
