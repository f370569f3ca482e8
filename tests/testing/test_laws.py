"""The laws hold for every game, and each catches the fault that was planted for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from boardwright.core import words
from boardwright.core.compiled import compiler
from boardwright.core.errors import KernelError
from boardwright.testing import broken_laws
from boardwright.testing.cases import RARE, Cases
from boardwright.testing.laws import (
    LAWS,
    SHIPPED,
    Law,
    chance,
    declarations,
    judge,
    people,
    records,
    rules,
    running,
    search,
    secrets,
)
from planted import answer, play, stops_at
from plants import MISTAKES, PLANTS, Mistake, Plant
from saying import refused, told


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_every_law_has_a_planted_fault_and_a_sentence_in_both_languages(law):
    assert any(plant.law == law.name for plant in PLANTS)
    assert set(words.codes("core")[f"law_{law.name}"]) == set(words.LANGUAGES)


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: f"{plant.law}: {plant.what}")
def test_the_law_catches_the_fault_with_the_effort_of_check(plant):
    if plant.compiled and compiler.INTERPRETED:
        pytest.skip("a fault of compiled code")
    result = play(plant)
    assert not result.passed
    assert all(words.say(result.error, language) for language in words.LANGUAGES)


EARLY = (
    "weights_are_complete",
    "start_can_be_drawn",
    "header_is_sound",
    "mask_is_check",
    "ends_in_time",
    "key_decides",
)
"""Laws whose plants the gate tries against all laws, too; each plant is caught by its own law above."""


@pytest.mark.parametrize(
    "plant",
    [
        pytest.param(
            plant,
            marks=() if plant.first or plant.law in EARLY else pytest.mark.slow,
            id=f"{plant.law}: {plant.what}",
        )
        for plant in PLANTS
        if not plant.compiled
    ],
)
def test_the_first_law_that_catches_the_fault_is_the_one_about_its_cause(plant):
    stopped = stops_at(plant)
    assert not stopped.passed
    assert stopped.law == (plant.first or plant.law)


@pytest.mark.slow
@pytest.mark.parametrize(
    "plant", [plant for plant in PLANTS if not plant.compiled], ids=lambda plant: f"{plant.law}: {plant.what}"
)
def test_some_law_catches_the_fault_with_the_effort_of_a_quick_check(plant):
    only_shipped = next(law for law in LAWS if law.name == plant.law).phases == (SHIPPED,)
    assert stops_at(plant, quick=True).passed == (only_shipped and not plant.first)


def test_every_law_that_is_written_is_tried():
    modules = (chance, declarations, people, records, rules, running, search, secrets)
    written = {name for module in modules for name, value in vars(module).items() if isinstance(value, Law)}
    assert written == {law.name for law in LAWS}
    assert len(written) == len(LAWS)


def test_static_laws_come_first_and_need_no_random_game(toy):
    static = [law for law in LAWS if law.static]
    assert list(LAWS[: len(static)]) == static
    cases = Cases(toy("pairs"), games=10**9, most=1, seed=0)  # would take years to play
    assert all(result.passed and result.cases for result in judge(static, cases.game, cases))


def test_a_law_is_the_same_whether_it_is_tried_alone_or_after_others(toy):
    drawn = []

    def test(game, cases):
        drawn.append((cases.rng.integers(1 << 60), [case.history for case in cases.open]))
        return 1

    law = Law("drawn", (), (SHIPPED,), test)
    game = toy("pig")
    judge([law], game, Cases(game, games=3, most=9, seed=0))
    judge([*LAWS[:8], law], game, Cases(game, games=3, most=9, seed=0))
    assert drawn[0] == drawn[1]


def test_states_with_a_rare_kind_of_action_are_in_the_sample(toy):
    game = toy("deploy")
    passing = game.actions.policy - 1
    for seed in range(10):
        played = Cases(game, games=3, most=10**6, seed=seed)
        sampled = Cases(game, games=3, most=6, seed=seed)
        rare = [case for case in played.open if passing in played.legal(case.state)]
        kept = [case for case in sampled.open if passing in sampled.legal(case.state)]
        assert len(sampled.open) == 6
        assert len(kept) >= min(len(rare), RARE) > 0


def test_every_kind_of_action_is_played_and_the_state_after_it_is_in_the_sample(toy):
    game = toy("deploy")
    for seed in range(10):
        cases = Cases(game, games=3, most=8, seed=seed)
        last = {game.actions.group_of(case.history[-1].action).kind.__name__ for case in cases if case.history}
        assert last == {"DeployUnit", "PassDeployment", "UndeployUnit"}
        assert cases.unplayed == []


def test_kinds_of_action_that_were_never_played_are_named(toy):
    unplayed = Cases(toy("deploy"), games=0, most=1, seed=0).unplayed
    assert unplayed == ["DeployUnit", "PassDeployment", "UndeployUnit"]


def test_a_mistake_in_a_scene_is_told_with_its_function_and_line():
    plant = Plant("start_can_be_drawn", "a misspelt field", "pairs", 'state["stones"][0]', 'state["stonnes"][0]')
    result = play(plant)
    assert "`scene` (pairs.py, line" in str(result.error)
    assert "stonnes" in str(result.error)


def test_a_missing_word_and_an_unknown_mark_are_told_by_their_names():
    words_of = {plant.what: str(play(plant).error) for plant in PLANTS if plant.law.endswith("_can_be_drawn")}
    assert (
        "code=hide.dig, language=en" in words_of["a panel's word of the second phase that the catalogue does not have"]
    )
    assert "code=hide.nut_there, language=en" in words_of["a word without its parameter"]
    assert "needs the parameter 'hole'" in words_of["a word without its parameter"]
    assert "unknown_marks=['hiden']" in words_of["a mark that no client knows"]


def test_a_broken_law_tells_the_moves_and_the_reasons_by_name():
    sound = next(plant for plant in PLANTS if plant.law == "header_is_sound" and plant.toy == "hide")
    error = play(sound).error
    assert error.code == "law_broken_after"
    assert len(error.params["moves"]) == len(error.params["history"]) > 0
    assert str(error.params["moves"][0]).startswith("hide ")
    parts = play(next(plant for plant in PLANTS if plant.law == "parts_are_checked_alike"))
    assert "parts=OCCUPIED, check=OK" in str(parts.error) or "parts=OK, check=OCCUPIED" in str(parts.error)


def test_emitting_without_room_for_events_and_phases_without_names_are_told():
    stopped = stops_at(Plant("game_can_be_played", "no room for events", "deploy", "        events=2,\n"))
    assert stopped.law == "game_can_be_played"
    told(stopped.error, "kernel_no_events")
    unnamed = Plant(
        "start_can_be_drawn",
        "a first phase without a name",
        "pairs",
        "    s.left = 2\n\n",
        "    s.left = 2\n    s.phase = 3\n\n",
    )
    stopped = stops_at(unnamed)
    assert stopped.law == "start_can_be_drawn"
    told(stopped.error, "phase_undeclared", phase=3, phases=1)


def test_a_view_with_an_event_that_is_not_declared_is_told(toy):
    game = toy("deploy")
    state = game.apply(game.new(), int(game.legal_mask(game.new())[0].argmax()))
    state["events"][0, 0, 0] = 9
    with refused(KernelError, "event_undeclared", kind=9):
        game.view(state, 0)


def test_sentences_of_broken_laws_begin_with_their_names(toy, monkeypatch):
    game = toy("pairs")
    monkeypatch.setattr(words, "codes", lambda owner: {})
    assert broken_laws(game, games=1, states=1)[0].startswith("everything_can_be_said")


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.what)
def test_a_strangers_mistake_is_answered_with_the_function_that_has_it(mistake):
    if mistake.compiled and compiler.INTERPRETED:
        pytest.skip("a mistake that only the compiler answers in these words")
    error = answer(mistake)
    assert error is not None
    told(error.word, mistake.code, function=mistake.function)
    assert mistake.names in str(error.params)


def test_compiled_code_with_bounds_checks_names_the_function_that_reads_outside_an_array(tmp_path):
    script = (
        "from planted import answer; from plants import MISTAKES; from dataclasses import replace\n"
        "print(answer(replace(next(m for m in MISTAKES if 'bounds' in m.what), compiled=True)).params)"
    )
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    environment["PYTHONPATH"] = str(Path(__file__).parents[1])
    ran = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert "'has_pair'" in ran.stdout
    assert "out of bounds" in ran.stdout


def test_a_recursive_helper_is_refused_before_it_can_crash():
    recursive = Mistake(
        "a recursive helper",
        "    own = s.stones[place]\n",
        "    own = s.stones[place]\n    if place > 99:\n        return has_pair(p, s, place - 1)\n",
        "has_pair",
        "kernel_recursive",
    )
    error = answer(recursive)
    if compiler.INTERPRETED:
        assert error is None
    else:
        told(error.word, "kernel_recursive", function="has_pair")
