"""Sentences: places for parameters, plural forms, and every catalogue with every count."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

import sentences
from boardwright.core.sentences import LANGUAGES, PLACE, Place, fill, places
from boardwright.core.words import add_catalogue
from sentences import ROOT, SKELETONS, catalogue

OURS = [*sentences.OURS, *sorted((ROOT / "tests").rglob("words.yaml"))]
CATALOGUES = [*OURS, *SKELETONS]

PLURAL = {
    # A number, perhaps an adjective, and a word that ends as plurals do; or a verb in the plural.
    "en": re.compile(r"(?<![\w.])1 (?:(?:(?!and\b|of\b)[a-z]+ )??([a-z]{2,}s)|(are|were|have))\b"),
    "fr": re.compile(r"(?<![\w.])[01] (?:(?:(?!est\b)[a-z\xe9\xfb]+ )??([a-z\xe9\xfb]{2,}[sx])|(sont|ont))\b"),
}
NOT_PLURAL = {
    "en": {"deploys", "does", "has", "holds", "is", "its", "risks", "rules", "stands", "this", "was"},
    "fr": {"aux", "dans", "des", "deux", "fois", "les", "moins", "pas", "plus", "puis", "ses"},
}
"""Words that end in s or x but are not plural."""

NAMES = {
    "action",
    "agent",
    "cell",
    "col",
    "extra",
    "field",
    "function",
    "game",
    "kind",
    "match",
    "model",
    "module",
    "name",
    "path",
    "phase",
}
NAMES |= {
    "by_col",
    "needed",
    "player",
    "pierce",
    "rolled",
    "state",
    "target",
    "text",
    "unit",
    "unit_id",
    "used",
    "what",
}
"""Parameters that are not counts; verbs follow them."""


def all_sentences() -> Iterator[tuple[str, str, str]]:
    for path in CATALOGUES:
        for code, said in catalogue(path).items():
            for language, sentence in said.items():
                yield f"{path.relative_to(ROOT)}: {code}", language, sentence


def said(sentence: str, language: str, count: int) -> str:
    def value(place: Place) -> object:
        if place.kind == PLACE:
            return 7  # the number of a row counts nothing
        return "it" if place.name in NAMES and not place.kind else count

    return fill(sentence, {place.name: value(place) for place in places(sentence)}, language, str)


def wrong_plurals(sentence: str, language: str) -> list[str]:
    """The words of a sentence that are plural beside a 1 (in French, also beside a 0)."""
    counts = (1,) if language == "en" else (0, 1)
    plurals = [
        match[1] or match[2] for count in counts for match in PLURAL[language].finditer(said(sentence, language, count))
    ]
    return [word for word in plurals if word not in NOT_PLURAL[language]]


def test_no_sentence_of_any_catalogue_has_a_plural_beside_one() -> None:
    wrong = [
        (where, language, plurals)
        for where, language, text in all_sentences()
        if (plurals := wrong_plurals(text, language))
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("language", "sentence", "plurals"),
    [
        ("en", "Wins in {plies} plies.", ["plies"]),
        ("en", "None of {tries} boards with {mines} mines.", ["boards", "mines"]),
        ("en", "{cells} hidden cells are left.", ["cells"]),
        ("en", "{found} were given.", ["were"]),
        ("en", "Wins in {plies|one: # plies|other: # plies}.", ["plies"]),
        ("en", "{game} has {plies|one: # ply|other: # plies}.", []),
        ("fr", "Gagne en {plies} coups.", ["coups", "coups"]),
        ("fr", "{tries} plateaux", ["plateaux", "plateaux"]),
        ("fr", "Gagne en {plies|one: # coup|other: # coups}.", []),
    ],
)
def test_a_bad_sentence_is_caught(language: str, sentence: str, plurals: list[str]) -> None:
    assert wrong_plurals(sentence, language) == plurals


def test_every_sentence_can_be_said_with_every_count() -> None:
    for where, language, text in all_sentences():
        for count in (0, 1, 2):
            assert "{" not in re.sub(r'\{"kind".*\}', "", said(text, language, count)), where


def test_plural_forms_differ_and_the_plural_has_the_number() -> None:
    for where, language, text in all_sentences():
        for place in places(text):
            if place.forms:
                assert place.forms["one"] != place.forms["other"], (where, language)


@pytest.mark.parametrize(
    ("language", "count", "text"),
    [("en", 0, "0 plies"), ("en", 1, "1 ply"), ("en", 2, "2 plies"), ("en", 1.0, "1.0 plies"), ("en", 1.5, "1.5 plies")]
    + [("fr", 0, "0 ply"), ("fr", 1, "1 ply"), ("fr", 2, "2 plies"), ("fr", 1.5, "1.5 ply"), ("fr", -3, "-3 plies")],
)
def test_each_language_chooses_by_its_own_rule(language: str, count: float, text: str) -> None:
    assert fill("{n|one: # ply|other: # plies}", {"n": count}, language, str) == text


def test_each_count_of_a_sentence_has_its_own_form() -> None:
    sentence = "{a|one: # row|other: # rows}, {b|one: # column|other: # columns}, {{a}}"
    assert fill(sentence, {"a": 1, "b": 2}, "en", str) == "1 row, 2 columns, {a}"


def test_a_count_that_is_no_number_is_refused() -> None:
    with pytest.raises(TypeError, match="n has plural forms: give a number, not 'two'"):
        fill("{n|one: a|other: b}", {"n": "two"}, "en", str)


def test_a_row_is_counted_as_where_it_is_read() -> None:
    for first, told in ((0, "Row 2"), (1, "Row 3")):
        assert fill("Row {row:place}", {"row": 2}, "en", str, first) == told


def test_a_seat_is_counted_from_one() -> None:
    assert fill("Player {player:seat}", {"player": 0}, "en", str) == "Player 1"
    with pytest.raises(TypeError):
        fill("Player {player:seat}", {"player": "first"}, "en", str)


@pytest.mark.parametrize(
    ("sentence", "fault"),
    [
        ("{n|one: # ply}", "lacks the form other"),
        ("{n|other: # plies}", "lacks the form one"),
        ("{n|one: # ply|many: # plies}", "unknown or repeated form 'many: # plies'"),
        ("{n|one: a|one: b|other: c}", "unknown or repeated form 'one: b'"),
        ("{n|# ply|# plies}", "unknown or repeated form '# ply'"),
        ("{n:plural}", "unknown kind plural"),
        ("{}", "no place for a parameter"),
        ("{n", "a single { at character 0"),
        ("n}", "a single } at character 1"),
    ],
)
def test_a_place_that_cannot_be_read_is_refused_with_its_path(sentence: str, fault: str, tmp_path: Path) -> None:
    file = tmp_path / "words.yaml"
    file.write_text(yaml.safe_dump({"ludo.go": {"en": "Go, {n}.", "fr": sentence}}), encoding="utf-8")
    with pytest.raises(ValueError, match=re.escape(fault)) as refused:
        add_catalogue("ludo", file)
    assert str(refused.value).startswith(f"{file}: ludo.go (fr): ")


def test_a_seat_in_one_language_alone_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "words.yaml"
    file.write_text("ludo.go: {en: 'Go, {n:seat}.', fr: 'Allez, {n}.'}", encoding="utf-8")
    with pytest.raises(ValueError, match=re.escape("ludo.go names {n:seat} in en and not in fr")):
        add_catalogue("ludo", file)


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_catalogue_can_be_read(path: Path) -> None:
    # Reading one refuses a code without English, and other parameters in one language than in the other.
    add_catalogue("ludo", path)


def untranslated(path: Path) -> list[str]:
    """The codes of a catalogue that lack a language, which a stranger's game may and ours may not."""
    return [code for code, said in catalogue(path).items() if set(said) != set(LANGUAGES)]


@pytest.mark.parametrize("path", OURS, ids=lambda path: str(path.relative_to(ROOT)))
def test_our_own_catalogues_have_every_language(path: Path) -> None:
    assert untranslated(path) == []


def test_a_code_without_a_language_is_caught(tmp_path: Path) -> None:
    file = tmp_path / "words.yaml"
    file.write_text("ludo.go: {en: 'Go.', fr: 'Allez.'}\nludo.stop: {en: 'Stop.'}", encoding="utf-8")
    assert untranslated(file) == ["ludo.stop"]


@pytest.mark.parametrize(
    ("count", "english", "french"),
    [
        (9999, "9999 steps", "9999 pas"),
        (10_000, "10,000 steps", "10\u202f000 pas"),
        (-1_234_567, "-1,234,567 steps", "-1\u202f234\u202f567 pas"),
        (12_345.5, "12345.5 steps", "12345.5 pas"),
    ],
)
def test_counts_have_their_thousands_apart(count: float, english: str, french: str) -> None:
    sentence = {"en": "{n|one: # step|other: # steps}", "fr": "{n|one: # pas|other: # pas}"}
    assert [fill(sentence[language], {"n": count}, language, str) for language in ("en", "fr")] == [english, french]


def test_a_number_that_is_no_count_is_written_as_it_is() -> None:
    assert fill("seed {seed}, player {player:seat}", {"seed": 123456, "player": 10_000}, "en", str) == (
        "seed 123456, player 10001"
    )
