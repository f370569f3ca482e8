"""Sentences that list what there is to choose say something sensible where there is nothing: never "one of ."."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from boardwright.core.errors import BoardwrightError
from boardwright.core.words import LANGUAGES, Word, codes, parameters, say

NEVER_EMPTY = {
    "unknown_action": "every game has actions",
    "action_empty": "every game has actions",
    "config_unknown": "config_no_keys is raised instead",
    "unknown_game_near": "names that are near",
    "unknown_game_far": "unknown_game_none is said instead",
    "unknown_agent": "agents for any game are always there",
    "docs_absent": "pages are always there",
    "no_learner": "a list in the code",
    "env_text": "a list in the code",
    "config_unlisted": "a game has a preset",
    "levels_unknown": "levels_none is raised instead",
    "usage_no_command_near": "names that are near",
    "usage_no_option_near": "names that are near",
    "usage_no_law": "a list in the code",
    "usage_no_law_near": "names that are near",
    "usage_language": "a list in the code",
    "device_absent": "the CPU is always there",
}

OTHERWISE = {
    "action_field_unknown",
    "config_absent",
    "target_unknown",
    "format_unknown",
    "model_unknown",
    "evaluate_start",
    "dialect_unknown",
    "protocol_none",
    "option_forbidden",
    "no_such_symmetry",
    "mcp_no_match",
    "instead_name",
}
"""Codes whose sentence for an empty list has the code with `_none`."""


def unguarded(catalogue: Mapping[str, Mapping[str, str]]) -> list[str]:
    """The codes with a list of what is known that have no sentence for an empty list."""
    listing = [code for code, sentences in catalogue.items() if "known" in parameters(sentences["en"])]
    return [code for code in listing if code not in NEVER_EMPTY and f"{code}_none" not in catalogue]


def test_every_list_of_choices_has_a_sentence_for_none() -> None:
    assert unguarded(codes("core")) == []
    assert set(NEVER_EMPTY) | OTHERWISE == {
        code for code, sentences in codes("core").items() if "known" in parameters(sentences["en"])
    }


def test_a_list_without_one_is_found() -> None:
    assert unguarded({"new_code": {"en": "Choose one of {known}."}}) == ["new_code"]


@pytest.mark.parametrize("code", sorted(OTHERWISE))
def test_nothing_to_choose_is_said(code) -> None:
    params = dict.fromkeys(parameters(codes("core")[code]["en"]), "f") | {"known": []}
    error = BoardwrightError(code, **params)
    assert error.word.to_dict()["code"] == code  # programs see one code
    for language in LANGUAGES:
        assert say(error.word, language) == say(Word(f"{code}_none", params), language)
        filled = say(Word(code, {**params, "known": ["one", "two"]}), language)
        assert "one, two" in filled
