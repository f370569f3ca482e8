"""Mistakes on the command line: a code with its parameters, an object with --json, exit status 2."""

from __future__ import annotations

import json

import pytest

from boardwright.cli import usage_errors
from boardwright.core.words import LANGUAGES, say
from saying import told

CASES = [
    (["generate"], "usage_missing", {"parameter": "game"}),
    (["nonsense"], "usage_no_command", {"found": "nonsense"}),
    (["gams"], "usage_no_command_near", {"known": ["games"]}),
    (["games", "--nonsense"], "usage_no_option", {"found": "--nonsense"}),
    (["play", "x", "--sed", "1"], "usage_no_option_near", {"found": "--sed"}),
    (["games", "a", "b"], "usage_extra", {"found": "b"}),
    (["generate", "x", "--count"], "usage_values", {"parameter": "--count"}),
    (["generate", "x", "--first", "1"], "usage_values", {"parameter": "--first"}),
    (["generate", "x", "--seed", "y"], "usage_integer", {}),
    (["mcp", "--http", "99999"], "usage_integer_between", {"least": 1, "most": 65535}),
    (["generate", "x", "--count", "0"], "usage_integer_least", {"least": 1}),
    (["generate", "x", "--first", "a", "b"], "usage_integers", {}),
    (["train", "x", "--rate", "y"], "usage_number", {}),
]


@pytest.mark.parametrize(("arguments", "code", "params"), CASES, ids=[case[1] for case in CASES])
def test_a_mistake_is_said(ran, arguments, code, params) -> None:
    done = ran(*arguments)
    assert done.out == ""
    done.refuses(code, **params)


@pytest.mark.parametrize("chosen", [["--language", "fr"], ["--language=fr"]])
def test_a_mistake_is_said_in_the_language_that_is_asked_for_on_the_same_line(ran, chosen) -> None:
    done = ran(*chosen, "gams")
    word = done.refuses("usage_no_command_near")
    assert done.err.strip() == say(word, "fr") != say(word, "en")


def test_a_mistake_is_an_object_with_json(ran) -> None:
    status, out, err = ran("generate", "--json", "x", "--count", "0")
    assert (status, err) == (2, "")
    error = json.loads(out)["error"]
    assert error["code"] == "usage_value"
    assert error["params"]["expected"] == {"code": "usage_integer_least", "params": {"least": 1}}
    assert ran("gams", "--json").json["error"]["code"] == "usage_no_command_near"


def test_a_language_that_is_not_spoken_is_refused(ran) -> None:
    ran("--language", "tlh", "games").refuses("usage_language", found="tlh", known=list(LANGUAGES))


def test_no_argument_at_all_prints_the_help(ran) -> None:
    status, out, err = ran()
    assert status == 2
    assert "Usage" in out + err


def test_what_has_no_sentence_of_its_own_is_repeated() -> None:
    error = usage_errors.translated(usage_errors.parsing.UsageError("Something else."))
    told(error.word, "usage_other", detail="Something else.")
