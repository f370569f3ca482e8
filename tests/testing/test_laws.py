"""The laws hold for every game, and each catches the fault that was planted for it."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from boardwright.core import config, registry, words
from boardwright.core.compiled.compiler import INTERPRETED
from boardwright.core.game import Game
from boardwright.core.words import say
from boardwright.testing.cases import Cases
from boardwright.testing.laws import LAWS, judge
from planted import MISTAKES, PLANTS, answer, play

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
]


MOST = 25 if INTERPRETED else 100
"""Plain Python is hundreds of times slower: fewer states. `boardwright check` and `make proof-*` try more."""


def broken(game: Game, games: int) -> list[str]:
    results = judge(LAWS, game, Cases(game, games=games, most=MOST, seed=1))
    idle = {result.law for result in results if result.passed and not result.cases}
    assert idle <= {"symmetries_commute", "states_are_bounded"}, "a law that tried nothing says nothing"
    return [str(result.error) for result in results if not result.passed]


@pytest.mark.parametrize("name", registry.names())
def test_every_registered_game_holds_to_every_law(name):
    assert broken(registry.load(name), games=20) == []


@pytest.mark.parametrize(("toy", "preset"), TOYS)
def test_every_toy_holds_to_every_law(toy, preset):
    definition = registry.register(import_module(f"toys.{toy}").DEFINITION)
    try:
        assert broken(registry.load(toy, preset), games=20) == []
    finally:
        registry.forget(definition.name)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_every_law_has_a_planted_fault_and_a_sentence_in_both_languages(law):
    assert any(plant.law == law.name for plant in PLANTS)
    assert set(words.codes("core")[f"law_{law.name}"]) == set(words.LANGUAGES)


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: f"{plant.law}: {plant.what}")
def test_the_law_catches_the_fault(plant):
    if plant.compiled and INTERPRETED:
        pytest.skip("a fault of compiled code")
    result = play(plant)
    assert not result.passed
    assert say(result.error, "en") != say(result.error, "fr")


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.what)
def test_a_strangers_mistake_is_answered_with_the_function_that_has_it(mistake):
    if mistake.compiled and INTERPRETED:
        pytest.skip("a mistake that only the compiler answers in these words")
    sentence = answer(mistake)
    assert sentence is not None
    assert f"`{mistake.function}`" in sentence
    assert mistake.says in sentence


def test_compiled_code_with_bounds_checks_names_the_function_that_reads_outside_an_array(tmp_path):
    script = (
        "from planted import MISTAKES, answer; from dataclasses import replace\n"
        "print(answer(replace(next(m for m in MISTAKES if 'bounds' in m.what), compiled=True)))"
    )
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    environment["PYTHONPATH"] = str(Path(__file__).parents[1])
    ran = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert "`has_pair`" in ran.stdout
    assert "out of bounds" in ran.stdout


def test_a_recursive_helper_is_refused_before_it_can_crash():
    from planted import Mistake

    recursive = Mistake(
        "a recursive helper",
        "    own = s.stones[place]\n",
        "    own = s.stones[place]\n    if place > 99:\n        return has_pair(p, s, place - 1)\n",
        "has_pair",
        "calls itself",
    )
    sentence = answer(recursive)
    if INTERPRETED:
        assert sentence is None
    else:
        assert "`has_pair` calls itself" in sentence


def test_variants_of_one_shape_share_a_batch():
    registry.register(import_module("toys.pig").DEFINITION)
    try:
        mixed = registry.mix(registry.load("pig"), registry.load("pig", "small_die"))
        assert broken(mixed, games=10) == []
        assert config.read(mixed.definition.files.configs, "small_die")["sides"] == 4
    finally:
        registry.forget("pig")
