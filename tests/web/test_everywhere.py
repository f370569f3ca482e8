"""What must hold on every screen of the page: no serious fault for assistive technology, and no English in French."""

from __future__ import annotations

import json

import pytest

from server.harness import said
from web.french import WORDS, faults

LONG = 900
"""Seconds for a walk over all screens."""


@pytest.mark.parametrize("screen", ["home", "match"])
def test_a_screen_is_accessible(server, played, screen):
    played(f"accessible_{screen}", server)


def test_what_is_not_accessible_is_found(server, played):
    played("accessible_planted", server)


@pytest.mark.slow
@pytest.mark.parametrize("walk", ["everywhere", "phone"])
def test_every_screen_is_accessible_in_both_themes(own_server, played, walk):
    played(f"accessible_{walk}", own_server, LONG)


def test_home_and_a_match_are_french(server, played):
    assert faults(played("french", server)) == []


def test_one_word_of_english_is_found(server, played):
    found = faults(played("french_planted", server))
    assert found
    assert all("'Start' is English" in fault for fault in found)


@pytest.mark.slow
def test_hints_and_analyses_are_accessible(own_server, played):
    played("accessible_analysis", own_server, LONG)


@pytest.mark.slow
def test_hints_and_analyses_are_french(own_server, played):
    assert faults(played("french_analysis", own_server, LONG)) == []


@pytest.mark.slow
def test_every_screen_is_french(own_server, played):
    assert faults(played("french_everywhere", own_server, LONG)) == []


def test_english_is_explained_by_nothing():
    english = [
        ("text", "Start the match"),
        ("title", page_says("home.start", "en")),
        ("aria-label", f"{page_says('board.cell', row=1, column=2)}, empty, {page_says('board.can_play')}"),
        ("text", f"{said('quoridor.action.wall_h', 'fr', square='e3')}, wall"),
        ("title", "reveal 3 4"),
        ("guide", "Players take turns."),
    ]
    found = faults(line(kind, text) for kind, text in english)
    assert len(found) == len(english), found


def test_french_is_explained_by_the_catalogues():
    cell = page_says("board.cell", row=1, column="e")
    french = [
        f"{cell}, {page_says('board.empty')}, {page_says('board.can_play')}",
        said("skirmish.event.moved", "fr", unit="Captain C1", col=6, row=6),
        f"{page_says('status.your_turn')} · {said('tic_tac_toe.title', 'fr')}",
        said("quoridor.prompt", "fr", walls=9),
        "12:04",
        "e3h",
    ]
    assert faults(line("text", text) for text in french) == []


def line(kind: str, text: str) -> str:
    return json.dumps({"screen": "s", "kind": kind, "text": text})


def page_says(key: str, language: str = "fr", **values: object) -> str:
    """A sentence of the page's own catalogue."""
    sentence: str = json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8"))[key]
    return sentence.format(**values)
