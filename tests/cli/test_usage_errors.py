"""Mistakes on the command line: a sentence in the reader's language, an object with --json, exit status 2."""

from __future__ import annotations

import json

import pytest

from boardwright.cli import usage_errors

CASES = [
    (["generate"], "usage_missing", "`game` is missing: `", "Il manque `game` : `"),
    (["nonsense"], "usage_no_command", "There is no command nonsense: `", "Il n'y a pas de commande nonsense : `"),
    (["gams"], "usage_no_command_near", "did you mean games", "vouliez-vous dire games"),
    (["games", "--nonsense"], "usage_no_option", "There is no option --nonsense", "Il n'y a pas d'option --nonsense"),
    (["play", "x", "--sed", "1"], "usage_no_option_near", "did you mean --seed", "vouliez-vous dire --seed"),
    (["games", "a", "b"], "usage_extra", "There is no place for b: leave it out", "Il n'y a pas de place pour b"),
    (["generate", "x", "--count"], "usage_values", "`--count` has too few values", "`--count` a trop peu de valeurs"),
    (["generate", "x", "--first", "1"], "usage_values", "`--first` has too few values", "`--first` a trop peu de"),
    (["generate", "x", "--seed", "y"], "usage_integer", "give a whole number.", "donnez un nombre entier."),
    (["mcp", "--http", "99999"], "usage_integer_between", "number from 1 to 65535.", "nombre entier de 1 à 65535."),
    (["generate", "x", "--count", "0"], "usage_integer_least", "number, 1 or more.", "nombre entier, au moins 1."),
    (["generate", "x", "--first", "a", "b"], "usage_integers", "give whole numbers.", "donnez des nombres entiers."),
    (["train", "x", "--rate", "y"], "usage_number", "`--rate` has a value that does not fit: give a number.",
     "`--rate` a une valeur qui ne convient pas : donnez un nombre."),
]  # fmt: skip


@pytest.fixture(autouse=True)
def reader(monkeypatch: pytest.MonkeyPatch) -> None:
    # A command with a language keeps it for its child processes.
    monkeypatch.setenv("BOARDWRIGHT_LANGUAGE", "en")


@pytest.mark.parametrize(("arguments", "code", "english", "french"), CASES, ids=[case[1] for case in CASES])
def test_a_mistake_is_said_in_both_languages(ran, arguments, code, english, french) -> None:
    status, out, err = ran(*arguments)
    assert (status, out) == (2, "")
    assert english in err
    for language in (["--language", "fr"], ["--language=fr"]):
        status, out, err = ran(*language, *arguments)
        assert (status, out) == (2, "")
        assert french in err


def test_a_mistake_is_an_object_with_json(ran) -> None:
    status, out, err = ran("generate", "--json", "x", "--count", "0")
    assert (status, err) == (2, "")
    error = json.loads(out)["error"]
    assert error["code"] == "usage_value"
    assert error["params"]["expected"] == {"code": "usage_integer_least", "params": {"least": 1}}
    assert error["message"] == "`--count` has a value that does not fit: give a whole number, 1 or more."
    assert json.loads(ran("gams", "--json")[1])["error"]["code"] == "usage_no_command_near"


def test_a_language_that_is_not_spoken_is_refused(ran) -> None:
    status, _, err = ran("--language", "tlh", "games")
    assert status == 2
    assert "There is no language tlh: choose one of en, fr" in err  # "usage_language"


def test_no_argument_at_all_prints_the_help(ran) -> None:
    status, out, err = ran()
    assert status == 2
    assert "Usage" in out + err


def test_what_has_no_sentence_of_its_own_is_repeated() -> None:
    error = usage_errors.translated(usage_errors.parsing.UsageError("Something else."))
    assert error.code == "usage_other"
    assert "(Something else.)" in str(error)
