"""Words: every code has a sentence in each language, and every sentence is reached by some test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boardwright.core.errors import HistoryError
from boardwright.core.words import LANGUAGES, Unsayable, Word, add_catalogue, codes, language, parameters, say

from . import test_empty_choices, test_errors_of_configuration, test_errors_of_play

ELSEWHERE = (
    "law_",
    "agent_title_",
    "rate_",
    "kernel_",
    "perft_",
    "new_game_",
    "docs_",
    "play_",
    "mark_",
    "agents_",
    "match_",
    "evaluate_",
    "tournament_",
    "test_",
    "tune_",
    "record_",
    "prose_",
    "rules_",
    # Words of tables and progress bars.
    "heading_",
    "interval",
    "figure_",
    "games_",
    "check_",
    "compare_",
    "ladder_",
    "prove_",
    "warmup_",
    "doctor_",
    "size_",
)
"""Codes whose sentences commands show: tests/testing, tests/cli, tests/arena, test_prose.py."""


def test_every_code_has_each_language_with_the_same_parameters() -> None:
    for code, sentences in codes("core").items():
        assert set(sentences) == set(LANGUAGES), code
        assert len({frozenset(parameters(sentence)) for sentence in sentences.values()}) == 1, code


def test_every_code_that_a_user_can_meet_is_provoked() -> None:
    cases = test_errors_of_play.CASES + test_errors_of_configuration.CASES
    provoked = {case.code for case in cases}
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parents[1].rglob("test_*.py"))
    wanted = {code for code in codes("core") if not code.startswith(ELSEWHERE)}
    wanted -= {f"{code}_none" for code in test_empty_choices.OTHERWISE}
    assert [code for code in sorted(wanted - provoked) if f'"{code}"' not in tests] == []


def test_a_word_says_itself_in_the_language_of_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    word = Word("reason_wins", {"plies": 3})
    assert str(word) == say(word, "en") != say(word, "fr")
    monkeypatch.setenv("BOARDWRIGHT_LANGUAGE", "fr")
    assert str(word) == say(word) == say(word, "fr")
    assert str(HistoryError("nothing_to_undo")) == say(Word("nothing_to_undo"), "fr")


def test_a_language_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDWRIGHT_LANGUAGE", "tlh")
    with pytest.raises(ValueError, match="'tlh': set it to one of en, fr"):
        language()


def test_words_inside_words_are_said_in_the_same_language() -> None:
    inside = Word("reason_wins", {"plies": 1})
    word = Word("law_broken", {"game": "g", "says": inside, "history": [1, 2], "facts": (inside,), "functions": "f"})
    for spoken in LANGUAGES:
        assert say(word, spoken).count(say(inside, spoken)) == 2
    assert word.to_dict()["params"]["says"] == {"code": "reason_wins", "params": {"plies": 1}}


def test_a_negative_zero_is_said_as_zero() -> None:
    nothing, less = (Word("reason_search", {"depth": 2, "score": score}) for score in (0.0, -0.0))
    assert say(less) == say(nothing)


@pytest.mark.parametrize(
    ("params", "says"),
    [({}, "given none"), ({"ply": 1, "at": 2}, "given ply, at"), ({"plies": "many"}, "plural forms")],
)
def test_parameters_that_do_not_fit_a_sentence_are_told_with_its_code(params: dict[str, str], says: str) -> None:
    with pytest.raises(Unsayable, match="reason_wins") as told:
        say(Word("reason_wins", params))
    assert says in str(told.value)


def test_a_code_of_no_catalogue_is_a_bug_and_says_so() -> None:
    with pytest.raises(Unsayable, match="no catalogue has the code 'nonsense'"):
        say(Word("nonsense"))


def test_an_owner_without_sentences_has_none() -> None:
    assert codes("nobody") == {}


def test_a_catalogue_of_a_game_is_found_by_its_name(tmp_path: Path) -> None:
    file = tmp_path / "words.yaml"
    file.write_text("ludo.start:\n  en: 'Go, {player}!'\n  fr: 'Allez, {player} !'\n", encoding="utf-8")
    add_catalogue("ludo", file)
    assert say(Word("ludo.start", {"player": 2}), "fr") == "Allez, 2 !"
    assert set(codes("ludo")) == {"ludo.start"}


def test_a_game_in_english_alone_speaks_english_to_everybody(tmp_path: Path) -> None:
    file = tmp_path / "words.yaml"
    forms = "{n|one: # step|other: # steps}"
    file.write_text(f"ludo.go:\n  en: '{forms}, {{why}}'\nludo.why:\n  en: 'why'\n  fr: 'pourquoi'\n", encoding="utf-8")
    add_catalogue("ludo", file)
    word = Word("ludo.go", {"n": 0, "why": Word("ludo.why")})
    # The plural is the English one: French would take the singular for 0. What is translated inside it stays so.
    assert (say(word, "en"), say(word, "fr")) == ("0 steps, why", "0 steps, pourquoi")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a: {fr: 'Un.'}", "a needs a sentence in English, under en"),
        ("a: 'One.'", "a needs a sentence in English, under en"),
        ("a: {en: 'One.', de: 'Eins.'}", "a is in de: the languages are en, fr"),
        ("a: {en: '{x}', fr: '{y}'}", "a names {x} in en and not in fr"),
        ("a: {en: 1}", "a (en): 1 is no text: put it in quotes"),
        ("b: {en: 'One.'}\na: {en: 'One}", "words.yaml, line 2: found unexpected end of stream"),
        ("", "there must be a code on each line"),
    ],
    ids=["no English", "no language", "an unknown language", "other parameters", "no text", "no YAML", "empty"],
)
def test_a_lopsided_catalogue_is_refused(text: str, fault: str, tmp_path: Path) -> None:
    file = tmp_path / "words.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=re.escape(fault)):
        add_catalogue("ludo", file)


def test_an_error_is_readable_in_a_language_that_does_not_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDWRIGHT_LANGUAGE", "xx")
    sentence = str(HistoryError("nothing_to_undo"))
    assert sentence.startswith(say(Word("nothing_to_undo"), "en"))
    assert "set it to one of en, fr" in sentence
